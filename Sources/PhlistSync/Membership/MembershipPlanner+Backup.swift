import PhlistHousehold
import PhlistModel

/// Restoring another device's lists on this one.
extension MembershipPlanner {
    /// Restores the lists of a backup and continues with them alone.
    ///
    /// They stay as they are, with their authors, names and heads: devices that hold them find nothing new, and devices
    /// that lack some can get them from here. The former household may have no members left, so this device founds it
    /// again and records all former authors. No rights are restored.
    mutating func restore(_ backup: BackupContents) throws(CommandError) -> MembershipPlan {
        try checkEmpty()
        guard let householdID = library.householdID, let household = library.household else { throw .device(.notAdmin) }
        // These facts say which scopes are households, and which of them were left.
        let households = backup.households.map { LocalFact.household($0, lineage: backup.lineage) }
        var parts: [MembershipPlan.Part] = [.facts(households), .backup(backup)]
        // A device that kept its key and lost its log is still in that household, and continues there.
        if !backup.devices.contains(device) {
            let founding = newFounding(continuing: backup.lineage)
            let own = household.departure(founding, key: random.discoveryKey(), called: household.name)
            let ops = own + householdOps(of: backup)
            try library.checkAreTaken(ops, in: householdID)
            parts += self.parts(founding, by: ops)
        }
        return MembershipPlan(parts + [.facts(facts(of: backup))], .restored(backup.count))
    }

    /// Throws if the device is in a household with others, or has lists, in the trash or not.
    func checkEmpty() throws(CommandError) {
        try checkMayMove()
        let listCount = library.scopes.values.count { slot in
            slot.state.kind == .list && (slot.upcomingList?.origin != nil || !slot.isQuiet)
        }
        guard listCount == 0 else { throw .household(.listsInTheWay(listCount)) }
    }

    /// Creates the ops that introduce the backup's authors to the household that continues theirs.
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
        let users = backup.users.subtracting(own?.members ?? []).sorted()
        guard !users.isEmpty, let own else { return ops }
        let admission = Admission(
            publicKey: identity.publicKey,
            deviceName: own.name,
            role: own.role,
            members: Array(users.prefix(Limits.deviceMembersMax))
        )
        return ops + [.roster(.admit(admission))]
    }

    /// Returns the backup's facts about logins that have none here, and about lists that have ended.
    private func facts(of backup: BackupContents) -> [LocalFact] {
        let logins = backup.bindings.filter { library.upcomingBindings[$0.key] == nil }
        // Nobody in the new household reports that a list has ended, so its admin does: this device.
        let report = Invitations().keeping(backup.ended)
        return logins.sorted { $0.key < $1.key }.map { LocalFact.binding(uid: $0.key, member: $0.value) }
            + backup.choices.facts(unlessIn: library.choices)
            + (backup.ended.isEmpty ? [] : [.invitations(from: device, report)])
    }
}

extension Library {
    /// Returns the entries of a backup's batches, with their authors' heads, except heads that prove to be forged.
    mutating func receive(_ backup: BackupContents, _ authority: any HeadAuthenticator) -> [LogEntry] {
        let households = Set(backup.households)
        let keys = Dictionary(backup.authors.map { ($0.device, $0.publicKey) }) { first, _ in first }
        return backup.entries.flatMap { entry -> [LogEntry] in
            let introduction = introduce(entry.feed)
            guard let number = feeds.number(of: entry.feed) else { return [] }
            switch entry {
            case .batch(let batch, let feed):
                if households.contains(feed.scope) {
                    ensureHousehold(feed.scope)
                } else {
                    ensureScope(feed.scope)
                }
                guard let slot = scopes[feed.scope], !slot.holds(batch) else { return introduction }
                slot.started(batch)
                return introduction + [.batch(StoredBatch(feed: number, isMinted: false, batch))]
            case .head(let head, let feed):
                let bytes = SignedHead.signedBytes(of: feed, number: head.number, name: head.name)
                // A device that passed on a forged head would be taken for the forger. Without the author's key, which
                // only the others may know, the head is kept.
                let isValid = keys[feed.device].map { authority.isValid(head.signature, of: bytes, by: $0) } ?? true
                return introduction + (isValid ? [.head(number, head)] : [])
            }
        }
    }
}
