import PhlistControl
import PhlistLog

/// Checks of this machine, together with those that phlistd reports about itself.
struct Examination {
    private let context: Context
    private let machine: Machine
    private static let avahiSocket = "/run/avahi-daemon/socket"
    private static let systemdDirectory = "/run/systemd/system"
    private static let ufwFile = "/etc/ufw/ufw.conf"
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
                + [socketCheck, otherDaemonCheck, logoutCheck, firewallCheck].compactMap(\.self)
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
        // Who may not use the machine's phlistd does not see its lock either.
        guard let system = context.socket.fallback, system != context.socket.path,
            machine.isLocked("\(context.socket.path).lock"),
            machine.isLocked("\(system).lock") || machine.service(false)?.isActive == true
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

    /// A firewall that is known to be on; only root could see what it lets through.
    private var firewallCheck: HealthCheck? {
        let isUfwOn = machine.text(Self.ufwFile)?.split(separator: "\n").contains("ENABLED=yes") ?? false
        if isUfwOn {
            return HealthCheck(ok: "firewall", "ufw is on; to let phlist through: sudo ufw allow phlist")
        }
        guard machine.runs("firewalld") else { return nil }
        return HealthCheck(
            ok: "firewall",
            "firewalld runs; to let phlist through: sudo firewall-cmd --permanent --add-service=phlist, then --reload"
        )
    }

    // MARK: Without a daemon

    private var withoutDaemon: [HealthCheck] {
        [serviceCheck, avahiCheck, stateCheck, lockCheck, storeCheck, diskCheck].compactMap(\.self)
    }

    /// The service that was expected to run, if it has failed or is not enabled; not that of a user beside the system
    /// service, because a second phlistd would have lists of its own.
    private var serviceCheck: HealthCheck? {
        let isUsers = machine.userID != 0
        guard !isUsers || machine.fileStatus(SocketPath.systemDirectory) == nil else { return nil }
        guard context.socket.fallback != nil, machine.fileStatus(Self.systemdDirectory)?.kind == .directory,
            let service = machine.service(isUsers)
        else { return nil }
        let (systemctl, journalctl) = isUsers ? ("systemctl --user", "journalctl --user") : ("systemctl", "journalctl")
        if service.hasFailed {
            return HealthCheck(
                .problem,
                "service",
                "phlistd.service has failed, with status \(service.exitStatus)",
                remedy: "its log says why: \(journalctl) -u phlistd -n 20; then: \(systemctl) restart phlistd"
            )
        }
        guard !service.isEnabled else { return HealthCheck(ok: "service", "phlistd.service is enabled") }
        return HealthCheck(
            .warning,
            "service",
            "phlistd.service is not enabled",
            remedy: "start it now and from now on: \(systemctl) enable --now phlistd"
        )
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
                remedy: "give it back: chown -R \(machine.userID) \(path.asWord)"
            )
        }
        guard status.permissions & 0o077 == 0 else {
            let remedy = "close it: chmod 700 \(path.asWord)"
            return HealthCheck(.warning, "state", "others may look into \(path)", remedy: remedy)
        }
        guard machine.isWritable(path) else {
            return HealthCheck(
                .problem,
                "state",
                "phlistd cannot write to \(path)",
                remedy: status.permissions & 0o200 == 0
                    ? "let it write: chmod 700 \(path.asWord)"
                    : "see whether the file system is read-only: findmnt --target \(path.asWord)"
            )
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

    /// The key and the log as phlistd would find them at its next start.
    private var storeCheck: HealthCheck? {
        let directory = context.directories.state
        guard machine.fileStatus(directory)?.kind == .directory, !machine.isLocked("\(directory)/phlist.lock") else {
            return nil
        }
        do throws(LogError) {
            let log = try LogExamination(of: directory, on: context.fileSystem)
            if let refusal = KeyFile.refusal(in: directory, on: context.fileSystem) {
                let remedy = refusal.remedy ?? "see: ls -l \("\(directory)/device.key".asWord)"
                return HealthCheck(.problem, "key", refusal.finding, remedy: remedy)
            }
            return check(log.nextOpening)
        } catch {
            return check(.refuses(error))
        }
    }

    private func check(_ opening: LogExamination.NextOpening) -> HealthCheck? {
        switch opening {
        case .createsEmptyLog: nil
        case .opens, .cutsTornTail: HealthCheck(ok: "store", "phlistd can open it")
        case .salvages:
            HealthCheck(.warning, "store", "the log is damaged", remedy: "see what is lost: phlistctl store check")
        case .refuses(let error): refusal(error)
        }
    }

    private func refusal(_ error: LogError) -> HealthCheck {
        let remedy = error.remedy ?? "see: phlistctl store check"
        if case .outdatedVersion = error {
            return HealthCheck(.warning, "store", "\(error): phlistd will set it aside and begin anew", remedy: remedy)
        }
        return HealthCheck(.problem, "store", "the store cannot be opened: \(error)", remedy: remedy)
    }

    private var diskCheck: HealthCheck? {
        let path = context.directories.state
        guard machine.fileStatus(path) != nil, let free = machine.freeBytes(path) else { return nil }
        return .disk(freeBytes: free, of: LogLimits.freeBytesMin, at: path)
    }
}
