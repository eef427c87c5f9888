/// The changes that one user action made to a list.
package struct HistoryEntry: Hashable, Sendable {
    /// Shared by the batches of the action; named by an undo.
    package var group: UInt64
    /// The author and device of the action, and the time of its last batch.
    package var act: Act
    /// The changes in the order of the ops.
    package var changes: [HistoryChange]
    package var kind: Kind

    /// The relation of an action to another one.
    package enum Kind: Sendable {
        case ordinary
        /// Took back an ordinary action or a redo.
        case undo
        /// Took back an undo.
        case redo
    }

    package init(group: UInt64, act: Act, changes: [HistoryChange], kind: Kind = .ordinary) {
        (self.group, self.act, self.changes, self.kind) = (group, act, changes, kind)
    }
}

/// One written value.
package struct HistoryChange: Hashable, Sendable {
    package var entity: EntityID
    package var field: FieldID
    package var value: [UInt8]
    /// The value shown to anyone who knew what the author knew; nil if there was none.
    package var previous: Sibling?
    /// Whether nothing has replaced the value since.
    package var isCurrent: Bool
    /// The title of the entity right after the action; nil if it is not known.
    package var title: [UInt8]?
}

/// A part of a history, newest first.
package struct HistoryPage: Sendable {
    package var entries: [HistoryEntry]
    /// The start of older entries; nil if there are none.
    package var next: HistoryCursor?
}

/// A position in the history of a list that is stable while newer entries arrive.
///
/// It is valid only on the device that returned it, until the scope is folded anew.
package struct HistoryCursor: Hashable, Sendable {
    /// The number of batches that were there when the first page was read.
    package var batchCount: Int
    /// The number of actions passed since.
    package var passedCount: Int

    /// Creates a cursor from the numbers of another.
    package init(batchCount: Int, passedCount: Int) {
        (self.batchCount, self.passedCount) = (batchCount, passedCount)
    }
}

extension ListState {
    /// Returns the history of a list or of one entity in it, the newest action first.
    ///
    /// Actions are in the order of their stamps, but none above a later one of its own chain: a clock that was wrong
    /// for a day does not bury what followed. Purged values and drafts are left out. A page costs its own size, and one
    /// scan of the writes before it for the previous values.
    ///
    /// The act of an entry is the signer's: the owner signs the making of a list, no matter who acts.
    ///
    /// - Parameters:
    ///   - entity: The entity; nil for the whole list.
    ///   - cursor: The position to continue from; nil for the newest entry.
    ///   - count: The most entries to return.
    ///   - isWanted: Filters by author, device and time.
    /// - Returns: The entries in which anything is left to be shown.
    package func history(
        of entity: EntityID? = nil,
        from cursor: HistoryCursor? = nil,
        atMost count: Int,
        where isWanted: (Act) -> Bool = { _ in true }
    ) -> HistoryPage {
        let row = entity.map { state.table.row(of: $0) ?? -1 }
        var walk = HistoryWalk(state.ledger, from: cursor)
        var found: [(batch: Int, writes: [UInt32])] = []
        while found.count < count, let batches = walk.next() {
            let signed = batches.first { state.ledger.tier(ofRow: $0) == .content } ?? batches[0]
            guard isWanted(state.ledger.act(of: signed)) else { continue }
            let writes = batches.reversed().flatMap { state.table.shownInHistory(ofBatch: $0, row, in: state.ledger) }
            if !writes.isEmpty {
                found.append((signed, writes))
            }
        }
        var former = FormerValues(of: state, before: found.flatMap(\.writes))
        let targets = found.isEmpty ? [:] : state.takenBack
        let entries = found.map { action in
            let group = state.ledger.batches[action.batch].group
            return HistoryEntry(
                group: group,
                act: state.ledger.act(of: action.batch),
                changes: former.changes(action.writes, in: state),
                kind: HistoryEntry.Kind(of: group, targets)
            )
        }
        return HistoryPage(entries: entries, next: walk.cursor)
    }
}

