package import PhlistModel

/// A change made by an applied batch, for clients that watch.
package struct Change: Hashable, Sendable {
    package var scope: ScopeID
    package var entity: EntityID
    package var kind: Kind
    package var by: MemberID
    package var device: DeviceID
    package var isLocal: Bool
    package var stamp: Stamp

    /// The change to the list (`EntityID.root`) or the item.
    package enum Kind: Hashable, Sendable {
        case added
        case changed
        case trashed
        case restored
    }

    package init(
        scope: ScopeID,
        entity: EntityID,
        kind: Kind,
        by: MemberID,
        device: DeviceID,
        isLocal: Bool,
        stamp: Stamp
    ) {
        self.scope = scope
        self.entity = entity
        self.kind = kind
        self.by = by
        self.device = device
        self.isLocal = isLocal
        self.stamp = stamp
    }
}

extension Change {
    init(_ touch: Touch, of batch: NamedBatch, in scope: ScopeID, isLocal: Bool) {
        self.scope = scope
        entity = touch.entity
        kind = Kind(touch)
        by = batch.header.by
        device = batch.device
        self.isLocal = isLocal
        stamp = batch.header.stamp
    }
}

extension Change.Kind {
    fileprivate init(_ touch: Touch) {
        switch (touch.before, touch.after) {
        case (nil, _): self = .added
        case (.alive, .dead): self = .trashed
        case (.dead, .alive): self = .restored
        case (.alive, _), (.reopened, _), (.made, _), (.dead, _), (.purged, _), (.unmade, _): self = .changed
        }
    }
}
