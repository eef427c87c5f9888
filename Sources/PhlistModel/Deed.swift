/// A statement that a device made and that others judge by what its author knew: an act of the roster, a word on who
/// may see a list.
package struct Deed<Content: Hashable & Sendable>: Hashable, Sendable {
    package let dot: Dot
    package let act: Act
    package let content: Content
    let position: CausalPosition

    /// Creates a deed.
    package init(_ content: Content, _ dot: Dot, _ act: Act, at position: CausalPosition) {
        (self.content, self.dot, self.act, self.position) = (content, dot, act, position)
    }

    /// Whether its author knew of another deed of its kind.
    func knows(_ other: Deed) -> Bool {
        position.knows(other.position)
    }
}

/// Where an op stands in its scope, and what its author knew: comparing two takes two integers.
package struct CausalPosition: Hashable, Sendable {
    /// The batch of the op; a drafted op is in no chain.
    var chain: Int
    var number: UInt32
    var op: Int
    /// By chain: the last batch that the author knew; of its own chain the one before.
    var known: [UInt32]

    /// Creates a position.
    package init(chain: Int, number: UInt32, op: Int, known: [UInt32]) {
        (self.chain, self.number, self.op, self.known) = (chain, number, op, known)
    }

    /// The position of an op that is not in the log yet: it knows everything that is there, and earlier drafts.
    static func draft(_ number: Int) -> CausalPosition {
        CausalPosition(chain: draftChain, number: UInt32(clamping: number), op: 0, known: [])
    }

    private static let draftChain = Int.max
    var isDraft: Bool { chain == Self.draftChain }

    /// Whether its author knew nothing else of its tier: of control, it is part of the making of the scope.
    var isFirst: Bool { !isDraft && known.allSatisfy { $0 == 0 } }

    /// Whether another op is in the same batch.
    func isBeside(_ other: CausalPosition) -> Bool { chain == other.chain && number == other.number }

    func knows(_ other: CausalPosition) -> Bool {
        if isBeside(other) { return other.op < op }
        if isDraft { return !other.isDraft || other.number < number }
        return other.chain < known.count && other.number <= known[other.chain]
    }
}

/// The last of some positions in each chain: whoever knows these knows all of them.
struct LastPositions: Sendable {
    private var lasts: [Int: CausalPosition] = [:]

    mutating func insert(_ position: CausalPosition) {
        guard let last = lasts[position.chain], (position.number, position.op) < (last.number, last.op) else {
            lasts[position.chain] = position
            return
        }
    }

    /// Whether the author of an op knew all of them.
    func areKnown(by position: CausalPosition) -> Bool {
        lasts.values.allSatisfy { position.knows($0) }
    }
}

extension Array {
    /// Those that no author of another one knew: nobody has replaced them.
    func newest<Content>() -> [Deed<Content>] where Element == Deed<Content> {
        let seen = SeenDeeds(map(\.position))
        return filter { !seen.contains($0.position) }
    }

    /// The one that everybody shows of several that know nothing of each other: the greatest by (stamp, dot).
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
    /// Writes what `readDot` reads.
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
