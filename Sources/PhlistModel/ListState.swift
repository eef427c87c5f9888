/// One list: the fold of its scope's batches.
package struct ListState: Sendable {
    package let scope: ScopeID
    /// Who owns the list; nil until its first op has come.
    package private(set) var origin: ListOrigin?
    package private(set) var table = RegisterTable<EntityID>()

    /// Creates the state of a scope without batches.
    package init(scope: ScopeID) {
        self.scope = scope
    }

    package var owner: MemberID? {
        origin?.owner
    }

    /// The entry of the list itself; nil until it has come.
    package var root: RegisterEntry? {
        table.entries[.root]
    }

    package var title: String {
        root?.text(.title) ?? ""
    }

    /// Trashing a list wins over concurrent edits in it; restoring it brings everything back.
    package var isTrashed: Bool {
        root?.values(.life, as: Life.self).contains(.dead) ?? false
    }

    package var visibility: Visibility {
        root?.value(.visibility) ?? .household
    }

    /// One item, in the trash or not.
    package func item(_ entity: EntityID) -> ItemState? {
        guard entity != .root else { return nil }
        return table.entries[entity].map { ItemState(entity, $0) }
    }

    /// All items, in the trash or not, in the order of the list.
    package var items: [ItemState] {
        table.entries.lazy.filter { $0.key != .root }.map { ItemState($0.key, $0.value) }.sorted()
    }

    mutating func apply(_ op: Op, dot: Dot, act: Act, knowing context: Context) {
        switch op {
        case .write(let entity, let fields):
            table.apply(fields, to: entity, dot: dot, act: act, knowing: context)
        case .originate(let claim):
            // The list's id is the hash of the claim: whoever sends another one owns another list.
            if claim.scope == scope {
                origin = claim
            }
        case .found, .admit, .writeMember:
            break
        }
    }

    /// Shows what some ops of this device will make of the entities that they touch, before they are durable.
    ///
    /// - Parameters:
    ///   - ops: The ops, minted on top of `applied` and of what was anticipated before.
    ///   - applied: The list without them.
    ///   - act: Who makes them, and when.
    package mutating func anticipate(_ ops: [Op], upon applied: ListState, act: Act) {
        for op in ops {
            if case .write(let entity, _) = op {
                table.adopt(entity, from: applied.table)
            }
            let dot = Dot(feed: FeedID(rawValue: 0), sequence: 0)
            apply(op, dot: dot, act: act, knowing: .everything)
        }
    }
}
