package import PhlistHousehold
package import PhlistModel

/// Another device and its connection to this one.
package struct PeerStatus: Sendable {
    package var device: DeviceID
    package var name: String
    package var state: State
    package var endpoint: Endpoint?
    package var lastReceived: Now?
    package var clockOffset: Int64?
    /// Whether both are known to hold the same; nil if not connected.
    package var isInSync: Bool?
    /// Scopes that both may see and hold in different states, as far as the peer has reported.
    package var differing: [ScopeID]
    /// Number of lists that both may see.
    package var sharedCount: Int
    /// Possible addresses of the device, the likeliest first.
    package var endpoints: [Endpoint]
    /// Nil if not connected; `isSameModel` is then true.
    package var build: String?
    package var isSameModel: Bool

    /// The connection state of a peer.
    package enum State: Sendable {
        case connected
        case connecting
        case disconnected
    }

    /// Creates the status of a device, by the parts of a replica.
    init(of device: DeviceID, _ exchange: Exchange, _ peers: PeerDirectory, _ access: Access) {
        let library = access.library
        let session = exchange.openSession(with: device)
        let isDialling = peers.endpoints(of: device).contains { peers.places[$0]?.state == .dialling }
        let known = [session?.role.endpoint, peers.lastReached[device]].compactMap(\.self)
        let others = peers.places.filter { $0.value.device == device && !known.contains($0.key) }.keys.sorted()
        self.device = device
        name = library.deviceName(device) ?? device.description
        state = session != nil ? .connected : isDialling ? .connecting : .disconnected
        endpoint = (known + others).first
        lastReceived = session?.lastReceived ?? peers.lastSeen[device]
        clockOffset = session?.clockOffset
        let differing = session.map { access.differingScopes(from: $0) } ?? []
        self.differing = differing
        isInSync = session.map { $0.hasSummary && !$0.isAsked && differing.isEmpty }
        sharedCount = access.sharedScopes(with: device).count { $0 != library.householdID }
        endpoints = known + others
        build = session?.hello?.build
        isSameModel = session?.hello.map { $0.modelVersion == library.model.number } ?? true
    }
}

extension Access {
    /// Whether nothing of a list is here or reported by the peer, because the disk has refused the answer to an
    /// invitation.
    private func isNotBegun(_ scope: ScopeID, with session: Session) -> Bool {
        scope != library.householdID && library.scopes[scope]?.isEmpty ?? true && session.scopes[scope]?.holding == nil
    }

    /// Whether this device may see a scope, or the peer shows it anyway.
    ///
    /// A list from a backup waits until somebody lists the users of this device.
    private func isReader(of scope: ScopeID, with session: Session) -> Bool {
        session.scopes[scope]?.holding != nil || isEntitled(library.device, to: scope)
    }

    /// Returns the scopes that both may see and that are not proved equal: by their vectors, and by their states if
    /// both have the same model.
    fileprivate func differingScopes(from session: Session) -> [ScopeID] {
        guard session.hasSummary else { return [] }
        let isSameModel = session.hello?.modelVersion == library.model.number
        // Scopes that the peer has shown and that are empty here.
        let missing = session.scopes.filter { scope, peer in
            peer.isShown && !library.isLeft(scope) && library.scopes[scope]?.state.ledger.isEmpty ?? true
        }
        return missing.keys.sorted()
            + sharedScopes(with: session.device).filter { scope in
                guard !library.isKeptBack(scope, by: session), !isNotBegun(scope, with: session) else { return false }
                guard isReader(of: scope, with: session) else { return false }
                guard let slot = library.scopes[scope], let peer = session.scopes[scope] else { return true }
                guard peer.holding == slot.holding.vector else { return true }
                guard isSameModel, slot.state.opaqueCount == 0, let state = peer.state else { return false }
                return state != slot.holding.state
            }
    }
}
