package import PhlistControl
import PhlistModel
package import PhlistSync

/// Events for watching clients.
extension Presenter {
    /// Returns a change with the item and the list as they are now.
    package func event(_ change: Change, cursor: String) -> ControlEvent {
        ControlEvent(
            cursor: cursor,
            event: ControlEvent.Kind(change),
            at: change.stamp.milliseconds,
            by: library.memberName(change.by),
            device: library.deviceName(change.device),
            isLocal: change.isLocal,
            item: views([EntityReference(scope: change.scope, entity: change.entity)]).first,
            list: library.list(change.scope).map { view($0) }
        )
    }
}

extension ControlEvent.Kind {
    fileprivate init(_ change: Change) {
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
