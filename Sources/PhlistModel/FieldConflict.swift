/// A field for which several people wrote different values without knowing of each other.
package struct FieldConflict: Hashable, Sendable {
    package var entity: EntityID
    package var field: FieldID
    /// The values that compete, the shown one first, then in the order of dots.
    package var siblings: [Sibling]
}

extension FieldID {
    /// Whether people are told of values that compete for the field.
    ///
    /// Of a place only the section counts: where in a section an item stands is nobody's loss.
    var hasSurfacedConflicts: Bool {
        EntityFacts.Role(self).hasConflicts
    }

    /// Whether two values of the field are the same for people.
    func isSame(_ left: some RandomAccessCollection<UInt8>, _ right: some RandomAccessCollection<UInt8>) -> Bool {
        guard self == .place else { return left.elementsEqual(right) }
        return PlaceShape.section(of: left).elementsEqual(PlaceShape.section(of: right))
    }
}

extension PlaceShape {
    /// The bytes of a place's section; none for no section.
    fileprivate static func section<Bytes: RandomAccessCollection<UInt8>>(of bytes: Bytes) -> Bytes.SubSequence {
        guard let shape = PlaceShape(bytes), shape.hasSection else { return bytes.prefix(0) }
        return bytes.dropFirst().prefix(8)
    }
}

extension Register {
    /// The values that compete for a field, the shown one first; empty when they agree, or when nobody needs to know.
    func competing(for field: FieldID) -> [Sibling] {
        guard siblings.count > 1, field.hasSurfacedConflicts, let shown else { return [] }
        guard siblings.contains(where: { !field.isSame($0.value, shown.value) }) else { return [] }
        return [shown] + siblings.filter { $0 != shown }
    }
}

extension RegisterEntry {
    /// The fields for which values compete, in the order of their ids.
    func conflicts(of entity: EntityID) -> [FieldConflict] {
        fields.compactMap { field in
            let siblings = self[field].competing(for: field)
            return siblings.isEmpty ? nil : FieldConflict(entity: entity, field: field, siblings: siblings)
        }
    }
}
