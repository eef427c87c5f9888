import OrderedCollections
package import PhlistModel
import PhlistVocabulary

/// Planning commands about lists.
extension Planner {
    mutating func plan(_ command: ListCommand, _ action: inout Action) throws(CommandError) {
        switch command {
        case .create(let list): try create(list, &action)
        case .change(let references, let change): try self.change(references, change, &action)
        case .copy(let list, let title, let isReset): try copy(list, as: title, isReset: isReset, &action)
        case .merge(let list, let target): try merge(list, into: target, &action)
        case .clearDone(let list): try clearDone(list, &action)
        case .purge(let references): try purgeLists(references, &action)
        case .purgeTrash(let time): purgeListTrash(before: time, &action)
        case .setDefault(let list): try setDefault(list, &action)
        case .setOwnView(let list, let change): try setOwnView(list, change, &action)
        }
    }

    private mutating func create(_ new: NewList, _ action: inout Action) throws(CommandError) {
        let title = try checked(new.title, as: .title)
        let description = try checked(new.description, as: .description)
        let template = try new.template.map { name throws(CommandError) in
            try library.checklist(named: name, for: action.caller)
        }
        // A copy must not show a private list to anybody else.
        let isTemplatePrivate =
            template.map { !library.isEverybodys($0) || library.isSaidToHaveEnded($0.scope) } ?? false
        if new.isPrivate || isTemplatePrivate { try checkIsSomebody(action) }
        let isPrivate = new.isPrivate || isTemplatePrivate || !new.guests.isEmpty
        let grants = isPrivate ? try invitations(to: new.guests, for: action) : []
        let fields: [FieldWrite?] = [
            // Items that others rely on are cancelled, not deleted.
            new.guests.isEmpty ? nil : FieldWrite(.deletionPolicy, DeletionPolicy.cancelOnly),
            description.isEmpty ? nil : FieldWrite(.description, text: description),
            new.due.map { FieldWrite(.due, $0.encoded) },
            new.sort == .manual ? nil : FieldWrite(.defaultView, text: DefaultView(sort: new.sort).encoded),
        ]
        let scope = try makeList(
            title,
            isForEverybody: !isPrivate,
            with: fields.compactMap(\.self) + grants,
            &action
        )
        action.outcome.list = scope
        action.outcome.changed.append(EntityReference(scope: scope, entity: .root))
        if let template { copyContents(of: template, into: scope, isReset: true, &action) }
    }

    /// Creates a list.
    ///
    /// Its first batch names its owner, so that nobody else can claim it, and its audience, which is the owner alone by
    /// default.
    mutating func makeList(
        _ title: String,
        isForEverybody: Bool,
        with fields: [FieldWrite] = [],
        _ action: inout Action
    ) throws(CommandError) -> ScopeID {
        guard !lacksPeople else { throw .login(.peopleUnknown) }
        let home = library.lineage ?? library.householdID ?? ScopeID(rawValue: 0)
        let owner = try ownerOfNewList(action, isForEverybody: isForEverybody)
        let origin = ListOrigin(owner: owner, household: home, nonce: random.next128())
        let words = isForEverybody ? [SharingWord.forEverybody] : []
        let first = [FieldWrite(.life, Life.alive), FieldWrite(.title, text: title)]
        action.add([.originate(origin)] + Op.writes(words + first + fields, to: .root), in: origin.scope)
        return origin.scope
    }

    /// Returns the owner of a new list: the acting member if they use this device; otherwise its only user, or the
    /// house, and the acting member only signs.
    ///
    /// - Throws: If the owner is ambiguous, or the list would not be private to the acting member.
    private func ownerOfNewList(_ action: Action, isForEverybody: Bool) throws(CommandError) -> MemberID {
        // A device that has just joined does not know yet whom the household has listed for it.
        guard let own = library.roster?.authors[device], !action.isNewMember, library.actsForHouse(action.member) else {
            return action.member
        }
        guard !own.members.isEmpty else { return .house }
        guard own.members.count == 1, isForEverybody else { throw .member(.notListed(action.member)) }
        return own.members[0]
    }

    private func change(_ references: [String], _ change: ListChange, _ action: inout Action) throws(CommandError) {
        var change = change
        change.title = try change.title.map { title throws(CommandError) in try checked(title, as: .title) }
        change.description = try change.description.map { text throws(CommandError) in
            try checked(text, as: .description)
        }
        let isTrashed = change.isTrashed
        let targets = OrderedSet(
            try references.map { reference throws(CommandError) in
                try library.list(named: reference, for: action.caller, toBeTrashed: isTrashed)
            }
        )
        for scope in targets {
            guard let list = library.scopes[scope]?.upcomingList else { continue }
            action.write(change.fields(for: list), to: .root, in: scope)
        }
        action.outcome.list = targets.count == 1 ? targets.first : nil
    }

