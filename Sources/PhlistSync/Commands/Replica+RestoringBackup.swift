import PhlistModel

/// The lists of another device on this one.
extension Replica {
    /// Writes the lists and members of a backup again, as this device's own.
    ///
    /// Nobody of the household in which they were made may be there to vouch for it, so the history becomes this
    /// device's word: with the same lists, items, members and times.
    mutating func restoreBackup(_ backup: BackupContents, id: CommandID, now: Now) throws(CommandError) {
        try checkEmpty()
        guard let householdID else { throw .notAdmin }
        var entries: [LogEntry] = []
        let ops = memberOps(of: backup)
        if !ops.isEmpty {
            entries += mint(ops, in: householdID, by: .house, now: now)
        }
        for list in backup.lists {
            entries += mintAgain(list)
        }
        entries += facts(of: backup).map(LogEntry.local)
        append(entries, reply: (id, .restored(backup.count)))
    }

    /// Refuses a device that is in a household with others, or has lists, in the trash or not.
    package func checkEmpty() throws(CommandError) {
        _ = try newDevice()
        let listCount = scopes.values.filter { $0.upcomingList?.origin != nil }.count
        guard listCount == 0 else { throw .listsInTheWay(listCount) }
    }

    private func memberOps(of backup: BackupContents) -> [Op] {
        let newcomers = backup.members.filter { household?.memberName($0.id) == nil }
        let ops = newcomers.map { member -> Op in
            var fields = FieldWrite.making(member.id, called: freeName(like: member.name), email: member.email)
            if member.isRemoved {
                fields = fields.filter { $0.field != .life } + [FieldWrite(.life, Life.dead)]
            }
            return .write(EntityID(member.id), fields)
        }
        let own = roster?.devices[device]
        let users = Set(backup.bindings.values).subtracting([.house]).subtracting(own?.members ?? []).sorted()
        guard !users.isEmpty, let own else { return ops }
        let admission = Admission(
            publicKey: identity.publicKey,
            deviceName: own.name,
            role: own.role,
            members: Array(users.prefix(Limits.deviceMembersMax))
        )
        return ops + [.roster(.admit(admission))]
    }

    /// What the backup says of logins of which this device knows nothing yet.
    private func facts(of backup: BackupContents) -> [LocalFact] {
        let logins = backup.bindings.filter { upcomingBindings[$0.key] == nil }
        let lists = backup.defaultLists.filter { defaultLists[$0.key] == nil }
        return logins.sorted { $0.key < $1.key }.map { LocalFact.binding(uid: $0.key, member: $0.value) }
            + lists.sorted { $0.key < $1.key }.map { LocalFact.defaultList(uid: $0.key, $0.value) }
    }

    private mutating func mintAgain(_ list: BackupContents.List) -> [LogEntry] {
        list.actions.flatMap { action in
            mint(action.ops, in: list.scope, Minting(by: action.by, stamp: action.stamp, group: action.group))
        }
    }
}
