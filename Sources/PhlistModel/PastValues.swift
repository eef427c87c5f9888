/// What was there when something was written, by what its author knew: the same on every device.
///
/// Of two values that were written apart both may have taken the place of a third one, whose link names but the first
/// that came. So each write is asked for its own past. Nothing comes before what its author knew: on the way back from
/// a write, the values that were there are those that its author knew and nothing found so far knows.
struct PastValues {
    /// Looks at other writes, for one page of a history or one undo: a second's work, which no household comes near.
    private static let looksMax = 4 << 20

    private let table: RegisterTable
    private let ledger: Ledger
    private var looksLeft = Self.looksMax
    private var past: [UInt32: Past] = [:]

    /// What the author of a batch knew.
    private struct Past {
        /// By chain.
        var known: [UInt32]
        /// Whether that is all that came before the batch.
        var isWhole: Bool
    }

    init(of state: ScopeState) {
        (table, ledger) = (state.table, state.ledger)
    }

    /// The values that were there when a write was made, without what was purged since.
    ///
    /// - Parameters:
    ///   - number: The write.
    ///   - register: All writes to the same field of the same entity, in the order of their numbers.
    /// - Returns: The numbers of the values, the newest first; nil when it would take too long to find them.
    mutating func values(before number: UInt32, in register: [UInt32]) -> [UInt32]? {
        let (write, end) = (table.writes[Int(number)], register.partitioningIndex { $0 >= number })
        var found: [UInt32] = []
        for earlier in register[..<end].reversed() where isSameElement(write, table.writes[Int(earlier)]) {
            looksLeft -= found.count + 1
            guard looksLeft > 0 else { return nil }
            guard knows(number, of: earlier), !found.contains(where: { knows($0, of: earlier) }) else { continue }
            found.append(earlier)
            // What came before a value whose author knew all of it was not there any more.
            guard !past(of: table.writes[Int(earlier)].batch).isWhole else { break }
        }
        return found.filter { isValue($0) }
    }

    /// What everybody saw of the values before a write; nil when there was none, or it would take too long to find it.
    mutating func shownValue(before number: UInt32, in register: [UInt32]) -> UInt32? {
        values(before: number, in: register).flatMap(shown)
    }

    /// What everybody sees of values that were written apart: the last one; of lives the one that beats the others, by
    /// which an item is there and a list is not.
    func shown(of numbers: some Collection<UInt32>) -> UInt32? {
        let winners = numbers.filter { winsApart(table.writes[Int($0)]) }
        return (winners.isEmpty ? Array(numbers) : winners)
            .max { table.isShown(table.writes[Int($1)], before: table.writes[Int($0)], in: ledger) }
    }

    private func winsApart(_ write: RegisterTable.Write) -> Bool {
        guard table.field(of: write) == .life else { return false }
        let isAlive = table.value(of: write) == [Life.alive.rawValue]
        return isAlive != (table.rows[Int(write.row)].entity == .root)
    }

    /// Whether the author of one write knew another one.
    mutating func knows(_ later: UInt32, of earlier: UInt32) -> Bool {
        let (knower, batch) = (table.writes[Int(later)].batch, table.writes[Int(earlier)].batch)
        guard knower != batch else { return earlier < later }
        let (place, known) = (ledger.place(ofBatch: Int(batch)), past(of: knower).known)
        return place.chain < known.count && known[place.chain] >= place.number
    }

    private mutating func past(of batch: UInt32) -> Past {
        if let past = past[batch] { return past }
        let known = ledger.known(behind: ledger.place(ofBatch: Int(batch)))
        let count = zip(known, ledger.chains).reduce(0) { $0 + max(0, Int($1.0) - Int($1.1.start)) }
        let past = Past(known: known, isWhole: count > batch)
        self.past[batch] = past
        return past
    }

    private func isSameElement(_ one: RegisterTable.Write, _ other: RegisterTable.Write) -> Bool {
        guard table.field(of: one).mergeClass == .set else { return true }
        return table.withValue(of: one) { one in
            table.withValue(of: other) { other in one.dropFirst().elementsEqual(other.dropFirst()) }
        }
    }

    /// Whether a write left something there: the removal of an element did not.
    private func isValue(_ number: UInt32) -> Bool {
        let write = table.writes[Int(number)]
        guard !table.isPurged(number) else { return false }
        guard table.field(of: write).mergeClass == .set else { return true }
        return table.withValue(of: write) { $0.first == SetChange.insert.rawValue }
    }
}
