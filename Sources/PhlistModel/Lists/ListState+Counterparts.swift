/// One item in two lists: what was moved or merged into another list, and is in the old one still, or again.
extension ListState {
    /// The fields that an item and its counterpart each have for themselves.
    private static let ownFields: Set<FieldID> = [.kind, .life, .place]

    /// Returns the fields of an item that its counterpart in another list is to get.
    ///
    /// Of two different values the later one counts, but for values that the counterpart got when it was made: those
    /// are copies of the item's.
    ///
    /// - Parameters:
    ///   - item: An item of this list.
    ///   - counterpart: What an earlier move or merge made of it.
    ///   - target: The list of the counterpart.
    /// - Returns: The fields, with one that keeps the counterpart from a removal at the same time; empty if there are
    ///   none.
    package func fields(of item: ItemState, newerThanIn counterpart: ItemState, of target: ListState) -> [FieldWrite] {
        let elements = Set(target.contents(of: counterpart.entity).filter { $0.field.mergeClass == .set })
        let fields = contents(of: item.entity).filter { write in
            guard !Self.ownFields.contains(write.field) else { return false }
            guard write.field.mergeClass != .set else { return !elements.contains(write) }
            guard let there = counterpart.entry.shown(write.field) else { return !write.value.isEmpty }
            guard there.value != write.value else { return false }
            let isLater = item.entry.shown(write.field).map { $0.act > there.act } ?? false
            return isLater || there.act == counterpart.created
        }
        return fields.isEmpty ? [] : fields + [FieldWrite(.life, Life.alive)]
    }

    /// The items in the trash that nobody removed: each action that made or restored them was taken back.
    package var takenBackItems: Set<EntityID> {
        // Most lists have none, and need no look at their items.
        let takenBack = state.takenBackEntities
        return takenBack.isEmpty ? [] : takenBack.intersection(items.lazy.filter(\.isTrashed).map(\.entity))
    }

    /// The items that somebody removed, by the ids that they have in another list into which they were merged before.
    package func removedCounterparts(in target: ListState) -> [ItemState] {
        items.filter(\.isTrashed).compactMap { item in
            let counterpart = target.item(EntityID(moving: item.entity, from: scope, to: target.scope))
            guard let counterpart, !counterpart.isTrashed, let removed = item.trashAct else { return nil }
            return counterpart.updated == counterpart.created || counterpart.updated < removed ? counterpart : nil
        }
    }
}

extension ItemState {
    /// Whether a field, other than the note, got its value before another item did.
    package func said(_ field: FieldID, before other: ItemState) -> Bool {
        guard field != .note, let own = entry.shown(field), let others = other.entry.shown(field) else { return false }
        return own.act < others.act
    }
}
