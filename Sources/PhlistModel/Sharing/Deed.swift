/// A statement by a device that others judge by what its author knew: an act of the roster, or a word on who may see a
/// list.
package struct Deed<Content: Hashable & Sendable>: Hashable, Sendable {
    package let dot: Dot
    package let act: Act
    package let content: Content
    let position: CausalPosition

    package init(_ content: Content, _ dot: Dot, _ act: Act, at position: CausalPosition) {
        (self.content, self.dot, self.act, self.position) = (content, dot, act, position)
    }

    /// Whether the author knew of another deed of the same kind.
    func knows(_ other: Deed) -> Bool {
        position.knows(other.position)
    }
}

/// The position of an op in its scope and what its author knew; comparing two takes two integers.
package struct CausalPosition: Hashable, Sendable {
    /// The chain of the op's batch; a drafted op is in no chain.
    var chain: Int
    var number: UInt32
    var op: Int
    /// The last batch that the author knew, by chain; in the op's own chain the one before.
    var known: [UInt32]

    package init(chain: Int, number: UInt32, op: Int, known: [UInt32]) {
        (self.chain, self.number, self.op, self.known) = (chain, number, op, known)
    }

    /// The position of an op that is not in the log yet: it knows everything in the log, and earlier drafts.
    static func draft(_ number: Int) -> CausalPosition {
        CausalPosition(chain: draftChain, number: UInt32(clamping: number), op: 0, known: [])
    }

    private static let draftChain = Int.max
    var isDraft: Bool { chain == Self.draftChain }

    /// Whether another op is in the same batch.
    func isBeside(_ other: CausalPosition) -> Bool { chain == other.chain && number == other.number }

    func knows(_ other: CausalPosition) -> Bool {
        if isBeside(other) { return other.op < op }
        if isDraft { return !other.isDraft || other.number < number }
        return other.chain < known.count && other.number <= known[other.chain]
    }
}

/// The last of some positions in each chain: an op that knows these knows all of them.
struct LastPositions: Sendable {
    private var lasts: [Int: CausalPosition] = [:]

    mutating func insert(_ position: CausalPosition) {
        guard let last = lasts[position.chain], (position.number, position.op) < (last.number, last.op) else {
            lasts[position.chain] = position
            return
        }
    }

    /// Whether the author of an op knew all the positions.
    func areKnown(by position: CausalPosition) -> Bool {
        lasts.values.allSatisfy { position.knows($0) }
    }
}

extension Array {
    /// The deeds that no author of another one knew: nobody has replaced them.
    func newest<Content>() -> [Deed<Content>] where Element == Deed<Content> {
        let seen = SeenDeeds(map(\.position))
        return filter { !seen.contains($0.position) }
    }

    /// The greatest by (stamp, dot), which every device shows when deeds are concurrent.
    func greatest<Content>() -> Deed<Content>? where Element == Deed<Content> {
        self.max { ($0.act.stamp, $0.dot) < ($1.act.stamp, $1.dot) }
    }
}

/// The union of what the authors of some deeds knew: finds the newest of many deeds in linear time.
private struct SeenDeeds {
    private var ends: [UInt32] = []
    private var lastOps: [Ledger.Place: Int] = [:]
    private var lastDraft: UInt32?

    init(_ positions: [CausalPosition]) {
        for position in positions {
            if position.isDraft { lastDraft = Swift.max(lastDraft ?? 0, position.number) }
            let place = Ledger.Place(chain: position.chain, number: position.number)
            // All ops of a batch know the same of other batches.
            if lastOps[place] == nil { add(position.known) }
            lastOps[place] = Swift.max(lastOps[place] ?? 0, position.op)
        }
    }

    private mutating func add(_ known: [UInt32]) {
        ends += repeatElement(0, count: Swift.max(0, known.count - ends.count))
        for (chain, end) in known.enumerated() where end > ends[chain] { ends[chain] = end }
    }

    func contains(_ position: CausalPosition) -> Bool {
        guard !position.isDraft else { return position.number < lastDraft ?? 0 }
        if lastDraft != nil { return true }
        let place = Ledger.Place(chain: position.chain, number: position.number)
        return position.chain < ends.count && position.number <= ends[position.chain]
            || position.op < lastOps[place] ?? 0
    }
}

/// ```
/// deed = batch row varint | op varint | content | known count varint | column: known
/// dot  = name 16 B | op varint
/// ```
extension Deed {
    func encode(into writer: inout ByteWriter, row: Int, content encode: (Content, inout ByteWriter) -> Void) {
        writer.write(varint: UInt64(row))
        writer.write(varint: UInt64(dot.op))
        encode(content, &writer)
        writer.write(varint: UInt64(position.known.count))
        writer.write(column: position.known)
    }

    /// The deed's part of the state digest; the name of its batch stands for what its author knew.
    func digest(content encode: (Content, inout ByteWriter) -> Void) -> UInt128 {
        var (writer, mixer) = (ByteWriter(), DigestMixer())
        writer.write(dot)
        encode(content, &writer)
        mixer.add(writer.bytes)
        return mixer.sum
    }

    init(
        from reader: inout ByteReader,
        in ledger: Ledger,
        content: (inout ByteReader) throws(CodecError) -> Content
    ) throws(CodecError) {
        let row = try reader.readIndex(below: ledger.batches.count)
        let op = try reader.readIndex(below: Limits.batchOpsMax)
        self.content = try content(&reader)
        let count = try reader.readCount(limit: ledger.chains.count)
        let place = ledger.place(ofBatch: row)
        dot = ledger.dot(batch: row, op: op)
        act = ledger.act(of: row)
        position = CausalPosition(
            chain: place.chain,
            number: place.number,
            op: op,
            known: try reader.readColumn(count: count)
        )
    }
}

extension ByteWriter {
    /// Writes the identity of an op.
    package mutating func write(_ dot: Dot) {
        write(dot.batch)
        write(varint: UInt64(dot.op))
    }
}

extension ByteReader {
    /// Reads the identity of an op.
    package mutating func readDot() throws(CodecError) -> Dot {
        let batch = try readIdentifier(BatchName.self)
        return Dot(batch: batch, op: try readIndex(below: Limits.batchOpsMax))
    }
}
