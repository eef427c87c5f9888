/// What an entity is, and what people call it.
package struct EntityLabel: Hashable, Sendable {
    /// Nil for the list, or the household, itself.
    package var kind: EntityKind?
    /// A title, a name, or the key of a record.
    package var title: String

    /// Creates a label.
    package init(kind: EntityKind?, title: String) {
        (self.kind, self.title) = (kind, title)
    }
}

extension ListState {
    /// What an entity is called, in the trash or not; nil for one that was purged, and for what is no thing.
    package func label(of entity: EntityID) -> EntityLabel? {
        guard let entry = entry(of: entity), entry.shown(.life) != nil || entry.shown(.title) != nil else { return nil }
        guard entity != .root else { return EntityLabel(kind: nil, title: title) }
        let kind = entry.value(.kind) ?? EntityKind.item
        return EntityLabel(kind: kind, title: entry.text(kind == .record ? .recordKey : .title) ?? "")
    }

    /// The value that is shown for a field of any entity.
    package func shown(_ field: FieldID, of entity: EntityID) -> Sibling? {
        entry(of: entity)?.shown(field)
    }
}

extension HouseholdState {
    /// What an entity of the household is called.
    package func label(of entity: EntityID) -> EntityLabel? {
        entities.label(of: entity)
    }
}
