import PhlistModel

/// Where other devices may be reached, and when to try again.
struct PeerBook {
    private(set) var places: [Endpoint: Place] = [:]
    private(set) var instances: [String: [Endpoint]] = [:]
    /// Where each device was last reached by us.
    private(set) var lastReached: [DeviceID: Endpoint] = [:]

    /// One address.
    struct Place {
        /// Whether somebody vouches for it: the configuration, the last success, or an instance that is announced.
        var isConfigured = false
        /// The device that answered there last.
        var device: DeviceID?
        var state = State.idle
        /// Failures in a row.
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

    var dialsUnderWay: Int {
        places.values.count { $0.state == .dialling }
    }

    func isWanted(_ endpoint: Endpoint) -> Bool {
        guard let place = places[endpoint] else { return false }
        return place.isConfigured || lastReached.values.contains(endpoint)
            || instances.values.contains { $0.contains(endpoint) }
    }

    mutating func configured(_ endpoint: Endpoint) {
        guard places.count < SyncLimits.endpointsMax else { return }
        places[endpoint, default: Place()].isConfigured = true
    }

    mutating func remembered(_ device: DeviceID, at endpoint: Endpoint) {
        lastReached[device] = endpoint
        places[endpoint, default: Place()].device = device
    }

    /// Where devices were last reached: whoever answered last at an address that several had comes last.
    var facts: [LocalFact] {
        let answersLast = { (device: DeviceID, endpoint: Endpoint) in places[endpoint]?.device == device ? 1 : 0 }
        return lastReached.sorted { (answersLast($0.key, $0.value), $0.key) < (answersLast($1.key, $1.value), $1.key) }
            .map { .address($0.key, $0.value) }
    }

    /// Takes in an announcement that is one of ours.
    mutating func found(_ instance: Instance) {
        guard instances.count < SyncLimits.instancesMax || instances[instance.name] != nil else { return }
        instances[instance.name] = Array(instance.endpoints.prefix(SyncLimits.addressesPerInstanceMax))
        for endpoint in instance.endpoints.prefix(SyncLimits.addressesPerInstanceMax)
        where places.count < SyncLimits.endpointsMax {
            places[endpoint, default: Place()].failures = 0
        }
    }

    mutating func lost(_ name: String) {
        instances[name] = nil
        places = places.filter { isWanted($0.key) || $0.value.state != .idle }
    }

    mutating func set(_ state: Place.State, of endpoint: Endpoint) {
        places[endpoint]?.state = state
    }

    mutating func reached(_ device: DeviceID, at endpoint: Endpoint) {
        places[endpoint, default: Place()].device = device
        places[endpoint]?.state = .connected
        places[endpoint]?.failures = 0
    }

    mutating func answered(_ device: DeviceID, at endpoint: Endpoint) {
        places[endpoint]?.device = device
    }

    mutating func failed(_ endpoint: Endpoint) {
        places[endpoint]?.failures += 1
    }

    mutating func forgetFailures() {
        for endpoint in places.keys {
            places[endpoint]?.failures = 0
        }
    }

    /// How long to wait before the next try, before jitter: 100 ms, doubled by each failure, at most 30 s.
    func delayMilliseconds(for endpoint: Endpoint) -> Int64 {
        let failures = min(places[endpoint]?.failures ?? 0, 16)
        return min(SyncLimits.redialFirstMilliseconds << failures, SyncLimits.redialMillisecondsMax)
    }
}
