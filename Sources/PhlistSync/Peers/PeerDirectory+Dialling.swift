import PhlistHousehold
import PhlistModel

/// An instruction of the directory.
enum PeerAction {
    case dial(Endpoint)
    /// Dial once a timer has fired.
    case wait(Endpoint, milliseconds: Int64)
    /// Tell a peer addresses of this device or of others.
    case tell(ConnectionID, [Message.DeviceAddresses])
    /// Ask discovery for what it may have missed.
    case search
    /// Announce this device anew.
    case announce
}

/// The choice of addresses to dial, and the times.
extension PeerDirectory {
    /// Resets all back-off, and dials every address that does not lead to a connected device.
    mutating func redialAll(besides connected: Set<DeviceID>, _ random: inout RandomSource) -> [PeerAction] {
        let turns = inTurn(places.keys)
        forgetFailures()
        return dial(turns, besides: connected, &random)
    }

    /// Dials addresses now, those of one device in turn: once one answers, the others are skipped.
    mutating func dialInTurn(
        _ endpoints: some Sequence<Endpoint>,
        besides connected: Set<DeviceID>,
        _ random: inout RandomSource
    ) -> [PeerAction] {
        dial(inTurn(endpoints), besides: connected, &random)
    }

    private mutating func dial(
        _ turns: [(endpoint: Endpoint, turn: Int)],
        besides connected: Set<DeviceID>,
        _ random: inout RandomSource
    ) -> [PeerAction] {
        var actions: [PeerAction] = []
        for (endpoint, turn) in turns where !leadsToSomebodyKnown(endpoint, connected) {
            guard turn > 0, let state = places[endpoint]?.state, state == .idle || state == .waiting else {
                actions += dial(endpoint, besides: connected, &random)
                continue
            }
            set(.waiting, of: endpoint)
            actions.append(.wait(endpoint, milliseconds: Int64(turn) * SyncLimits.dialStaggerMilliseconds))
        }
        return actions
    }

    /// Dials an address after its back-off, unless it is being tried already.
    mutating func dialSoon(_ endpoint: Endpoint, turn: Int = 0, _ random: inout RandomSource) -> [PeerAction] {
        guard isWanted(endpoint), places[endpoint]?.state == .idle else { return [] }
        set(.waiting, of: endpoint)
        let delay = delayMilliseconds(for: endpoint)
        // Half of the delay is jitter, so that two devices do not keep dialling in step.
        let jitter = Int64(random.next() % UInt64(delay / 2 + 1))
        let milliseconds = delay - jitter + Int64(turn) * SyncLimits.dialStaggerMilliseconds
        return [.wait(endpoint, milliseconds: milliseconds)]
    }

    /// A person looks: devices that are not connected are worth a try now.
    mutating func looked(besides connected: Set<DeviceID>, now: Now, _ random: inout RandomSource) -> [PeerAction] {
        mayLook(at: now.monotonic) ? redialAll(besides: connected, &random) : []
    }

    /// Forgets which devices answered at which addresses, and tries all again under another name.
    mutating func surroundingsChanged(
        besides connected: Set<DeviceID>,
        now: Now,
        _ random: inout RandomSource
    ) -> [PeerAction] {
        expectOthersEverywhere()
        return redialAll(besides: connected, &random) + renewAnnouncement(now: now, &random)
            + search(at: now.monotonic)
    }

    /// Dials addresses that were skipped because they seemed to lead to a connected device.
    mutating func dialIdle(besides connected: Set<DeviceID>, _ random: inout RandomSource) -> [PeerAction] {
        let idle = places.filter { $0.value.state == .idle }.keys.sorted()
        return idle.filter { !leadsToSomebodyKnown($0, connected) }.flatMap { dialSoon($0, &random) }
    }

    /// Dials an address now, unless it is being tried already.
    mutating func dial(
        _ endpoint: Endpoint,
        besides connected: Set<DeviceID>,
        _ random: inout RandomSource
    ) -> [PeerAction] {
        guard let place = places[endpoint], place.state == .idle || place.state == .waiting else { return [] }
        set(.idle, of: endpoint)
        guard isWanted(endpoint), !leadsToSomebodyKnown(endpoint, connected) else { return [] }
        guard dialsUnderWay < SyncLimits.dialsMax else { return dialSoon(endpoint, &random) }
        set(.dialling, of: endpoint)
        return [.dial(endpoint)]
    }

    /// Records a failed dial: the address is tried again, with a longer delay each time.
    mutating func dialFailed(_ endpoint: Endpoint, now: Now, _ random: inout RandomSource) -> [PeerAction] {
        failedAgain(endpoint, &random) + search(at: now.monotonic)
    }

    private mutating func failedAgain(_ endpoint: Endpoint, _ random: inout RandomSource) -> [PeerAction] {
        failed(endpoint)
        set(.idle, of: endpoint)
        return dialSoon(endpoint, &random)
    }

    /// Whether an address leads to this very run, or to a connected device.
    private func leadsToSomebodyKnown(_ endpoint: Endpoint, _ connected: Set<DeviceID>) -> Bool {
        guard places[endpoint]?.isOwn != true else { return true }
        return device(at: endpoint).map { connected.contains($0) } ?? false
    }

    // MARK: Connections

    /// Records that an address leads to a device that is not a member.
    mutating func refused(_ role: ConnectionRole, by device: DeviceID, _ random: inout RandomSource) -> [PeerAction] {
        guard case .dialled(let endpoint) = role else { return [] }
        answered(device, at: endpoint)
        return failedAgain(endpoint, &random)
    }

    /// Records an established session.
    ///
    /// - Returns: Its address as a fact, if that is worth remembering and news.
    mutating func stands(_ session: Session) -> LocalFact? {
        guard case .dialled(let endpoint) = session.role else { return nil }
        let isNews = lastReached[session.device] != endpoint
        reached(session.device, at: endpoint)
        return isNews ? .address(session.device, endpoint) : nil
    }

    /// Records the end of a connection: tries the address again, and all others of a device that is gone.
    mutating func ended(_ session: Session, isGone: Bool, now: Now, _ random: inout RandomSource) -> [PeerAction] {
        if session.hello != nil { saw(session.device, at: session.lastReceived) }
        if case .dialled(let endpoint) = session.role {
            noteUse(of: session, at: endpoint, isGone: isGone, now: now)
            set(.idle, of: endpoint)
        }
        guard isGone else { return [] }
        noLongerFirstHand(session.device)
        let turns = inTurn(Set(endpoints(of: session.device) + [session.role.endpoint]))
        return turns.flatMap { dialSoon($0.endpoint, turn: $0.turn, &random) } + search(at: now.monotonic)
    }

    /// Updates the failures of an address: a hello alone does not reset them, so a device that comes and goes is tried
    /// later and later.
    private mutating func noteUse(of session: Session, at endpoint: Endpoint, isGone: Bool, now: Now) {
        if session.isOfUse || now.monotonic - session.beganAt >= SyncLimits.usefulMilliseconds {
            wasOfUse(endpoint)
        } else if session.hello == nil || isGone {
            failed(endpoint)
        }
    }
}
