import PhlistTestKit
import Testing

@testable import PhlistModel

/// Chains, branches, and what the author of a batch knew.
struct LedgerTests {
    private static let scope = ScopeID(rawValue: 3)
    private static let (ann, ben, cleo) = (DeviceID(publicKey: [1]), DeviceID(publicKey: [2]), DeviceID(publicKey: [3]))

    /// A batch without ops; its group tells it from others in the same place.
    private static func batch(
        of device: DeviceID,
        after predecessor: NamedBatch? = nil,
        seeing context: [NamedBatch] = [],
        group: UInt64 = 0
    ) -> NamedBatch {
        let header = BatchHeader(
            by: .house,
            number: (predecessor?.header.number ?? 0) + 1,
            previous: predecessor?.name ?? .none,
            opCount: 0,
            stamp: Stamp(rawValue: 1),
            group: group,
            context: context.map(\.reference)
        )
        return NamedBatch(Batch(header: header, ops: []), of: Feed(scope: scope, device: device))
    }

    /// So many batches of a device, one after the other.
    private static func run(
        of device: DeviceID,
        _ count: Int,
        after predecessor: NamedBatch? = nil,
        group: UInt64 = 0
    ) -> [NamedBatch] {
        (0..<count).reduce(into: []) { run, _ in
            run.append(batch(of: device, after: run.last ?? predecessor, group: group))
        }
    }

    private static func ledger(_ batches: [NamedBatch]) -> Ledger {
        batches.reduce(into: ScopeState(.list, scope)) { $0.apply($1) }.ledger
    }