extension HistoryEntry.Kind {
    fileprivate init(of group: UInt64, _ targets: [UInt64: UInt64]) {
        switch targets.depth(of: group) {
        case 0: self = .ordinary
        case let depth: self = depth.isMultiple(of: 2) ? .redo : .undo
        }
    }
}

/// The action that each undo and redo took back.
extension [UInt64: UInt64] {
    /// Returns the number of undo marks between an action and an ordinary one; 0 for marks in a circle, which only a
    /// malicious device writes.
    func depth(of action: UInt64) -> Int {
        var (depth, cursor) = (0, action)
        while let target = self[cursor] {
            (depth, cursor) = (depth + 1, target)
            guard depth <= count else { return 0 }
        }
        return depth
    }
}

extension ScopeState {
    /// The group that each undo and redo took back.
    var takenBack: [UInt64: UInt64] {
        var targets: [UInt64: UInt64] = [:]
        for write in table.writes where table.field(of: write) == .undoneBy {
            let (group, target) = (ledger.batches[Int(write.batch)].group, table.rows[Int(write.row)].entity.rawValue)
            if group != target { targets[group] = target }
        }
        return targets
    }
}

/// The values and the titles that were shown before the actions on a page.
private struct FormerValues {
    private let table: RegisterTable
    private let titleFields: [UInt32]
    private var past: PastValues
    private var registers: [UInt64: [UInt32]] = [:]

    init(of state: ScopeState, before numbers: [UInt32]) {
        (table, past) = (state.table, PastValues(of: state))
        titleFields = [.recordKey, .title].compactMap { state.table.fieldNumbers[$0] }
        var wanted = Set(numbers.map { state.table.register(of: $0) })
        for number in numbers { wanted.formUnion(titles(of: number)) }
        for number in 0..<(numbers.max() ?? 0) where wanted.contains(table.register(of: number)) {
            registers[table.register(of: number), default: []].append(number)
        }
    }

    /// Returns the changes that an action made with some writes.
    mutating func changes(_ writes: [UInt32], in state: ScopeState) -> [HistoryChange] {
        let own = Dictionary(writes.map { (table.register(of: $0), $0) }) { $1 }
        var titles: [UInt32: [UInt8]?] = [:]
        return writes.compactMap { number in
            let previous = past.shownValue(before: number, in: registers[table.register(of: number)] ?? [])
            var change = table.change(number, previous, in: state.ledger)
            let row = table.writes[Int(number)].row
            // An action may write many fields of one thing.
            change.title = titles[row] ?? title(for: number, own)
            titles[row] = .some(change.title)
            // Who ends a series writes that the next occurrence has no rule, though it is not there.
            return change.field == .recurrence && change.title == nil ? nil : change
        }
    }

    /// Returns the title of the entity of a write: the one that its action wrote, else the one that was shown before.
    private mutating func title(for number: UInt32, _ own: [UInt64: UInt32]) -> [UInt8]? {
        for register in titles(of: number) {
            if let written = own[register] { return table.value(of: table.writes[Int(written)]) }
            let former = past.shownValue(before: number, in: registers[register] ?? [])
            if let former { return table.value(of: table.writes[Int(former)]) }
        }
        return nil
    }

    private func titles(of number: UInt32) -> [UInt64] {
        titleFields.map { UInt64(table.writes[Int(number)].row) << 32 | UInt64($0) }
    }
}

extension ListState {
    /// The changes that the draft makes to an entity, as a history will show them; in the order of the fields.
    package func draftedChanges(of entity: EntityID) -> [HistoryChange] {
        guard let drafted = draft?.entries[entity] else { return [] }
        let applied = state.entry(of: entity)
        return drafted.fields.compactMap { field in
            let (before, after) = (applied?[field], drafted[field])
            guard before != after, field.mergeClass == .register, let value = after.shown?.value else { return nil }
            return HistoryChange(
                entity: entity,
                field: field,
                value: value,
                previous: before?.shown,
                isCurrent: true
            )
        }
    }
}

