import PhlistVocabulary

/// A field to which several people wrote different values concurrently.
package struct FieldConflict: Hashable, Sendable {
    package var entity: EntityID
    package var field: FieldID
    /// The competing values, the shown one first, then in the order of dots.
    package var siblings: [Sibling]
}

extension FieldID {
    /// Whether people are told of competing values for the field.
    ///
    /// For a place only the section counts: losing a position within a section harms nobody.
    var hasSurfacedConflicts: Bool {
        EntityFacts.Role(self).hasConflicts
    }

    /// Whether two values of the field look the same to people, who see neither positions nor the dates of rules.
    func isSame(_ left: some RandomAccessCollection<UInt8>, _ right: some RandomAccessCollection<UInt8>) -> Bool {
        if left.elementsEqual(right) { return true }
        return switch self {
        case .place: PlaceShape.section(of: left).elementsEqual(PlaceShape.section(of: right))
        case .recurrence: Recurrence.withoutStart(left).map { $0 == Recurrence.withoutStart(right) } ?? false
        default: false
        }
    }
}

extension Recurrence {
    /// Reads a rule without the date for which it was planned; nil for one of a later version.
    fileprivate static func withoutStart(_ text: some Collection<UInt8>) -> Recurrence? {
        var rule = Recurrence(String(decoding: text, as: UTF8.self))
        rule?.start = nil
        return rule
    }
}

extension PlaceShape {
    /// The bytes of a place's section; empty if it has none.
    fileprivate static func section<Bytes: RandomAccessCollection<UInt8>>(of bytes: Bytes) -> Bytes.SubSequence {
        guard let shape = PlaceShape(bytes), shape.hasSection else { return bytes.prefix(0) }
        return bytes.dropFirst().prefix(8)
    }
}

extension Register {
    /// The values that compete for a field, the shown one first; empty when they agree or the conflict is not shown.
    func competing(for field: FieldID) -> [Sibling] {
        guard siblings.count > 1, field.hasSurfacedConflicts, let shown else { return [] }
        guard siblings.contains(where: { !field.isSame($0.value, shown.value) }) else { return [] }
        return [shown] + siblings.filter { $0 != shown }
    }
}

extension RegisterEntry {
    /// Whether the values of a field are turns that follow from two completions: nobody has written them.
    ///
    /// Completing an occurrence makes the next one, with its place and its title, so both people made it apart. An edit
    /// of turns writes neither, and a move or a new title leaves the other.
    private func areTurns(_ siblings: [Sibling], of field: FieldID) -> Bool {
        guard field == .assignee || field == .rotation, !self[.rotation].siblings.isEmpty else { return false }
        let made = Set((self[.place].siblings + self[.title].siblings).map(\.act))
        return siblings.allSatisfy { made.contains($0.act) }
    }

    /// Whether nothing depends on a field, because the item is closed: on its percentage, which nobody sees, and on the
    /// date of an occurrence, whose rule has that of the next one.
    private func isPast(_ field: FieldID) -> Bool {
        let state = self[.state].shown?.value ?? [WorkState.open.rawValue]
        guard state != [WorkState.open.rawValue] else { return false }
        return field == .percent || field == .due && !self[.recurrence].siblings.isEmpty
    }

    /// The fields with competing values about which somebody is to decide, in the order of their ids.
    func conflicts(of entity: EntityID) -> [FieldConflict] {
        fields.compactMap { field in
            let siblings = self[field].competing(for: field)
            guard !siblings.isEmpty, !areTurns(siblings, of: field), !isPast(field) else { return nil }
            return FieldConflict(entity: entity, field: field, siblings: siblings)
        }
    }
}
