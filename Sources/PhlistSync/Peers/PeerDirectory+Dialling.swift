import PhlistModel

/// The next step for an address.
enum DialAction {
    case dial(Endpoint)
    /// Dial once a timer has fired.
    case wait(Endpoint, milliseconds: Int64)

    var effect: Effect {
        switch self {
        case .dial(let endpoint): .dial(endpoint)
        case .wait(let endpoint, let milliseconds): .startTimer(.dial(endpoint), milliseconds: milliseconds)
        }
    }
}

/// The choice of addresses to dial, and the times.
extension PeerDirectory {
    /// Resets all back-off, and dials every address that does not lead to a connected device.
    mutating func redialAll(
        besides connected: Set<DeviceID>,
        using random: inout some RandomNumberGenerator
    ) -> [DialAction] {
        let turns = inTurn(places.keys)
        forgetFailures()
        return dial(turns, besides: connected, using: &random)
    }

    /// Dials addresses now, those of one device in turn: once one answers, the others are skipped.
    mutating func dialInTurn(
        _ endpoints: some Sequence<Endpoint>,
        besides connected: Set<DeviceID>,
        using random: inout some RandomNumberGenerator
    ) -> [DialAction] {
        dial(inTurn(endpoints), besides: connected, using: &random)
    }

    private mutating func dial(
        _ turns: [(endpoint: Endpoint, turn: Int)],
        besides connected: Set<DeviceID>,
        using random: inout some RandomNumberGenerator
    ) -> [DialAction] {
        var actions: [DialAction] = []
        for (endpoint, turn) in turns where !leadsToSomebodyKnown(endpoint, connected) {
            guard turn > 0, let state = places[endpoint]?.state, state == .idle || state == .waiting else {
                actions += dial(endpoint, besides: connected, using: &random)
                continue
            }
            set(.waiting, of: endpoint)
            actions.append(.wait(endpoint, milliseconds: Int64(turn) * SyncLimits.dialStaggerMilliseconds))
        }
        return actions
    }

    /// Dials an address after its back-off, unless it is being tried already.
    mutating func dialSoon(
        _ endpoint: Endpoint,
        turn: Int = 0,
        using random: inout some RandomNumberGenerator
    ) -> [DialAction] {
        guard isWanted(endpoint), places[endpoint]?.state == .idle else { return [] }
        set(.waiting, of: endpoint)
        let delay = delayMilliseconds(for: endpoint)
        // Half of the delay is jitter, so that two devices do not keep dialling in step.
        let jitter = Int64(random.next() % UInt64(delay / 2 + 1))
        let milliseconds = delay - jitter + Int64(turn) * SyncLimits.dialStaggerMilliseconds
        return [.wait(endpoint, milliseconds: milliseconds)]
    }

    /// Dials addresses that were skipped because they seemed to lead to a connected device.
    mutating func dialIdle(
        besides connected: Set<DeviceID>,
        using random: inout some RandomNumberGenerator
    ) -> [DialAction] {
        let idle = places.filter { $0.value.state == .idle }.keys.sorted()
        return idle.filter { !leadsToSomebodyKnown($0, connected) }.flatMap { dialSoon($0, using: &random) }
    }

    /// Dials an address now, unless it is being tried already.
    mutating func dial(
        _ endpoint: Endpoint,
        besides connected: Set<DeviceID>,
        using random: inout some RandomNumberGenerator
    ) -> [DialAction] {
        guard let place = places[endpoint], place.state == .idle || place.state == .waiting else { return [] }
        set(.idle, of: endpoint)
        guard isWanted(endpoint), !leadsToSomebodyKnown(endpoint, connected) else { return [] }
        guard dialsUnderWay < SyncLimits.dialsMax else { return dialSoon(endpoint, using: &random) }
        set(.dialling, of: endpoint)
        return [.dial(endpoint)]
    }

    /// Records a failed dial: the address is tried again, with a longer delay each time.
    mutating func dialFailed(_ endpoint: Endpoint, using random: inout some RandomNumberGenerator) -> [DialAction] {
        failed(endpoint)
        set(.idle, of: endpoint)
        return dialSoon(endpoint, using: &random)
    }

    /// Whether an address leads to this very run, or to a connected device.
    private func leadsToSomebodyKnown(_ endpoint: Endpoint, _ connected: Set<DeviceID>) -> Bool {
        guard places[endpoint]?.isOwn != true else { return true }
        return device(at: endpoint).map { connected.contains($0) } ?? false
    }
}
