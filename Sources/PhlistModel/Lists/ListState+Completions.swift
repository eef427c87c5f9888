import PhlistVocabulary

/// One time that somebody did an item.
package struct Completion: Hashable, Sendable {
    package var act: Act
    /// The time since which the item had been open, in milliseconds since 1970.
    package var openSince: Int64
}

/// The completions of items.
extension ListState {
    /// Returns what was done, in the order of the items and of time, with items in the trash.
    ///
    /// An item that was added again had been done before; one that was only opened again had not. An item that came
    /// into the list as done was not done there. What was taken back never was, which is all that an undo says, as
    /// others may have done the same. Purged values and drafts are left out.
    package var completions: [Completion] {
        let (table, ledger, history) = (state.table, state.ledger, UndoHistory(of: state, by: nil))
        var steps: [UInt32: [StateStep]] = [:]
        var revived: Set<RowAndBatch> = []
        for (number, write) in table.writes.enumerated() where !table.isPurged(UInt32(number)) {
            let field = table.field(of: write)
            if field == .life, table.value(of: write).isArrival {
                revived.insert(RowAndBatch(row: write.row, batch: write.batch))
            }
            let group = ledger.batches[Int(write.batch)].group
            guard field == .state, table.rows[Int(write.row)].entity != .root, history.target(of: group) == nil,
                history.stands(group)
            else { continue }
            let act = ledger.act(of: Int(write.batch))
            let value = table.value(of: write).first.flatMap(WorkState.init(rawValue:)) ?? .open
            steps[write.row, default: []].append(StateStep(batch: write.batch, act: act, state: value))
        }
        return steps.sorted { $0.key < $1.key }.flatMap { row, steps -> [Completion] in
            guard let item = item(table.rows[Int(row)].entity) else { return [] }
            var count = CompletionCount(created: item.created)
            for step in steps.sorted(by: { $0.act < $1.act }) {
                count.take(step, isAddedAgain: revived.contains(RowAndBatch(row: row, batch: step.batch)))
            }
            return count.completions(isDone: item.state == .done)
        }
    }
}

private struct RowAndBatch: Hashable {
    var row: UInt32
    var batch: UInt32
}

/// One write of an item's state.
private struct StateStep {
    var batch: UInt32
    var act: Act
    var state: WorkState
}

/// The completions of one item, counted from its steps in the order of time.
private struct CompletionCount {
    private let created: Act
    private var openSince: Int64
    private var counted: [Completion] = []
    /// The completion that stands unless the item is opened.
    private var standing: Completion?

    init(created: Act) {
        self.created = created
        openSince = created.stamp.milliseconds
    }

    /// Returns what was done; an undo that was made apart may have opened what another person did.
    func completions(isDone: Bool) -> [Completion] {
        counted + (isDone ? standing.map { [$0] } ?? [] : [])
    }

    mutating func take(_ step: StateStep, isAddedAgain: Bool) {
        switch step.state {
        case .done:
            guard standing == nil, step.act != created else { return }
            standing = Completion(act: step.act, openSince: openSince)
        case .open where isAddedAgain:
            if let standing { counted.append(standing) }
            openSince = step.act.stamp.milliseconds
            standing = nil
        case .open, .cancelled: standing = nil
        }
    }
}
