import PhlistHousehold
import PhlistModel

/// Addresses of other devices, with their dialling state, and the own ones.
struct PeerDirectory {
    private(set) var upkeep: Upkeep
    private(set) var places: [Endpoint: Place] = [:]
    private(set) var instances: [String: [Endpoint]] = [:]
    /// The address at which this device last reached each other one.
    private(set) var lastReached: [DeviceID: Endpoint] = [:]
    /// The addresses reported by each device for itself, or by another peer.
    private(set) var hearsay: [DeviceID: Hearsay] = [:]
    /// The time of the last message from devices that are no longer connected.
    private(set) var lastSeen: [DeviceID: Now] = [:]
    /// Monotonic, in milliseconds.
    private var lastLook: Int64?
    private var lastSearch: Int64?

    init(nonce: UInt64) {
        upkeep = Upkeep(nonce: nonce)
    }

    var dialsUnderWay: Int {
        places.values.count { $0.state == .dialling }
    }

    /// Whether an address has a source: the configuration, the last success, an announced instance, or a peer.
    func isWanted(_ endpoint: Endpoint) -> Bool {
        guard let place = places[endpoint] else { return false }
        return place.isConfigured || lastReached.values.contains(endpoint)
            || instances.values.contains { $0.contains(endpoint) }
            || hearsay.values.contains { $0.endpoints.contains(endpoint) }
    }

    /// Guesses the device at an address: the one that answered there, else one reported there, else one that answers at
    /// another address of the same instance.
    func device(at endpoint: Endpoint) -> DeviceID? {
        if let device = places[endpoint]?.device { return device }
        let said = hearsay.filter { $0.value.endpoints.contains(endpoint) }.keys.min()
        return said ?? siblings(of: endpoint).lazy.compactMap { places[$0]?.device }.first
    }

    private func siblings(of endpoint: Endpoint) -> [Endpoint] {
        instances.filter { $0.value.contains(endpoint) }.min { $0.key < $1.key }?.value ?? []
    }

    /// Orders addresses for dialling, each with its turn among those of the same device: fewer failures first, then the
    /// address at which the device was last reached.
    func inTurn(_ endpoints: some Sequence<Endpoint>) -> [(endpoint: Endpoint, turn: Int)] {
        var turns: [String: Int] = [:]
        return endpoints.sorted { rank(of: $0) < rank(of: $1) }.map { endpoint in
            let goal = device(at: endpoint)?.description ?? (siblings(of: endpoint).first ?? endpoint).text
            defer { turns[goal, default: 0] += 1 }
            return (endpoint, turns[goal, default: 0])
        }
    }

    private func rank(of endpoint: Endpoint) -> (Int, Int, Endpoint) {
        let wasLast = device(at: endpoint).map { lastReached[$0] == endpoint } ?? false
        return (places[endpoint]?.failures ?? 0, wasLast ? 0 : 1, endpoint)
    }

    /// Returns the addresses that seem to lead to a device, in the order of their texts.
    func endpoints(of device: DeviceID) -> [Endpoint] {
        places.keys.filter { self.device(at: $0) == device }.sorted()
    }

    mutating func configured(_ endpoint: Endpoint) {
        places[endpoint, default: Place()].isConfigured = true
    }

    /// Takes back that an address is configured; it is no longer dialled unless it has another source.
    mutating func unconfigured(_ endpoint: Endpoint) {
        places[endpoint]?.isConfigured = false
        prune()
    }

    mutating func remembered(_ device: DeviceID, at endpoint: Endpoint) {
        lastReached[device] = endpoint
        places[endpoint, default: Place()].device = device
        prune()
    }

    /// The facts of the last reached addresses; if several devices share an address, the last to answer comes last.
    var facts: [LocalFact] {
        let answersLast = { (device: DeviceID, endpoint: Endpoint) in places[endpoint]?.device == device ? 1 : 0 }
        return lastReached.sorted {
            ($0.value, answersLast($0.key, $0.value), $0.key) < ($1.value, answersLast($1.key, $1.value), $1.key)
        }.map { .address($0.key, $0.value) }
    }

    /// Takes in an announcement of this household.
    mutating func found(_ name: String, at endpoints: [Endpoint]) {
        guard instances.count < SyncLimits.instancesMax || instances[name] != nil else { return }
        let former = instances[name] ?? []
        instances[name] = Array(endpoints.prefix(SyncLimits.addressesPerInstanceMax))
        for endpoint in instances[name] ?? [] where makePlace(for: endpoint) {
            places[endpoint]?.failures = 0
            if !former.contains(endpoint) {
                expectAnother(at: endpoint)
            }
        }
        prune()
    }

    mutating func lost(_ name: String) {
        instances[name] = nil
        prune()
    }

    /// Takes in reported addresses of a device; a third party's report does not replace the device's own.
    ///
    /// - Returns: Whether they have changed.
    mutating func heard(_ endpoints: [Endpoint], of device: DeviceID, isFirstHand: Bool, now: Int64) -> Bool {
        let former = hearsay[device]
        guard isFirstHand || former?.isFirstHand != true, former != nil || hearsay.count < HouseholdLimits.devicesMax
        else {
            return false
        }
        hearsay[device] = Hearsay(endpoints: endpoints, isFirstHand: isFirstHand, heardAt: now)
        let placesMax = isFirstHand ? SyncLimits.endpointsMax : SyncLimits.endpointsByHearsayMax
        let new = endpoints.filter { former?.endpoints.contains($0) != true && makePlace(for: $0, among: placesMax) }
        for endpoint in new where places[endpoint]?.device != device {
            expectAnother(at: endpoint)
        }
        prune()
        return former?.endpoints != endpoints
    }

