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
    /// Of values that compete only the shown one goes along, and of what was said of who may see the list only whether
    /// it is everybody's: invitations and answers are of this list.
    package var transcript: [Op] {
        let entities = Set(state.table.entities).union(draft?.entries.keys.map { $0 } ?? [])
        let contents = entities.sorted().flatMap { Op.writes(transcript(of: $0), to: $0) }
        guard visibility == .participants else { return contents }
        return [.write(.root, [FieldWrite(.visibility, Visibility.participants)])] + contents
    }

    private func transcript(of entity: EntityID) -> [FieldWrite] {
        guard let entry = entry(of: entity) else { return [] }
        let standing = [FieldID.life, .place].compactMap { field in
            entry.shown(field).map { FieldWrite(field, $0.value) }
        }
        return standing
            + contents(of: entity).filter { !$0.field.isSharing }
    }

    /// All sections by key, also those in the trash: whoever places another one must leave them theirs.
    package var sectionsWithTrash: [(entity: EntityID, key: [UInt8])] {
        let rows = rows()
        let found = rows.entities { $0.isThere && !$0.isRoot && $0.kind == .section }
        return found.map { (entity: rows.entity(of: $0), key: rows.key(of: $0)) }
            .sorted { PlaceKey.isBefore(($0.key, $0.entity), ($1.key, $1.entity)) }
    }
}
