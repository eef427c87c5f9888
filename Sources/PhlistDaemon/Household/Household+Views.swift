import Glibc
import PhlistControl
import PhlistModel
import PhlistSync

/// What clients are shown.
extension Household {
    func view(_ list: ListState) -> ListView {
        let counts = list.counts
        return ListView(
            id: list.scope.description,
            title: list.title,
            openCount: counts.open,
            doneCount: counts.done,
            visibility: list.visibility == .household ? .household : .participants,
            owner: list.owner.flatMap { replica.memberName($0) },
            createdAt: list.root?.created.stamp.milliseconds ?? 0,
            updatedAt: list.root?.updated.stamp.milliseconds ?? 0
        )
    }

    func view(_ item: PhlistModel.ItemState, in list: ListState, shortID: String) -> ItemView {
        ItemView(
            id: item.entity.description,
            shortID: shortID,
            listID: list.scope.description,
            listTitle: list.title,
            title: item.title,
            state: PhlistControl.ItemState(item.state),
            isTrashed: item.isTrashed,
            createdAt: item.created.stamp.milliseconds,
            updatedAt: item.updated.stamp.milliseconds,
            createdBy: replica.memberName(item.created.by),
            updatedBy: replica.memberName(item.updated.by),
            conflicts: conflictViews(item.conflicts, in: list)
        )
    }

    /// The views of items, in the given order; what is gone meanwhile is left out.
    ///
    /// - Parameters:
    ///   - references: The items.
    ///   - preview: What a dry run would make of their lists.
    func views(_ references: [EntityReference], _ preview: [ScopeID: ScopeDraft] = [:]) -> [ItemView] {
        let short = replica.shortIDs(of: references.map(\.entity))
        return references.compactMap { reference in
            guard let list = replica.list(reference.scope, with: preview[reference.scope]),
                let item = list.item(reference.entity)
            else { return nil }
            return view(item, in: list, shortID: short[reference.entity] ?? "")
        }
    }

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
                reason: peer.state == .connected ? nil : peer.endpoint.flatMap { dialFailures[$0] }
            )
        }
    }

    /// Tells those who watch what has changed.
    func publish(_ changes: [Change]) {
        for change in changes {
            guard let list = replica.list(change.scope) else { continue }
            let item = views([EntityReference(scope: change.scope, entity: change.entity)]).first
            hub.publish { cursor in
                ControlEvent(
                    cursor: cursor,
                    event: ControlEvent.Kind(change),
                    at: Now.read().wall,
                    by: replica.memberName(change.by),
                    device: replica.deviceName(change.device),
                    isLocal: change.isLocal,
                    item: item,
                    list: view(list)
                )
            }
        }
    }

    func status(of caller: Principal) -> StatusReply {
        let household = replica.household
        let lists = replica.lists(for: caller)
        return StatusReply(
            version: programVersion,
            processID: getpid(),
            device: StatusReply.Device(
                id: replica.device.description,
                name: replica.deviceName(replica.device) ?? configuration.deviceName
            ),
            household: StatusReply.Household(
                id: replica.householdID?.description ?? "",
                name: household?.name ?? "",
                deviceCount: household?.roster.devices.count ?? 0,
                members: (household?.members ?? []).compactMap { replica.memberName($0) }
            ),
            member: replica.member(of: caller).flatMap { replica.memberName($0) },
            store: storeView(),
            discovery: discoveryState,
            port: Int(port),
            listCount: lists.count,
            openItemCount: lists.reduce(0) { count, list in
                count + list.items.count { !$0.isTrashed && $0.state == .open }
            },
            peers: peerViews(),
            warnings: []
        )
    }

    private func storeView() -> StatusReply.Store {
        let health: StatusReply.Store.Health
        switch store.lastFailure?.storageFailure {
        case nil: health = .ok
        case .diskFull: health = .full
        case .readOnly: health = .readOnly
        case .failed: health = .failed
        }
        return StatusReply.Store(
            directory: configuration.stateDirectory,
            bytes: Int64(store.byteCount),
            health: health,
            reason: store.lastFailure.map { "\($0)" }
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

extension ControlEvent.Kind {
    init(_ change: Change) {
        switch (change.entity == .root, change.kind) {
        case (true, .added): self = .listAdded
        case (true, _): self = .listChanged
        case (false, .added): self = .itemAdded
        case (false, .changed): self = .itemChanged
        case (false, .trashed): self = .itemTrashed
        case (false, .restored): self = .itemRestored
        }
    }
}
