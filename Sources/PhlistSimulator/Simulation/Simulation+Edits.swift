import PhlistHousehold
import PhlistModel
import PhlistSync
import PhlistVocabulary
import PhlistWitness

/// Acknowledged changes, and checks of their effect.
extension Simulation {
    /// An item whose addition or change was acknowledged.
    struct AcknowledgedItem {
        var item: EntityReference
        /// The batch with the change, or one after it.
        var batch: BatchName
    }

    /// A field whose change was acknowledged.
    struct AcknowledgedEdit {
        var item: EntityReference
        var field: FieldID
        /// The value as encoded in the field.
        var value: [UInt8]
        var batch: BatchName
    }

    /// Records an acknowledged change.
    mutating func noteAcknowledged(_ command: UserCommand, _ outcome: Outcome, on number: Int) {
        guard !gone.contains(number) else { return }
        let node = nodes[number]
        for reference in outcome.changed {
            guard node.read({ $0.library.list(reference.scope)?.item(reference.entity) }) != nil else { continue }
            guard let batch = node.lastWritten[reference.scope] else { continue }
            acknowledged.append(AcknowledgedItem(item: reference, batch: batch))
        }
        let changed = Self.named(among: outcome.changed)
        if changed.count < outcome.changed.count { coverage.note(.occurrenceMade) }
        for (field, value) in command.setFields {
            for reference in changed {
                guard let batch = node.lastWritten[reference.scope] else { continue }
                coverage.note(.fieldEdited)
                edits.append(AcknowledgedEdit(item: reference, field: field, value: value, batch: batch))
            }
        }
    }

    /// Leaves out the next occurrences of recurring items, which a command made without naming them.
    private static func named(among changed: [EntityReference]) -> [EntityReference] {
        let next = changed.map { item in
            EntityReference(scope: item.scope, entity: EntityID(following: item.entity, in: item.scope))
        }
        return changed.filter { !next.contains($0) }
    }

    /// Checks that every acknowledged item is where its list is, unless a person removed it permanently.
    mutating func checkItems() throws(SimulationFailure) {
        let promised = promises.names
        var checked: Set<EntityReference> = []
        for item in acknowledged where promised.contains(item.batch) && !purged.contains(item.item) {
            if checked.insert(item.item).inserted { try checkIsThere(item.item) }
        }
    }

    /// Checks that an item is on some machine, and on all readers' machines with which that one shares the list.
    private mutating func checkIsThere(_ item: EntityReference) throws(SimulationFailure) {
        let lists = insiders.filter { $0.read { $0.library.list(item.scope) } != nil }
        guard !lists.isEmpty else { throw SimulationFailure(.items, "list \(item.scope) is gone") }
        let holders = lists.filter { $0.read { $0.library.list(item.scope)?.item(item.entity) } != nil }
        guard !holders.isEmpty else { throw SimulationFailure(.items, "item \(item.entity) is gone") }
        for node in lists where !holders.contains(where: { $0.number == node.number }) {
            // Two that have lost something at the same time may both withhold a list that one of them might not see.
            let isShared = holders.contains { $0.read { $0.sharedScopes(with: node.device).contains(item.scope) } }
            if isShared, areReaders(of: item.scope, node) {
                throw SimulationFailure(.items, "item \(item.entity) is not on \(node.name)")
            }
        }
    }

    /// Checks that every device that has an edit shows its value, unless the field was set later or concurrently.
    mutating func checkEdits() throws(SimulationFailure) {
        let promised = promises.names
        for edit in edits where promised.contains(edit.batch) && !purged.contains(edit.item) {
            let scope = edit.item.scope
            guard let annals = chronicle.annals[scope], let number = annals.numbers[edit.batch] else { continue }
            guard !annals.isContested(edit, by: number) else {
                coverage.note(.editContested)
                continue
            }
            coverage.note(.editKept)
            for node in insiders where node.held[scope]?.contains(number) ?? false {
                let shown = node.read { $0.library.list(scope) }?.shownValue(of: edit.field, of: edit.item.entity)
                guard shown != edit.value else { continue }
                let what = "field \(edit.field.rawValue) of \(edit.item.entity) in \(scope)"
                throw SimulationFailure(.edits, "\(node.name) does not show what was last written to \(what)")
            }
        }
    }
}

extension ListState {
    fileprivate func shownValue(of field: FieldID, of entity: EntityID) -> [UInt8]? {
        guard entity == .root else { return item(entity)?.shownValue(of: field) }
        return field == .description ? Array(description.utf8) : Array(title.utf8)
    }
}

extension Annals {
    /// Returns whether another durable batch has touched the field without being known to the edit's own batch, which
    /// is the last that its action wrote in the scope.
    fileprivate func isContested(_ edit: Simulation.AcknowledgedEdit, by number: Int) -> Bool {
        let entry = entries[number]
        let group = entry.batch.header.group
        return entries.indices.contains { other in
            guard other != number, entries[other].isDurable, !entry.known.contains(other) else { return false }
            guard entries[other].batch.header.group != group || entries[other].batch.device != entry.batch.device else {
                return false
            }
            return entries[other].ops.contains { $0.touches(edit.field, of: edit.item.entity) }
        }
    }
}

extension Op {
    fileprivate func touches(_ field: FieldID, of entity: EntityID) -> Bool {
        switch self {
        case .purge(entity): true
        case .write(entity, let writes): writes.contains { $0.field == field }
        case .write, .purge, .originate, .roster: false
        }
    }
}

extension UserCommand {
    /// The fields that the command sets, with the encoded values.
    fileprivate var setFields: [(FieldID, [UInt8])] {
        switch self {
        case .items(.change(_, let change)): change.setFields
        case .lists(.change(_, let change)):
            [(.title, change.title), (.description, change.description)].compactMap { field, text in
                text.map { (field, Array($0.utf8)) }
            }
        default: []
        }
    }
}

extension ItemChange {
    fileprivate var setFields: [(FieldID, [UInt8])] {
        let texts =
            [(FieldID.title, title)] + ItemTextField.verbatim.map { ($0.field.id, fields[keyPath: $0.inPatch]) }
        let bytes: [(FieldID, UInt8?)] = [
            (.state, state?.rawValue), (.priority, fields.priority?.rawValue),
            (.percent, fields.percent.map { UInt8($0) }),
        ]
        var written = texts.compactMap { field, text in text.map { (field, Array($0.utf8)) } }
        written += bytes.compactMap { field, byte in byte.map { (field, [$0]) } }
        if let due = fields.due { written.append((.due, due.date?.encoded ?? [])) }
        return written
    }
}
