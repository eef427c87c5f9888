package import PhlistModel

/// Limits of this device and of the others.
extension Library {
    /// Throws if an action does not fit here, or if other devices would not accept it.
    func checkFits(_ action: Action) throws(CommandError) {
        for (scope, ops) in action.parts {
            try checkAreTaken(ops, in: scope)
            var growth = growth(of: scope)
            growth.add(ops)
            guard scopes[scope]?.state.hasRoom(for: growth) ?? true else { throw .storage(.tooLarge) }
        }
        let newLists = action.parts.count { scopes[$0.scope] == nil }
        guard newLists == 0 || scopes.count + newLists <= HouseholdLimits.scopesMax else { throw .list(.tooMany) }
    }

    /// Throws if a peer in the same state could not read some ops, or would not count them.
    package func checkAreTaken(_ ops: [Op], in scope: ScopeID) throws(CommandError) {
        guard ops.allSatisfy(\.isReadable) else { throw .storage(.tooLarge) }
        guard scope == householdID else { return try checkWords(of: ops, in: scope) }
        guard let roster else { return }
        let count = ops.count { if case .roster = $0 { true } else { false } }
        for case .roster(let act) in ops {
            guard roster.hasRoom(for: act, by: device, besides: count - 1) else { throw .household(.tooManyChanges) }
        }
    }

    /// Throws if sharing words would not count, because this device has said too many in the list.
    private func checkWords(of ops: [Op], in scope: ScopeID) throws(CommandError) {
        let words = ops.flatMap(\.sharingWords)
        guard words.count <= Limits.batchWordsMax else { throw .sharing(.tooManyWords(words.count)) }
        let number = (scopes[scope]?.ownEnd(of: device, in: .control)?.reference.number ?? 0) + 1
        guard words.allSatisfy({ Sharing.allows($0, asNumber: number) }) else { throw .sharing(.tooManyChanges(scope)) }
    }

    /// Returns the growth of a scope by batches in flight, with a reserve in bytes.
    package func growth(of scope: ScopeID, reserve: Int = 0) -> Growth {
        var growth = Growth(reserve: reserve)
        for case .batch(let stored) in entriesInFlight.joined() {
            guard let feed = feeds[stored.feed], feed.scope == scope else { continue }
            growth.add(stored.batch)
        }
        return growth
    }
}
