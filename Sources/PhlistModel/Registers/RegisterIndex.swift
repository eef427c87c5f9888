/// Finds the values of entities that have many, so that no write walks a long chain, and the newest edits of entities,
/// for purges.
///
/// A row is indexed once a write has walked far along its chain; most entities never are. An indexed value takes about
/// a hundred bytes. The index is rebuilt when needed, always with the same content, and is not part of the state.
struct RegisterIndex: Sendable {
    /// The steps after which a row is indexed: more than the fields of an item, with some tags and conflicts.
    static let stepsMax = 32

    private var rows: [Int: IndexedRow] = [:]
    /// The newest edit by row and chain, for rows purged since the index was built.
    private var edits: [Int: [UInt16: UInt32]] = [:]
    /// The newest batch that left a purge without effect.
    var newestRevival: Int?
    /// The number of values that writes and purges examined.
    private(set) var visitCount = 0

    /// The values that one write may replace: all of a register, or those of one element of a set.
    ///
    /// Elements with the same hash share a group, so a search for an element must also compare the values.
    struct Group: Hashable, Sendable {
        let field: UInt32
        private let hash: Int

        /// The values of a register.
        init(register field: UInt32) {
            (self.field, hash) = (field, 0)
        }

        /// The values of an element of a set.
        init(_ element: UnsafeRawBufferPointer, ofSet field: UInt32) {
            var hasher = Hasher()
            hasher.combine(bytes: element)
            (self.field, hash) = (field, hasher.finalize())
        }
    }

    func contains(_ row: Int) -> Bool {
        !rows.isEmpty && rows[row] != nil
    }

    /// Whether the newest edits of a row are tracked.
    func hasEdits(ofRow row: Int) -> Bool {
        !edits.isEmpty && edits[row] != nil
    }

    /// The newest edits of a tracked row, one for each chain, in no order.
    func newestEdits(ofRow row: Int) -> some Collection<UInt32> {
        (edits[row] ?? [:]).values
    }

    mutating func watchEdits(ofRow row: Int) {
        edits[row] = [:]
    }

    /// Records an edit of a tracked row, unless there is a newer one of its chain.
    ///
    /// - Returns: The newest edit of the chain before this one.
    @discardableResult
    mutating func noteEdit(_ write: UInt32, ofRow row: Int, chain: UInt16) -> UInt32? {
        guard hasEdits(ofRow: row) else { return nil }
        let newest = edits[row]?[chain]
        if newest ?? 0 <= write { edits[row]?[chain] = write }
        return newest
    }

    mutating func noteVisits(_ count: Int) {
        visitCount += count
    }

    /// Indexes a row.
    ///
    /// - Parameters:
    ///   - row: The row.
    ///   - values: The writes of its chain with their groups, in the order of the chain.
    mutating func add(_ row: Int, _ values: [(write: UInt32, group: Group)]) {
        rows[row] = IndexedRow(values)
        visitCount += values.count
    }

    /// The current writes of a group; empty if the row is not indexed.
    func writes(of group: Group, ofRow row: Int) -> [UInt32] {
        rows[row]?.groups[group] ?? []
    }

    /// The write before another one in the chain of an indexed row.
    func previous(of write: UInt32, ofRow row: Int) -> UInt32 {
        rows[row]?.previous[write] ?? RegisterTable.noWrite
    }

    /// The write after which a new one of a field belongs.
    func last(upTo field: UInt32, ofRow row: Int) -> UInt32 {
        rows[row]?.last(upTo: field) ?? RegisterTable.noWrite
    }

    /// Records that a write was inserted into the chain of an indexed row, after the last one of its field.
    mutating func insert(_ write: UInt32, _ group: Group, ofRow row: Int, between previous: UInt32, _ next: UInt32) {
        rows[row]?.insert(write, group, between: previous, next)
    }

    /// Records that a write was removed from the chain of an indexed row.
    ///
    /// - Parameters:
    ///   - write: The write.
    ///   - group: The write's group.
    ///   - row: The row.
    ///   - next: The write after it.
    ///   - isPreviousOfField: Whether the write before it is of the same field.
    mutating func remove(
        _ write: UInt32,
        _ group: Group,
        ofRow row: Int,
        before next: UInt32,
        isPreviousOfField: Bool
    ) {
        rows[row]?.remove(write, group, before: next, isPreviousOfField: isPreviousOfField)
    }
}

/// The chain of one row, from both ends and by field.
private struct IndexedRow: Sendable {
    /// The write before each write.
    private(set) var previous: [UInt32: UInt32] = [:]
    private(set) var groups: [RegisterIndex.Group: [UInt32]] = [:]
    /// The last write of each field.
    private var lasts: [UInt32: UInt32] = [:]
    /// The fields that have a write, in ascending order.
    private var fields = SortedRows()

    init(_ values: [(write: UInt32, group: RegisterIndex.Group)]) {
        var (before, sorted) = (RegisterTable.noWrite, [UInt32]())
        for (write, group) in values {
            previous[write] = before
            groups[group, default: []].append(write)
            if lasts.updateValue(write, forKey: group.field) == nil { sorted.append(group.field) }
            before = write
        }
        fields = SortedRows(sorted: sorted)
    }

    func last(upTo field: UInt32) -> UInt32? {
        if let last = lasts[field] { return last }
        let index = fields.firstIndex { $0 > field }
        return index == fields.startIndex ? nil : lasts[fields[fields.index(before: index)]]
    }

    mutating func insert(_ write: UInt32, _ group: RegisterIndex.Group, between before: UInt32, _ next: UInt32) {
        previous[write] = before
        if next != RegisterTable.noWrite { previous[next] = write }
        groups[group, default: []].append(write)
        if lasts.updateValue(write, forKey: group.field) == nil { fields.insert(group.field, by: <) }
    }

    mutating func remove(
        _ write: UInt32,
        _ group: RegisterIndex.Group,
        before next: UInt32,
        isPreviousOfField: Bool
    ) {
        let before = previous.removeValue(forKey: write) ?? RegisterTable.noWrite
        if next != RegisterTable.noWrite { previous[next] = before }
        groups[group]?.removeAll { $0 == write }
        if groups[group]?.isEmpty ?? false { groups[group] = nil }
        guard lasts[group.field] == write else { return }
        lasts[group.field] = isPreviousOfField ? before : nil
        if !isPreviousOfField { fields.remove(group.field, by: <) }
    }
}
