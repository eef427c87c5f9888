import PhlistControl
import PhlistLog

/// Checks of this machine, together with those that phlistd reports about itself.
struct Examination {
    private let context: Context
    private let machine: Machine
    private static let avahiSocket = "/run/avahi-daemon/socket"
    private static let systemdDirectory = "/run/systemd/system"
    private static let lingerDirectory = "/var/lib/systemd/linger"

    init(_ context: Context) {
        (self.context, machine) = (context, context.machine)
    }

    /// Runs all checks.
    ///
    /// - Throws: `ClientError` if phlistd answers with an error other than unavailable or not permitted.
    func reply() throws(ClientError) -> DoctorReply {
        do throws(ClientError) {
            let reply = try context.daemon.reply(to: ControlRequest(DoctorQuery(), CallOptions()))
            let own =
                [HealthCheck(ok: "phlistd", "it answers")]
                + [socketCheck, otherDaemonCheck, logoutCheck].compactMap(\.self)
            return DoctorReply(port: reply.port, checks: own + reply.checks)
        } catch {
            let failure = error.controlError
            guard failure.code == .unavailable || failure.code == .notPermitted else { throw error }
            return DoctorReply(port: nil, checks: [missing(failure)] + withoutDaemon)
        }
    }

    private func missing(_ error: ControlError) -> HealthCheck {
        HealthCheck(.problem, "phlistd", error.message, remedy: error.hint ?? context.socket.startCommand)
    }

    // MARK: With a daemon

    private var socketCheck: HealthCheck? {
        let path = [context.socket.path, context.socket.fallback].compactMap(\.self).first {
            machine.fileStatus($0)?.kind == .socket
        }
        guard let path, let status = machine.fileStatus(path) else { return nil }
        guard status.permissions & 0o007 == 0 else {
            return HealthCheck(
                .problem,
                "socket",
                "everybody on this machine may use \(path)",
                remedy: "close it: chmod o= \(path)"
            )
        }
        let isGroup = status.permissions & 0o060 != 0
        return HealthCheck(ok: "socket", "\(path), for \(isGroup ? "its owner and group" : "its owner alone")")
    }

    private var otherDaemonCheck: HealthCheck? {
        guard let system = context.socket.fallback, system != context.socket.path,
            machine.isLocked("\(context.socket.path).lock"), machine.isLocked("\(system).lock")
        else { return nil }
        return HealthCheck(
            .warning,
            "two daemons",
            "one phlistd runs for you and one for the whole machine, each with its own lists",
            remedy: "stop the one you do not want: systemctl --user disable --now phlistd"
        )
    }

    /// systemd ends the services of a user with the last session, unless the user lingers.
    private var logoutCheck: HealthCheck? {
        guard let name = machine.userName, machine.fileStatus(Self.systemdDirectory)?.kind == .directory,
            context.socket.path.hasPrefix("/run/user/"), machine.fileStatus(context.socket.path)?.kind == .socket
        else { return nil }
        guard machine.fileStatus("\(Self.lingerDirectory)/\(name)") == nil else {
            return HealthCheck(ok: "logout", "phlistd runs on without a login")
        }
        return HealthCheck(
            ok: "logout",
            "phlistd ends with your last session; to let it run on: sudo loginctl enable-linger \(name)"
        )
    }

    // MARK: Without a daemon

    private var withoutDaemon: [HealthCheck] {
        [avahiCheck, stateCheck, lockCheck, diskCheck].compactMap(\.self)
    }

    private var avahiCheck: HealthCheck {
        guard machine.fileStatus(Self.avahiSocket)?.kind == .socket else {
            return HealthCheck(
                .warning,
                "discovery",
                "avahi does not run",
                remedy: "as root: apt install avahi-daemon, then systemctl start avahi-daemon"
            )
        }
        return HealthCheck(ok: "discovery", "avahi runs")
    }

    private var stateCheck: HealthCheck {
        let path = context.directories.state
        guard let status = machine.fileStatus(path) else {
            return HealthCheck(ok: "state", "\(path) is made at the first start")
        }
        guard status.kind == .directory else {
            return HealthCheck(.problem, "state", "\(path) is not a directory", remedy: "move it away")
        }
        guard status.owner == machine.userID else {
            return HealthCheck(
                .problem,
                "state",
                "\(path) belongs to user \(status.owner)",
                remedy: "give it back: chown -R \(machine.userID) \(path)"
            )
        }
        guard status.permissions & 0o077 == 0 else {
            return HealthCheck(.warning, "state", "others may look into \(path)", remedy: "close it: chmod 700 \(path)")
        }
        return HealthCheck(ok: "state", path)
    }

    private var lockCheck: HealthCheck? {
        let path = "\(context.directories.state)/phlist.lock"
        guard machine.isLocked(path) else { return nil }
        return HealthCheck(
            .problem,
            "lock",
            "a phlistd holds \(context.directories.state) and does not answer at \(context.socket.path)",
            remedy: "name its socket with --socket, or stop it: see fuser -v \(path)"
        )
    }

    private var diskCheck: HealthCheck? {
        let path = context.directories.state
        guard machine.fileStatus(path) != nil, let free = machine.freeBytes(path) else { return nil }
        return .disk(freeBytes: free, of: LogLimits.freeBytesMin, at: path)
    }
}
