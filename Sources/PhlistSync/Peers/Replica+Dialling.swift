import PhlistModel

/// Finding the other devices, and trying again: what the directory of peers decides becomes effects here.
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
        dial(endpoint)
    }

    mutating func dialFailed(_ endpoint: Endpoint, now: Now) {
        effects += peers.dialFailed(endpoint, using: &random).map(\.effect)
        searchAgain(now: now)
        effects.append(.peersChanged)
    }

    mutating func redialAll() {
        effects += peers.redialAll(besides: connectedDevices, using: &random).map(\.effect)
    }

    mutating func dialInTurn(_ endpoints: some Sequence<Endpoint>) {
        effects += peers.dialInTurn(endpoints, besides: connectedDevices, using: &random).map(\.effect)
    }

    mutating func dialSoon(_ endpoint: Endpoint, turn: Int = 0) {
        effects += peers.dialSoon(endpoint, turn: turn, using: &random).map(\.effect)
    }

    mutating func dial(_ endpoint: Endpoint) {
        effects += peers.dial(endpoint, besides: connectedDevices, using: &random).map(\.effect)
    }

    /// An address leads to nobody that we talk to.
    mutating func refused(_ role: ConnectionRole, by device: DeviceID) {
        guard case .dialled(let endpoint) = role else { return }
        peers.answered(device, at: endpoint)
        effects += peers.dialFailed(endpoint, using: &random).map(\.effect)
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
}
