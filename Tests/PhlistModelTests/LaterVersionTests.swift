import PhlistTestKit
import Testing

@testable import PhlistModel

/// Batches of a later version: kept and relayed byte for byte, and folded once they can be read.
struct LaterVersionTests {
    private static let milk = EntityID(rawValue: 1)
    private static let laterKind: UInt8 = 40

    /// How a batch of a later version differs: an op of kind 40, or a field of merge class 2.
    enum Novelty: CaseIterable {
        case opKind
        case mergeClass

        var op: [UInt8] {
            switch self {
            case .opKind: [laterKind, 8] + LaterVersionTests.entityBytes
            // Field 200, merge class 2, in two bytes.
            case .mergeClass: [1, 13] + LaterVersionTests.entityBytes + [0xC2, 0x0C, 2, 9, 9]
            }
        }
    }

    private static let entityBytes: [UInt8] = [1, 0, 0, 0, 0, 0, 0, 0]

    /// What the later version makes of its batches: the op trashes an item; the field is written like a register.
    private static let laterDecoder: ScopeState.Decoder = { batch throws(CodecError) in
        var bytes = Array(batch.opsBytes)
        if bytes.first == laterKind { return [.write(milk, [FieldWrite(.life, Life.dead)])] }
        guard bytes.count > 11, bytes[10] == 0xC2 else { return try batch.decodedOps() }
        bytes[10] &= ~7
        var reader = ByteReader(bytes)
        return [try Op(from: &reader)]
    }

    private static func later(_ novelty: Novelty, by author: Writer) throws -> NamedBatch {
        var feed = author.feed
        let stamp = Stamp(rawValue: author.lastStamp.rawValue + 1)
        let header = feed.header(opCount: 1, stamp: stamp, group: 1, in: author.state.ledger)
        var writer = ByteWriter()
        writer.write(counted: header.encoded())
        writer.write(raw: novelty.op)
        return NamedBatch(try Batch(bytes: writer.bytes), of: feed.feed)
    }

    @Test(arguments: Novelty.allCases)
    func `an older reader keeps, counts and relays what it cannot read, and folds it once it can`(
        novelty: Novelty
    ) throws {
        var author = Writer.device(1)
        author.write(Self.milk, FieldWrite(.life, Life.alive), FieldWrite(.title, text: "milk"))
        author.take(try Self.later(novelty, by: author))
        // An older reader writes on top of what it cannot read, and hands it on.
        var old = Writer.device(2)
        old.hear(author)
        #expect(old.state.opaqueCount == 1)
        #expect(old.log.map(\.batch.bytes) == author.log.map(\.batch.bytes))
        old.write(Self.milk, FieldWrite(.life, Life.alive), after: 9)
        var relayed = Writer(state: ScopeState(.list, Writer.scope, decode: Self.laterDecoder), device: author.device)
        relayed.hear(old)
        let upgraded = old.state.folded(from: old.log, decode: Self.laterDecoder)
        #expect(upgraded.opaqueCount == 0)
        #expect(upgraded.versionVector == old.state.versionVector)
        #expect(upgraded.digest == relayed.state.digest)
        #expect(upgraded.entry(of: Self.milk)?.fields == relayed.state.entry(of: Self.milk)?.fields)
        #expect(upgraded.life(of: Self.milk) == .alive)
    }
}
