/// `GET /v1/doctor`: what a look at the daemon finds, check by check.
package struct DoctorQuery: ControlCall {
    package static let route = ControlRoute.doctor
    package typealias Reply = DoctorReply

    /// Creates the query.
    package init() {}
}

/// The reply of `GET /v1/doctor`.
package struct DoctorReply: Codable, Sendable, Equatable {
    package var schemaVersion = PhlistControl.schemaVersion
    /// The TCP port for peers; nil where no daemon was there to say it.
    package var port: Int?
    package var checks: [HealthCheck]

    /// Creates the reply.
    package init(port: Int?, checks: [HealthCheck]) {
        (self.port, self.checks) = (port, checks)
    }
}

/// One thing that was looked at.
package struct HealthCheck: Codable, Sendable, Equatable {
    /// What was looked at, as one word, or two.
    package var name: String
    package var state: State
    /// What was found, in one line.
    package var finding: String
    /// What to do, in one line; nil when nothing has to be done.
    package var remedy: String?

    /// How it is.
    package enum State: String, Codable, Sendable {
        case ok
        case warning
        case problem
    }

    /// Creates a check that needs nothing.
    package init(ok name: String, _ finding: String) {
        (self.name, state, self.finding) = (name, .ok, finding)
    }

    /// Creates a check with something to do.
    package init(_ state: State, _ name: String, _ finding: String, remedy: String) {
        (self.name, self.state, self.finding, self.remedy) = (name, state, finding, remedy)
    }

    /// How much room is on the disk of a path, for whoever knows, and how much there should be.
    package static func disk(freeBytes: Int, of freeBytesMin: Int, at path: String) -> HealthCheck {
        guard freeBytes < freeBytesMin else { return HealthCheck(ok: "disk", "\(freeBytes >> 20) MB are free") }
        return HealthCheck(
            .warning,
            "disk",
            "only \(freeBytes >> 20) MB are free",
            remedy: "make room on the disk of \(path)"
        )
    }
}
