import PhlistControl
import PhlistLog
import PhlistModel
import PhlistStore
import PhlistSync
import PhlistTransport

/// The health checks of the daemon.
extension DaemonService {
    func registerDoctor(in table: inout ControlTable) {
        table.on(DoctorQuery.self) { _, asker throws(ControlError) in
            await examination(for: asker.principal)
        }
        table.on(GiveUpRequest.self) { call, asker throws(ControlError) in
            try asker.principal.checkIsOwner("may give up what is lost")
            return try await host.giveUp(call, asker)
        }
    }

    func examination(for caller: Principal) async -> DoctorReply {
        let network = await discovery?.ownAnnouncement
        return await host.examination(for: caller, network: network, files: configurationCheck(for: caller))
    }

    /// Checks the configuration; only the owner sees its problems.
    private func configurationCheck(for caller: Principal) -> HealthCheck {
        guard let problems = desk?.problems, let first = problems.first else {
            return HealthCheck(ok: "configuration", "everything in it is known and readable")
        }
        let more = problems.count > 1 ? " (and \(problems.count - 1) more)" : ""
        let words = caller.isOwner ? "\(first)\(more)" : "something is wrong in it"
        let state: HealthCheck.State = problems.contains { $0.severity == .error } ? .problem : .warning
        return HealthCheck(state, "configuration", words, remedy: "mend the file; see all: phlistd --check")
    }
}

extension ReplicaHost {
    /// Clocks further apart than this are worth a warning; times of changes are off by as much.
    private static let clockWarningMilliseconds: Int64 = 2_000
    /// With clocks this far apart the last of two changes is no longer the one that people mean.
    private static let clockProblemMilliseconds: Int64 = 600_000
    private static let listsNamedMax = 4

    func examination(for caller: Principal, network: OwnAnnouncement?, files: HealthCheck) -> DoctorReply {
        let peers = replica.peerStatuses()
        let shared = [
            storeCheck(for: caller), logCheck, returnedCheck, copyCheck, branchCheck, limitCheck, diskCheck, files,
            networkCheck, discoveryCheck, announcementCheck(network), removalCheck,
        ]
        return DoctorReply(
            port: Int(port),
            checks: shared.compactMap(\.self) + [reachableCheck(peers)] + peers.flatMap { checks(of: $0, for: caller) }
        )
    }

    // MARK: The store

    private func storeCheck(for caller: Principal) -> HealthCheck {
        let view = storeView(for: caller)
        let given = view.givenUp.map { "; \($0.changeCount.counted("lost change")) given up" } ?? ""
        guard view.health != .ok else { return HealthCheck(ok: "store", "whole\(given)") }
        let isMending = view.health == .degraded
        return HealthCheck(
            isMending ? .warning : .problem,
            "store",
            "\(view.health.rawValue): \(view.reason ?? "")",
            remedy: isMending
                ? "turn the other devices on: phlistctl sync; when nobody can have it: phlistctl doctor --give-up"
                : "make room or replace the disk, then: phlistctl status"
        )
    }

    /// The size of the log, and the device that wrote most of it.
    private var logCheck: HealthCheck {
        let counts = replica.changeCounts()
        let total = counts.reduce(0) { $0 + $1.count }
        let most = counts.max { ($0.count, $1.device) < ($1.count, $0.device) }
        let writer =
            most.map { "; \($0.count) by \(replica.library.deviceName($0.device) ?? "a device that is gone")" } ?? ""
        return HealthCheck(ok: "log", "\(store.byteCount) bytes, \(total.counted("change"))\(writer)")
    }

    /// This device's changes that were recovered from other devices.
    private var returnedCheck: HealthCheck? {
        guard replica.returnedCount > 0 else { return nil }
        let count = replica.returnedCount
        return HealthCheck(
            .warning,
            "lost and found",
            "\(count) change\(count == 1 ? "" : "s") of this device came back from other devices",
            remedy:
                "it was put back to an older state, or its disk forgot what it had saved; if not you, check the disk"
        )
    }

    /// The removal of this device from the household.
    private var removalCheck: HealthCheck? {
        replica.library.removal.map { HealthCheck(.problem, "household", removalWords($0), remedy: Self.waysOut) }
    }

