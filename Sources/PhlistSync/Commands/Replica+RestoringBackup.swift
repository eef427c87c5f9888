import PhlistModel

/// The lists of another device on this one.
extension Replica {
    /// Takes in the lists of a backup, and goes on with them alone.
    ///
    /// They stay what they are, with their authors, names and heads: who has them already finds nothing new, and who
    /// lacks a part of them can get it from here. Nobody of the household in which they were made may be left; so this
    /// device founds it anew, and gets to know all who wrote there. No rights come along.
    mutating func restoreBackup(_ backup: BackupContents, id: CommandID, now: Now) throws(CommandError) {
        try checkEmpty()
        guard let householdID = library.householdID, let household = library.household else { throw .notAdmin }
        // This says what is a household, and which were left.
        let households = backup.households.map { LogEntry.local(.household($0, lineage: backup.lineage)) }
        var entries = households + received(backup)
        // Whoever kept the key and lost the log is in that household still, and goes on there.
        if !backup.devices.contains(device) {
            let founding = newFounding(continuing: backup.lineage)
            let own = household.departure(founding, key: random.discoveryKey(), called: household.name)
            let ops = own + householdOps(of: backup)
            try library.checkAreTaken(ops, in: householdID)
            entries += self.entries(founding, by: ops, now: now)
        }
        entries += facts(of: backup).map(LogEntry.local)
        append(entries, reply: (id, .restored(backup.count)))
    }

    /// The batches of a backup, with the heads of their authors, but for those that prove to be forged.
    private mutating func received(_ backup: BackupContents) -> [LogEntry] {
        let households = Set(backup.households)
        let keys = Dictionary(backup.authors.map { ($0.device, $0.publicKey) }) { first, _ in first }
        return backup.entries.flatMap { entry -> [LogEntry] in
            let introduction = library.introduce(entry.feed)
            guard let number = library.feeds.number(of: entry.feed) else { return [] }
            switch entry {
            case .batch(let batch, let feed):
                if households.contains(feed.scope) {
                    library.ensureHousehold(feed.scope)
                } else {
                    library.ensureScope(feed.scope)
                }
                guard let slot = library.scopes[feed.scope], !slot.holds(batch) else { return introduction }
                slot.started(batch)
                return introduction + [.batch(StoredBatch(feed: number, isMinted: false, batch))]
            case .head(let head, let feed):
                let bytes = SignedHead.signedBytes(of: feed, number: head.number, name: head.name)
                // Whoever passed on another one would be taken for the forger. Of a device that had not heard from its
                // household yet the others alone know the key.
                let isValid = keys[feed.device].map { authority.isValid(head.signature, of: bytes, by: $0) } ?? true
                return introduction + (isValid ? [.head(number, head)] : [])
            }
        }
    }

    /// Refuses a device that is in a household with others, or has lists, in the trash or not.
    package func checkEmpty() throws(CommandError) {
        _ = try newDevice()
        let listCount = library.scopes.values.count { slot in
            slot.state.kind == .list && (slot.upcomingList?.origin != nil || !slot.isQuiet)
        }
        guard listCount == 0 else { throw .listsInTheWay(listCount) }
    }

    /// What makes those who wrote in a backup known in the household that continues theirs.
    private func householdOps(of backup: BackupContents) -> [Op] {
        let strangers = backup.authors.filter { $0.device != device }
        return strangers.flatMap(\.acts).map(Op.roster) + memberOps(of: backup)
    }

    private func memberOps(of backup: BackupContents) -> [Op] {
        let newcomers = backup.members.filter { library.household?.memberName($0.id) == nil }
        let ops = newcomers.map { member -> Op in
            var fields = FieldWrite.making(member.id, called: library.freeName(like: member.name), email: member.email)
            if member.isRemoved {
                fields = fields.filter { $0.field != .life } + [FieldWrite(.life, Life.dead)]
            }
            return .write(EntityID(member.id), fields)
        }
        let own = library.roster?.devices[device]
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
        let logins = backup.bindings.filter { library.upcomingBindings[$0.key] == nil }
        return logins.sorted { $0.key < $1.key }.map { LocalFact.binding(uid: $0.key, member: $0.value) }
            + backup.choices.facts(unlessIn: library.choices)
    }
}
