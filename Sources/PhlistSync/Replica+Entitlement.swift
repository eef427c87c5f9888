package import PhlistModel

/// Who may see what.
extension Replica {
    /// The lists of this device, in the order of their ids.
    var listScopes: [ScopeID] {
        scopes.compactMap { $1.state.kind == .list && !formerScopes.contains($0) ? $0 : nil }.sorted()
    }

    /// Whether a device may see a scope, by all that is applied here.
    ///
    /// While a hole may have swallowed what made a list private, it is everybody's only for those who hold it already.
    func isEntitled(_ device: DeviceID, to scope: ScopeID) -> Bool {
        isEntitled(asker(device), to: scope)
    }

    /// The same for one of whom it is asked for many scopes.
    func isEntitled(_ asker: Asker, to scope: ScopeID) -> Bool {
        guard asker.isMember else { return false }
        if scope == householdID || defect == .servesEverybody { return true }
        guard asker.isProven else { return false }
        // As nearly all are; to look who is a participant would be work for each of them, at every comparison.
        if isUnspoken(scope), !isDoubtful(scope) { return true }
        guard let audience = audience(of: scope) else { return isAwaitingAnswer(asker.device, to: scope) }
        guard !isOver(scope, with: asker.device, audience) else { return false }
        if audience.includesParticipant(on: asker.device) { return true }
        guard audience.visibility == .household else { return false }
        return !isDoubtful(scope) || hasShown(asker.device, scope)
    }

    /// Whether nobody has said anything on who may see a list: then everybody may.
    private func isUnspoken(_ scope: ScopeID) -> Bool {
        scopes[scope]?.state.origin != nil && scopes[scope]?.state.sharing.wordCount == 0
    }

    /// Whether something may say who is to see a list that is not read here: a hole may have swallowed it, or only a
    /// later version knows it.
    private func isDoubtful(_ scope: ScopeID) -> Bool {
        (healing?.isDoubtful(scope) ?? false) || scopes[scope]?.state.isCriticalOpaque ?? false
            || householdID.flatMap { scopes[$0]?.state.isCriticalOpaque } ?? false
    }

    /// Who may see a list, by all that is applied here; nil until its first op has come.
    package func audience(of scope: ScopeID) -> Audience? {
        guard let owner = scopes[scope]?.state.origin?.owner, let sharing = scopes[scope]?.state.sharing else {
            return nil
        }
        return Audience(sharing, owner: owner, in: roster ?? Roster())
    }

    /// Who may see a list as it is given, with what is drafted laid over it.
    package func audience(of list: ListState) -> Audience? {
        list.owner.map { Audience(list.sharing, owner: $0, in: roster ?? Roster()) }
    }

    /// Who asks for a scope, by the roster.
    func asker(_ device: DeviceID) -> Asker {
        let isProven = isProvenMember(device)
        return Asker(device: device, isMember: isProven || isTakenForMember(device), isProven: isProven)
    }

    /// What the roster says of a device that may see some scopes and not others.
    struct Asker {
        var device: DeviceID
        var isMember: Bool
        /// Whether the roster, or the word of the device that let this one in, says so.
        var isProven: Bool
    }

    /// Whether any device has shown in a session that stands that it holds something of a scope.
    func isShown(_ scope: ScopeID) -> Bool {
        sessions.values.contains { $0.hasShown(scope) }
    }

    /// Whether a device has shown in a session that stands that it holds something of a scope.
    private func hasShown(_ device: DeviceID, _ scope: ScopeID) -> Bool {
        sessions.values.contains { $0.device == device && $0.hasShown(scope) }
    }
}
