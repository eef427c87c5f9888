import Synchronization

/// What has happened and is not handled yet, in order, from any thread.
///
/// Its size is bounded by those who fill it: each control connection has one request under way, and each peer
/// connection stops reading until what it delivered is consumed.
final class Mailbox<Item: Sendable>: Sendable {
    private let state = Mutex(State())

    private struct State {
        var items: [Item] = []
        var isScheduled = false
    }

    /// Puts an item in.
    ///
    /// - Returns: Whether somebody must be told to empty the box; nobody has been told so far.
    func put(_ item: Item) -> Bool {
        state.withLock { state in
            state.items.append(item)
            defer { state.isScheduled = true }
            return !state.isScheduled
        }
    }

    /// Takes out everything; when there is nothing, whoever puts in the next item must tell somebody.
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
