import Synchronization

/// The index of a list, shared by the copies of a state until one of them changes.
///
/// Reading builds the index without a visible change, so it is kept in a reference; a lock guards it because copies of
/// a state may be read on several threads. Copies that share it are equal.
struct SharedListIndex: Sendable {
    private var storage = Storage(ListIndex())

    private final class Storage: Sendable {
        let index: Mutex<ListIndex>

        init(_ index: ListIndex) {
            self.index = Mutex(index)
        }
    }

    /// Prepares for a change of the state; must be called before it, so that other copies keep what they read.
    mutating func willChange() {
        guard !isKnownUniquelyReferenced(&storage) else { return }
        storage = Storage(storage.index.withLock { $0 })
    }

    /// The up-to-date index, with the requested orders.
    func current(for state: ScopeState, making parts: ListIndex.Parts = []) -> ListIndex {
        storage.index.withLock { index in
            index.catchUp(with: state.table, in: state.ledger, making: parts)
            return index
        }
    }

    /// Returns the rows of the open items whose titles fold to this one.
    func openItems(titled folded: FoldedText, in state: ScopeState) -> Set<UInt32> {
        storage.index.withLock { index in
            index.catchUp(with: state.table, in: state.ledger)
            return index.openItems(titled: folded, in: state.table, state.ledger)
        }
    }

    /// Returns the rows of the former items whose titles fold to this one.
    func formerItems(titled folded: FoldedText, in state: ScopeState) -> Set<UInt32> {
        storage.index.withLock { index in
            index.catchUp(with: state.table, in: state.ledger)
            return index.formerItems(titled: folded, in: state.table, state.ledger)
        }
    }
}
