import PhlistControl

@testable import phlistctl

extension Script {
    static let doctor = [
        Script(
            name: "doctor",
            scenes: Scene.everyForm(["doctor"], .doctor, DoctorReply.well)
                + Scene.everyForm(["doctor"], .doctor, DoctorReply.ill)
                + [
                    Scene(arguments: ["doctor"]),
                    Scene(arguments: ["doctor", "--json"]),
                    Scene(arguments: ["doctor"], machine: .troubled),
                    Scene(arguments: ["doctor"], machine: .readOnly),
                    wellScene(on: .open),
                    wellScene(on: .booted(lingering: false)),
                    wellScene(on: .booted(lingering: true)),
                    wellScene(on: .walled(ufw: true)),
                    wellScene(on: .walled(ufw: false)),
                    wellScene(on: .doubled),
                    Scene(arguments: ["doctor"], machine: .serving(ServiceState(hasFailed: true, exitStatus: 78))),
                    Scene(arguments: ["doctor"], machine: .serving(ServiceState())),
                    Scene(arguments: ["doctor"], machine: .serving(ServiceState(isEnabled: true))),
                    Scene(arguments: ["doctor", "--socket", "/run/s"], machine: .serving(ServiceState())),
                    Scene(arguments: ["doctor", "--force"]),
                    Scene(arguments: ["doctor", "now"]),
                ]
        ),
        Script(name: "give-up", scenes: giveUp),
    ]

    /// A daemon that is well, on a machine.
    private static func wellScene(on machine: Machine) -> Scene {
        Scene(arguments: ["doctor"], answers: [.doctor: [.reply(DoctorReply.well)]], machine: machine)
    }

    private static var giveUp: [Scene] {
        let lost = GiveUpReply(
            lost: [
                StatusReply.Store.Missing(list: "Groceries", device: "nas", first: 5, last: 9),
                StatusReply.Store.Missing(list: nil, device: nil, first: 1, last: 1),
            ],
            rewrittenCount: 3,
            droppedCount: 1,
            recoveredLists: ["Garden\u{1B}"],
            hiddenLists: ["Diary"],
            isNewHousehold: true
        )
        let nothing = GiveUpReply(lost: [], rewrittenCount: 0)
        let dropped = GiveUpReply(lost: [], rewrittenCount: 0, droppedCount: 4)
        let answers = [ControlRoute.giveUp: [ScriptedDaemon.Answer.reply(lost)]]
        let others = ControlError(.tryAgain, "nas may still have what is lost", hint: "turn it on")
        return [
            Scene(arguments: ["doctor", "--give-up"], answers: answers, isTerminal: true, input: "y\n"),
            Scene(arguments: ["doctor", "--give-up"], answers: answers, isTerminal: true, input: "\n"),
            Scene(arguments: ["doctor", "--give-up"], answers: answers),
            Scene(arguments: ["doctor", "--give-up", "--yes", "--force", "--share-lists"], answers: answers),
            Scene(arguments: ["doctor", "--give-up", "--yes", "--plain"], answers: answers),
            Scene(arguments: ["doctor", "--give-up", "--yes", "--json"], answers: answers),
            Scene(arguments: ["doctor", "--give-up", "-n"], answers: answers),
            Scene(arguments: ["doctor", "--give-up", "--yes"], answers: [.giveUp: [.reply(nothing)]]),
            Scene(arguments: ["doctor", "--give-up", "--yes"], answers: [.giveUp: [.reply(dropped)]]),
        ] + Scene.refused(["doctor", "--give-up", "--yes"], .giveUp, others)
    }
}

