/// One change, with one dot.
package enum Op: Hashable, Sendable {
    /// Writes fields of an entity; a tick is one of these in eleven bytes.
    case write(EntityID, [FieldWrite])
    /// Names the owner of a list; the first op of every list.
    case originate(ListOrigin)
    /// Drops an entity from the trash as its author knew it, unless somebody edited it concurrently.
    case purge(EntityID)
    /// Changes the roster of a household.
    case roster(RosterAct)

    /// The numbers of op kinds; 16 to 31 are acts of the roster.
    enum Kind: UInt64 {
        case write = 1
        case originate = 2
        case purge = 3
    }

    /// Appends `kind varint | length varint | payload`.
    func encode(into writer: inout ByteWriter) {
        writer.write(varint: kindNumber)
        writer.write(counted: payload())
    }

    /// Returns writes of one entity's fields, in as many ops as their number and size need.
    package static func writes(_ fields: [FieldWrite], to entity: EntityID) -> [Op] {
        var runs: [[FieldWrite]] = [[]]
        for field in fields {
            let run = runs[runs.count - 1] + [field]
            if run.count > Limits.opFieldsMax || Op.write(entity, run).encodedSize > Limits.opBytesMax, run.count > 1 {
                runs.append([field])
            } else {
                runs[runs.count - 1] = run
            }
        }
        return runs.filter { !$0.isEmpty }.map { .write(entity, $0) }
    }

    /// The size of the op in a batch, in bytes.
    package var encodedSize: Int {
        var writer = ByteWriter()
        encode(into: &writer)
        return writer.bytes.count
    }

    /// Whether the op is within the limits of every reader.
    package var isReadable: Bool {
        var writer = ByteWriter()
        encode(into: &writer)
        var reader = ByteReader(writer.bytes)
        return (try? Op(from: &reader)) != nil && reader.remaining == 0
    }

    /// Reads one op.
    ///
    /// - Throws: For a kind that this version does not know, or a payload that it cannot read.
    init(from reader: inout ByteReader) throws(CodecError) {
        let number = try reader.readVarint()
        if let kind = RosterAct.Kind(rawValue: number) {
            var payload = try reader.readPart(limit: Limits.opBytesMax)
            self = .roster(try RosterAct(kind, from: &payload))
            try payload.expectEnd()
            return
        }
        guard let kind = Kind(rawValue: number) else { throw .badValue("op kind \(number)") }
        var payload = try reader.readPart(limit: Limits.opBytesMax)
        self = try Op(kind, from: &payload)
        try payload.expectEnd()
    }

    private init(_ kind: Kind, from reader: inout ByteReader) throws(CodecError) {
        switch kind {
        case .write:
            let entity = EntityID(rawValue: try reader.readFixed())
            self = .write(entity, try Op.readFields(&reader))
        case .originate:
            self = .originate(try ListOrigin(from: &reader))
        case .purge:
            self = .purge(EntityID(rawValue: try reader.readFixed()))
        }
    }

    private var kindNumber: UInt64 {
        switch self {
        case .write: Kind.write.rawValue
        case .originate: Kind.originate.rawValue
        case .purge: Kind.purge.rawValue
        case .roster(let act): act.kind.rawValue
        }
    }

    private func payload() -> [UInt8] {
        var writer = ByteWriter()
        switch self {
        case .write(let entity, let fields):
            writer.write(fixed: entity.rawValue)
            Op.write(fields, into: &writer)
        case .originate(let origin):
            origin.encode(into: &writer)
        case .purge(let entity):
            writer.write(fixed: entity.rawValue)
        case .roster(let act):
            act.encode(into: &writer)
        }
        return writer.bytes
    }

    private static func write(_ fields: [FieldWrite], into writer: inout ByteWriter) {
        for field in fields {
            writer.write(varint: field.field.rawValue)
            writer.write(counted: field.value)
        }
    }

    private static func readFields(_ reader: inout ByteReader) throws(CodecError) -> [FieldWrite] {
        var fields: [FieldWrite] = []
        while reader.remaining > 0 {
            let field = FieldID(rawValue: try reader.readVarint())
            guard field.mergeClass != nil else { throw .badValue("merge class of field \(field.rawValue)") }
            guard fields.count < Limits.opFieldsMax else { throw .overLimit(UInt64(fields.count + 1)) }
            fields.append(FieldWrite(field, Array(try reader.readCounted(limit: Limits.opBytesMax))))
        }
        return fields
    }
}

extension Op {
    /// The sharing words in the op.
    package var sharingWords: [SharingWord] {
        if case .write(.root, let fields) = self { fields.compactMap { SharingWord($0) } } else { [] }
    }

    /// Returns the part of the op that belongs to a tier of a list; nil if there is none.
    package func part(of tier: Tier) -> Op? {
        switch self {
        case .originate, .roster: tier == .control ? self : nil
        case .purge: tier == .content ? self : nil
        case .write(.root, let fields):
            Op.write(.root, fields.filter { $0.field.isSharing == (tier == .control) }).unlessEmpty
        case .write: tier == .content ? self : nil
        }
    }

    private var unlessEmpty: Op? {
        if case .write(_, let fields) = self, fields.isEmpty { nil } else { self }
    }
}
