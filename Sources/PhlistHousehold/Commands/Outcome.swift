package import PhlistModel

/// The outcome of an action as references; a client looks up the entities as they are now.
///
/// ```
/// outcome = flags u8 (bit 0: list, bit 1: new list, bit 2: new record) | list 16 B?
///           | changed | unchanged                         each: count varint | { scope 16 B | entity u64 }…
///           | left alone                                  count varint | { scope 16 B | entity u64 | field varint }…
/// ```
package struct Outcome: Hashable, Sendable {
    /// The list that the action was about or created; nil for several or none.
    package var list: ScopeID?
    package var isNewList = false
    /// Whether the saved record is new.
    package var isNewRecord = false
    /// Created or changed entities, in the order of the request; `EntityID.root` stands for the list itself.
    package var changed: [EntityReference] = []
    /// Entities that already were as requested.
    package var unchanged: [EntityReference] = []
    /// The amounts that items had before they were added again with another one; not kept for a repeated request.
    package var formerQuantities: [EntityID: String] = [:]
    /// The items that moved to another list, as they are in the trash of the former one, without those below them; not
    /// kept for a repeated request.
    package var leftInTrash: [EntityID] = []
    /// Fields that an undo has not changed, because somebody has changed them since.
    package var leftAlone: [FieldReference] = []

    /// Creates the outcome of an action that has done nothing yet.
    package init() {}

    /// The outcome without its references, as bits: a list, a new list, a new record.
    var flags: UInt8 { (list == nil ? 0 : 1) | (isNewList ? 2 : 0) | (isNewRecord ? 4 : 0) }

    /// Creates an outcome from flags, without references.
    init(flags: UInt8, list: ScopeID?) {
        self.list = flags & 1 == 0 ? nil : list
        isNewList = flags & 2 != 0
        isNewRecord = flags & 4 != 0
    }

    static let flagsMax: UInt8 = 7

    var referenceCount: Int {
        changed.count + unchanged.count + leftAlone.count
    }

    /// Returns a copy with at most `count` references.
    func keeping(atMost count: Int) -> Outcome {
        guard referenceCount > count else { return self }
        var kept = self
        kept.changed = Array(changed.prefix(count))
        kept.unchanged = Array(unchanged.prefix(count - kept.changed.count))
        kept.leftAlone = Array(leftAlone.prefix(count - kept.changed.count - kept.unchanged.count))
        return kept
    }

    var encoded: [UInt8] {
        var writer = ByteWriter()
        writer.write(flags)
        if let list {
            writer.write(list)
        }
        for references in [changed, unchanged] {
            writer.write(varint: UInt64(references.count))
            references.forEach { $0.encode(into: &writer) }
        }
        writer.write(varint: UInt64(leftAlone.count))
        for reference in leftAlone {
            EntityReference(scope: reference.scope, entity: reference.entity).encode(into: &writer)
            writer.write(varint: reference.field.rawValue)
        }
        return writer.bytes
    }

    init(from reader: inout ByteReader) throws(CodecError) {
        let flags = try reader.readByte()
        guard flags <= Self.flagsMax else { throw .badValue("outcome flags \(flags)") }
        self.init(flags: flags, list: flags & 1 == 0 ? nil : try reader.readIdentifier())
        changed = try Self.readReferences(from: &reader)
        unchanged = try Self.readReferences(from: &reader)
        for _ in 0..<(try reader.readCount(limit: HouseholdLimits.outcomeReferencesMax)) {
            let reference = try EntityReference(from: &reader)
            let field = FieldID(rawValue: try reader.readVarint())
            leftAlone.append(FieldReference(scope: reference.scope, entity: reference.entity, field: field))
        }
    }

    private static func readReferences(from reader: inout ByteReader) throws(CodecError) -> [EntityReference] {
        var references: [EntityReference] = []
        for _ in 0..<(try reader.readCount(limit: HouseholdLimits.outcomeReferencesMax)) {
            references.append(try EntityReference(from: &reader))
        }
        return references
    }
}

/// An entity with its scope.
package struct EntityReference: Hashable, Sendable {
    package var scope: ScopeID
    package var entity: EntityID

    package init(scope: ScopeID, entity: EntityID) {
        self.scope = scope
        self.entity = entity
    }

    fileprivate init(from reader: inout ByteReader) throws(CodecError) {
        scope = try reader.readIdentifier()
        entity = EntityID(rawValue: try reader.readFixed())
    }

    fileprivate func encode(into writer: inout ByteWriter) {
        writer.write(scope)
        writer.write(fixed: entity.rawValue)
    }
}

/// A field of an entity with its scope.
package struct FieldReference: Hashable, Sendable {
    package var scope: ScopeID
    package var entity: EntityID
    package var field: FieldID
}