    private func clearDone(_ name: String, _ action: inout Action) throws(CommandError) {
        let scope = try library.list(named: name, for: action.caller)
        action.outcome.list = scope
        let items = (library.scopes[scope]?.upcomingList?.items ?? []).filter { !$0.isTrashed && $0.state != .open }
        for item in items {
            action.write([FieldWrite(.life, Life.dead)], to: item.entity, in: scope)
        }
    }

    /// Permanently removes lists from the trash.
    private func purgeLists(_ references: [String], _ action: inout Action) throws(CommandError) {
        let targets = try references.map { reference throws(CommandError) in
            let scope = try library.list(named: reference, for: action.caller, toBeTrashed: false)
            guard let list = library.scopes[scope]?.upcomingList, list.isTrashed else {
                throw .list(.notInTrash(scope))
            }
            guard library.mayPurgeAll(of: list, action.member) else {
                throw .sharing(.purgesOthersList(scope, owner: list.owner))
            }
            return scope
        }
        purgeLists(targets, &action)
    }

    private func purgeListTrash(before time: Int64, _ action: inout Action) {
        let old = library.upcomingListsWithTrash(for: action.caller).filter { list in
            (list.trashAct?.stamp.milliseconds ?? .max) < time
        }
        let mine = old.filter { library.mayPurgeAll(of: $0, action.member) }.map(\.scope)
        purgeLists(mine, &action)
        action.outcome.unchanged += old.map(\.scope).filter { !mine.contains($0) }
            .map { EntityReference(scope: $0, entity: .root) }
    }

    private func purgeLists(_ scopes: [ScopeID], _ action: inout Action) {
        for scope in OrderedSet(scopes) {
            action.write([FieldWrite(.life, Life.purged)], to: .root, in: scope)
        }
    }

    private func setDefault(_ name: String?, _ action: inout Action) throws(CommandError) {
        let scope = try name.map { name throws(CommandError) in
            try library.checklist(named: name, for: action.caller).scope
        }
        action.outcome.list = scope
        let reference = scope.map { EntityReference(scope: $0, entity: .root) }
        guard scope != library.choices.defaultLists[action.caller.uid] else {
            action.outcome.unchanged = [reference].compactMap(\.self)
            return
        }
        action.outcome.changed = [reference].compactMap(\.self)
        action.facts.append(.defaultList(uid: action.caller.uid, scope))
    }

    private func setOwnView(_ name: String, _ change: ListChange.View?, _ action: inout Action) throws(CommandError) {
        let scope = try library.list(named: name, for: action.caller)
        guard let list = library.scopes[scope]?.upcomingList else { throw .list(.notFound(name)) }
        let own = library.ownView(of: scope, for: action.caller)
        action.outcome.list = scope
        let wanted = change?.applied(to: own ?? list.defaultView.ofThisVersion)
        let reference = EntityReference(scope: scope, entity: .root)
        guard wanted != own else {
            action.outcome.unchanged = [reference]
            return
        }
        action.outcome.changed = [reference]
        action.facts.append(.ownView(uid: action.caller.uid, list: scope, wanted))
    }

}

extension ListChange {
    /// Returns the writes that change the list.
    ///
    /// An edit does not bring back a list that somebody trashes at the same time, so none writes *alive*.
    fileprivate func fields(for list: ListState) -> [FieldWrite] {
        var fields: [FieldWrite] = []
        if let title, title != list.title || list.hasConflict(in: .title) {
            fields.append(FieldWrite(.title, text: title))
        }
        if let description, description != list.description {
            fields.append(FieldWrite(.description, text: description))
        }
        if let due, due.date != list.due || list.hasConflict(in: .due) {
            fields.append(FieldWrite(.due, due.date?.encoded ?? []))
        }
        if let state, state != list.workState {
            fields.append(FieldWrite(.state, state))
        }
        if let deletion, deletion != list.deletionPolicy {
            fields.append(FieldWrite(.deletionPolicy, deletion))
        }
        if let isTrashed, isTrashed != list.isTrashed {
            fields.append(FieldWrite(.life, isTrashed ? Life.dead : Life.alive))
        }
        let changed = view.applied(to: list.defaultView)
        if changed != list.defaultView {
            fields.append(FieldWrite(.defaultView, text: changed.encoded))
        }
        return fields
    }
}

extension ListChange.View {
    /// Returns a view with the changes applied.
    package func applied(to view: DefaultView) -> DefaultView {
        var view = view
        view.sort = sort ?? view.sort
        view.isReversed = isReversed ?? view.isReversed
        view.showsDone = showsDone ?? view.showsDone
        return view
    }
}

extension ListState {
    fileprivate func hasConflict(in field: FieldID) -> Bool {
        conflicts.contains { $0.entity == .root && $0.field == field }
    }
}
