import PhlistVocabulary

/// `GET /v1/doctor`: the results of all health checks of the daemon.
package struct DoctorQuery: ControlCall {
    package static let route = ControlRoute.doctor
    package typealias Reply = DoctorReply

    package init() {}
}

/// The reply to `GET /v1/doctor`.
package struct DoctorReply: Codable, Sendable, Equatable {
    package var schemaVersion = PhlistControl.schemaVersion
    /// The TCP port for peers; nil when no daemon answered.
    package var port: Int?
    package var checks: [HealthCheck]

    package init(port: Int?, checks: [HealthCheck]) {
        (self.port, self.checks) = (port, checks)
    }
}

/// The result of one health check.
package struct HealthCheck: Codable, Sendable, Equatable {
    /// The subject of the check, one or two words.
    package var name: String
    package var state: State
    /// The finding, in one line.
    package var finding: String
    /// Advice, in one line; nil when nothing has to be done.
    package var remedy: String?

    package enum State: String, NamedValue {
        case ok
        case warning
        case problem
    }

    /// Creates the result of a check that passed.
    package init(ok name: String, _ finding: String) {
        (self.name, state, self.finding) = (name, .ok, finding)
    }

    /// Creates the result of a check that calls for action.
    package init(_ state: State, _ name: String, _ finding: String, remedy: String) {
        (self.name, self.state, self.finding, self.remedy) = (name, state, finding, remedy)
    }

    /// Returns free space in MB, below one MB in kB.
    package static func size(_ freeBytes: Int) -> String {
        freeBytes < 1 << 20 ? "\(freeBytes >> 10) kB" : "\(freeBytes >> 20) MB"
    }

    /// Checks the free space on the disk of a path: less than `freeBytesMin` is a warning.
    package static func disk(freeBytes: Int, of freeBytesMin: Int, at path: String) -> HealthCheck {
        guard freeBytes < freeBytesMin else { return HealthCheck(ok: "disk", "\(size(freeBytes)) are free") }
        return HealthCheck(
            .warning,
            "disk",
            "only \(size(freeBytes)) are free",
            remedy: "make room on the disk of \(path)"
        )
    }
}
