/// The future effects on a scope of this device's ops that are still on their way to the disk.
///
/// Commands are minted on top of it, so that two quick ones see each other; it has no other visible effect.
package struct ScopeDraft: Hashable, Sendable {
    package private(set) var origin: ListOrigin?
    private(set) var sharing: Sharing?
    private(set) var entries: [EntityID: RegisterEntry] = [:]
    /// The pending acts on the devices of a household.
    package private(set) var acts: [RosterAct] = []

    package init() {}

    /// Adds the ops of one action.
    ///
    /// - Parameters:
    ///   - ops: The ops, minted on top of `applied` and of earlier drafts.
    ///   - applied: The scope without them.
    ///   - act: Their author, device and time.
    package mutating func anticipate(_ ops: [Op], upon applied: ScopeState, act: Act) {
        // Drafted values are replaced before anything reads their dots.
        let dot = Dot(batch: .none, op: 0)
        var maker: MemberID?
        for op in ops {
            switch op {
            case .write(let entity, let writes):
                var entry = entries[entity] ?? applied.entry(of: entity) ?? RegisterEntry(created: act)
                entry.anticipate(writes, dot, act)
                entries[entity] = entry
                guard entity == .root else { break }
                // A list begins with its owner's words, regardless of who acts.
                let speaking = Act(stamp: act.stamp, by: maker ?? act.by, device: act.device)
                sharing = (sharing ?? applied.sharing).anticipating(writes, speaking)
            case .purge(let entity):
                entries[entity] = RegisterEntry(created: act)
            case .originate(let claim):
                origin = claim
                maker = claim.owner
            case .roster(let act):
                acts.append(act)
            }
        }
    }
}
