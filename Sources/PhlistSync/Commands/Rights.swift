import PhlistModel

/// What a person may do in one list, for any command.
///
/// Every reader can edit its content. The owner trashes it, restores it, merges it away and empties its trash; so does
/// everybody while the list is shared with the whole household and its items may be removed. Only the owner says who
/// sees the list, and whether its items may be removed or only cancelled.
struct Rights {
    /// The list as it will be once all that is in flight is applied.
    let list: ListState
    /// Whether the person is the owner, on a device that is for him, or nobody is any more.
    let isOwner: Bool
    let isEverybodys: Bool
    /// Whether a device of the owner reported that this device lost access.
    let isEnded: Bool
    /// The items that somebody else has changed.
    let changedByOthers: () -> Set<EntityID>

    private var mayTrash: Bool {
        isOwner || isEverybodys && list.deletionPolicy == .allowed
    }

    /// Refuses what the person may not do.
    ///
    /// - Parameters:
    ///   - ops: What an action would write in the list.
    ///   - isTakingBack: Whether it takes back what the person did before.
    /// - Throws: What the person may not do, and in which list.
    func check(_ ops: [Op], isTakingBack: Bool) throws(CommandError) {
        guard !isEnded || ops.allSatisfy(\.answers) else { throw .listEnded(list.scope) }
        guard isOwner || !ops.contains(where: isOwners) else { throw .notListOwner(list.scope, owner: list.owner) }
        try checkRemovals(by: ops, isTakingBack: isTakingBack)
    }

    /// Whether an op is the owner's to write.
    private func isOwners(_ op: Op) -> Bool {
        switch op {
        case .write(.root, let fields): fields.contains { isOwners($0.field) }
        case .purge: !mayTrash
        case .write, .originate, .roster: false
        }
    }

    private func isOwners(_ field: FieldID) -> Bool {
        field == .life && !mayTrash || field == .deletionPolicy || field == .visibility || field.isGrant
    }

    /// Refuses to remove items where they are only cancelled; those that are in the trash already do not count, and
    /// whoever has just added one by mistake may take that back.
    private func checkRemovals(by ops: [Op], isTakingBack: Bool) throws(CommandError) {
        guard list.deletionPolicy == .cancelOnly else { return }
        let removed = ops.compactMap(\.removed).filter { list.item($0)?.isTrashed == false }
        guard !removed.isEmpty else { return }
        let kept = isTakingBack ? changedByOthers() : Set(removed)
        let refused = removed.filter { kept.contains($0) }
        guard refused.isEmpty else {
            throw .cancelOnly(refused.map { EntityReference(scope: list.scope, entity: $0) })
        }
    }
}

extension Replica {
    /// Refuses what the person who acts may not do in some list.
    func checkRights(_ action: Action) throws(CommandError) {
        for (scope, ops) in action.parts where scope != householdID {
            try rights(of: action.member, in: scope)?.check(ops, isTakingBack: action.isTakingBack)
        }
    }

    /// What a person may do in a list; nil for one that is not here yet.
    private func rights(of member: MemberID, in scope: ScopeID) -> Rights? {
        guard let slot = scopes[scope], let list = slot.upcomingList, let owner = list.owner else { return nil }
        let isUsed = roster?.isListed(owner, on: device) ?? true
        let isGone = upcomingHousehold?.member(owner)?.isRemoved ?? false
        return Rights(
            list: list,
            isOwner: isGone || isUsed && owner == member,
            isEverybodys: audience(of: list)?.visibility == .household,
            isEnded: hasEnded(scope),
            changedByOthers: {
                slot.state.entities(changedBy: { $0 != .house && $0 != member })
            }
        )
    }

    /// Whether the person may empty the trash of a list.
    func mayPurge(_ list: ListState, _ member: MemberID) -> Bool {
        (try? rights(of: member, in: list.scope)?.check([.purge(.root)], isTakingBack: false)) != nil
    }
}

extension Op {
    /// The entity that goes into the trash by it, other than the list itself.
    fileprivate var removed: EntityID? {
        guard case .write(let entity, let fields) = self, entity != .root,
            fields.contains(FieldWrite(.life, Life.dead))
        else { return nil }
        return entity
    }

    /// Whether it says only what somebody answers to an invitation.
    var answers: Bool {
        guard case .write(.root, let fields) = self else { return false }
        return fields.allSatisfy(\.field.isAnswer)
    }
}
