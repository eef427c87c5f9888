import Logging
import PhlistControl
import PhlistDiscovery
import PhlistHousehold
import PhlistModel
import PhlistSync
import PhlistTransport
import Synchronization

/// Announces this device on the network and reports the devices it finds to the host.
///
/// Everything received is a hint: only the household decides which devices to dial, and only keys prove identity.
actor DiscoveryDesk: Waited {
    private let host: ReplicaHost
    private let logger: Logger
    private let feed: DiscoveryFeed
    private let discovery: Discovery
    /// Announces an open code, next to the announcement of the household.
    private var pairingAnnouncement: Discovery?
    /// The name under which the network knows this device; nil before it does.
    private var ownName: String?
    /// The reason for which nothing can be found now; nil while avahi answers, and before it was asked.
    private(set) var unavailable: String?
    private var pairingName: String?
    /// The interfaces on which this device's own announcement is seen.
    private var ownInterfaces: [String] = []
    /// Devices that announce an open code, by instance name.
    private var openHosts: [String: [NetworkAddress]] = [:]
    var waiters = Waiters()

    init(host: ReplicaHost, logger: Logger) {
        self.host = host
        self.logger = logger
        let feed = DiscoveryFeed()
        self.feed = feed
        discovery = Discovery(kind: { name in
            if name.hasPrefix(Self.openCodePrefix) { return .openCode }
            let isMember = host.announcementKeys.withLock { $0?.recognises(name) ?? false }
            return isMember ? .member : .stranger
        }) { feed.add($0) }
    }

    /// Announces and browses until the task is cancelled.
    func run() async {
        await host.setDiscovery(StatusReply.Discovery(state: .unavailable, detail: "starting"))
        let (discovery, port) = (discovery, await host.port)
        let announcer: @Sendable (Announcement?) -> Void = { announcement in
            guard let announcement else {
                discovery.stopAdvertising()
                return
            }
            let text = ["v": Self.version, "t": announcement.tags]
            discovery.advertise(name: announcement.name, port: port, text: text)
        }
        await host.setDiscovery(
            announcer: announcer,
            searcher: { discovery.lookAgain() },
            browser: { discovery.browseAnew() }
        )
        discovery.browse()
        for await _ in feed.news {
            for event in feed.takeAll() { await handle(event) }
            // A busy household gets the newest state when it has time, instead of every intermediate one.
            await host.caughtUp()
        }
        await pairingAnnouncement?.stop()
        await discovery.stop()
    }

    /// The version of the announcement format.
    private static let version = Array("2".utf8)
    private static let openCodePrefix = "phlist-pair-"

    /// Returns a name for the announcement of a code.
    private static func newName() -> String {
        openCodePrefix + "\(Hexadecimal.text(of: (0..<4).map { _ in UInt8.random(in: .min ... .max) }))"
    }

    /// Announces that a code is open on a port, or ends that announcement.
    func announcePairing(port: UInt16?) async {
        await pairingAnnouncement?.stop()
        pairingAnnouncement = nil
        pairingName = nil
        guard let port else { return }
        let name = Self.newName()
        pairingName = name
        pairingAnnouncement = Discovery { _ in }
        pairingAnnouncement?.advertise(name: name, port: port, text: ["v": Self.version, "pair": Array("1".utf8)])
    }

    /// Waits for the one device on the network that has a code open.
    ///
    /// - Parameters:
    ///   - deadline: The time until which to wait; a cancelled task waits no longer.
    ///   - tried: By announcement, addresses that have not answered. Others of the same host may appear later.
    /// - Returns: The name of its announcement, and its addresses.
    /// - Throws: `unavailable` when none appears in time, `ambiguous` when there are several.
    func findOpenHost(
        before deadline: ContinuousClock.Instant,
        except tried: [String: Set<NetworkAddress>]
    ) async throws(ControlError) -> (name: String, addresses: [NetworkAddress]) {
        discovery.lookAgain()
        var openHosts: [String: [NetworkAddress]] {
            let untried = self.openHosts.map { name, addresses in
                (name, addresses.filter { !(tried[name]?.contains($0) ?? false) })
            }
            return Dictionary(uniqueKeysWithValues: untried.filter { !$0.1.isEmpty })
        }
        while openHosts.isEmpty, unavailable == nil, ContinuousClock.now < deadline, !Task.isCancelled {
            await nextChange(before: deadline)
        }
        guard let first = openHosts.min(by: { $0.key < $1.key }) else { throw nothingFound }
        guard openHosts.count == 1 else {
            throw ControlError(
                .ambiguous,
                "\(openHosts.count) devices have a code open",
                hint: "name yours with --host",
                details: openHosts.sorted { $0.key < $1.key }.compactMap { $0.value.first?.description }
            )
        }
        return (first.key, first.value)
    }

    private var nothingFound: ControlError {
        if let unavailable {
            return ControlError(
                .unavailable,
                "other devices cannot be found: \(unavailable)",
                hint: "as root: apt install avahi-daemon; or name the other device: phlistctl join --host ADDRESS"
            )
        }
        return ControlError(
            .unavailable,
            "no device with an open code was found on the network",
            hint: "run phlistctl pair on the other device, or name it: phlistctl join --host ADDRESS; "
                + "if firewalls run: ufw allow 5353/udp"
        )
    }

    private func handle(_ event: DiscoveryEvent) async {
        switch event {
        case .available:
            unavailable = nil
            await host.setDiscovery(StatusReply.Discovery(state: .running, detail: nil))
        case .unavailable(let reason):
            logger.notice("discovery unavailable", metadata: ["reason": "\(reason)"])
            unavailable = "\(reason)"
            let detail = "\(reason); peers by address still work"
            await host.setDiscovery(StatusReply.Discovery(state: .unavailable, detail: detail))
        case .advertised(let name, let wanted):
            logger.debug("advertised", metadata: ["instance": "\(name)"])
            ownName = name
            if name != wanted { host.report(.event(.announcementNameTaken(wanted))) }
        case .ownSeen(let interfaces):
            ownInterfaces = interfaces.map(IPAddress.name(ofInterface:)).filter { $0 != "lo" }
        case .found(let instance), .changed(let instance):
            found(instance)
        case .lost(let name):
            openHosts[name] = nil
            host.report(.event(.instanceLost(name: name)))
        }
    }

    /// This device's own announcement as seen by browsing here.
    var ownAnnouncement: OwnAnnouncement { OwnAnnouncement(name: ownName ?? "this device", interfaces: ownInterfaces) }

    private func found(_ instance: PhlistDiscovery.Instance) {
        let addresses = instance.addresses
            .compactMap { NetworkAddress($0, port: instance.port) }
            .filter(\.isPrivateOrLinkLocal)
        guard !addresses.isEmpty, instance.name != ownName, instance.name != pairingName else { return }
        if instance.text["pair"] != nil {
            openHosts[instance.name] = addresses
            waiters.wakeAll()
        } else if let tags = instance.text["t"] {
            // An instance that is seen on two interfaces still has one IPv4 address.
            var known: Set<Endpoint> = []
            let endpoints = addresses.map { Endpoint($0.description) }.filter { known.insert($0).inserted }
            let found = PhlistSync.Instance(name: instance.name, tags: tags, endpoints: endpoints)
            host.report(.event(.instanceFound(found)))
        }
    }
}

/// This device's announcement as others see it.
struct OwnAnnouncement: Sendable {
    var name: String
    /// The names of the interfaces on which it is seen.
    var interfaces: [String]
}

extension NetworkAddress {
    init?(_ address: InstanceAddress, port: UInt16) {
        guard let plain = IPAddress(bytes: address.bytes) else { return nil }
        let isLinkLocal = plain.isIPv6 && address.bytes[0] == 0xFE && address.bytes[1] & 0xC0 == 0x80
        guard let ip = isLinkLocal ? IPAddress(bytes: address.bytes, scope: address.interface) : plain else {
            return nil
        }
        self.init(ip, port: port)
    }
}
