package import PhlistModel

/// Finding the other devices, and trying again.
extension Replica {
    mutating func instanceFound(_ instance: Instance) {
        guard instance.name != announcement?.name else { return }
        // A device that was away while the secret was replaced announces itself with the one that it has.
        let endpoints = announcementKeys.endpoints(of: instance)
        guard !endpoints.isEmpty else { return peers.lost(instance.name) }
        peers.found(instance.name, at: endpoints)
        dialInTurn(peers.instances[instance.name] ?? [])
    }

    mutating func endpointConfigured(_ endpoint: Endpoint) {
        peers.configured(endpoint)
        dialNow(endpoint)
    }

    mutating func dialFailed(_ endpoint: Endpoint, now: Now) {
        peers.failed(endpoint)
        peers.set(.idle, of: endpoint)
        dialSoon(endpoint)
        searchAgain(now: now)
        effects.append(.peersChanged)
    }

    /// Forgets all back-off, and tries every address that leads to nobody who is connected.
    mutating func redialAll() {
        let turns = peers.inTurn(peers.places.keys)
        peers.forgetFailures()
        dial(turns)
    }

    /// Tries addresses now, those of one device one after the other: the first that answers spares it the others.
    mutating func dialInTurn(_ endpoints: some Sequence<Endpoint>) {
        dial(peers.inTurn(endpoints))
    }

    private mutating func dial(_ turns: [(endpoint: Endpoint, turn: Int)]) {
        for (endpoint, turn) in turns where !leadsToSomebodyKnown(endpoint) {
            guard turn > 0, let state = peers.places[endpoint]?.state, state == .idle || state == .waiting else {
                dialNow(endpoint)
                continue
            }
            peers.set(.waiting, of: endpoint)
            startDialTimer(endpoint, milliseconds: Int64(turn) * SyncLimits.dialStaggerMilliseconds)
        }
    }

    /// Tries an address after its back-off, unless somebody is on it already.
    mutating func dialSoon(_ endpoint: Endpoint, turn: Int = 0) {
        guard peers.isWanted(endpoint), peers.places[endpoint]?.state == .idle else { return }
        peers.set(.waiting, of: endpoint)
        let delay = peers.delayMilliseconds(for: endpoint)
        // Half of it is jitter: two devices that lost each other must not meet in step for ever.
        let jitter = Int64(random.next() % UInt64(delay / 2 + 1))
        startDialTimer(endpoint, milliseconds: delay - jitter + Int64(turn) * SyncLimits.dialStaggerMilliseconds)
    }

    /// Tries what was passed over because it seemed to lead to a device that was connected.
    mutating func dialIdle() {
        let idle = peers.places.filter { $0.value.state == .idle }.keys.sorted()
        for endpoint in idle where !leadsToSomebodyKnown(endpoint) {
            dialSoon(endpoint)
        }
    }

    private mutating func startDialTimer(_ endpoint: Endpoint, milliseconds: Int64) {
        effects.append(.startTimer(.dial(endpoint), milliseconds: milliseconds))
    }

    private mutating func dialNow(_ endpoint: Endpoint) {
        switch peers.places[endpoint]?.state {
        case .idle, .waiting: dial(endpoint)
        case .dialling, .connected, nil: break
        }
    }

    mutating func dial(_ endpoint: Endpoint) {
        guard let place = peers.places[endpoint], place.state == .idle || place.state == .waiting else { return }
        peers.set(.idle, of: endpoint)
        guard peers.isWanted(endpoint) else { return }
        guard !leadsToSomebodyKnown(endpoint) else { return }
        guard peers.dialsUnderWay < SyncLimits.dialsMax else {
            dialSoon(endpoint)
            return
        }
        peers.set(.dialling, of: endpoint)
        effects.append(.dial(endpoint))
    }

    /// Whether an address leads to this very run, or to a device that is connected.
    private func leadsToSomebodyKnown(_ endpoint: Endpoint) -> Bool {
        guard peers.places[endpoint]?.isOwn != true else { return true }
        return peers.device(at: endpoint).map { isConnected($0) } ?? false
    }

    /// An address leads to nobody that we talk to.
    mutating func refused(_ role: ConnectionRole, by device: DeviceID) {
        guard case .dialled(let endpoint) = role else { return }
        peers.answered(device, at: endpoint)
        peers.failed(endpoint)
        peers.set(.idle, of: endpoint)
        dialSoon(endpoint)
    }

    /// A session has come to stand: its address is worth remembering.
    mutating func connectionStands(_ session: Session) {
        guard case .dialled(let endpoint) = session.role else { return }
        let isNews = peers.lastReached[session.device] != endpoint
        peers.reached(session.device, at: endpoint)
        if isNews {
            // With whom that is: the join, which said so first, may be what a hole swallows.
            append((householdFacts + [.address(session.device, endpoint)]).map(LogEntry.local))
        }
    }

