package import PhlistModel

/// What an applied batch changed, for those who watch.
package struct Change: Hashable, Sendable {
    package var scope: ScopeID
    package var entity: EntityID
    package var kind: Kind
    package var by: MemberID
    package var device: DeviceID
    package var isLocal: Bool

    /// What happened to the list (`EntityID.root`) or the item.
    package enum Kind: Hashable, Sendable {
        case added
        case changed
        case trashed
        case restored
    }
}
