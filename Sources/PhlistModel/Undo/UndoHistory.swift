/// The actions of a member in a scope.
struct UndoHistory {
    /// The actions by time; undo marks do not count as actions of their own.
    let newestFirst: [ScopeState.Action]
    /// The action that each undo and redo took back.
    private(set) var targets: [UInt64: UInt64] = [:]
    private var takenBack: Set<UInt64> = []
    /// The actions that are taken back and not done again.
    private var undone: Set<UInt64> = []

    /// Collects the actions of a member, on all devices or on one; those of everybody if `member` is nil.
    init(of state: ScopeState, by member: MemberID?, on device: DeviceID? = nil) {
        let (ledger, table) = (state.ledger, state.table)
        var newest: [UInt64: Stamp] = [:]
        for (number, batch) in ledger.batches.enumerated() where ledger.member(of: number) == member {
            // A batch without ops only records what its author knew.
            guard batch.opCount > 0, device == nil || ledger.device(of: number) == device else { continue }
            newest[batch.group] = max(newest[batch.group] ?? batch.stamp, batch.stamp)
        }
        for write in table.writes where table.field(of: write) == .undoneBy {
            // Nobody can take back actions of others.
            guard member == nil || ledger.member(of: Int(write.batch)) == member else { continue }
            let target = table.rows[Int(write.row)].entity.rawValue
            let group = ledger.batches[Int(write.batch)].group
            guard group != target else { continue }
            targets[group] = target
            takenBack.insert(target)
        }
        newestFirst = newest.map { ScopeState.Action(group: $0.key, stamp: $0.value) }
            .sorted { ($0.stamp, $0.group) > ($1.stamp, $1.group) }
        undone = Set(targets.filter { !takenBack.contains($0.key) }.values)
    }

    /// The action that an undo or a redo took back.
    func target(of action: UInt64) -> UInt64? {
        targets[action]
    }

    func isTakenBack(_ action: UInt64) -> Bool {
        takenBack.contains(action)
    }

    func isUndone(_ action: UInt64) -> Bool {
        undone.contains(action)
    }

    func isUndo(_ action: UInt64) -> Bool {
        targets.depth(of: action) % 2 == 1
    }

    /// Whether an action undoes an undo; such a redo counts as the action that it restored.
    func isRedo(_ action: UInt64) -> Bool {
        targets.depth(of: action) > 0 && !isUndo(action)
    }
}
