/// The fold of a scope's batches as bytes, for the snapshot.
///
/// ```
/// scope  = kind u8 (0: household, 1: list) | id 16 B | ledger | table | roster
///        | origin: 0 u8, or 1 u8, owner 16 B, nonce 16 B
///        | opaque count varint | torn count varint | row varint…                               ascending
/// roster = device count varint | { key counted | name counted | role u8 | member count varint | member 16 B…
///        | admission count varint | { feed 16 B | sequence varint | role u8 }… }…               by device
/// ```
/// Equal states give equal bytes. Reading is total: it gives a state of which no part points outside of another, or an
/// error; whether the numbers are true is for a checksum around the bytes.
extension ScopeState {
    package func encode(into writer: inout ByteWriter) {
        writer.write(kind == .household ? 0 : 1)
        writer.write(raw: id.bytes)
        ledger.encode(into: &writer)
        table.encode(into: &writer)
        roster.encode(into: &writer)
        writer.write(origin == nil ? 0 : 1)
        origin?.encode(into: &writer)
        writer.write(varint: UInt64(opaqueCount))
        writer.write(varint: UInt64(torn.count))
        for row in torn.sorted() {
            writer.write(varint: UInt64(row))
        }
    }

    /// Reads a state.
    ///
    /// - Parameters:
    ///   - reader: Where from.
    ///   - decode: Reads the ops of the batches to come. It must be able to read neither more nor less than what folded
    ///     the state.
    /// - Throws: When the bytes are no state.
    package init(
        from reader: inout ByteReader,
        decode: @escaping Decoder = { batch throws(CodecError) in try batch.decodedOps() }
    ) throws(CodecError) {
        let kind = try Kind(from: &reader)
        let id = try reader.readIdentifier(ScopeID.self)
        let ledger = try Ledger(from: &reader)
        let table = try RegisterTable(from: &reader, in: ledger)
        var parts = Parts(
            ledger: ledger,
            table: table,
            origin: nil,
            roster: try Roster(from: &reader),
            torn: [],
            opaqueCount: 0
        )
        if try reader.readIndex(below: 2) == 1 {
            parts.origin = try ListOrigin(from: &reader)
        }
        parts.opaqueCount = try reader.readCount(limit: ledger.batches.count)
        for _ in 0..<(try reader.readCount(ofAtLeast: 1)) {
            parts.torn.insert(try reader.readIndex(below: table.rows.count))
        }
        self.init(kind, id, parts, decode: decode)
    }
}

extension ScopeState.Kind {
    fileprivate init(from reader: inout ByteReader) throws(CodecError) {
        self = try reader.readIndex(below: 2) == 0 ? .household : .list
    }
}

extension Roster {
    fileprivate func encode(into writer: inout ByteWriter) {
        writer.write(varint: UInt64(devices.count))
        for (_, device) in sorted {
            device.encode(into: &writer)
        }
    }

    fileprivate init(from reader: inout ByteReader) throws(CodecError) {
        var devices: [DeviceID: Device] = [:]
        for _ in 0..<(try reader.readCount(ofAtLeast: 1)) {
            let device = try Device(from: &reader)
            devices[DeviceID(publicKey: device.publicKey)] = device
        }
        self.init(devices)
    }
}

extension Roster.Device {
    fileprivate func encode(into writer: inout ByteWriter) {
        writer.write(counted: publicKey)
        writer.write(text: name)
        writer.write(role.rawValue)
        writer.write(varint: UInt64(members.count))
        for member in members {
            writer.write(raw: member.bytes)
        }
        writer.write(varint: UInt64(admissions.count))
        for admission in admissions {
            writer.write(raw: admission.dot.feed.bytes)
            writer.write(varint: admission.dot.sequence)
            writer.write(admission.role.rawValue)
        }
    }

    fileprivate init(from reader: inout ByteReader) throws(CodecError) {
        publicKey = Array(try reader.readCounted(limit: Limits.publicKeyBytesMax))
        name = try reader.readText(limit: Limits.nameBytesMax)
        role = try DeviceRole(from: &reader)
        members = []
        for _ in 0..<(try reader.readCount(ofAtLeast: MemberID.byteCount)) {
            members.append(try reader.readIdentifier())
        }
        admissions = []
        for _ in 0..<(try reader.readCount(ofAtLeast: FeedID.byteCount)) {
            let feed = try reader.readIdentifier(FeedID.self)
            let dot = Dot(feed: feed, sequence: try reader.readVarint())
            admissions.append(Roster.Standing(dot: dot, role: try DeviceRole(from: &reader)))
        }
    }
}

extension DeviceRole {
    fileprivate init(from reader: inout ByteReader) throws(CodecError) {
        let number = try reader.readByte()
        guard let role = DeviceRole(rawValue: number) else { throw .badValue("device role \(number)") }
        self = role
    }
}
