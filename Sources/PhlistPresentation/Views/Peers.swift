package import PhlistControl
package import PhlistHousehold
import PhlistModel
package import PhlistSync

/// The other devices as the host sees them.
package struct Peers {
    package let statuses: [PeerStatus]
    /// Why the last dial of an address failed.
    let failures: [Endpoint: DialFailure]

    package init(_ statuses: [PeerStatus], failures: [Endpoint: DialFailure]) {
        (self.statuses, self.failures) = (statuses, failures)
    }

    package var views: [PeerView] {
        statuses.map { peer in
            PeerView(
                device: peer.device.description,
                name: peer.name,
                state: PeerView.State(peer.state),
                address: peer.endpoint?.text,
                lastSeenAt: peer.lastReceived?.wall,
                isInSync: peer.isInSync,
                clockOffset: peer.clockOffset,
                reason: reason(of: peer),
                differingCount: peer.state == .connected ? peer.differing.count : nil
            )
        }
    }

    /// Returns the peers that a user means by a name or the beginning of an id; all without one.
    package func views(matching device: String?) -> [PeerView] {
        guard let device else { return views }
        return views.filter { $0.name == device || $0.device.lowercased().hasPrefix(device.lowercased()) }
    }

    /// Returns why a device is not connected, in words; nil while it is, or is being dialled for the first time.
    func reason(of peer: PeerStatus) -> String? {
        if let failure = failure(of: peer) { return failure.words }
        guard peer.state == .disconnected else { return nil }
        return peer.endpoints.isEmpty ? "not found on the network yet" : "no answer yet"
    }

    /// Returns why the last dial of a device failed; nil while it is connected, or if none has failed.
    func failure(of peer: PeerStatus) -> DialFailure? {
        guard peer.state != .connected else { return nil }
        return peer.endpoints.lazy.compactMap { failures[$0] }.first
    }
}

extension PeerView.State {
    fileprivate init(_ state: PeerStatus.State) {
        switch state {
        case .connected: self = .connected
        case .connecting: self = .connecting
        case .disconnected: self = .disconnected
        }
    }
}
