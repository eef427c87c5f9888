import PhlistModel

/// What fits here, and what other devices take.
extension Library {
    /// Refuses what could not be kept here, or would not be taken by other devices.
    func checkFits(_ action: Action) throws(CommandError) {
        for (scope, ops) in action.parts {
            try checkAreTaken(ops, in: scope)
            var growth = growth(of: scope)
            growth.add(ops)
            guard scopes[scope]?.state.hasRoom(for: growth) ?? true else { throw .storage(.tooLarge) }
        }
        let newLists = action.parts.count { scopes[$0.scope] == nil }
        guard newLists == 0 || scopes.count + newLists <= SyncLimits.scopesMax else { throw .tooManyLists }
    }

    /// Refuses ops that a peer in the same state would not read, or not count.
    func checkAreTaken(_ ops: [Op], in scope: ScopeID) throws(CommandError) {
        guard ops.allSatisfy(\.isReadable) else { throw .storage(.tooLarge) }
        guard scope == householdID else { return try checkWords(of: ops, in: scope) }
        guard let roster else { return }
        let count = ops.count { if case .roster = $0 { true } else { false } }
        for case .roster(let act) in ops {
            guard roster.hasRoom(for: act, by: device, besides: count - 1) else { throw .tooManyHouseholdChanges }
        }
    }

    /// Refuses words on who sees a list that would not count, since this device has said so many there.
    private func checkWords(of ops: [Op], in scope: ScopeID) throws(CommandError) {
        let words = ops.flatMap(\.sharingWords)
        guard words.count <= Limits.batchWordsMax else { throw .tooManyWords(words.count) }
        let number = (scopes[scope]?.ownTip(of: device, in: .control)?.reference.number ?? 0) + 1
        guard words.allSatisfy({ Sharing.allows($0, asNumber: number) }) else { throw .tooManySharingChanges(scope) }
    }

    /// What is on its way to the disk takes up in a scope, beside what shall be left.
    func growth(of scope: ScopeID, reserve: Int = 0) -> Growth {
        var growth = Growth(reserve: reserve)
        for case .batch(let stored) in entriesInFlight.joined() {
            guard let feed = feeds[stored.feed], feed.scope == scope else { continue }
            growth.add(stored.batch)
        }
        return growth
    }
}
