/// The ledger as bytes.
///
/// ```
/// ledger = member count varint | member 16 B…                                                              by number
///        | chain count varint | chain…                                                                     by number
///        | batch count varint | names 16 B… | columns: stamp, group, writes before, chain, by, ops, as they arrived
/// chain  = device 32 B | tier u8 | base: 0 u8, or 1 u8, chain varint, number varint
///        | learned count varint | columns: at, chain, through
/// ```
/// The number of a batch follows from its place in its chain. What authors knew follows from bases and contexts.
extension Ledger {
    func encode(into writer: inout ByteWriter) {
        writer.write(varint: UInt64(members.count))
        for member in members {
            writer.write(member)
        }
        writer.write(varint: UInt64(chains.count))
        for chain in chains {
            chain.encode(into: &writer)
        }
        writer.write(varint: UInt64(batches.count))
        for batch in batches {
            writer.write(batch.name)
        }
        writer.write(column: batches.lazy.map { $0.stamp.rawValue })
        writer.write(column: batches.lazy.map { $0.group })
        writer.write(column: batches.lazy.map { $0.firstWrite })
        writer.write(column: batches.lazy.map { $0.chain })
        writer.write(column: batches.lazy.map { $0.by })
        writer.write(column: batches.lazy.map { $0.opCount })
    }

    init(from reader: inout ByteReader) throws(CodecError) {
        var members: [MemberID] = []
        for _ in 0..<(try reader.readCount(limit: Int(UInt16.max))) {
            members.append(try reader.readIdentifier())
        }
        var chains: [Chain] = []
        for number in 0..<(try reader.readCount(limit: Int(UInt16.max))) {
            chains.append(try Chain(from: &reader, number: number))
        }
        let batches = try Self.readBatches(&reader, chains, memberCount: members.count)
        guard Set(members).count == members.count else { throw .badValue("member twice") }
        self.init(members: members, chains: chains, batches: batches)
        try check()
        learnAgain()
    }

    private static func readBatches(
        _ reader: inout ByteReader,
        _ chains: [Chain],
        memberCount: Int
    ) throws(CodecError) -> [BatchRow] {
        let count = try reader.readCount(ofAtLeast: BatchName.byteCount)
        var names: [BatchName] = []
        names.reserveCapacity(count)
        for _ in 0..<count {
            names.append(try reader.readIdentifier())
        }
        let stamps = try reader.readColumn(of: UInt64.self, count: count)
        let groups = try reader.readColumn(of: UInt64.self, count: count)
        let firstWrites = try reader.readColumn(of: UInt32.self, count: count)
        let chainNumbers = try reader.readColumn(of: UInt16.self, count: count)
        let members = try reader.readColumn(of: UInt16.self, count: count)
        let opCounts = try reader.readColumn(of: UInt16.self, count: count)
        let isNumbered = chainNumbers.allSatisfy { $0 < chains.count } && members.allSatisfy { $0 < memberCount }
        guard isNumbered else { throw .badValue("batch of no chain or no member") }
        var ends = chains.map(\.start)
        return try (0..<count).map { row throws(CodecError) in
            let chain = Int(chainNumbers[row])
            guard ends[chain] < Limits.batchNumberMax else { throw .overLimit(UInt64(ends[chain]) + 1) }
            ends[chain] += 1
            return BatchRow(
                name: names[row],
                stamp: Stamp(rawValue: stamps[row]),
                group: groups[row],
                number: ends[chain],
                firstWrite: firstWrites[row],
                chain: chainNumbers[row],
                by: members[row],
                opCount: opCounts[row]
            )
        }
    }

    /// Throws if a chain has no batches, or refers outside of the ledger.
    private func check() throws(CodecError) {
        for (number, chain) in chains.enumerated() {
            guard !chain.rows.isEmpty else { throw .badValue("chain \(number)") }
            let isLearned = chain.learned.allSatisfy {
                $0.chain < chains.count && $0.through <= chains[Int($0.chain)].end && $0.at <= chain.end
            }
            guard isLearned else { throw .badValue("context of no batch") }
            guard let base = chain.base else { continue }
            let trunk = chains[base.chain]
            guard base.number > trunk.start, base.number <= trunk.end, trunk.hint == chain.hint,
                trunk.device == chain.device
            else {
                throw .badValue("base of chain \(number)")
            }
        }
    }
}

extension Ledger.Chain {
    fileprivate func encode(into writer: inout ByteWriter) {
        writer.write(device)
        writer.write(tier.rawValue)
        writer.write(base == nil ? 0 : 1)
        if let base {
            writer.write(varint: UInt64(base.chain))
            writer.write(varint: UInt64(base.number))
        }
        writer.write(varint: UInt64(learned.count))
        writer.write(column: learned.lazy.map(\.at))
        writer.write(column: learned.lazy.map(\.chain))
        writer.write(column: learned.lazy.map(\.through))
    }

    /// Reads a chain; its base must be an earlier one, so that every walk along bases ends.
    fileprivate init(from reader: inout ByteReader, number: Int) throws(CodecError) {
        let device = try reader.readDeviceID()
        let tier = try reader.readTier()
        var base: Ledger.Place?
        if try reader.readIndex(below: 2) == 1 {
            let chain = try reader.readIndex(below: number)
            base = Ledger.Place(chain: chain, number: UInt32(try reader.readNumber()))
        }
        let count = try reader.readCount(ofAtLeast: 3)
        let numbers: [UInt32] = try reader.readColumn(count: count)
        let chains: [UInt32] = try reader.readColumn(count: count)
        let ends: [UInt32] = try reader.readColumn(count: count)
        let learned = (0..<count).map { Ledger.Learned(at: numbers[$0], chain: chains[$0], through: ends[$0]) }
        self.init(device: device, tier: tier, base: base, learned: learned)
    }
}
