package import PhlistControl
package import PhlistHousehold
import PhlistModel

/// Events for watching clients.
extension Presenter {
    /// Returns a change with the item and the list as they are now.
    package func event(_ change: Change, cursor: String) -> ControlEvent {
        let item = views([EntityReference(scope: change.scope, entity: change.entity)]).first
        return ControlEvent(
            cursor: cursor,
            event: ControlEvent.Kind(change, isOfItem: item != nil),
            at: change.stamp.milliseconds,
            by: library.memberName(change.by),
            device: library.deviceName(change.device),
            isLocal: change.isLocal,
            item: item,
            list: library.list(change.scope).map { view($0) }
        )
    }
}

extension ControlEvent.Kind {
    /// Returns the kind of a change; one of a section, or of what undo keeps, is one of its list.
    fileprivate init(_ change: Change, isOfItem: Bool) {
        switch (isOfItem, change.kind) {
        case (false, .added) where change.entity == .root: self = .listAdded
        case (false, .trashed) where change.entity == .root: self = .listTrashed
        case (false, .restored) where change.entity == .root: self = .listRestored
        case (false, _): self = .listChanged
        case (true, .added): self = .itemAdded
        case (true, .changed): self = .itemChanged
        case (true, .trashed): self = .itemTrashed
        case (true, .restored): self = .itemRestored
        }
    }
}
