/// What is needed to put what a list holds into another one.
extension ListState {
    /// Writes that give another entity the same values, those of later versions included.
    ///
    /// Of values that compete only the shown one goes along. Life and place stay behind: they belong to this list.
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

    /// Writes that make another list hold the same under the same ids, what is in the trash included.
    ///
    /// Of values that compete only the shown one goes along, and nothing of what was said on who may see the list:
    /// invitations and answers are of this list.
    ///
    /// - Parameters:
    ///   - visibility: What the other list says of everybody; nil for nothing.
    ///   - counterpart: Who somebody is to whom an item is assigned here; nil for nobody there.
    /// - Returns: What to write, who may see it in front.
    package func transcript(for visibility: Visibility?, _ counterpart: (MemberID) -> MemberID?) -> [Op] {
        let entities = Set(state.table.entities).union(draft?.entries.keys.map { $0 } ?? [])
        let contents = entities.sorted().flatMap { Op.writes(transcript(of: $0, counterpart), to: $0) }
        let words = visibility.map { [Op.write(.root, [SharingWord.visibility($0).write])] } ?? []
        return words + contents
    }

    private func transcript(of entity: EntityID, _ counterpart: (MemberID) -> MemberID?) -> [FieldWrite] {
        guard let entry = entry(of: entity) else { return [] }
        let standing = [FieldID.life, .place].compactMap { field in
            entry.shown(field).map { FieldWrite(field, $0.value) }
        }
        let contents = contents(of: entity).filter { !$0.field.isSharing }.compactMap { write -> FieldWrite? in
            guard write.field == .assignee, let member = MemberID(bytes: write.value) else { return write }
            return counterpart(member).map { FieldWrite(.assignee, $0.bytes) }
        }
        return standing + contents
    }

    /// All sections by key, also those in the trash: whoever places another one must leave them theirs.
    package var sectionsWithTrash: [(entity: EntityID, key: [UInt8])] {
        let rows = rows()
        let found = rows.entities { $0.isThere && !$0.isRoot && $0.kind == .section }
        return found.map { (entity: rows.entity(of: $0), key: rows.key(of: $0)) }
            .sorted { PlaceKey.isBefore(($0.key, $0.entity), ($1.key, $1.entity)) }
    }
}