    /// Forgets reported addresses of devices that are not in the household.
    mutating func forgetHearsay(unless isMember: (DeviceID) -> Bool) {
        hearsay = hearsay.filter { isMember($0.key) }
        prune()
    }

    /// Forgets reported addresses of devices that have not been connected for long; a connection renews them.
    mutating func forgetHearsay(now: Int64, isMet: (DeviceID) -> Bool) {
        for (device, said) in hearsay {
            if isMet(device) {
                hearsay[device]?.heardAt = now
            } else if now - said.heardAt >= SyncLimits.hearsayMilliseconds {
                hearsay[device] = nil
            }
        }
        prune()
    }

    /// Lets other peers' reports replace a device's own, because after a disconnect it may return elsewhere.
    mutating func noLongerFirstHand(_ device: DeviceID) {
        hearsay[device]?.isFirstHand = false
    }

    /// Records the last message of a connection that has ended.
    mutating func saw(_ device: DeviceID, at time: Now) {
        if lastSeen[device]?.monotonic ?? 0 <= time.monotonic { lastSeen[device] = time }
    }

    /// Whether a person who looks triggers a redial; limited, so that frequent looks do not.
    mutating func mayLook(at time: Int64) -> Bool {
        if let lastLook, time - lastLook < SyncLimits.lookMilliseconds { return false }
        lastLook = time
        return true
    }

    /// Asks discovery for what it may have missed; limited, so that many failing addresses do not each trigger a
    /// search.
    mutating func search(at time: Int64) -> [PeerAction] {
        if let lastSearch, time - lastSearch < SyncLimits.lookMilliseconds { return [] }
        lastSearch = time
        return [.search]
    }

    mutating func set(_ state: Place.State, of endpoint: Endpoint) {
        places[endpoint]?.state = state
        if state == .idle, !isWanted(endpoint) {
            places[endpoint] = nil
        }
    }

    mutating func reached(_ device: DeviceID, at endpoint: Endpoint) {
        places[endpoint, default: Place()].device = device
        places[endpoint]?.state = .connected
    }

    mutating func answered(_ device: DeviceID, at endpoint: Endpoint) {
        places[endpoint]?.device = device
    }

    /// Records that this run answered at an address.
    mutating func isOwn(_ endpoint: Endpoint) {
        places[endpoint, default: Place()].isOwn = true
    }

    mutating func failed(_ endpoint: Endpoint) {
        places[endpoint]?.failures += 1
    }

    mutating func wasOfUse(_ endpoint: Endpoint) {
        places[endpoint]?.failures = 0
    }

    mutating func forgetFailures() {
        for endpoint in places.keys {
            places[endpoint]?.failures = 0
        }
    }

    /// Forgets which devices answered, since other devices may have their addresses in a new network.
    mutating func expectOthersEverywhere() {
        for (endpoint, place) in places where place.state != .connected {
            expectAnother(at: endpoint)
        }
    }

    // MARK: This device

    /// Starts the intervals of upkeep, and dials the devices that were reached before.
    mutating func started(now: Now, _ random: inout RandomSource) -> [PeerAction] {
        upkeep.started(at: now.monotonic)
        return lastReached.values.sorted().flatMap { dialSoon($0, &random) }
    }

    /// Starts the next interval of upkeep.
    ///
    /// - Returns: The lateness in milliseconds, which is large if the machine slept.
    mutating func upkeepDue(besides connected: Set<DeviceID>, now: Now) -> Int64 {
        forgetHearsay(now: now.monotonic, isMet: connected.contains)
        return upkeep.due(at: now.monotonic)
    }

    /// Takes in the addresses of this machine, and tells the peers of them.
    mutating func moved(to endpoints: [Endpoint], among sessions: [Session], _ library: Library) -> [PeerAction] {
        upkeep.moved(to: endpoints)
        return tell(of: library.device, upkeep.ownEndpoints, to: sessions, library)
    }

    mutating func renewAnnouncement(now: Now, _ random: inout RandomSource) -> [PeerAction] {
        upkeep.renewAnnouncement(with: random.next(), at: now.monotonic)
        return [.announce]
    }

    // MARK: Places

    /// Returns the delay in milliseconds before jitter: 100 ms, doubled by each failure, at most 30 s.
    func delayMilliseconds(for endpoint: Endpoint) -> Int64 {
        let failures = min(places[endpoint]?.failures ?? 0, 16)
        return min(SyncLimits.redialFirstMilliseconds << failures, SyncLimits.redialMillisecondsMax)
    }

    private mutating func expectAnother(at endpoint: Endpoint) {
        if places[endpoint]?.state != .connected {
            places[endpoint]?.device = nil
            places[endpoint]?.isOwn = false
        }
    }

    private mutating func makePlace(for endpoint: Endpoint, among countMax: Int = SyncLimits.endpointsMax) -> Bool {
        guard places[endpoint] == nil else { return true }
        guard places.count < countMax else { return false }
        places[endpoint] = Place()
        return true
    }

    private mutating func prune() {
        places = places.filter { $0.value.state != .idle || isWanted($0.key) }
    }
}
