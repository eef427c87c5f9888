import PhlistModel

/// Undo and redo, and what cannot be undone.
extension Replica {
    /// Which way a user goes through his actions.
    enum Direction {
        case undo
        case redo
    }

    /// Takes back the newest action, or the newest undo, of a caller.
    ///
    /// What it does depends on all that has happened, so it waits until what this device did before is on the disk.
    mutating func takeBack(
        _ direction: Direction,
        in name: String?,
        _ caller: Principal,
        id: CommandID,
        _ command: Command,
        now: Now
    ) throws(CommandError) {
        guard !hasDrafts else {
            waitingCommands.append((id, command))
            return
        }
        let nothing = direction == .undo ? CommandError.nothingToUndo : .nothingToRedo
        guard let member = bindings[caller.uid] else { throw nothing }
        let scopes = try name.map { name throws(CommandError) in [try list(named: name, for: caller)] }
        let candidates = (scopes ?? lists(for: caller).map(\.scope)).compactMap { scope in
            newest(direction, by: member, in: scope)
        }
        guard let action = candidates.max(by: { ($0.stamp, $0.scope) < ($1.stamp, $1.scope) }) else { throw nothing }
        let group = randomNumber()
        guard let plan = self.scopes[action.scope]?.state.plan(takingBack: [action.group], as: group) else { return }
        let entries = mint(plan.ops, in: action.scope, by: member, group: group, now: now)
        append(entries, reply: (id, .tookBack(action.scope, group: action.group, plan)))
    }

    private func newest(
        _ direction: Direction,
        by member: MemberID,
        in scope: ScopeID
    ) -> (scope: ScopeID, group: UInt64, stamp: Stamp)? {
        guard let state = scopes[scope]?.state else { return nil }
        let action = direction == .undo ? state.newestAction(by: member) : state.newestUndo(by: member)
        return action.map { (scope, $0.group, $0.stamp) }
    }

    private var hasDrafts: Bool {
        scopes.values.contains { $0.draft != nil }
    }

    /// Gives the commands that waited their turn, in the order in which they came.
    mutating func performWaitingCommands(now: Now) {
        guard !waitingCommands.isEmpty, !hasDrafts else { return }
        let (id, command) = waitingCommands.removeFirst()
        perform(command, id: id, now: now)
        // One that has found nothing to do must not leave the next one waiting.
        performWaitingCommands(now: now)
    }

    /// Removes items from the trash for good.
    mutating func purgeItems(
        _ references: [String],
        _ caller: Principal,
        id: CommandID,
        now: Now
    ) throws(CommandError) {
        var targets: [ItemReference] = []
        for reference in references {
            let target = try item(matching: reference, for: caller, purpose: .restore)
            guard scopes[target.scope]?.upcomingList?.item(target.entity)?.isTrashed ?? false else {
                throw .notInTrash(target)
            }
            if !targets.contains(target) {
                targets.append(target)
            }
        }
        var (member, entries) = member(for: caller, now: now)
        for (scope, targets) in Self.grouped(targets) {
            entries += mint(targets.map { .purge($0.entity) }, in: scope, by: member, now: now)
        }
        reply(id, .purgedItems(targets), appending: entries)
    }
}
