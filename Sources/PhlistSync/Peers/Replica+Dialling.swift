import PhlistModel

/// Finding and dialling other devices: decisions of the peer directory become effects here.
extension Replica {
    mutating func instanceFound(_ instance: Instance) {
        guard instance.name != announcement?.name else { return }
        // A device that was away while the secret was replaced announces itself with the old one.
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
        effects += peers.redialAll(besides: exchange.connectedDevices, using: &random).map(\.effect)
    }

    mutating func dialInTurn(_ endpoints: some Sequence<Endpoint>) {
        effects += peers.dialInTurn(endpoints, besides: exchange.connectedDevices, using: &random).map(\.effect)
    }

    mutating func dialSoon(_ endpoint: Endpoint, turn: Int = 0) {
        effects += peers.dialSoon(endpoint, turn: turn, using: &random).map(\.effect)
    }

    mutating func dial(_ endpoint: Endpoint) {
        effects += peers.dial(endpoint, besides: exchange.connectedDevices, using: &random).map(\.effect)
    }

    /// Records that an address leads to a device that is not a member.
    mutating func refused(_ role: ConnectionRole, by device: DeviceID) {
        guard case .dialled(let endpoint) = role else { return }
        peers.answered(device, at: endpoint)
        effects += peers.dialFailed(endpoint, using: &random).map(\.effect)
    }

    /// Records an established session, whose address is worth remembering.
    mutating func connectionStands(_ session: Session) {
        guard case .dialled(let endpoint) = session.role else { return }
        let isNews = peers.lastReached[session.device] != endpoint
        peers.reached(session.device, at: endpoint)
        if isNews {
            // With the household's facts: the record of the join, which also has them, may get lost.
            append((journal.householdFacts + [.address(session.device, endpoint)]).map(LogEntry.local))
        }
    }

    /// Handles the end of a connection: tries the address again, and all others of the device.
    mutating func connectionEnded(_ session: Session, now: Now) {
        let isGone = exchange.openSession(with: session.device) == nil
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

    /// Updates the failures of an address: a hello alone does not reset them, so a device that comes and goes is tried
    /// later and later.
    private mutating func noteUse(of session: Session, at endpoint: Endpoint, isGone: Bool, now: Now) {
        if session.isOfUse || now.monotonic - session.beganAt >= SyncLimits.usefulMilliseconds {
            peers.wasOfUse(endpoint)
        } else if session.hello == nil || isGone {
            peers.failed(endpoint)
        }
    }
}
