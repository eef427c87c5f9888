import PhlistModel

/// What becomes of commands about members.
extension Replica {
    /// Words that stand for no member where one is named.
    private static let reservedNames = [noneName, houseName]
    /// What stands for nobody, and for no section, where one is named.
    static let noneName = "none"
    /// What the devices are called that nobody is listed on, where a member is named.
    package static let houseName = "house"

    mutating func plan(_ command: MemberCommand, _ action: inout Action) throws(CommandError) {
        switch command {
        case .add(let name, let email): try add(name, email: email, &action)
        case .change(let reference, let change): try self.change(reference, change, &action)
        case .act(let name?): try bind(to: try member(named: name), &action)
        case .act(nil): unbind(&action)
        }
    }

    private mutating func add(_ name: String, email: String, _ action: inout Action) throws(CommandError) {
        guard let householdID else { return }
        let name = try checkedName(name, for: nil)
        let email = try checkedEmail(email)
        let member = MemberID(rawValue: random128())
        action.write(FieldWrite.making(member, called: name, email: email), to: EntityID(member), in: householdID)
    }

    private func change(
        _ reference: String,
        _ change: MemberChange,
        _ action: inout Action
    ) throws(CommandError) {
        let id = try member(named: reference)
        guard let householdID, let member = upcomingHousehold?.member(id) else { return }
        guard id == action.member || roster?.devices[device]?.role == .admin else { throw .mayNotChange(id) }
        var change = change
        change.name = try change.name.map { name throws(CommandError) in try checkedName(name, for: id) }
        change.email = try change.email.map { email throws(CommandError) in try checkedEmail(email) }
        if change.isRemoved ?? false {
            try checkMayRemove(id)
        }
        let fields = change.fields(for: member)
        action.write(fields, to: EntityID(id), in: householdID)
        if change.isRemoved ?? false, !fields.isEmpty { endParticipation(of: id, &action) }
    }

    /// Removing takes nothing away from anybody: neither who he is here, nor lists that only he may see.
    private func checkMayRemove(_ member: MemberID) throws(CommandError) {
        guard !upcomingBindings.values.contains(member) else { throw .memberInUse(member) }
        let lists = listScopes.compactMap { scopes[$0]?.upcomingList }
        let owned = lists.filter { !isEverybodys($0) && $0.owner == member && !$0.isTrashed }
        guard owned.isEmpty else { throw .memberOwnsLists(member, count: owned.count) }
    }

    // MARK: Who a login is

    private func bind(to member: MemberID, _ action: inout Action) throws(CommandError) {
        guard let householdID else { return }
        let uid = action.caller.uid
        let reference = EntityReference(scope: householdID, entity: EntityID(member))
        guard upcomingBindings[uid] != member else { return action.outcome.unchanged.append(reference) }
        guard isFor(member) || action.caller.isOwner && isAlone else { throw .memberNotListed(member) }
        if !action.caller.isOwner {
            guard !upcomingBindings.values.contains(member) else { throw .memberInUse(member) }
        }
        action.outcome.changed.append(reference)
        action.facts.append(.binding(uid: uid, member: member))
        try checkMayList(member)
        action.add(listing(of: member), in: householdID)
    }

    private func unbind(_ action: inout Action) {
        guard let householdID, let member = upcomingBindings[action.caller.uid], member != .house else { return }
        action.outcome.changed.append(EntityReference(scope: householdID, entity: EntityID(member)))
        action.facts.append(.binding(uid: action.caller.uid, member: .house))
    }

    // MARK: Names

    func checkedName(_ text: String, for member: MemberID?) throws(CommandError) -> String {
        let name = try checkedLabel(text)
        try checkIsFree(name, for: member)
        return name
    }

    /// What a member, a device or a household may be called.
    func checkedLabel(_ text: String) throws(CommandError) -> String {
        let name = text.trimmed
        guard !name.isBlank else { throw .emptyName }
        guard name.utf8.count <= Limits.nameBytesMax else { throw .nameTooLong(bytes: name.utf8.count) }
        guard name.isOneLine else { throw .badName(name) }
        return name
    }

    /// Refuses a name that another member has, by the rule that names are looked up by.
    func checkIsFree(_ name: String, for member: MemberID?) throws(CommandError) {
        let folded = fold(name)
        guard !Self.reservedNames.contains(where: { fold($0) == folded }) else { throw .reservedName(name) }
        let others = (upcomingHousehold?.everybody ?? []).filter { !$0.isRemoved && $0.id != member }
        if let other = others.first(where: { fold($0.name) == folded }) {
            throw .nameTaken(name, by: other.id)
        }
    }

    /// An address with something on either side of one `@`: whether it takes mail shows when somebody writes there.
    func checkedEmail(_ text: String) throws(CommandError) -> String {
        let email = text.trimmed
        guard !email.isEmpty else { return "" }
        let parts = email.split(separator: "@", omittingEmptySubsequences: false)
        let isPlain = email.isOneLine && !email.unicodeScalars.contains(where: \.properties.isWhitespace)
        guard isPlain, parts.count == 2, parts.allSatisfy({ !$0.isEmpty }),
            email.utf8.count <= SyncLimits.emailBytesMax
        else { throw .badEmail(email) }
        return email
    }
}

extension MemberChange {
    /// The fields that the change really changes; a new name beats a concurrent removal.
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
        } else if !fields.isEmpty {
            fields.append(FieldWrite(.life, Life.alive))
        }
        return fields
    }
}
