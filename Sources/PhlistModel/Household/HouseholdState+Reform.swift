/// Re-creating a household, when no admin device is left or one device goes on alone.
extension HouseholdState {
    /// Returns the ops that re-create this household with one device, all members, and every author of its lists.
    ///
    /// The lists stay as they are, so that people who join again find their edits where they were.
    ///
    /// - Parameters:
    ///   - founding: The new founding; its device is the one that acts.
    ///   - key: The new household's secret.
    /// - Returns: The ops of the new household, starting with those that a device must know first.
    package func reformation(_ founding: Founding, key: DiscoveryKey) -> [Op] {
        let former = roster.formerAuthors(without: founding.device)
        return beginning(founding, key: key, called: name) + former.flatMap(\.acts).map(Op.roster) + people
    }

    /// Returns the ops that create a separate household for one device, with all members, to hold copies of the lists.
    ///
    /// - Parameters:
    ///   - founding: The founding; its device is the one that leaves.
    ///   - key: The new household's secret.
    ///   - name: The name of the new household.
    /// - Returns: The ops of the new household, starting with those that a device must know first.
    package func departure(_ founding: Founding, key: DiscoveryKey, called name: String) -> [Op] {
        beginning(founding, key: key, called: name) + people
    }

    private func beginning(_ founding: Founding, key: DiscoveryKey, called name: String) -> [Op] {
        let users = roster.authors[founding.device]?.members ?? []
        let listings = stride(from: 0, to: users.count, by: Limits.deviceMembersMax).map { start in
            RosterAct.list(Array(users[start...].prefix(Limits.deviceMembersMax)), on: founding.device)
        }
        return ([.found(founding), .rotate(key)] + listings).map { .roster($0) } + [
            .write(.root, [FieldWrite(.title, text: name)])
        ]
    }

    private var people: [Op] {
        everybody.map { .write(EntityID($0.id), $0.making) }
    }
}

extension Admission {
    /// The acts that make the admission, each naming at most `Limits.deviceMembersMax` members.
    package var acts: [RosterAct] {
        var first = self
        first.members = Array(members.prefix(Limits.deviceMembersMax))
        let rest = stride(from: Limits.deviceMembersMax, to: members.count, by: Limits.deviceMembersMax).map { start in
            RosterAct.list(Array(members[start...].prefix(Limits.deviceMembersMax)), on: device)
        }
        return [.admit(first)] + rest
    }
}

extension MemberState {
    /// The fields that make the member, removed or not.
    fileprivate var making: [FieldWrite] {
        FieldWrite.making(id, called: name, email: email, isRemoved ? .dead : .alive)
    }
}