    /// Which of some batches the author of one had applied, as the ledger says.
    private static func past(of batch: NamedBatch, among batches: [NamedBatch]) throws -> [NamedBatch] {
        let ledger = ledger(batches)
        let known = ledger.known(behind: try #require(ledger.place(of: batch.reference)))
        return try batches.filter { other in
            let place = try #require(ledger.place(of: other.reference))
            return place.chain < known.count && place.number <= known[place.chain]
        }
    }

    // MARK: What was known

    @Test func `branches take room in a snapshot one by one, however many there are`() throws {
        // Each is based on the one before, so that the author of the last one knew something of all.
        let sizes = [0, 200, 400].map { count in
            var (last, batches) = (Self.run(of: Self.ann, 2), [NamedBatch]())
            for number in 0..<count {
                batches += last
                last = Self.run(of: Self.ann, 2, after: last[0], group: UInt64(number) + 1)
            }
            var writer = ByteWriter()
            Self.ledger(batches + last).encode(into: &writer)
            return writer.bytes.count
        }
        // As columns of what each author knew it would be three times as many for the second half.
        #expect(sizes[2] - sizes[1] < (sizes[1] - sizes[0]) * 5 / 4)
    }

    @Test func `the past of a batch in the middle of a chain is what its author knew then`() throws {
        let bens = Self.run(of: Self.ben, 4)
        let first = Self.batch(of: Self.ann, seeing: [bens[0]])
        let second = Self.batch(of: Self.ann, after: first, seeing: [bens[2]])
        let third = Self.batch(of: Self.ann, after: second, seeing: [bens[3]])
        let all = bens + [first, second, third]
        #expect(try Self.past(of: first, among: all) == [bens[0], first])
        #expect(try Self.past(of: second, among: all) == bens.prefix(3) + [first, second])
        #expect(try Self.past(of: third, among: all) == all)
    }

    @Test func `a branch in the middle of a chain knows what the chain knew where it was left`() throws {
        let bens = Self.run(of: Self.ben, 3)
        let first = Self.batch(of: Self.ann, seeing: [bens[0]])
        let second = Self.batch(of: Self.ann, after: first, seeing: [bens[1]])
        let third = Self.batch(of: Self.ann, after: second, seeing: [bens[2]])
        let branch = Self.batch(of: Self.ann, after: first)
        let later = Self.batch(of: Self.ann, after: branch, seeing: [bens[1]], group: 1)
        for all in [bens + [first, second, third, branch, later], bens + [first, branch, later, second, third]] {
            #expect(Self.ledger(all).chains.map(\.base?.number) == [nil, nil, 1])
            #expect(Set(try Self.past(of: branch, among: all)) == [bens[0], first, branch])
            #expect(Set(try Self.past(of: later, among: all)) == [bens[0], bens[1], first, branch, later])
            #expect(Set(try Self.past(of: third, among: all)) == Set(bens + [first, second, third]))
        }
    }

    @Test func `who knows a branch of a branch knows both up to where they were left`() throws {
        let trunk = Self.run(of: Self.ann, 5)
        let branch = Self.run(of: Self.ann, 4, after: trunk[2], group: 1)
        let twig = Self.run(of: Self.ann, 2, after: branch[1], group: 2)
        let bens = Self.batch(of: Self.ben, seeing: [twig[1]])
        let all = trunk + branch + twig + [bens]
        #expect(Self.ledger(all).chains.count == 4)
        #expect(try Self.past(of: bens, among: all) == trunk.prefix(3) + branch.prefix(2) + twig + [bens])
        let cleos = Self.batch(of: Self.cleo, seeing: [bens, trunk[4], twig[1]])
        #expect(try Self.past(of: cleos, among: all + [cleos]) == trunk + branch.prefix(2) + twig + [bens, cleos])
    }

    @Test func `a device that begins a second time knows nothing of its first beginning`() throws {
        let first = Self.run(of: Self.ann, 3)
        let second = Self.run(of: Self.ann, 2, group: 1)
        let all = first + second
        let ledger = Self.ledger(all)
        #expect(ledger.chains.map(\.base) == [nil, nil] && ledger.ends == [3, 2])
        #expect(ledger.versionVector == VersionVector([first[2].reference, second[1].reference]))
        #expect(try Self.past(of: second[1], among: all) == second)
        let joined = Self.batch(of: Self.ann, after: second[1], seeing: [first[2]], group: 1)
        #expect(try Self.past(of: joined, among: all + [joined]) == all + [joined])
    }

    // MARK: What may be taken

    @Test func `a batch waits for its predecessor and for all of its context`() {
        let bens = Self.run(of: Self.ben, 2)
        let anns = Self.run(of: Self.ann, 2)
        let cleos = Self.batch(of: Self.cleo, seeing: [anns[1], bens[0]])
        #expect(!Self.ledger([]).isReady(bens[1]) && Self.ledger([]).isReady(bens[0]))
        #expect(Self.ledger([bens[0]]).isReady(bens[1]))
        #expect(!Self.ledger([bens[0], anns[0]]).isReady(cleos))
        #expect(!Self.ledger(anns).isReady(cleos))
        #expect(Self.ledger([bens[0]] + anns).isReady(cleos))
    }

    @Test func `a batch does not follow a batch of another device`() {
        let bens = Self.run(of: Self.ben, 2)
        let anns = Self.run(of: Self.ann, 2)
        #expect(!Self.ledger(bens + anns).isReady(Self.batch(of: Self.ann, after: bens[1])))
        #expect(!Self.ledger(bens).isReady(Self.batch(of: Self.ann, after: bens[0])))
        #expect(Self.ledger(bens + anns).isReady(Self.batch(of: Self.ann, after: anns[1])))
    }

    @Test func `a batch is known by its name, not by its device and number`() {
        let (trunk, branch) = (Self.run(of: Self.ann, 3), Self.run(of: Self.ann, 3, group: 1))
        let ledger = Self.ledger(trunk)
        #expect(trunk.allSatisfy { ledger.contains($0.reference) })
        #expect(!branch.contains { ledger.contains($0.reference) })
        let wrongNumber = BatchReference(device: Self.ann, number: 2, name: trunk[0].name)
        let wrongDevice = BatchReference(device: Self.ben, number: 1, name: trunk[0].name)
        let tooGreat = BatchReference(device: Self.ann, number: 1 << 33, name: trunk[0].name)
        #expect(![wrongNumber, wrongDevice, tooGreat].contains { ledger.contains($0) })
        #expect(!ledger.isReady(Self.batch(of: Self.ben, seeing: [branch[2]])))
    }

    @Test func `of a device with a thousand branches no more chains are searched than of one with a few`() throws {
        let trunk = Self.run(of: Self.ann, 2)
        let branches = (1...1_000).map { Self.batch(of: Self.ann, after: trunk[$0 % 2], group: UInt64($0)) }
        let all = trunk + branches + branches.map { Self.batch(of: Self.ann, after: $0) }
        var ledger = Self.ledger([])
        for batch in all {
            #expect(!ledger.contains(batch.reference))
            _ = ledger.append(batch, firstWrite: 0)
        }
        #expect(ledger.chains.count > 900)
        let state = all.reduce(into: ScopeState(.list, Self.scope)) { $0.apply($1) }
        let restored = try ScopeState(snapshot: state.snapshot)
        for ledger in [ledger, restored.ledger] {
            for (row, batch) in all.enumerated() {
                #expect(ledger.place(of: batch.reference) == ledger.place(ofBatch: row))
                #expect(ledger.chainsToSearch(for: batch.reference).count <= 32)
            }
        }
        let wrongNumber = BatchReference(device: Self.ann, number: 4, name: branches[0].name)
        let unknown = Self.batch(of: Self.ann, after: trunk[0], group: 5_000).reference
        #expect(ledger.place(of: wrongNumber) == nil && ledger.place(of: unknown) == nil)
    }

    // MARK: What is told

    @Test func `points are the batches 2, 3, 5, 9, … from the end of each chain, and its base`() {
        let trunk = Self.run(of: Self.ann, 20)
        let branch = Self.run(of: Self.ann, 6, after: trunk[9], group: 1)
        let ledger = Self.ledger(trunk + branch + Self.run(of: Self.ben, 9))
        let expected = [18, 17, 15, 11, 3].map { trunk[$0] } + [trunk[9]] + [4, 3, 1].map { branch[$0] }
        #expect(ledger.points(ofFeedsWithHint: Self.ann.hint).sorted() == expected.map(\.reference).sorted())
        #expect(ledger.points(ofFeedsWithHint: Self.cleo.hint) == [])
        #expect(Self.ledger(Self.run(of: Self.ben, 1)).points(ofFeedsWithHint: Self.ben.hint) == [])
    }

    @Test func `whichever of two branches came first, the ends are the same`() {
        let trunk = Self.run(of: Self.ann, 3)
        let (left, right) = (
            Self.run(of: Self.ann, 2, after: trunk[2], group: 1), Self.run(of: Self.ann, 4, after: trunk[2])
        )
        let ledgers = [Self.ledger(trunk + left + right), Self.ledger(trunk + right + left)]
        #expect(ledgers[0].versionVector == ledgers[1].versionVector)
        #expect(ledgers[0].versionVector.entries.map(\.number) == [5, 7])
        #expect(ledgers.map { $0.chains.map(\.end) } == [[5, 7], [7, 5]])
    }
}