extension Machine {
    /// On which nothing of phlist is.
    static let empty = Machine(
        fileStatus: { _ in nil },
        isLocked: { _ in false },
        freeBytes: { _ in nil },
        userID: 1000
    )
    /// Whose state belongs to somebody else, is held, and has little room.
    static let troubled = Machine(
        fileStatus: { path in
            path.hasSuffix("/phlist") ? FileStatus(kind: .directory, owner: 0, permissions: 0o755) : nil
        },
        isLocked: { $0.hasSuffix("phlist.lock") },
        freeBytes: { _ in 10 << 20 },
        userID: 1000
    )
    /// Whose state is on a file system that is read-only.
    static var readOnly: Machine {
        var machine = Machine.empty
        machine.fileStatus = { path in
            path.hasSuffix("/phlist") ? FileStatus(kind: .directory, owner: 1000, permissions: 0o700) : nil
        }
        machine.isWritable = { _ in false }
        return machine
    }
    /// A machine with a system service, whose user has no phlistd.
    static var serving: Machine {
        var machine = Machine.empty
        machine.fileStatus = { path in
            path == "/var/lib/phlist" ? FileStatus(kind: .directory, owner: 990, permissions: 0o700) : nil
        }
        return machine
    }

    /// On which a firewall is on: ufw or firewalld.
    static func walled(ufw: Bool) -> Machine {
        var machine = Machine.empty
        machine.text = { $0 == "/etc/ufw/ufw.conf" ? "# on\nENABLED=\(ufw ? "yes" : "no")\nLOGLEVEL=low\n" : nil }
        machine.runs = { $0 == "firewalld" }
        return machine
    }
    /// On which systemd knows phlistd, which does not run.
    static func serving(_ service: ServiceState) -> Machine {
        var machine = Machine.booted(lingering: false)
        machine.fileStatus = { path in
            path == "/run/systemd/system" ? FileStatus(kind: .directory, owner: 0, permissions: 0o755) : nil
        }
        machine.service = { $0 ? service : nil }
        return machine
    }
    /// On which systemd runs phlistd for anna, and for the machine, whose lock anna does not see.
    static var doubled: Machine {
        var machine = Machine.booted(lingering: true)
        machine.isLocked = { !$0.hasPrefix("/run/phlist/") }
        machine.service = { $0 ? nil : ServiceState(isActive: true) }
        return machine
    }
    /// On which systemd runs phlistd for anna.
    static func booted(lingering: Bool) -> Machine {
        Machine(
            fileStatus: { path in
                switch path {
                case "/run/systemd/system": FileStatus(kind: .directory, owner: 0, permissions: 0o755)
                case "/var/lib/systemd/linger/anna":
                    lingering ? FileStatus(kind: .other, owner: 0, permissions: 0o644) : nil
                case let path where path.hasSuffix(".sock"):
                    FileStatus(kind: .socket, owner: 1000, permissions: 0o600)
                default: nil
                }
            },
            isLocked: { _ in false },
            freeBytes: { _ in nil },
            userID: 1000,
            userName: "anna"
        )
    }
    /// Whose socket is everybody's, and which has two daemons.
    static let open = Machine(
        fileStatus: { path in
            path.hasSuffix(".sock") ? FileStatus(kind: .socket, owner: 1000, permissions: 0o666) : nil
        },
        isLocked: { $0.hasSuffix(".sock.lock") },
        freeBytes: { _ in nil },
        userID: 1000
    )
}

extension DoctorReply {
    static let well = DoctorReply(
        port: 7454,
        checks: [
            HealthCheck(ok: "store", "whole"), HealthCheck(ok: "disk", "2048 MB are free"),
            HealthCheck(ok: "peer nas", "connected at 192.168.1.10:7454"),
            HealthCheck(ok: "sync nas", "equal by digest: 2 lists"),
        ]
    )
    static let ill = DoctorReply(
        port: 7454,
        checks: [
            HealthCheck(.warning, "discovery", "avahi not running", remedy: "systemctl start avahi-daemon"),
            HealthCheck(.problem, "clock nas\u{1B}", "700 s behind this device", remedy: "timedatectl set-ntp true"),
        ]
    )
}
