/// The values that were present when something was written, as far as its author knew: the same on every device.
///
/// Two concurrent values may both have superseded a third, whose link names only the first to arrive; so the past is
/// computed for each write. A write comes after all that its author knew: going back from it, the values present are
/// those that its author knew and that the author of no value found so far knew.
struct PastValues {
    /// The writes examined for one page of a history or one undo: a second's work, which no household comes near.
    private static let looksMax = 4 << 20

    private let table: RegisterTable
    private let ledger: Ledger
    private var looksLeft = Self.looksMax
    private var past: [UInt32: Past] = [:]

    /// The knowledge of a batch's author.
    private struct Past {
        /// The last batch known of each chain, by chain.
        var known: [UInt32]
        /// Whether the author knew everything that came before the batch.
        var isWhole: Bool
    }

    init(of state: ScopeState) {
        (table, ledger) = (state.table, state.ledger)
    }

    /// Returns the values that were present when a write was made, without those purged since.
    ///
    /// - Parameters:
    ///   - number: The write.
    ///   - register: All writes to the same field of the same entity, in the order of their numbers.
    /// - Returns: The numbers of the values, the newest first; nil if finding them takes too long.
    mutating func values(before number: UInt32, in register: [UInt32]) -> [UInt32]? {
        let (write, end) = (table.writes[Int(number)], register.partitioningIndex { $0 >= number })
        var found: [UInt32] = []
        for earlier in register[..<end].reversed() where isSameElement(write, table.writes[Int(earlier)]) {
            looksLeft -= found.count + 1
            guard looksLeft > 0 else { return nil }
            guard knows(number, of: earlier), !found.contains(where: { knows($0, of: earlier) }) else { continue }
            found.append(earlier)
            // Everything before a value whose author knew all of it was superseded by it.
            guard !past(of: table.writes[Int(earlier)].batch).isWhole else { break }
        }
        return found.filter { isValue($0) }
    }

    /// Returns the value shown before a write; nil if there was none, or finding it takes too long.
    mutating func shownValue(before number: UInt32, in register: [UInt32]) -> UInt32? {
        values(before: number, in: register).flatMap(shown)
    }

    /// Returns the value that is shown of concurrent ones: the last one, but for `life` one that takes precedence.
    func shown(of numbers: some Collection<UInt32>) -> UInt32? {
        let precedence = numbers.map { self.precedence(of: table.writes[Int($0)]) }.max()
        return numbers.filter { self.precedence(of: table.writes[Int($0)]) == precedence }
            .max { table.isShown(table.writes[Int($1)], before: table.writes[Int($0)], in: ledger) }
    }

    private func precedence(of write: RegisterTable.Write) -> Int {
        guard table.field(of: write) == .life, let life = table.value(of: write).life else { return -1 }
        return life.precedence(deadWins: table.rows[Int(write.row)].entity == .root)
    }

    /// Whether the author of the write `later` knew the write `earlier`.
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

    /// Whether a write left a value: the removal of an element did not.
    private func isValue(_ number: UInt32) -> Bool {
        let write = table.writes[Int(number)]
        guard !table.isPurged(number) else { return false }
        guard table.field(of: write).mergeClass == .set else { return true }
        return table.withValue(of: write) { $0.first == SetChange.insert.rawValue }
    }
}
