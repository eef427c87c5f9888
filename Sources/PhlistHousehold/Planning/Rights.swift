package import PhlistModel
import PhlistVocabulary

/// A person's rights in one list, for any command: those that all other devices enforce, and those that only the
/// planner enforces.
package struct Rights {
    /// The list once everything in flight is applied.
    let list: ListState
    /// The rights that other devices enforce.
    package let rights: ListRights
    /// Whether a device of the owner reported that this device lost access.
    let isEnded: Bool
    /// The items that another member has changed.
    let changedByOthers: () -> Set<EntityID>

    /// Throws if the person lacks the rights for some ops.
    ///
    /// - Parameters:
    ///   - ops: The ops of an action in the list.
    ///   - isTakingBack: Whether they take back an earlier action of the person.
    ///   - broughtBack: The items that the earlier action had brought back from the trash.
    /// - Throws: The missing right, with the list.
    func check(_ ops: [Op], isTakingBack: Bool, broughtBack: Set<EntityID>) throws(CommandError) {
        let writes = ops.filter { !$0.answers }
        guard !isEnded || writes.isEmpty else { throw .sharing(.ended(list.scope)) }
        guard rights.isReader || writes.isEmpty else { throw .sharing(.notParticipant(list.scope)) }
        let isAllowed = writes.allSatisfy { rights.allow($0) && (rights.isOwner || !$0.saysWhoSees) }
        guard isAllowed else { throw .sharing(.notOwner(list.scope, owner: list.owner)) }
        try checkRemovals(by: writes, isTakingBack ? { changedByOthers().subtracting(broughtBack) } : nil)
    }

    /// Throws if items would be removed or purged where they can only be cancelled.
    ///
    /// Items already in the trash may be removed again. An undo may remove items that nobody else has changed, and put
    /// back into the trash what its action brought back from there.
    private func checkRemovals(by ops: [Op], _ keptFromUndo: (() -> Set<EntityID>)?) throws(CommandError) {
        guard list.deletionPolicy == .cancelOnly else { return }
        guard !ops.contains(where: \.purges) else { throw .list(.itemsAreKept(list.scope)) }
        let removed = ops.compactMap(\.removed).filter { list.item($0)?.isTrashed == false }
        guard !removed.isEmpty else { return }
        let kept = keptFromUndo?() ?? Set(removed)
        let refused = removed.filter { kept.contains($0) }
        guard refused.isEmpty else {
            throw .list(.cancelOnly(refused.map { EntityReference(scope: list.scope, entity: $0) }))
        }
    }
}

extension Library {
    /// Throws on a device that knows that it was removed from its household, because nobody would get the changes.
    func checkIsIn(for command: UserCommand) throws(CommandError) {
        guard removal != nil, !command.staysHere else { return }
        throw .household(.deviceRemoved)
    }

    /// Throws if the acting member lacks the rights in some list.
    func checkRights(_ action: Action) throws(CommandError) {
        for (scope, ops) in action.parts where scope != householdID {
            let broughtBack = action.broughtBack[scope] ?? []
            let rights = rights(of: action.member, in: scope)
            try rights?.check(ops, isTakingBack: action.isTakingBack, broughtBack: broughtBack)
        }
    }

    /// Returns a person's rights in a list; nil if the list is not here yet.
    package func rights(of member: MemberID, in scope: ScopeID) -> Rights? {
        guard let slot = scopes[scope], let list = slot.upcomingList, let owner = list.owner else { return nil }
        let audience = audience(of: list)
        let actor = actsForHouse(member, in: scope) ? .house : member
        let isOwner = owner == actor
        let isEverybodys = audience?.isEverybodys ?? false
        // Only honest devices obey this: receivers enforce less.
        let isOpen = list.deletionPolicy == .allowed || upcomingHousehold?.member(owner)?.isRemoved ?? false
        return Rights(
            list: list,
            rights: ListRights(
                isOwner: isOwner,
                isReader: isOwner || audience?.mayWrite(actor, knowing: list.sharing) ?? true,
                mayTrash: isOwner || isEverybodys && isOpen
            ),
            isEnded: hasEnded(scope),
            changedByOthers: {
                slot.state.entities(changedBy: { $0 != .house && $0 != member })
            }
        )
    }