/// Walks through the actions of a list backwards, each time to the newest of the last ones of all chains.
private struct HistoryWalk {
    private let ledger: Ledger
    private let batchCount: Int
    private var passedCount = 0
    /// The unfinished chains, each with the count of its remaining batches; the one whose last action is newest is
    /// last.
    private var tails: [Tail] = []

    private struct Tail {
        var chain: Int
        var count: Int
    }

    init(_ ledger: Ledger, from cursor: HistoryCursor?) {
        self.ledger = ledger
        batchCount = min(cursor?.batchCount ?? .max, ledger.batches.count)
        for chain in ledger.chains.indices {
            let count = ledger.chains[chain].rows.partitioningIndex { $0 >= batchCount }
            if count > 0 {
                tails.append(Tail(chain: chain, count: count))
            }
        }
        tails = tails.sorted { isBefore($0, $1) }
        while passedCount < cursor?.passedCount ?? 0, next() != nil {}
    }

    /// The position to continue from later; nil at the end.
    var cursor: HistoryCursor? {
        tails.isEmpty ? nil : HistoryCursor(batchCount: batchCount, passedCount: passedCount)
    }

    /// The batches of the next action, the newest first.
    mutating func next() -> [Int]? {
        guard let first = tails.popLast() else { return nil }
        passedCount += 1
        var parts = [first]
        // An action that changes who may see the list and also writes in it is in two chains.
        while let other = tails.last, isOfOneAction(newest(other), newest(first)) { parts.append(tails.removeLast()) }
        return parts.flatMap { take($0) }
    }

    /// The batches of a chain's last action, the newest first; the rest of the chain is kept for later.
    private mutating func take(_ whole: Tail) -> [Int] {
        var (tail, batches) = (whole, [Int]())
        while tail.count > 0, isOfOneAction(newest(tail), newest(whole)) {
            batches.append(newest(tail))
            tail.count -= 1
        }
        if tail.count > 0 {
            let index = tails.partitioningIndex { isBefore(tail, $0) }
            tails.insert(tail, at: index)
        }
        return batches
    }

    private func isOfOneAction(_ left: Int, _ right: Int) -> Bool {
        ledger.batches[left].group == ledger.batches[right].group && ledger.device(of: left) == ledger.device(of: right)
    }

    private func newest(_ tail: Tail) -> Int {
        Int(ledger.chains[tail.chain].rows[tail.count - 1])
    }

    private func isBefore(_ left: Tail, _ right: Tail) -> Bool {
        let acts = (ledger.act(of: newest(left)), ledger.act(of: newest(right)))
        guard acts.0 == acts.1 else { return acts.0 < acts.1 }
        let tiers = (ledger.chains[left.chain].tier, ledger.chains[right.chain].tier)
        let names = (ledger.batches[newest(left)].name, ledger.batches[newest(right)].name)
        return tiers.0 == tiers.1 ? names.0 < names.1 : tiers.0 < tiers.1
    }
}

extension RegisterTable {
    /// The writes of a batch, all or those of one row, without those purged since.
    fileprivate func shownInHistory(ofBatch batch: Int, _ row: Int?, in ledger: Ledger) -> [UInt32] {
        let end = batch + 1 < ledger.batches.count ? ledger.batches[batch + 1].firstWrite : UInt32(writes.count)
        return (ledger.batches[batch].firstWrite..<end).filter { number in
            (row.map { Int(writes[Int(number)].row) == $0 } ?? true) && !isPurged(number)
        }
    }

    /// The entity and the field of a write, as one number.
    fileprivate func register(of number: UInt32) -> UInt64 {
        UInt64(writes[Int(number)].row) << 32 | UInt64(writes[Int(number)].field)
    }

    fileprivate func change(_ number: UInt32, _ previous: UInt32?, in ledger: Ledger) -> HistoryChange {
        let write = writes[Int(number)]
        return HistoryChange(
            entity: rows[Int(write.row)].entity,
            field: field(of: write),
            value: value(of: write),
            previous: previous.map { sibling(writes[Int($0)], in: ledger) },
            isCurrent: write.isCurrent
        )
    }
}
