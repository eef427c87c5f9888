import PhlistModel

/// A slow, obviously correct list: it keeps every write with all that its author knew, and scans all for each answer.
struct HistoryOracle {
    private var changes: [Change] = []
    private var touches: [(entity: EntityID, act: Act)] = []
    /// The batches that wrote to each entity or purged it.
    private var nodes: [(entity: EntityID, isPurge: Bool, node: Int, known: NodeSet)] = []

    /// The change that one op makes to one field of an entity, or to all of them.
    private struct Change {
        var entity: EntityID
        /// Nil for a purge.
        var field: FieldID?
        var element: ArraySlice<UInt8>?
        /// Nil for the removal of an element.
        var sibling: Sibling?
        /// The place of the change: the batch, the op in it, and the write in the op.
        var node: Int
        var op: Int
        var position: Int
        /// The batches that its author knew.
        var known: NodeSet
    }

    /// Keeps the applied batches, each with the batches that its author had actually applied.
    init(_ history: History, _ applied: NodeSet, isRead: (HistoryNode) -> Bool) {
        for number in applied.members where isRead(history.nodes[number]) {
            insert(history.nodes[number], number)
        }
    }

    private mutating func insert(_ node: HistoryNode, _ number: Int) {
        let header = node.named.header
        let act = Act(stamp: header.stamp, by: header.by, device: node.named.device)
        for (index, op) in node.ops.enumerated() {
            let dot = Dot(batch: node.named.name, op: index)
            var change = Change(entity: .root, node: number, op: index, position: 0, known: node.past)
            switch op {
            case .purge(let entity):
                (change.entity, change.sibling) = (entity, Sibling(dot: dot, act: act, value: []))
                changes.append(change)
                nodes.append((entity, true, number, node.past))
            case .write(let entity, let writes):
                change.entity = entity
                guard !writes.isEmpty else { continue }
                touches.append((entity, act))
                nodes.append((entity, false, number, node.past))
                for (position, write) in writes.enumerated() {
                    change.position = position
                    insert(write, Sibling(dot: dot, act: act, value: write.value), change)
                }
            case .originate, .roster: continue
            }
        }
    }

    private mutating func insert(_ write: FieldWrite, _ sibling: Sibling, _ template: Change) {
        var change = template
        change.field = write.field
        change.sibling = sibling
        if write.field.mergeClass == .set {
            guard let first = write.value.first, let kind = SetChange(rawValue: first) else { return }
            change.element = write.value.dropFirst()
            if kind == .remove { change.sibling = nil }
        }
        changes.append(change)
    }

    private func isSuperseded(_ old: Change) -> Bool {
        changes.contains { new in
            new.entity == old.entity && new.field == old.field && new.element == old.element && knows(new, old)
        }
    }

    private func knows(_ new: Change, _ old: Change) -> Bool {
        guard new.node == old.node else { return new.known.contains(old.node) }
        return (old.op, old.position) < (new.op, new.position)
    }

    /// Returns the purges with an effect: they know an edit of the entity, and none of its edits is concurrent.
    private func purgesWithEffect(on entity: EntityID) -> [Change] {
        let edits = changes.filter { $0.entity == entity && $0.field != nil }
        return changes.filter { purge in
            purge.entity == entity && purge.field == nil && edits.contains { knows(purge, $0) }
                && edits.allSatisfy { knows(purge, $0) || knows($0, purge) }
        }
    }

    /// Returns the values of an entity that no later write or purge by an author who knew them has replaced.
    func siblings(of entity: EntityID) -> [FieldID: Set<Sibling>] {
        let purges = purgesWithEffect(on: entity)
        var siblings: [FieldID: Set<Sibling>] = [:]
        for change in changes where change.entity == entity {
            guard let field = change.field, let sibling = change.sibling, !isSuperseded(change) else { continue }
            guard !purges.contains(where: { knows($0, change) }) else { continue }
            siblings[field, default: []].insert(sibling)
        }
        return siblings
    }

    /// Returns the first and the last act that wrote a field of an entity.
    func acts(of entity: EntityID) -> (created: Act, updated: Act)? {
        let acts = touches.filter { $0.entity == entity }.map(\.act)
        guard let created = acts.min(), let updated = acts.max() else { return nil }
        return (created, updated)
    }

    /// Whether an entity has concurrent writes; with `byPurges`, purges count as well.
    func wasConcurrent(_ entity: EntityID, byPurges: Bool) -> Bool {
        let nodes = nodes.filter { $0.entity == entity && (byPurges || !$0.isPurge) }
        return nodes.contains { one in
            nodes.contains { other in
                one.node < other.node && !one.known.contains(other.node) && !other.known.contains(one.node)
            }
        }
    }

    /// The sum of the hashes of all current values, and of the purges that removed something.
    var digest: UInt128 {
        let values = changes.filter { $0.sibling != nil && $0.field != nil && !isSuperseded($0) }
        let purges = History.entities.flatMap { entity in
            let purges = purgesWithEffect(on: entity)
            return purges.filter { purge in !purges.contains { hasNoEdit(between: $0, and: purge) } }
        }
        return (values + purges).reduce(0) { $0 &+ Self.contribution(of: $1) }
    }

    private func hasNoEdit(between earlier: Change, and later: Change) -> Bool {
        knows(later, earlier)
            && !changes.contains { edit in
                edit.entity == later.entity && edit.field != nil && knows(edit, earlier) && knows(later, edit)
            }
    }

    private static func contribution(of change: Change) -> UInt128 {
        let (sibling, field, entity) = (change.sibling, change.field ?? .purge, change.entity)
        guard let sibling else { return 0 }
        var mixer = DigestMixer()
        mixer.add(entity.rawValue)
        mixer.add(field.rawValue)
        mixer.add(sibling.dot.batch.rawValue)
        mixer.add(UInt64(sibling.dot.op))
        mixer.add(sibling.act.stamp.rawValue)
        sibling.value.withUnsafeBytes { mixer.add($0) }
        return mixer.sum
    }
}
