import PhlistTestKit
import Testing

@testable import PhlistModel

/// What convinces somebody who was not there that a feed has split.
struct ForkProofTests {
    private static let origin = FeedOrigin(
        scope: ScopeID(rawValue: 1),
        device: DeviceID(publicKey: [1]),
        incarnation: 1
    )

    /// A signature that anybody can check and, for these tests, nobody else makes.
    private static func signature(of bytes: [UInt8], by key: UInt8 = 1) -> [UInt8] {
        DeviceID(publicKey: [key] + bytes).bytes
    }

    private static func isSigned(_ signature: [UInt8], _ bytes: [UInt8]) -> Bool {
        signature == Self.signature(of: bytes)
    }

    private static func batch(_ sequence: UInt64, _ title: String) -> Batch {
        let header = BatchHeader(
            by: .house,
            firstSequence: sequence,
            opCount: 1,
            stamp: Stamp(rawValue: sequence),
            group: sequence,
            context: []
        )
        return Batch(header: header, ops: [.write(.root, [FieldWrite(.title, text: title)])])
    }

    private static func run(_ titles: [String], behind common: ChainHead, signedBy key: UInt8 = 1) -> ForkProof.Run {
        let batches = titles.enumerated().map { batch(common.sequence + 1 + UInt64($0.offset), $0.element) }
        let end = batches.reduce(common) { $0.appending($1) }
        return ForkProof.Run(batches, signature: signature(of: end.signedBytes(feed: origin.root.feed), by: key))
    }

    private static let common = ChainHead(startOf: origin.feed).appending(batch(1, "shopping"))
    private static let proof = ForkProof(
        origin: origin,
        common: common,
        run(["milk", "bread"], behind: common),
        run(["tea"], behind: common)
    )

    @Test func `two signed histories that differ prove where the feed has split`() throws {
        let fork = Self.proof.fork(whereSigned: Self.isSigned)
        #expect(fork == Fork(feed: Self.origin.feed, sequence: 2))
        let copy = try ForkProof(decoding: Self.proof.encoded)
        #expect(copy == Self.proof)
        #expect(copy.fork(whereSigned: Self.isSigned) == fork)
    }

    @Test func `a split of a branch is proven under the name that its author signs`() {
        var proof = Self.proof
        proof.origin = Self.origin.branching(at: 2, hash: Self.common.hash)
        #expect(proof.fork(whereSigned: Self.isSigned) == Fork(feed: Self.origin.feed, sequence: 2))
    }

    @Test func `one history twice, an empty one, or one by somebody else proves nothing`() {
        let run = Self.run(["tea"], behind: Self.common)
        var empty = run
        empty.links = []
        for other in [run, empty, Self.run(["milk"], behind: Self.common, signedBy: 2)] {
            let proof = ForkProof(origin: Self.origin, common: Self.common, run, other)
            #expect(proof.fork(whereSigned: Self.isSigned) == nil)
            let turned = ForkProof(origin: Self.origin, common: Self.common, other, run)
            #expect(turned.fork(whereSigned: Self.isSigned) == nil)
        }
    }

    @Test func `histories that differ only later prove nothing at the first batch`() {
        let runs = ["milk", "tea"].map { Self.run(["bread", $0], behind: Self.common) }
        let proof = ForkProof(origin: Self.origin, common: Self.common, runs[0], runs[1])
        #expect(proof.fork(whereSigned: Self.isSigned) == nil)
    }

    @Test func `a batch left out of a history breaks it`() {
        var proof = Self.proof
        proof.first.links.removeFirst()
        #expect(proof.fork(whereSigned: Self.isSigned) == nil)
    }

    @Test func `no damaged proof proves anything, and none that is cut can be read`() {
        for bytes in Self.proof.encoded.damaged {
            guard let proof = try? ForkProof(decoding: bytes), proof != Self.proof else { continue }
            let fork = proof.fork(whereSigned: Self.isSigned)
            // Only what is not signed may differ: the branches that the feed's name tells of.
            #expect(fork == nil || proof.origin.root == Self.origin)
        }
        for beginning in Self.proof.encoded.beginnings {
            #expect(throws: CodecError.self) { try ForkProof(decoding: beginning) }
        }
    }
}
