import Synchronization

/// The index of a list, shared by the copies of a state until one of them changes.
///
/// An index is made when somebody reads, and reading changes nothing that anybody sees: so it stands behind a
/// reference, and behind a lock because copies of a state may be read on several threads. Copies that share it are
/// equal.
struct SharedListIndex: Sendable {
    private var storage = Storage(ListIndex())

    private final class Storage: Sendable {
        let index: Mutex<ListIndex>

        init(_ index: ListIndex) {
            self.index = Mutex(index)
        }
    }

    /// To be called before a state changes: what other copies of it read stays theirs.
    mutating func willChange() {
        guard !isKnownUniquelyReferenced(&storage) else { return }
        storage = Storage(storage.index.withLock { $0 })
    }

    /// The index as it is now, with the orders that are asked for.
    func current(for state: ScopeState, making parts: ListIndex.Parts = []) -> ListIndex {
        storage.index.withLock { index in
            index.catchUp(with: state.table, in: state.ledger, making: parts)
            return index
        }
    }

    /// An open item with exactly this title, of those that are wanted.
    func openItem(titled title: [UInt8], in state: ScopeState, where isWanted: (UInt32) -> Bool) -> UInt32? {
        storage.index.withLock { index in
            index.catchUp(with: state.table, in: state.ledger)
            return index.openItem(titled: title, in: state.table, state.ledger, where: isWanted)
        }
    }
}
