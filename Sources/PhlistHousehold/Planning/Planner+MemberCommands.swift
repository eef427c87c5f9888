import PhlistModel
import PhlistVocabulary

/// Planning commands about members.
extension Planner {
    mutating func plan(_ command: MemberCommand, _ action: inout Action) throws(CommandError) {
        switch command {
        case .add(let name, let email): try add(name, email: email, &action)
        case .change(let reference, let change): try self.change(reference, change, &action)
        case .act(let name?): try act(as: name, &action)
        case .act(nil): unbind(&action)
        }
    }

    private mutating func add(_ name: String, email: String, _ action: inout Action) throws(CommandError) {
        let email = try library.checkedEmail(email)
        _ = try make(name, email: email, &action)
    }

    private mutating func make(
        _ name: String,
        email: String = "",
        _ action: inout Action
    ) throws(CommandError) -> MemberID {
        let name = try library.checkedName(name, for: nil)
        let member = MemberID(rawValue: random.next128())
        if let householdID = library.householdID {
            action.write(FieldWrite.making(member, called: name, email: email), to: EntityID(member), in: householdID)
        }
        return member
    }

    private func change(_ reference: String, _ change: MemberChange, _ action: inout Action) throws(CommandError) {
        let id = try library.member(named: reference)
        guard let householdID = library.householdID, let member = library.upcomingHousehold?.member(id) else { return }
        guard id == action.member || library.roster?.devices[device]?.role == .admin else {
            throw .device(.mayNotChange(id))
        }
        var change = change
        change.name = try change.name.map { name throws(CommandError) in try library.checkedName(name, for: id) }
        change.email = try change.email.map { email throws(CommandError) in try library.checkedEmail(email) }
        if change.isRemoved ?? false {
            try checkMayRemove(id)
        }
        let fields = change.fields(for: member)
        action.write(fields, to: EntityID(id), in: householdID)
        if change.isRemoved ?? false, !fields.isEmpty { endParticipation(of: id, &action) }
    }

    /// Throws if removing a member would take away a login's identity, or lists that only the member may see.
    private func checkMayRemove(_ member: MemberID) throws(CommandError) {
        guard !library.upcomingBindings.values.contains(member) else { throw .member(.inUse(member)) }
        // Of somebody who does not use this device, only what others share is here.
        guard library.isFor(member) else { return }
        let lists = library.listScopes.compactMap { library.scopes[$0]?.upcomingList }
        let owned = lists.filter { list in
            list.owner == member && !list.isTrashed && !library.isEverybodys(list)
                && library.audience(of: list)?.accepted.isEmpty != false
        }
        guard owned.isEmpty else { throw .member(.ownsLists(member, count: owned.count)) }
    }

    // MARK: Login identity

    /// Plans that the caller acts as a member; in a fresh household without members, as a new one of that name.
    private mutating func act(as name: String, _ action: inout Action) throws(CommandError) {
        do {
            try bind(to: try library.member(named: name), &action)
        } catch .member(.notFound) where library.isFresh {
            guard library.upcomingHousehold?.everybody.contains(where: { !$0.isRemoved }) ?? true else {
                return try bind(to: try make(name, &action), &action)
            }
            let own = try library.actingMember(of: action.caller)
            guard let own, library.isNamedAfterLogin(own, of: action.caller) else { throw .member(.notFound(name)) }
            throw .member(.namedAfterLogin(own, not: name))
        }
    }

    private func bind(to member: MemberID, _ action: inout Action) throws(CommandError) {
        guard let householdID = library.householdID else { return }
        let uid = action.caller.uid
        let reference = EntityReference(scope: householdID, entity: EntityID(member))
        guard library.upcomingBindings[uid] != member else { return action.outcome.unchanged.append(reference) }
        guard library.isFor(member) || action.caller.isOwner && library.isAlone else {
            throw .member(.notListed(member))
        }
        if !action.caller.isOwner {
            guard !library.upcomingBindings.values.contains(member) else { throw .member(.inUse(member)) }
        }
        action.outcome.changed.append(reference)
        action.facts.append(.binding(uid: uid, member: member))
        try library.checkMayList(member)
        action.add(library.listing(of: member), in: householdID)
    }

    private func unbind(_ action: inout Action) {
        guard let householdID = library.householdID, let member = library.upcomingBindings[action.caller.uid],
            member != .house
        else { return }
        action.outcome.changed.append(EntityReference(scope: householdID, entity: EntityID(member)))
        action.facts.append(.binding(uid: action.caller.uid, member: .house))
    }
}

extension MemberChange {
    /// Returns the writes that change the member; a new name beats a concurrent removal, and one that is said again
    /// settles that.
    fileprivate func fields(for member: MemberState) -> [FieldWrite] {
        var fields: [FieldWrite] = []
        if let name, name != member.name || member.conflicts.contains(where: { $0.field == .title }) {
            fields.append(FieldWrite(.title, text: name))
        }
        if let email, email != member.email {
            fields.append(FieldWrite(.email, text: email))
        }
        if let isRemoved, isRemoved != member.isRemoved {
            fields.append(FieldWrite(.life, isRemoved ? Life.dead : Life.alive))
        } else if !fields.isEmpty || member.rescue != nil {
            fields.append(FieldWrite(.life, Life.alive))
        }
        return fields
    }
}