    /// Another machine with this device's key.
    private var copyCheck: HealthCheck? {
        guard !replica.twins.isEmpty else { return nil }
        return HealthCheck(
            .warning,
            "copy",
            "another machine runs with a copy of this device's state",
            remedy: "nothing is lost; give the copy its own key: stop phlistd there, remove its state, join again"
        )
    }

    /// The number of own branches that indicates a bad disk.
    private static let branchesWarned = 4

    private var branchCheck: HealthCheck? {
        guard let own = replica.branchCounts.first(where: { $0.device == replica.device }),
            own.count >= Self.branchesWarned
        else { return nil }
        return HealthCheck(
            .warning,
            "log loss",
            "the log of this device has lost saved changes \(own.count) times",
            remedy: "the disk reports changes as saved that are not: replace it, or use one that honours flushes"
        )
    }

    private var limitCheck: HealthCheck? {
        guard let fullest = replica.limitUsages.first else { return nil }
        let what =
            switch fullest.limit {
            case .householdChanges: "the changes of devices and people that this device may make"
            case .lists: "the number of lists"
            case .contents: "what one list can hold"
            case .sharing(let list): "the changes of who sees \(title(of: list)) that this device may make"
            }
        return HealthCheck(
            .warning,
            "limits",
            "\(Int(fullest.fraction * 100)) % of \(what) is used up",
            remedy: fullest.limit == .householdChanges
                ? "make such changes on another admin device" : "start a new list with phlistctl list copy"
        )
    }

    private var diskCheck: HealthCheck {
        let path = store.directory.path
        guard let free = try? store.directory.fileSystem.freeBytes(of: path) else {
            return HealthCheck(.warning, "disk", "the free space cannot be determined", remedy: "see: df \(path)")
        }
        return .disk(freeBytes: free, of: LogLimits.freeBytesMin, at: path)
    }

    // MARK: The network

    private var discoveryCheck: HealthCheck {
        switch discoveryState.state {
        case .off: HealthCheck(ok: "discovery", "off by the configuration; peers by address work")
        case .running: HealthCheck(ok: "discovery", "avahi answers")
        case .unavailable:
            HealthCheck(
                .warning,
                "discovery",
                discoveryState.detail ?? "avahi does not answer",
                remedy: "as root: apt install avahi-daemon, then systemctl start avahi-daemon"
            )
        }
    }

    private func announcementCheck(_ own: OwnAnnouncement?) -> HealthCheck? {
        guard let own, discoveryState.state == .running else { return nil }
        guard own.interfaces.isEmpty else {
            return HealthCheck(ok: "announcement", "\(own.name) is seen on \(own.interfaces.joined(separator: ", "))")
        }
        return HealthCheck(
            .warning,
            "announcement",
            "\(own.name) is not seen on the network",
            remedy:
                "wait some seconds; then see disable-publishing and allow-interfaces in /etc/avahi/avahi-daemon.conf"
        )
    }

    /// The addresses where others may reach this daemon.
    private var networkCheck: HealthCheck {
        let (wanted, addresses) = (configuration.port, addressesToTell)
        let missing = configuration.listenPlaces.filter { transport?.places.contains($0) == false }
        guard wanted == 0 || Int(port) == wanted else {
            return networkWarning(
                "port \(wanted) is taken by another program; phlistd listens on \(port)",
                remedy: "see who has it: ss -ltnp 'sport = :\(wanted)'"
            )
        }
        guard missing.isEmpty else {
            return networkWarning(
                "phlistd does not listen on \(missing.map(\.description).joined(separator: ", ")), which is not here",
                remedy: "see what is: ip address; change it: phlistctl config set listen"
            )
        }
        guard !addresses.isEmpty else {
            return networkWarning(
                "this machine has no address that others could reach",
                remedy: "connect it to the home network; see: ip address"
            )
        }
        return HealthCheck(ok: "network", "port \(port) at \(addresses.joined(separator: ", "))")
    }

    private func networkWarning(_ finding: String, remedy: String) -> HealthCheck {
        HealthCheck(.warning, "network", finding, remedy: remedy)
    }

