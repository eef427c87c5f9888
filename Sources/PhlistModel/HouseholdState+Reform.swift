/// A household formed anew, since nobody is left who lets others in.
extension HouseholdState {
    /// What founds the household anew with one device in it: its people, and all who wrote the lists that come along.
    ///
    /// The lists keep their ids, so that whoever joins again finds his edits where they were.
    ///
    /// - Parameters:
    ///   - founding: The new founding; its device is the one that acts.
    ///   - key: The new household's secret.
    /// - Returns: The ops of the new household, those that a device has to know first in front.
    package func reformation(_ founding: Founding, key: DiscoveryKey) -> [Op] {
        let users = roster.authors[founding.device]?.members ?? []
        let others = roster.authors.filter { $0.key != founding.device }.sorted { $0.key < $1.key }
        let former = others.map { _, author in
            Admission(publicKey: author.publicKey, deviceName: author.name, role: nil, members: author.members)
        }
        let acts: [RosterAct] =
            [.found(founding), .rotate(key), .list(users, on: founding.device)] + former.map { .admit($0) }
            + roster.unions.map { .unite($0, $1) }
        return acts.map { .roster($0) } + [.write(.root, [FieldWrite(.title, text: name)])]
            + everybody.map { .write(EntityID($0.id), $0.fields) }
    }
}

extension MemberState {
    /// The fields that make him.
    fileprivate var fields: [FieldWrite] {
        let life: Life = isRemoved ? .dead : .alive
        let fields = [
            FieldWrite(.life, life), FieldWrite(.kind, EntityKind.member), FieldWrite(.member, id.bytes),
            FieldWrite(.title, text: name),
        ]
        return email.isEmpty ? fields : fields + [FieldWrite(.email, text: email)]
    }
}
