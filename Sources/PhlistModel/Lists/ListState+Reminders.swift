/// The items of which people are reminded.
extension ListState {
    /// The open items that have a reminder, in no particular order.
    ///
    /// Only the rows that have the field become items, so that a long list costs one pass over its facts.
    package var remindedItems: [ItemState] {
        let rows = rows()
        let reminded = rows.entities(where: \.isOpenItem).filter {
            rows.withShown(.reminder, of: $0) { !$0.isEmpty } ?? false
        }
        return reminded.compactMap { rows.item($0) }
    }
}

extension ItemState {
    /// The time at which its reminder or its due date was written last, in milliseconds since 1970; zero if it has
    /// neither.
    package var reminderSetAt: Int64 {
        let acts = [FieldID.reminder, .due].compactMap { entry.shown($0)?.act.stamp.milliseconds }
        return acts.max() ?? 0
    }
}
