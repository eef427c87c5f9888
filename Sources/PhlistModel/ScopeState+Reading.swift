extension ScopeState {
    /// The value of a field that everybody shows; nil when there is none.
    package func shown(_ field: FieldID, of entity: EntityID) -> Sibling? {
        table.row(of: entity).flatMap { table.shown(field, of: $0, in: ledger) }.map { table.sibling($0, in: ledger) }
    }
}
