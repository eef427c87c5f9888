import PhlistHousehold
import PhlistModel
import PhlistWitness

/// The expected state of some batches of a scope, by a slow reference implementation: it keeps every write with all
/// that its author knew, and scans all of them for each answer.
struct ExpectedScope {
    private(set) var entities: [EntityID: ExpectedEntity] = [:]
    /// The number of purges without effect because of a concurrent edit of the same thing.
    private(set) var voidPurgeCount = 0

    /// The change that one op makes to one field of an entity, or to all of them.
    private struct Change {
        /// Nil for a purge.
        var field: FieldID?
        var element: ArraySlice<UInt8>?
        /// Nil for a removal from a set.
        var sibling: Sibling?
        var batch: Int
        var op: Int
        var position = 0
    }

    /// Derives the state of batches.
    ///
    /// - Parameters:
    ///   - annals: All batches of the scope.
    ///   - batches: The batches to use.
    ///   - counts: Whether the author of a batch had the right to write it.
    init(_ annals: Annals, _ batches: BatchSet, where counts: (Annals.Entry) -> Bool) {
        var changes: [EntityID: [Change]] = [:]
        for number in batches.members where counts(annals.entries[number]) {
            let entry = annals.entries[number]
            for (op, change) in entry.ops.enumerated() {
                switch change {
                case .purge(let entity): changes[entity, default: []].append(Change(batch: number, op: op))
                case .write(let entity, let writes):
                    changes[entity, default: []] += writes.enumerated().compactMap { position, write in
                        Self.change(write, at: position, ofOp: op, number, entry.batch)
                    }
                case .originate, .roster: continue
                }
            }
        }
        for (entity, changes) in changes {
            let purges = Self.purges(among: changes, annals)
            voidPurgeCount += changes.count { $0.field == nil } - purges.count
            entities[entity] = ExpectedEntity(siblings: Self.siblings(of: changes, purges, annals))
        }
    }

    private static func change(
        _ write: FieldWrite,
        at position: Int,
        ofOp op: Int,
        _ number: Int,
        _ batch: NamedBatch
    ) -> Change? {
        let act = Act(stamp: batch.header.stamp, by: batch.header.by, device: batch.device)
        let sibling = Sibling(dot: Dot(batch: batch.name, op: op), act: act, value: write.value)
        var change = Change(field: write.field, sibling: sibling, batch: number, op: op, position: position)
        guard write.field.mergeClass == .set else { return change }
        guard let first = write.value.first, let kind = SetChange(rawValue: first) else { return nil }
        change.element = write.value.dropFirst()
        if kind == .remove { change.sibling = nil }
        return change
    }

    /// Returns the purges without a concurrent edit of the same thing.
    private static func purges(among changes: [Change], _ annals: Annals) -> [Change] {
        changes.filter { purge in
            purge.field == nil
                && changes.allSatisfy { $0.field == nil || knows(purge, $0, annals) || knows($0, purge, annals) }
        }
    }

    private static func siblings(of changes: [Change], _ purges: [Change], _ annals: Annals) -> [FieldID: [Sibling]] {
        let byField = Dictionary(grouping: changes) { $0.field }
        var siblings: [FieldID: [Sibling]] = [:]
        for case (let field?, let writes) in byField {
            let current = writes.filter { write in
                write.sibling != nil
                    && !writes.contains { $0.element == write.element && knows($0, write, annals) }
                    && !purges.contains { knows($0, write, annals) }
            }
            siblings[field] = current.isEmpty ? nil : current.compactMap(\.sibling).sorted { $0.dot < $1.dot }
        }
        return siblings
    }

    private static func knows(_ new: Change, _ old: Change, _ annals: Annals) -> Bool {
        guard new.batch == old.batch else { return annals.entries[new.batch].known.contains(old.batch) }
        return (old.op, old.position) < (new.op, new.position)
    }
}

/// The expected state of one entity.
struct ExpectedEntity {
    /// The values that no later write or purge by an author who knew them has replaced, in the order of their dots.
    var siblings: [FieldID: [Sibling]]

    /// Returns the value that every device shows.
    func shown(_ field: FieldID) -> [UInt8]? {
        siblings[field]?.max { ($0.act.stamp, $0.dot) < ($1.act.stamp, $1.dot) }?.value
    }

    /// Returns the shown value, or else another one; an undo writes nothing into a field that was never set.
    func shown(_ field: FieldID, orElse other: [UInt8]) -> [UInt8] {
        shown(field).flatMap { $0.isEmpty ? nil : $0 } ?? other
    }

    func text(_ field: FieldID) -> String { shown(field).map { String(repairing: $0) } ?? "" }

    func values(_ field: FieldID) -> [[UInt8]] { siblings[field]?.map(\.value) ?? [] }

    var place: Place? { shown(.place).flatMap { try? Place(decoding: $0) } }

    /// Whether it is an item, in the trash or not; after a purge it is not one, even if a concurrent write ticked it.
    var isItem: Bool {
        (shown(.kind) ?? [EntityKind.item.rawValue]) == [EntityKind.item.rawValue] && siblings[.life] != nil
    }

    /// An edit beats a concurrent delete, which beats the next occurrence that somebody else's command made.
    var isAlive: Bool {
        let lives = Set(values(.life).compactMap(\.first))
        let isEdited = lives.contains(Life.alive.rawValue) || lives.contains(Life.reopened.rawValue)
        return isEdited || lives.contains(Life.made.rawValue) && !lives.contains(Life.dead.rawValue)
    }

    var isSection: Bool { shown(.kind) == [EntityKind.section.rawValue] && isAlive }
}