    /// Whether a caller may restore a list from the trash.
    package func mayRestore(_ list: ListState, _ caller: Principal) -> Bool {
        rights(of: member(of: caller) ?? .house, in: list.scope)?.rights.mayTrash ?? true
    }

    /// Throws if a list whose items can only be cancelled would be merged away; for members who do not own it, another
    /// check applies.
    func checkMerge(of list: ListState, by member: MemberID) throws(CommandError) {
        let isOwner = rights(of: member, in: list.scope)?.rights.isOwner ?? true
        guard isOwner, list.deletionPolicy == .cancelOnly else { return }
        guard list.items.allSatisfy(\.isTrashed) else { throw .list(.itemsAreKept(list.scope)) }
    }

    /// Whether the person may empty the trash of a list.
    package func mayPurge(_ list: ListState, _ member: MemberID) -> Bool {
        (try? rights(of: member, in: list.scope)?.check([.purge(.root)], isTakingBack: false, broughtBack: [])) != nil
    }

    /// Whether the person may permanently remove a list: its owner, or members who may trash it if it has no owner.
    package func mayPurgeAll(of list: ListState, _ member: MemberID) -> Bool {
        guard let rights = rights(of: member, in: list.scope)?.rights else { return false }
        let isNobodys = list.owner.map { upcomingHousehold?.member($0)?.isRemoved ?? ($0 == .house) } ?? true
        return rights.isOwner || rights.mayTrash && isNobodys
    }

    // MARK: House

    /// Whether a member's acts in a list have the rights of the house: nobody has named them for this device, or the
    /// list belongs to another household, where nobody knows them.
    package func actsForHouse(_ member: MemberID, in list: ScopeID) -> Bool {
        let isForeign = scopes[list]?.state.origin.map { $0.household != lineage } ?? false
        return isForeign || actsForHouse(member)
    }

    /// Whether nobody in this household has named the member for this device.
    package func actsForHouse(_ member: MemberID) -> Bool {
        // A device that has just joined does not know the household's listings yet, and was told its users.
        guard member != .house, let roster, roster.authors[device] != nil else {
            return member == .house || introducer == nil
        }
        let acts = householdID.flatMap { scopes[$0]?.draft }?.acts ?? []
        return !roster.isNamed(member, on: device) && !acts.contains { $0.names(member, for: device) }
    }
}

extension UserCommand {
    /// Whether the command concerns this device alone, or takes it out of a household.
    fileprivate var staysHere: Bool {
        switch self {
        case .members(.act), .lists(.setDefault), .lists(.setOwnView), .filters, .household(.leave): true
        case .lists, .sections, .items, .members, .forms, .records, .devices, .household, .sharing, .importLists,
            .undo, .redo, .resolve:
            false
        }
    }
}

extension Op {
    /// The entity that the op trashes, other than the list itself.
    fileprivate var removed: EntityID? {
        guard case .write(let entity, let fields) = self, entity != .root,
            fields.contains(where: { $0.field == .life && $0.value.isDead })
        else { return nil }
        return entity
    }

    /// Whether the op permanently removes something.
    fileprivate var purges: Bool {
        if case .purge = self { true } else { false }
    }

    /// Whether the op only answers an invitation.
    var answers: Bool {
        guard case .write(.root, let fields) = self else { return false }
        return fields.allSatisfy(\.field.isAnswer)
    }

    /// Whether the op changes who may see the list.
    fileprivate var saysWhoSees: Bool {
        guard case .write(.root, let fields) = self else { return false }
        return fields.contains { $0.field.isSharing && !$0.field.isAnswer }
    }
}
