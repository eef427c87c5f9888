import OrderedCollections
package import PhlistVocabulary

/// Copying the content of a list into another one.
extension ListState {
    /// Returns the writes that give another entity the same values, including those of later versions.
    ///
    /// Only the shown one of competing values is copied. Life and place are left out: they belong to this list.
    package func contents(of entity: EntityID) -> [FieldWrite] {
        guard let entry = entry(of: entity) else { return [] }
        return entry.fields.flatMap { field -> [FieldWrite] in
            switch field.mergeClass {
            case .register where [.life, .place, .purge].contains(field): []
            case .register: entry.shown(field).map { [FieldWrite(field, $0.value)] } ?? []
            case .set: entry.elements(field).sorted().map { .insert($0, into: field) }
            case nil: []
            }
        }
    }

    /// Returns the ops that give another list the same content under the same ids, including the trash.
    ///
    /// Only the shown one of competing values is copied, and no sharing words: invitations and answers belong to this
    /// list.
    ///
    /// - Parameters:
    ///   - visibility: The visibility of the other list; nil to leave it unset.
    ///   - members: The members whom the owner of the other list invites to it.
    ///   - counterpart: Maps an assigned member to one of the other household; nil for nobody there.
    /// - Returns: The ops, starting with the visibility and the invitations.
    package func transcript(
        for visibility: Visibility?,
        inviting members: [MemberID] = [],
        _ counterpart: (MemberID) -> MemberID?
    ) -> [Op] {
        let entities = Set(state.table.entities).union(draft?.entries.keys.map { $0 } ?? [])
        let contents = entities.sorted().flatMap { Op.writes(transcript(of: $0, counterpart), to: $0) }
        let words = visibility.map { [SharingWord.visibility($0)] } ?? []
        let invitations = members.map { SharingWord.grant(Grant($0, .invited)) }
        return (words + invitations).map { Op.write(.root, [$0.write]) } + contents
    }

    private func transcript(of entity: EntityID, _ counterpart: (MemberID) -> MemberID?) -> [FieldWrite] {
        guard let entry = entry(of: entity) else { return [] }
        // What somebody changed while another person removed it is there, whichever came later.
        let counting = entity == .root ? nil : entry.values(.life, as: Life.self).shown
        let shown = entry.shown(.life).map { FieldWrite(.life, $0.value) }
        let life = counting.map { FieldWrite(.life, $0) } ?? shown
        let place = entry.shown(.place).map { FieldWrite(.place, $0.value) }
        let standing = [life, place].compactMap { $0 }
        // What was taken back here was not there.
        let contents = contents(of: entity).filter { !$0.field.isSharing && $0.field != .undoneBy }
        return standing + contents.compactMap { Self.write($0, with: counterpart) }
    }

    /// Returns a write whose members are those of another household; nil for nobody there.
    private static func write(_ write: FieldWrite, with counterpart: (MemberID) -> MemberID?) -> FieldWrite? {
        switch write.field {
        case .assignee:
            guard let member = MemberID(bytes: write.value) else { return write }
            return counterpart(member).map { FieldWrite(.assignee, $0.bytes) }
        case .rotation:
            let members = OrderedSet(Rotation(decoding: write.value).members.compactMap(counterpart))
            return members.isEmpty ? nil : FieldWrite(.rotation, Rotation(members.elements).encoded)
        default: return write
        }
    }

    /// All sections by key, including those in the trash: a new section must not take their place.
    package var sectionsWithTrash: [(entity: EntityID, key: [UInt8])] {
        let rows = rows()
        let found = rows.entities { $0.isThere && !$0.isRoot && $0.kind == .section }
        return found.map { (entity: rows.entity(of: $0), key: rows.key(of: $0)) }
            .sorted { PlaceKey.isBefore(($0.key, $0.entity), ($1.key, $1.entity)) }
    }
}
