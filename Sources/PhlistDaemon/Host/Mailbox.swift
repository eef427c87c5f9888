import Synchronization

/// A thread-safe queue of items that are not handled yet.
///
/// Its size is bounded by its senders: each control connection has one pending request, and each peer connection stops
/// reading until its input is consumed.
final class Mailbox<Item: Sendable>: Sendable {
    private let state = Mutex(State())

    private struct State {
        var items: [Item] = []
        var isScheduled = false
    }

    /// Adds an item.
    ///
    /// - Returns: Whether the caller must schedule a drain, because none is scheduled.
    func put(_ item: Item) -> Bool {
        state.withLock { state in
            state.items.append(item)
            defer { state.isScheduled = true }
            return !state.isScheduled
        }
    }

    /// Takes all items; when there are none, the sender of the next item must schedule a drain.
    func takeAll() -> [Item] {
        state.withLock { state in
            if state.items.isEmpty {
                state.isScheduled = false
            }
            defer { state.items = [] }
            return state.items
        }
    }
}
