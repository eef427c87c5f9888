/// The fold of a scope's batches as bytes, for the snapshot.
///
/// ```
/// scope  = kind u8 (0: household, 1: list) | id 16 B | ledger | table | roster | sharing
///        | origin: 0 u8, or 1 u8, owner 16 B, household 16 B, nonce 16 B, count varint, { chain varint | number varint
///          }…
///        | opaque count varint | critical u8 | void count varint
/// roster = act count varint | deed…                                                            in the order of arrival
/// sharing = word count varint | deed…                                                          in the order of arrival
/// ```
/// Equal states give equal bytes. Reading is total: it gives a state in which no part refers outside of another, or an
/// error; wrong numbers must be detected by a checksum around the bytes.
extension ScopeState {
    package func encode(into writer: inout ByteWriter) {
        writer.write(kind == .household ? 0 : 1)
        writer.write(id)
        ledger.encode(into: &writer)
        table.encode(into: &writer)
        roster.encode(into: &writer, in: ledger)
        sharing.encode(into: &writer, in: ledger)
        writer.write(origin == nil ? 0 : 1)
        if let origin {
            origin.encode(into: &writer)
            writer.write(varint: UInt64(originPlaces.count))
            for (chain, number) in originPlaces.sorted(by: { $0.key < $1.key }) {
                writer.write(varint: UInt64(chain))
                writer.write(varint: UInt64(number))
            }
        }
        writer.write(varint: UInt64(opaqueCount))
        writer.write(isCriticalOpaque ? 1 : 0)
        writer.write(varint: UInt64(voidCount))
    }

    /// Reads a state.
    ///
    /// - Parameters:
    ///   - reader: The source of the bytes.
    ///   - needsOrigin: Whether content without an origin in its past has no effect, as when the state was folded.
    ///   - decode: Reads the ops of later batches. It must be able to read exactly what the decoder that folded the
    ///     state could.
    /// - Throws: If the bytes are not a state.
    package init(
        from reader: inout ByteReader,
        needsOrigin: Bool = false,
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
            originPlaces: [:],
            needsOrigin: needsOrigin,
            roster: try Roster(from: &reader, in: ledger),
            sharing: try Sharing(from: &reader, in: ledger),
            opaqueCount: 0,
            isCriticalOpaque: false,
            voidCount: 0
        )
        if try reader.readIndex(below: 2) == 1 {
            parts.origin = try ListOrigin(from: &reader)
            for _ in 0..<(try reader.readCount(limit: ledger.chains.count)) {
                let chain = try reader.readIndex(below: ledger.chains.count)
                parts.originPlaces[chain] = UInt32(try reader.readCount(limit: Int(ledger.chains[chain].end)))
            }
        }
        parts.opaqueCount = try reader.readCount(limit: ledger.batches.count)
        parts.isCriticalOpaque = try reader.readIndex(below: 2) == 1
        parts.voidCount = try reader.readCount(limit: ledger.batches.count)
        self.init(kind, id, parts, decode: decode)
    }
}

extension ScopeState.Kind {
    fileprivate init(from reader: inout ByteReader) throws(CodecError) {
        self = try reader.readIndex(below: 2) == 0 ? .household : .list
    }
}

extension Roster {
    fileprivate func encode(into writer: inout ByteWriter, in ledger: Ledger) {
        writer.write(varint: UInt64(deeds.count))
        for deed in deeds {
            deed.encode(into: &writer, row: ledger.row(of: deed.position)) { Op.roster($0).encode(into: &$1) }
        }
    }

    fileprivate init(from reader: inout ByteReader, in ledger: Ledger) throws(CodecError) {
        var deeds: [Deed<RosterAct>] = []
        for _ in 0..<(try reader.readCount(ofAtLeast: Limits.deedBytesMin)) {
            let deed = try Deed(from: &reader, in: ledger) { reader throws(CodecError) in
                guard case .roster(let act) = try Op(from: &reader) else { throw .badValue("no act of a roster") }
                return act
            }
            deeds.append(deed)
        }
        self.init(deeds)
    }
}

extension Sharing {
    fileprivate func encode(into writer: inout ByteWriter, in ledger: Ledger) {
        writer.write(varint: UInt64(deeds.count))
        for deed in deeds {
            deed.encode(into: &writer, row: ledger.row(of: deed.position)) { $0.encode(into: &$1) }
        }
    }

    fileprivate init(from reader: inout ByteReader, in ledger: Ledger) throws(CodecError) {
        var deeds: [Deed<SharingWord>] = []
        for _ in 0..<(try reader.readCount(ofAtLeast: Limits.deedBytesMin)) {
            let deed = try Deed(from: &reader, in: ledger) { reader throws(CodecError) in
                let field = FieldID(rawValue: try reader.readVarint())
                let value = Array(try reader.readCounted(limit: Limits.opBytesMax))
                guard let word = SharingWord(FieldWrite(field, value)) else { throw .badValue("no word on a list") }
                return word
            }
            deeds.append(deed)
        }
        self.init(deeds)
    }
}
