/// The actions of a member in a scope.
struct UndoHistory {
    /// The actions by time, those of one device in the order in which it wrote them; none if they are everybody's.
    ///
    /// Undo marks do not count as actions of their own.
    let newestFirst: [ScopeState.Action]
    /// The action that each undo and redo took back.
    private(set) var targets: [UInt64: UInt64] = [:]
    private var takenBack: Set<UInt64> = []
    /// The actions that are taken back and not done again.
    private var undone: Set<UInt64> = []
    /// The same; where a redo is taken back, the action that it did again.
    private var undoneOriginals: Set<UInt64> = []

    /// Collects the actions of a member, on all devices or on one; those of everybody if `member` is nil.
    init(of state: ScopeState, by member: MemberID?, on device: DeviceID? = nil) {
        let (ledger, table) = (state.ledger, state.table)
        newestFirst = member.map { Self.newestFirst(in: ledger, by: $0, on: device) } ?? []
        for write in table.writes where table.field(of: write) == .undoneBy {
            // Nobody can take back actions of others.
            guard member == nil || ledger.member(of: Int(write.batch)) == member else { continue }
            let target = table.rows[Int(write.row)].entity.rawValue
            let group = ledger.batches[Int(write.batch)].group
            guard group != target else { continue }
            targets[group] = target
            takenBack.insert(target)
        }
        undone = Set(targets.filter { !takenBack.contains($0.key) }.values)
        undoneOriginals = Set(undone.map(original(of:)))
    }

    private static func newestFirst(
        in ledger: Ledger,
        by member: MemberID,
        on device: DeviceID?
    ) -> [ScopeState.Action] {
        var actions: [UInt64: (order: Stamp, stamp: Stamp, author: DeviceID)] = [:]
        var last: [DeviceID: Stamp] = [:]
        for (number, batch) in ledger.batches.enumerated() where ledger.member(of: number) == member {
            let author = ledger.device(of: number)
            // A batch without ops only records what its author knew.
            guard batch.opCount > 0, device == nil || author == device else { continue }
            // Once a clock that was ahead is set, the stamps of its device are earlier than those before.
            let order = max(batch.stamp, last[author]?.successor ?? batch.stamp)
            last[author] = order
            guard actions[batch.group].map({ $0.order < order }) ?? true else { continue }
            actions[batch.group] = (order, batch.stamp, author)
        }
        // The beginning of a list is signed by its owner, also if somebody else makes it.
        for (number, batch) in ledger.batches.enumerated() where batch.group != BatchHeader.upkeepGroup {
            guard let author = actions[batch.group]?.author, author == ledger.device(of: number) else { continue }
            let isByAnother = ledger.tier(ofRow: number) == .content && ledger.member(of: number) != member
            if isByAnother { actions[batch.group] = nil }
        }
        return actions.sorted { ($0.value.order, $0.key) > ($1.value.order, $1.key) }
            .map { ScopeState.Action(group: $0.key, stamp: $0.value.stamp) }
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

    /// Whether an action stands, or the action that a redo did again: nobody has taken it back since.
    func stands(_ action: UInt64) -> Bool {
        !undoneOriginals.contains(original(of: action))
    }

    /// Returns the action that a redo did again; any other action itself.
    private func original(of action: UInt64) -> UInt64 {
        guard isRedo(action) else { return action }
        var action = action
        while let before = targets[action] { action = before }
        return action
    }

    func isUndo(_ action: UInt64) -> Bool {
        targets.depth(of: action) % 2 == 1
    }

    /// Whether an action undoes an undo; such a redo counts as the action that it restored.
    func isRedo(_ action: UInt64) -> Bool {
        targets.depth(of: action) > 0 && !isUndo(action)
    }
}
