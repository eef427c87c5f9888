package import PhlistControl
package import PhlistHousehold
import PhlistModel
import PhlistSync

/// The health checks of the daemon.
package struct Examination {
    let presenter: Presenter
    let report: HostReport
    let replica: ReplicaReport
    let caller: Principal

    package init(_ presenter: Presenter, _ report: HostReport, _ replica: ReplicaReport, for caller: Principal) {
        (self.presenter, self.report, self.replica, self.caller) = (presenter, report, replica, caller)
    }

    var library: Library { presenter.library }
    var network: NetworkReport { report.network }

    /// Returns all checks.
    ///
    /// - Parameters:
    ///   - files: The check of the configuration.
    ///   - announcement: The name of this device on the network, and the interfaces on which it is seen.
    ///   - page: The page for phones; nil if it is not known yet.
    /// - Returns: The checks, those of the other devices last.
    package func reply(
        files: HealthCheck,
        announcement: (name: String, interfaces: [String])?,
        page: PageReport?
    ) -> DoctorReply {
        let shared = [
            storeCheck, earlierStoreCheck, logCheck, returnedCheck, copyCheck, branchCheck, limitCheck, diskCheck,
            files, networkCheck, discoveryCheck, announcementCheck(announcement), page.map(check), removalCheck,
            adminCheck,
        ]
        // Nobody answers a device that is out.
        let others = library.removal == nil ? [reachableCheck(page)] + report.peers.statuses.flatMap(checks) : []
        return DoctorReply(port: network.port, checks: shared.compactMap(\.self) + others)
    }

    // MARK: The store

    private var storeCheck: HealthCheck {
        let view = presenter.view(of: report.store, for: caller)
        let given = view.givenUp.map { "; \($0.changeCount.counted("lost change")) given up" } ?? ""
        guard view.health != .ok else { return HealthCheck(ok: "store", "whole\(given)") }
        guard view.health != .degraded || !report.store.areOthersAsked else {
            let remedy = "see what would be lost: phlistctl doctor --give-up -n"
            return HealthCheck(.warning, "store", "degraded: \(view.reason ?? "")", remedy: remedy)
        }
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

    /// The log of an earlier phlist that was set aside.
    private var earlierStoreCheck: HealthCheck? {
        guard let path = report.store.outdated.first else { return nil }
        return HealthCheck(
            .warning,
            "earlier store",
            Presenter.words(ofOutdated: path),
            remedy: Presenter.remedy(forOutdated: path)
        )
    }

    /// The size of the log, and the device that wrote most of it.
    private var logCheck: HealthCheck {
        let counts = replica.changeCounts
        let total = counts.reduce(0) { $0 + $1.count }
        let most = counts.max { ($0.count, $1.device) < ($1.count, $0.device) }
        let writer = most.map { "; \($0.count) by \(writerName($0.device))" } ?? ""
        return HealthCheck(ok: "log", "\(report.store.byteCount) bytes, \(total.counted("change"))\(writer)")
    }

    /// Returns the name of a device whose changes are here; not even its own is known before the first synchronisation.
    private func writerName(_ device: DeviceID) -> String {
        if let name = library.deviceName(device) { return name }
        guard device != library.device else { return "this device" }
        return library.household == nil ? "another device" : "a device that is gone"
    }

    /// This device's changes that were recovered from other devices.
    private var returnedCheck: HealthCheck? {
        guard replica.returnedCount > 0 else { return nil }
        let count = replica.returnedCount
        return HealthCheck(
            .warning,
            "lost and found",
            "\(count.counted("change")) of this device came back from other devices",
            remedy:
                "its data was restored to an older state, or its disk lost changes; "
                + "if you restored nothing, check the disk"
        )
    }

    /// The removal of this device from the household, as its own log says, or as others say.
    private var removalCheck: HealthCheck? {
        if let removal = library.removal {
            return HealthCheck(.problem, "household", presenter.removalWords(removal), remedy: Presenter.waysOut)
        }
        guard replica.news.isOut, let claim = presenter.removalClaim(replica.news) else { return nil }
        return HealthCheck(.problem, "household", claim, remedy: Presenter.waysBack)
    }

    /// A household whose only admin device may be lost.
    private var adminCheck: HealthCheck? {
        guard library.removal == nil, let name = presenter.onlyAdmin else { return nil }
        return HealthCheck(
            .warning,
            "admins",
            "only \(name) can add or remove devices; if it is lost, nobody can",
            remedy: "make another one an admin: phlistctl device role DEVICE admin"
        )
    }

    /// Another machine with this device's key.
    private var copyCheck: HealthCheck? {
        guard report.news.isCopied else { return nil }
        return HealthCheck(
            .warning,
            "copy",
            "another machine runs with a copy of this device's state",
            remedy: Presenter.remedyForCopy
        )
    }

    /// The number of own branches that indicates a bad disk.
    private static let branchesWarned = 4

    private var branchCheck: HealthCheck? {
        guard replica.branchCount >= Self.branchesWarned else { return nil }
        return HealthCheck(
            .warning,
            "log loss",
            "the log of this device has lost saved changes \(replica.branchCount) times",
            remedy: "the disk reports changes as saved that are not: replace it, or use one that honours flushes"
        )
    }

    private var limitCheck: HealthCheck? {
        guard let fullest = replica.fullest else { return nil }
        let what =
            switch fullest.limit {
            case .householdChanges: "the changes of devices and people that this device may make"
            case .lists: "the number of lists"
            case .contents: "what one list can hold"
            case .sharing(let list): "the changes of who sees \(presenter.title(of: list)) that this device may make"
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
        let disk = report.store.disk
        guard let free = disk.freeBytes else {
            let remedy = "see: df \(disk.path)"
            return HealthCheck(.warning, "disk", "the free space cannot be determined", remedy: remedy)
        }
        return .disk(freeBytes: free, of: disk.freeBytesMin, at: disk.path)
    }

    // MARK: The network

    private var discoveryCheck: HealthCheck {
        switch network.discovery.state {
        case .off: HealthCheck(ok: "discovery", "off by the configuration; peers by address work")
        case .running: HealthCheck(ok: "discovery", "avahi answers")
        case .unavailable:
            HealthCheck(
                .warning,
                "discovery",
                network.discovery.detail ?? "avahi does not answer",
                remedy: "as root: apt install avahi-daemon, then systemctl start avahi-daemon"
            )
        }
    }

    private func announcementCheck(_ own: (name: String, interfaces: [String])?) -> HealthCheck? {
        guard let own, network.discovery.state == .running else { return nil }
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
        let (port, wanted, missing) = (network.port, network.wantedPort, network.missingPlaces)
        guard wanted == 0 || port == wanted else {
            return networkWarning(
                "port \(wanted) is taken by another program; phlistd listens on \(port)",
                remedy: "see who has it: ss -ltnp 'sport = :\(wanted)'"
            )
        }
        guard missing.isEmpty else {
            return networkWarning(
                "phlistd does not listen on \(missing.joined(separator: ", ")), which is not here",
                remedy: "see what is: ip address; change it: phlistctl config set listen"
            )
        }
        guard !network.addresses.isEmpty else {
            return networkWarning(
                "this machine has no address that others could reach",
                remedy: "connect it to the home network; see: ip address"
            )
        }
        return HealthCheck(ok: "network", "port \(port) at \(network.addresses.joined(separator: ", "))")
    }

    private func networkWarning(_ finding: String, remedy: String) -> HealthCheck {
        HealthCheck(.warning, "network", finding, remedy: remedy)
    }

    /// The ports that a firewall on this machine has to let through.
    private func ports(_ page: PageReport?) -> String {
        let phones = page.map { $0.isServed ? "; for phones: ufw allow \($0.port)/tcp" : "" } ?? ""
        return "if a firewall runs here: ufw allow \(network.port)/tcp; for discovery: ufw allow 5353/udp; "
            + "for pairing: ufw allow \(network.pairingPort)/tcp\(phones)"
    }

    private func reachableCheck(_ page: PageReport?) -> HealthCheck {
        let (peers, port) = (report.peers.statuses, network.port)
        let connected = peers.filter { network.callers.contains($0.device) }.map(\.name)
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
            remedy: ports(page)
        )
    }
}
