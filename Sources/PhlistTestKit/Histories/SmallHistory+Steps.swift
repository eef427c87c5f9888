import PhlistModel

/// The steps of small histories, and their expected results.
extension SmallHistory {
    static let milk = EntityID(rawValue: 1)

    /// A change of one item.
    package enum Step: CaseIterable, Sendable {
        case edit
        case trash
        case purge
        case insert
        case remove
        /// A copy that a command makes, or makes again.
        case make
        /// Takes such a copy back.
        case unmake

        var op: Op {
            switch self {
            case .edit: .write(milk, [FieldWrite(.life, Life.alive)])
            case .trash: .write(milk, [FieldWrite(.life, Life.dead)])
            case .purge: .purge(milk)
            case .insert: .write(milk, [.insert("dairy", into: .tags)])
            case .remove: .write(milk, [.remove("dairy", from: .tags)])
            case .make: .write(milk, [FieldWrite(.life, Life.made)])
            case .unmake: .write(milk, [FieldWrite(.life, Life.unmade)])
            }
        }

        /// Whether the step writes a value.
        var isValue: Bool { isOfLife || self == .insert }

        private var isOfLife: Bool { self == .edit || self == .trash || self == .make || self == .unmake }

        /// Returns whether the step replaces the value of another that its author knew.
        func replaces(_ other: Step) -> Bool {
            switch self {
            case .edit, .trash, .make, .unmake: other.isOfLife
            case .purge: false
            case .insert, .remove: other == .insert
            }
        }
    }

    /// Delivers all histories of `count` steps of some kinds in every order, and checks each state.
    ///
    /// - Returns: The number of deliveries; nil when a state was wrong.
    package static func deliveries(of count: Int, _ kinds: [Step]) -> Int? {
        let assignments = (0..<count).reduce([[Step]()]) { all, _ in
            all.flatMap { acts in kinds.map { acts + [$0] } }
        }
        var deliveries: Int? = 0
        forEach(count: count) { writes in
            for acts in assignments where deliveries != nil {
                let history = SmallHistory(writes, acts.map(\.op))
                let more = history.deliveries { history.isRight($0, after: $1, acts) }
                deliveries = more.flatMap { more in deliveries.map { $0 + more } }
            }
        }
        return deliveries
    }

    private func isRight(_ state: ScopeState, after delivered: [Int], _ acts: [Step]) -> Bool {
        let edits = delivered.filter { acts[$0] != .purge }
        let purges = delivered.filter { purge in
            acts[purge] == .purge && edits.allSatisfy { knows(purge, $0) || knows($0, purge) }
        }
        let current = delivered.filter { old in
            acts[old].isValue && !delivered.contains { knows($0, old) && acts[$0].replaces(acts[old]) }
                && !purges.contains { knows($0, old) }
        }
        let entry = state.entry(of: Self.milk)
        let standing = Set(current.map { acts[$0] })
        // A person's edit, else a person's removal, else what was made apart.
        let isAlive = standing.contains(.edit) || standing.contains(.make) && !standing.contains(.trash)
        return (state.life(of: Self.milk) == .alive) == isAlive
            && (entry?.elements(.tags) == ["dairy"]) == current.contains { acts[$0] == .insert }
            && (entry?.fields.isEmpty ?? true) == current.isEmpty
    }

    /// Delivers all histories of `count` writes to one register in every order, and checks its siblings and the shown
    /// value after each.
    ///
    /// - Returns: The number of deliveries; nil when a state was wrong.
    package static func registerDeliveries(of count: Int) -> Int? {
        var deliveries: Int? = 0
        forEach(count: count) { writes in
            let history = SmallHistory(
                writes,
                writes.indices.map { .write(milk, [FieldWrite(.title, [UInt8($0)])]) }
            )
            let siblings = writes.indices.map { history.sibling($0, [UInt8($0)]) }
            let more = history.deliveries { history.hasRightSiblings($0, after: $1, siblings) }
            deliveries = more.flatMap { more in deliveries.map { $0 + more } }
        }
        return deliveries
    }

    private func hasRightSiblings(_ state: ScopeState, after delivered: [Int], _ siblings: [Sibling]) -> Bool {
        let register = state.entry(of: Self.milk)?[.title] ?? Register()
        let current = delivered.filter { old in !delivered.contains { knows($0, old) } }
        let expected = current.map { siblings[$0] }.sorted { $0.dot < $1.dot }
        let shown = expected.max { ($0.act.stamp, $0.dot) < ($1.act.stamp, $1.dot) }
        return register.siblings == expected && register.shown == shown && state.shown(.title, of: Self.milk) == shown
    }
}
