import PhlistModel

/// Where other devices may be reached, and when to try again.
struct PeerDirectory {
    private(set) var places: [Endpoint: Place] = [:]
    private(set) var instances: [String: [Endpoint]] = [:]
    /// Where each device was last reached by us.
    private(set) var lastReached: [DeviceID: Endpoint] = [:]
    /// Where each device says that it is, by its own word or by that of another peer.
    private(set) var hearsay: [DeviceID: Hearsay] = [:]
    /// When something came last from devices that are not connected any more.
    private(set) var lastSeen: [DeviceID: Now] = [:]
    /// By the monotonic clock.
    private var lastLook: Int64?
    private var lastSearch: Int64?

    /// One address.
    struct Place {
        var isConfigured = false
        /// Whether this very run answered there.
        var isOwn = false
        /// The device that answered there last.
        var device: DeviceID?
        var state = State.idle
        /// Failures since somebody there was of use.
        var failures = 0

        /// The states of an address.
        enum State {
            case idle
            /// A timer runs. Can transition to: dialling.
            case waiting
            /// Can transition to: connected, or waiting after a failure.
            case dialling
            /// Can transition to: waiting, when the connection ends.
            case connected
        }
    }

    /// Where a device is said to be.
    struct Hearsay {
        var endpoints: [Endpoint]
        /// Whether it said so itself.
        var isFirstHand: Bool
        /// When that was heard, or last proved true, by the monotonic clock.
        var heardAt: Int64
    }

    var dialsUnderWay: Int {
        places.values.count { $0.state == .dialling }
    }

    /// Whether somebody vouches for an address: the configuration, the last success, an instance that is announced, or
    /// a peer.
    func isWanted(_ endpoint: Endpoint) -> Bool {
        guard let place = places[endpoint] else { return false }
        return place.isConfigured || lastReached.values.contains(endpoint)
            || instances.values.contains { $0.contains(endpoint) }
            || hearsay.values.contains { $0.endpoints.contains(endpoint) }
    }

    /// The device that an address leads to, as far as that can be guessed: who answered there, else who is said to be
    /// there, else who answers at another address of the same instance.
    func device(at endpoint: Endpoint) -> DeviceID? {
        if let device = places[endpoint]?.device { return device }
        let said = hearsay.filter { $0.value.endpoints.contains(endpoint) }.keys.min()
        return said ?? siblings(of: endpoint).lazy.compactMap { places[$0]?.device }.first
    }

    private func siblings(of endpoint: Endpoint) -> [Endpoint] {
        instances.filter { $0.value.contains(endpoint) }.min { $0.key < $1.key }?.value ?? []
    }

    /// Addresses as they should be tried, each with its turn among those that lead to the same device: where that
    /// device was last reached before the others, and what has failed less before what has failed more.
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

    /// The addresses that lead to a device, as far as that can be guessed, in the order of their texts.
    func endpoints(of device: DeviceID) -> [Endpoint] {
        places.keys.filter { self.device(at: $0) == device }.sorted()
    }

    mutating func configured(_ endpoint: Endpoint) {
        places[endpoint, default: Place()].isConfigured = true
    }

    mutating func remembered(_ device: DeviceID, at endpoint: Endpoint) {
        lastReached[device] = endpoint
        places[endpoint, default: Place()].device = device
        prune()
    }

    /// Where devices were last reached: whoever answered last at an address that several had comes last.
    var facts: [LocalFact] {
        let answersLast = { (device: DeviceID, endpoint: Endpoint) in places[endpoint]?.device == device ? 1 : 0 }
        return lastReached.sorted {
            ($0.value, answersLast($0.key, $0.value), $0.key) < ($1.value, answersLast($1.key, $1.value), $1.key)
        }.map { .address($0.key, $0.value) }
    }

    /// Takes in an announcement that is one of ours.
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

    /// Takes in where a device says that it is; what a third says of a device does not replace its own word.
    ///
    /// - Returns: Whether that is news.
    mutating func heard(_ endpoints: [Endpoint], of device: DeviceID, isFirstHand: Bool, now: Int64) -> Bool {
        let former = hearsay[device]
        guard isFirstHand || former?.isFirstHand != true, former != nil || hearsay.count < SyncLimits.devicesMax else {
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

    /// Forgets where devices are said to be that are not of the household.
    mutating func forgetHearsay(unless isMember: (DeviceID) -> Bool) {
        hearsay = hearsay.filter { isMember($0.key) }
        prune()
    }

    /// Forgets where devices said to be that have not been met for long; the word of one that is met now is true.
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

    /// A device that is gone may come back elsewhere, and others may hear of that first.
    mutating func noLongerFirstHand(_ device: DeviceID) {
        hearsay[device]?.isFirstHand = false
    }

    /// A connection has ended on which something came last at a time.
    mutating func saw(_ device: DeviceID, at time: Now) {
        if lastSeen[device]?.monotonic ?? 0 <= time.monotonic { lastSeen[device] = time }
    }

    /// Whether somebody who looks makes all addresses worth a try: not as often as anybody looks.
    mutating func mayLook(at time: Int64) -> Bool {
        if let lastLook, time - lastLook < SyncLimits.lookMilliseconds { return false }
        lastLook = time
        return true
    }

    /// Whether discovery is to be asked again: not for each address of many.
    mutating func maySearch(at time: Int64) -> Bool {
        if let lastSearch, time - lastSearch < SyncLimits.lookMilliseconds { return false }
        lastSearch = time
        return true
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

    /// This run answered at an address.
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

    /// The network is another one: whoever answered at an address may be elsewhere, and another in its place.
    mutating func expectOthersEverywhere() {
        for (endpoint, place) in places where place.state != .connected {
            expectAnother(at: endpoint)
        }
    }

    /// How long to wait before the next try, before jitter: 100 ms, doubled by each failure, at most 30 s.
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
