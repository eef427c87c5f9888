import PhlistModel

/// What a person may do in one list, for any command: what everybody else will ask of it, too, and what only the
/// planner asks.
struct Rights {
    /// The list as it will be once all that is in flight is applied.
    let list: ListState
    /// What others will let them do.
    let rights: ListRights
    /// Whether a device of the owner reported that this device lost access.
    let isEnded: Bool
    /// The items that somebody else has changed.
    let changedByOthers: () -> Set<EntityID>

    /// Refuses what the person may not do.
    ///
    /// - Parameters:
    ///   - ops: What an action would write in the list.
    ///   - isTakingBack: Whether it takes back what the person did before.
    /// - Throws: What the person may not do, and in which list.
    func check(_ ops: [Op], isTakingBack: Bool) throws(CommandError) {
        let writes = ops.filter { !$0.answers }
        guard !isEnded || writes.isEmpty else { throw .listEnded(list.scope) }
        guard rights.isReader || writes.isEmpty else { throw .notParticipant(list.scope) }
        let isAllowed = writes.allSatisfy { rights.allow($0) && (rights.isOwner || !$0.saysWhoSees) }
        guard isAllowed else { throw .notListOwner(list.scope, owner: list.owner) }
        try checkRemovals(by: writes, isTakingBack: isTakingBack)
    }

    /// Refuses to remove or purge items where they are only cancelled; those that are in the trash already may be
    /// removed again, and whoever has just added one by mistake may take that back.
    private func checkRemovals(by ops: [Op], isTakingBack: Bool) throws(CommandError) {
        guard list.deletionPolicy == .cancelOnly else { return }
        guard !ops.contains(where: \.purges) else { throw .itemsAreKept(list.scope) }
        let removed = ops.compactMap(\.removed).filter { list.item($0)?.isTrashed == false }
        guard !removed.isEmpty else { return }
        let kept = isTakingBack ? changedByOthers() : Set(removed)
        let refused = removed.filter { kept.contains($0) }
        guard refused.isEmpty else {
            throw .cancelOnly(refused.map { EntityReference(scope: list.scope, entity: $0) })
        }
    }
}

extension Library {
    /// Refuses what nobody would ever get, on a device that has heard that it was put out of its household.
    func checkIsIn(for command: UserCommand) throws(CommandError) {
        guard removal != nil, !command.staysHere else { return }
        throw .deviceRemoved
    }

    /// Refuses what the person who acts may not do in some list.
    func checkRights(_ action: Action) throws(CommandError) {
        for (scope, ops) in action.parts where scope != householdID {
            try rights(of: action.member, in: scope)?.check(ops, isTakingBack: action.isTakingBack)
        }
    }

    /// What a person may do in a list; nil for one that is not here yet.
    func rights(of member: MemberID, in scope: ScopeID) -> Rights? {
        guard let slot = scopes[scope], let list = slot.upcomingList, let owner = list.owner else { return nil }
        let audience = audience(of: list)
        let actor = actsForHouse(member, in: scope) ? .house : member
        let isOwner = owner == actor
        let isEverybodys = audience?.isEverybodys ?? false
        // Only honest devices keep to this: whoever takes something in asks less.
        let isOpen = list.deletionPolicy == .allowed || upcomingHousehold?.member(owner)?.isRemoved ?? false
        return Rights(
            list: list,
            rights: ListRights(
                isOwner: isOwner,
                isReader: isOwner || audience?.sees(actor) ?? true,
                mayTrash: isOwner || isEverybodys && isOpen
            ),
            isEnded: hasEnded(scope),
            changedByOthers: {
                slot.state.entities(changedBy: { $0 != .house && $0 != member })
            }
        )
    }

    /// Refuses to merge away a list whose items are only cancelled; to whoever does not own it another reason is given.
    func checkMerge(of list: ListState, by member: MemberID) throws(CommandError) {
        let isOwner = rights(of: member, in: list.scope)?.rights.isOwner ?? true
        guard isOwner, list.deletionPolicy == .cancelOnly else { return }
        guard list.items.allSatisfy(\.isTrashed) else { throw .itemsAreKept(list.scope) }
    }

    /// Whether the person may empty the trash of a list.
    func mayPurge(_ list: ListState, _ member: MemberID) -> Bool {
        (try? rights(of: member, in: list.scope)?.check([.purge(.root)], isTakingBack: false)) != nil
    }

    /// Whether the person may remove a list for good: its owner, or whoever may trash it where that is nobody.
    func mayPurgeAll(of list: ListState, _ member: MemberID) -> Bool {
        guard let rights = rights(of: member, in: list.scope)?.rights else { return false }
        let isNobodys = list.owner.map { upcomingHousehold?.member($0)?.isRemoved ?? ($0 == .house) } ?? true
        return rights.isOwner || rights.mayTrash && isNobodys
    }

    // MARK: In whose name

    /// Whether what somebody does in a list has the rights of the house: nobody has named them for this device, or the
    /// list belongs to another household, where nobody knows them.
    func actsForHouse(_ member: MemberID, in list: ScopeID) -> Bool {
        let isForeign = scopes[list]?.state.origin.map { $0.household != lineage } ?? false
        return isForeign || actsForHouse(member)
    }

    /// Whether nobody in this household has named somebody for this device.
    func actsForHouse(_ member: MemberID) -> Bool {
        // Whoever has just joined does not know yet what the household says of this device, and was told whose it is.
        guard member != .house, let roster, roster.authors[device] != nil else {
            return member == .house || introducer == nil
        }
        let acts = householdID.flatMap { scopes[$0]?.draft }?.acts ?? []
        return !roster.isNamed(member, on: device) && !acts.contains { $0.names(member, for: device) }
    }
}

extension UserCommand {
    /// Whether it concerns this device alone, or takes it out of a household.
    fileprivate var staysHere: Bool {
        switch self {
        case .members(.act), .lists(.setDefault), .lists(.setOwnView), .household(.leave): true
        case .lists, .sections, .items, .members, .forms, .records, .devices, .household, .sharing, .importLists,
            .undo, .redo, .resolve:
            false
        }
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

    /// Whether it removes something for good.
    fileprivate var purges: Bool {
        if case .purge = self { true } else { false }
    }

    /// Whether it says only what somebody answers to an invitation.
    var answers: Bool {
        guard case .write(.root, let fields) = self else { return false }
        return fields.allSatisfy(\.field.isAnswer)
    }

    /// Whether it says who may see the list.
    fileprivate var saysWhoSees: Bool {
        guard case .write(.root, let fields) = self else { return false }
        return fields.contains { $0.field.isSharing && !$0.field.isAnswer }
    }
}
