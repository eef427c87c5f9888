import Glibc
import PhlistControl
import PhlistModel
import PhlistSync

/// Views for clients.
extension ReplicaHost {
    func peerViews() -> [PeerView] {
        replica.peerStatuses().map { peer in
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

    /// Returns why a device is not connected, in words; nil while it is, or is about to be.
    func reason(of peer: Replica.PeerStatus) -> String? {
        guard peer.state == .disconnected else { return nil }
        let failure = peer.endpoints.compactMap { dialFailures[$0] }.first
        return failure ?? (peer.endpoints.isEmpty ? "not found on the network yet" : "no answer yet")
    }

    /// Returns warnings that last for the rest of the run, because the other machine may just be off.
    private func twinWarnings() -> [String] {
        guard !replica.twins.isEmpty else { return [] }
        return [
            "another machine runs with the key of this device (a copied disk?): "
                + "delete the key on one of them and pair it again"
        ]
    }

    func status(of caller: Principal) -> StatusReply {
        let household = replica.library.household
        let lists = replica.library.lists(for: caller)
        return StatusReply(
            version: programVersion,
            processID: getpid(),
            device: StatusReply.Device(
                id: replica.device.description,
                name: replica.library.deviceName(replica.device) ?? configuration.deviceName
            ),
            household: StatusReply.Household(
                id: replica.library.householdID?.description ?? "",
                name: household?.name ?? "",
                deviceCount: household?.roster.devices.count ?? 0,
                members: (household?.members ?? []).compactMap { replica.library.memberName($0) }
            ),
            member: replica.library.member(of: caller).flatMap {
                $0 == .house ? Library.houseName : replica.library.memberName($0)
            },
            store: storeView(for: caller),
            discovery: discoveryState,
            port: Int(port),
            listCount: lists.count,
            openItemCount: lists.reduce(0) { $0 + $1.overview.counts.open },
            peers: peerViews(),
            warnings: storeWarnings() + twinWarnings() + householdNotices()
        )
    }
}

extension PhlistControl.ItemState {
    init(_ state: WorkState) {
        switch state {
        case .open: self = .open
        case .done: self = .done
        case .cancelled: self = .cancelled
        }
    }
}

extension WorkState {
    init(_ state: PhlistControl.ItemState) {
        switch state {
        case .open: self = .open
        case .done: self = .done
        case .cancelled: self = .cancelled
        }
    }
}

extension PeerView.State {
    init(_ state: Replica.PeerStatus.State) {
        switch state {
        case .connected: self = .connected
        case .connecting: self = .connecting
        case .disconnected: self = .disconnected
        }
    }
}
