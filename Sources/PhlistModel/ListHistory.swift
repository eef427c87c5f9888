/// What one user action did to a list.
package struct HistoryEntry: Hashable, Sendable {
    /// Common to the batches of the action; what an undo names.
    package var group: UInt64
    /// Who acted, where, and when the last batch of the action was made.
    package var act: Act
    /// In the order of the ops.
    package var changes: [HistoryChange]
    package var kind: Kind

    /// What an action is to another one.
    package enum Kind: Sendable {
        case ordinary
        /// It took back an ordinary action, or a redo.
        case undo
        /// It took back an undo.
        case redo
    }

    /// Creates an entry.
    package init(group: UInt64, act: Act, changes: [HistoryChange], kind: Kind = .ordinary) {
        (self.group, self.act, self.changes, self.kind) = (group, act, changes, kind)
    }
}

/// One value that was written.
package struct HistoryChange: Hashable, Sendable {
    package var entity: EntityID
    package var field: FieldID
    package var value: [UInt8]
    /// What everybody saw there who knew what its author knew; nil when there was none.
    package var previous: Sibling?
    /// Whether nothing has taken its place since.
    package var isCurrent: Bool
}

/// A part of a history, newest first.
package struct HistoryPage: Sendable {
    package var entries: [HistoryEntry]
    /// Where older entries begin; nil when there are none.
    package var next: HistoryCursor?
}

/// A place in the history of a list, which stays where it is while newer entries come.
///
/// It is good on the device that gave it, until the scope is folded anew.
package struct HistoryCursor: Hashable, Sendable {
    /// The batches that were there when the first page was read.
    package var batchCount: Int
    /// The actions that were passed since.
    package var passedCount: Int

    /// Creates a cursor from the numbers of another.
    package init(batchCount: Int, passedCount: Int) {
        (self.batchCount, self.passedCount) = (batchCount, passedCount)
    }
}

extension ListState {
    /// What was done to a list or to one entity of it, the newest action first.
    ///
    /// Actions stand in the order of their stamps, but none above a later one of its own chain: a clock that was wrong
    /// for a day does not bury what followed. Values that a purge took are left out, and so is what is on its way to
    /// the disk. A page costs its own size, and one look at the writes before it for what its values took the place of.
    ///
    /// It is by whoever signed it: that a list is made is said by its owner, whoever acts.
    ///
    /// - Parameters:
    ///   - entity: Whose history; nil for the whole list.
    ///   - cursor: Where to go on; nil for the newest.
    ///   - count: How many entries at most.
    ///   - isWanted: Chooses by who, where and when.
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
        let previous = state.valuesBefore(found.flatMap(\.writes))
        let targets = found.isEmpty ? [:] : state.takenBack
        let entries = found.map { action in
            let group = state.ledger.batches[action.batch].group
            return HistoryEntry(
                group: group,
                act: state.ledger.act(of: action.batch),
                changes: action.writes.map { state.table.change($0, previous[$0], in: state.ledger) },
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

/// What each undo and redo took back.
extension [UInt64: UInt64] {
    /// How many marks there are between an action and an ordinary one; none for marks in a circle, which nobody makes
    /// who means well.
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
    /// For each undo and redo the group that it took back.
    fileprivate var takenBack: [UInt64: UInt64] {
        var targets: [UInt64: UInt64] = [:]
        for write in table.writes where table.field(of: write) == .undoneBy {
            let (group, target) = (ledger.batches[Int(write.batch)].group, table.rows[Int(write.row)].entity.rawValue)
            if group != target { targets[group] = target }
        }
        return targets
    }
}

extension ScopeState {
    /// For each of some writes what was shown before it.
    fileprivate func valuesBefore(_ numbers: [UInt32]) -> [UInt32: UInt32] {
        let wanted = Set(numbers.map { table.register(of: $0) })
        var registers: [UInt64: [UInt32]] = [:]
        for number in 0..<(numbers.max() ?? 0) where wanted.contains(table.register(of: number)) {
            registers[table.register(of: number), default: []].append(number)
        }
        var (past, previous) = (PastValues(of: self), [UInt32: UInt32]())
        for number in numbers {
            previous[number] = past.shownValue(before: number, in: registers[table.register(of: number)] ?? [])
        }
        return previous
    }
}

extension ListState {
    /// What the draft changes of an entity, as a history will show it once it is applied; in the order of the fields.
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

/// Goes through the actions of a list backwards: always to the newest of those that come last in their chains.
private struct HistoryWalk {
    private let ledger: Ledger
    private let batchCount: Int
    private var passedCount = 0
    /// The chains that are not done with, and how many of their batches; the one whose last action is the newest is
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

    /// Where to go on later; nil at the end.
    var cursor: HistoryCursor? {
        tails.isEmpty ? nil : HistoryCursor(batchCount: batchCount, passedCount: passedCount)
    }

    /// The batches of the next action, the newest first.
    mutating func next() -> [Int]? {
        guard let first = tails.popLast() else { return nil }
        passedCount += 1
        var parts = [first]
        // An action that says who may see the list, and writes in it, is in two chains.
        while let other = tails.last, isOfOneAction(newest(other), newest(first)) { parts.append(tails.removeLast()) }
        return parts.flatMap { take($0) }
    }

    /// The batches of the action that a chain ends with, the newest first; the rest of the chain is kept for later.
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
    /// The writes of a batch, all or those of one row, without what was purged since.
    fileprivate func shownInHistory(ofBatch batch: Int, _ row: Int?, in ledger: Ledger) -> [UInt32] {
        let end = batch + 1 < ledger.batches.count ? ledger.batches[batch + 1].firstWrite : UInt32(writes.count)
        return (ledger.batches[batch].firstWrite..<end).filter { number in
            (row.map { Int(writes[Int(number)].row) == $0 } ?? true) && !isPurged(number)
        }
    }

    /// The entity and the field that a write is to, as one number.
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
