/// The ties of an undo in one list to the parts of the action in other lists.
///
/// An item that was moved to another list is two things: an undo must not leave it in both lists, or in none.
package struct UndoBonds: Hashable, Sendable {
    /// Things that stay if the undo would put them into the trash, as their counterparts cannot come back.
    package var kept: Set<EntityID> = []
    /// Things that do not come back, as their counterparts stay.
    package var gone: Set<EntityID> = []

    /// Creates bonds that demand nothing.
    package init() {}
}

/// A write of an action that puts a thing into the trash or out of it.
package struct LifeChange: Hashable, Sendable {
    package var entity: EntityID
    package var isAlive: Bool
    /// The title that the action wrote, else the one that is shown.
    package var title: [UInt8]
}

extension ScopeState {
    /// The things that an action made, brought back or put into the trash, in the order of its ops; what it only opened
    /// again was there.
    package func lifeChanges(byAction group: UInt64, by member: MemberID) -> [LifeChange] {
        let writes = table.writes.filter { isPart(of: group, by: member, row: Int($0.batch)) }
        let titles = Dictionary(
            writes.filter { table.field(of: $0) == .title }.map { ($0.row, table.value(of: $0)) },
            uniquingKeysWith: { $1 }
        )
        return writes.filter { table.field(of: $0) == .life && table.value(of: $0) != [Life.reopened.rawValue] }.map {
            write in
            let entity = table.rows[Int(write.row)].entity
            let title = titles[write.row] ?? shown(.title, of: entity)?.value ?? []
            return LifeChange(entity: entity, isAlive: table.value(of: write).isAlive, title: title)
        }
    }

    /// Whether an entity still has values; a permanently removed one has none.
    package func holds(_ entity: EntityID) -> Bool {
        table.row(of: entity).map(table.hasValues) ?? false
    }

    /// Returns the things that taking back an action leaves alone although it would put them into the trash.
    package func kept(takingBack action: UInt64, by member: MemberID, _ bonds: UndoBonds) -> Set<EntityID> {
        Set(UndoPlanner(state: self, actions: restated(action, by: member), bonds: bonds).kept.keys)
    }

    /// The action that undos and redos of it, one after the other, led to another action.
    package func original(of action: UInt64, by member: MemberID) -> UInt64 {
        let targets = undoTargets(by: member)
        var (cursor, seen): (UInt64, Set<UInt64>) = (action, [action])
        // Marks in a circle are written by malicious devices alone.
        while let target = targets[cursor], seen.insert(target).inserted { cursor = target }
        return cursor
    }
}
