package import PhlistModel

/// What an action did, as references: whoever shows it looks up what they have become.
///
/// ```
/// outcome = flags u8 (bit 0: list, bit 1: new list, bit 2: new record) | list 16 B?
///           | changed | unchanged                         each: count varint | { scope 16 B | entity u64 }…
///           | left alone                                  count varint | { scope 16 B | entity u64 | field varint }…
/// ```
package struct Outcome: Hashable, Sendable {
    /// The list that the action was about, or made; nil when it was about several or none.
    package var list: ScopeID?
    package var isNewList = false
    /// Whether the record that was saved was not there before.
    package var isNewRecord = false
    /// What was made or changed, in the order in which it was asked for; `EntityID.root` stands for the list itself.
    package var changed: [EntityReference] = []
    /// What already was as asked.
    package var unchanged: [EntityReference] = []
    /// What an undo has left as it is, because somebody has changed it since.
    package var leftAlone: [FieldReference] = []

    /// An action that did nothing so far.
    package init() {}

    /// What the references do not tell, as bits: a list, a new list, a new record.
    var flags: UInt8 { (list == nil ? 0 : 1) | (isNewList ? 2 : 0) | (isNewRecord ? 4 : 0) }

    /// An outcome with some flags, and without references.
    init(flags: UInt8, list: ScopeID?) {
        self.list = flags & 1 == 0 ? nil : list
        isNewList = flags & 2 != 0
        isNewRecord = flags & 4 != 0
    }

    static let flagsMax: UInt8 = 7

    var referenceCount: Int {
        changed.count + unchanged.count + leftAlone.count
    }

    /// The same with fewer references, where there are too many to be kept.
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
        for _ in 0..<(try reader.readCount(limit: SyncLimits.outcomeReferencesMax)) {
            let reference = try EntityReference(from: &reader)
            let field = FieldID(rawValue: try reader.readVarint())
            leftAlone.append(FieldReference(scope: reference.scope, entity: reference.entity, field: field))
        }
    }

    private static func readReferences(from reader: inout ByteReader) throws(CodecError) -> [EntityReference] {
        var references: [EntityReference] = []
        for _ in 0..<(try reader.readCount(limit: SyncLimits.outcomeReferencesMax)) {
            references.append(try EntityReference(from: &reader))
        }
        return references
    }
}

/// An entity, with the scope that it is in.
package struct EntityReference: Hashable, Sendable {
    package var scope: ScopeID
    package var entity: EntityID

    /// Creates a reference.
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

/// A field of an entity, with the scope that it is in.
package struct FieldReference: Hashable, Sendable {
    package var scope: ScopeID
    package var entity: EntityID
    package var field: FieldID
}