    private func reachableCheck(_ peers: [Replica.PeerStatus]) -> HealthCheck {
        let connected = peers.filter { callers.contains($0.device) }.map(\.name)
        guard !peers.isEmpty else { return HealthCheck(ok: "reachable", "there are no other devices yet") }
        guard connected.isEmpty else {
            return HealthCheck(ok: "reachable", "\(connected.joined(separator: ", ")) connected to port \(port)")
        }
        guard peers.contains(where: { $0.state != .connected }) else {
            return HealthCheck(ok: "reachable", "not tried by anybody: this device reaches all others itself")
        }
        return HealthCheck(
            .warning,
            "reachable",
            "no device has connected to port \(port) since phlistd started",
            remedy: "if a firewall runs here: ufw allow \(port)/tcp; for discovery: ufw allow 5353/udp; "
                + "for pairing: ufw allow \(PairingDesk.standardPort)/tcp"
        )
    }

    // MARK: The other devices

    private func checks(of peer: Replica.PeerStatus, for caller: Principal) -> [HealthCheck] {
        guard peer.state == .connected else {
            return [
                HealthCheck(
                    .warning,
                    "peer \(peer.name)",
                    "not connected: \(reason(of: peer) ?? "it is being dialled")",
                    remedy: "turn it on, in the same network; then: phlistctl sync"
                )
            ]
        }
        let connected = HealthCheck(ok: "peer \(peer.name)", "connected at \(peer.endpoint?.text ?? "")")
        return [connected, clockCheck(peer), versionCheck(peer), syncCheck(peer, for: caller)]
    }

    private func clockCheck(_ peer: Replica.PeerStatus) -> HealthCheck {
        let (name, offset) = ("clock \(peer.name)", peer.clockOffset ?? 0)
        let words = "\(PeerView.span(offset)) \(offset > 0 ? "ahead of" : "behind") this device"
        guard offset.magnitude > Self.clockWarningMilliseconds else { return HealthCheck(ok: name, "the same as here") }
        let isFar = offset.magnitude > Self.clockProblemMilliseconds
        let remedy = "set the clock of whichever is wrong: timedatectl set-ntp true"
        return HealthCheck(isFar ? .problem : .warning, name, words, remedy: remedy)
    }

    private func versionCheck(_ peer: Replica.PeerStatus) -> HealthCheck {
        let (name, build) = ("version \(peer.name)", peer.build ?? "")
        guard peer.isSameModel else {
            return HealthCheck(
                .warning,
                name,
                "\(build) has another model of lists than \(programVersion)",
                remedy: "update phlist on both: each shows only what it knows"
            )
        }
        guard build != programVersion else { return HealthCheck(ok: name, build) }
        return HealthCheck(.warning, name, "\(build), here it is \(programVersion)", remedy: "update the older one")
    }

    private func syncCheck(_ peer: Replica.PeerStatus, for caller: Principal) -> HealthCheck {
        let name = "sync \(peer.name)"
        guard !alarms.contains(peer.device) else {
            return HealthCheck(
                .problem,
                name,
                "the same changes came to something else there: this is a mistake in phlist",
                remedy: "keep the log of phlistd on both devices, and report it"
            )
        }
        guard peer.isInSync != true else {
            return HealthCheck(ok: name, "equal by digest: \(peer.sharedCount.counted("list"))")
        }
        guard !peer.differing.isEmpty else {
            return HealthCheck(.warning, name, "it has not answered yet", remedy: "ask it: phlistctl sync --wait")
        }
        let seen = replica.library.lists(for: caller).filter { peer.differing.contains($0.scope) }.map(\.title)
        let named = seen.prefix(Self.listsNamedMax).joined(separator: ", ")
        let words = seen.isEmpty ? "not all is the same yet" : "\(seen.count.counted("list")) differ: \(named)"
        return HealthCheck(.warning, name, words, remedy: "wait for it: phlistctl sync --wait")
    }
}

extension BinaryInteger {
    /// Returns a number with its noun, for example `1 list`, `2 lists`.
    fileprivate func counted(_ thing: String) -> String { "\(self) \(thing)\(self == 1 ? "" : "s")" }
}
