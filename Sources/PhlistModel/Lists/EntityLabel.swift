/// The kind and the displayed name of an entity.
package struct EntityLabel: Hashable, Sendable {
    /// The kind; nil for the list or the household itself.
    package var kind: EntityKind?
    /// A title, a name, or the key of a record.
    package var title: String

    package init(kind: EntityKind?, title: String) {
        (self.kind, self.title) = (kind, title)
    }
}

extension ListState {
    /// The label of an entity, in the trash or not; nil for one that was purged, and for an id without an entity.
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
    /// The label of an entity of the household.
    package func label(of entity: EntityID) -> EntityLabel? {
        entities.label(of: entity)
    }
}
