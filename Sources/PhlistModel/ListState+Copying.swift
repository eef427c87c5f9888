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

    /// All sections by key, also those in the trash: whoever places another one must leave them theirs.
    package var sectionsWithTrash: [(entity: EntityID, key: [UInt8])] {
        let rows = rows()
        let found = rows.entities { $0.isThere && !$0.isRoot && $0.kind == .section }
        return found.map { (entity: rows.entity(of: $0), key: rows.key(of: $0)) }.sorted { left, right in
            left.key == right.key ? left.entity < right.entity : left.key.lexicographicallyPrecedes(right.key)
        }
    }
}