    /// A connection has ended: try the address again, and every other one of that device.
    mutating func connectionEnded(_ session: Session, now: Now) {
        let isGone = !isConnected(session.device)
        if case .dialled(let endpoint) = session.role {
            noteUse(of: session, at: endpoint, isGone: isGone, now: now)
            peers.set(.idle, of: endpoint)
        }
        guard isGone else { return }
        peers.noLongerFirstHand(session.device)
        let endpoints = Set(peers.endpoints(of: session.device) + [session.role.endpoint])
        for (endpoint, turn) in peers.inTurn(endpoints) {
            dialSoon(endpoint, turn: turn)
        }
        searchAgain(now: now)
    }

    /// A hello alone does not earn the next one a quick try: who comes and goes is tried later and later, too.
    private mutating func noteUse(of session: Session, at endpoint: Endpoint, isGone: Bool, now: Now) {
        if session.isOfUse || now.monotonic - session.beganAt >= SyncLimits.usefulMilliseconds {
            peers.wasOfUse(endpoint)
        } else if session.hello == nil || isGone {
            peers.failed(endpoint)
        }
    }

    /// Another device, and how well this one is connected to it.
    package struct PeerStatus: Sendable {
        package var device: DeviceID
        package var name: String
        package var state: State
        package var endpoint: Endpoint?
        package var lastReceived: Now?
        package var clockOffset: Int64?
        /// Whether both are known to hold the same; nil while not connected.
        package var isInSync: Bool?
        /// What both may see and do not hold in the same state, as far as the peer has said.
        package var differing: [ScopeID]
        /// How many lists both may see.
        package var sharedCount: Int
        /// Where the device may be, the likeliest first.
        package var endpoints: [Endpoint]
        /// Nil while not connected; so is `isSameModel` true then.
        package var build: String?
        package var isSameModel: Bool

        /// How well this device is connected to a peer.
        package enum State: Sendable {
            case connected
            case connecting
            case disconnected
        }
    }

    /// The other devices of the household, by name, then by id.
    package func peerStatuses() -> [PeerStatus] {
        admittedDevices.filter { $0 != device }.map { status(of: $0) }.sorted {
            ($0.name, $0.device) < ($1.name, $1.device)
        }
    }

    private func status(of device: DeviceID) -> PeerStatus {
        let session = openSession(with: device)
        let isDialling = peers.endpoints(of: device).contains { peers.places[$0]?.state == .dialling }
        let endpoints = [session?.role.endpoint, peers.lastReached[device]].compactMap(\.self)
        let others = peers.places.filter { $0.value.device == device && !endpoints.contains($0.key) }.keys.sorted()
        let differing = session.map { differingScopes(from: $0) } ?? []
        return PeerStatus(
            device: device,
            name: library.deviceName(device) ?? device.description,
            state: session != nil ? .connected : isDialling ? .connecting : .disconnected,
            endpoint: (endpoints + others).first,
            lastReceived: session?.lastReceived ?? lastSeen[device],
            clockOffset: session?.clockOffset,
            isInSync: session.map { $0.hasSummary && !$0.isAsked && differing.isEmpty },
            differing: differing,
            sharedCount: sharedScopes(with: device).count { $0 != library.householdID },
            endpoints: endpoints + others,
            build: session?.hello?.build,
            isSameModel: session?.hello.map { $0.modelVersion == library.model.number } ?? true
        )
    }

    /// Whether nothing of a list is here, nor said by a peer to be there: the disk has refused the answer to an
    /// invitation.
    private func isNotBegun(_ scope: ScopeID, with session: Session) -> Bool {
        scope != library.householdID && library.scopes[scope]?.isEmpty ?? true && session.scopes[scope]?.holding == nil
    }

    /// Whether this device may see a scope, or a peer shows it all the same.
    ///
    /// A list that came with a backup waits until somebody says whose device this is.
    private func isReader(of scope: ScopeID, with session: Session) -> Bool {
        session.scopes[scope]?.holding != nil || isEntitled(device, to: scope)
    }

    /// The scopes that both may see and that are not proven to be the same: by the vectors, and by the digests of the
    /// states where both have the same model.
    private func differingScopes(from session: Session) -> [ScopeID] {
        guard session.hasSummary else { return [] }
        let isSameModel = session.hello?.modelVersion == library.model.number
        // What a peer has shown of which nothing is here is not here yet.
        let missing = session.scopes.filter { scope, peer in
            peer.isShown && !library.isLeft(scope) && library.scopes[scope]?.state.ledger.isEmpty ?? true
        }
        return missing.keys.sorted()
            + sharedScopes(with: session.device).filter { scope in
                guard !isKeptBack(scope, by: session), !isNotBegun(scope, with: session) else { return false }
                guard isReader(of: scope, with: session) else { return false }
                guard let slot = library.scopes[scope], let peer = session.scopes[scope] else { return true }
                guard peer.holding == slot.holding.vector else { return true }
                guard isSameModel, slot.state.opaqueCount == 0, let state = peer.state else { return false }
                return state != slot.holding.state
            }
    }

    /// How many changes each device has made that are here, the removed ones too, by device.
    package func changeCounts() -> [(device: DeviceID, count: Int)] {
        var counts: [DeviceID: Int] = [:]
        for chain in library.scopes.values.flatMap({ $0.state.ledger.chains }) {
            counts[chain.device, default: 0] += chain.rows.count
        }
        return counts.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }
}
