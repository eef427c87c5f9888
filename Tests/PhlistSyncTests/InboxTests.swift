import PhlistTestKit
import Testing

@testable import PhlistModel
@testable import PhlistSync

/// What waits costs a few steps for each batch, whatever it waits for and in whatever order it comes.
struct InboxTests {
    private static let scope = ScopeID(rawValue: 3)
    private static let (anna, ben, other) = (
        ConnectionID(rawValue: 1), ConnectionID(rawValue: 2), ConnectionID(rawValue: 3)
    )

    /// An inbox, and what was taken out of it.
    private struct Desk {
        var inbox = Inbox()
        let control = BroughtControl()
        var taken: [BatchName] = []
        var here: Set<BatchReference> = []
        var refused: [Inbox.Claim] = []

        /// Lets batches come with their heads, and takes what can be stored.
        mutating func take(_ batches: [NamedBatch], heads: [NamedBatch] = [], from source: ConnectionID = anna) {
            for batch in batches { inbox.insert(batch, from: source, behind: control) }
            for head in heads { inbox.insert(InboxTests.head(of: head), by: head.device, in: .content, from: source) }
            settle()
        }

        mutating func settle() {
            refused += inbox.verify { $0.head.signature == InboxTests.signature }
            while let batches = inbox.next(surroundings(here)) {
                _ = inbox.take(batches)
                taken += batches.map(\.name)
                here.formUnion(batches.map(\.reference))
            }
        }

        private func surroundings(_ here: Set<BatchReference>) -> WaitingBatches.Surroundings {
            WaitingBatches.Surroundings(isHere: { reference, _ in here.contains(reference) }, needsHead: { _ in true })
        }
    }

    private static let signature: [UInt8] = [1]

    private static func head(of batch: NamedBatch, _ signature: [UInt8] = signature) -> SignedHead {
        SignedHead(number: batch.header.number, name: batch.name, signature: signature)
    }

    private static func run(_ name: String, _ count: Int, knowing context: [BatchReference] = []) -> [NamedBatch] {
        var forger = Forger(name, in: scope)
        var last: BatchReference?
        for number in 0..<count {
            last = forger.write("\(number)", after: last, knowing: number == 0 ? context : []).reference
        }
        return forger.batches
    }

    // MARK: Steps

    @Test func `a run that comes backwards is taken as a whole, in a few steps for each batch`() throws {
        let run = Self.run("anna", 2_000)
        var desk = Desk()
        desk.take(Array(run.suffix(1)), heads: Array(run.suffix(1)))
        for batch in run.dropLast().reversed() { desk.take([batch]) }
        #expect(desk.taken == run.map(\.name) && desk.inbox.isEmpty && desk.inbox.size == 0)
        #expect(desk.inbox.stepCount < 12 * run.count, "\(desk.inbox.stepCount)")
    }

    @Test func `what waits for good makes nothing slower that comes after it`() throws {
        let missing = Self.run("carl", 1)[0].reference
        let stuck = Self.run("ben", 2_000, knowing: [missing])
        var desk = Desk()
        desk.take(stuck, heads: Array(stuck.suffix(1)))
        let before = desk.inbox.stepCount
        let run = Self.run("anna", 1_000)
        for batch in run { desk.take([batch], heads: [batch]) }
        #expect(desk.taken == run.map(\.name) && desk.inbox.count == stuck.count)
        #expect(desk.inbox.stepCount - before < 6 * run.count, "\(desk.inbox.stepCount - before)")
    }

    @Test func `a run whose last batch lacks something is not looked at with each batch that comes`() throws {
        var forger = Forger("ben", in: Self.scope)
        let lacking = Self.run("carl", 1)
        var last = forger.write("0").reference
        for number in 1..<1_999 { last = forger.write("\(number)", after: last).reference }
        let end = forger.write("end", after: last, knowing: [lacking[0].reference])
        let stuck = forger.batches
        var desk = Desk()
        desk.take(stuck, heads: [end])
        #expect(desk.taken.isEmpty)
        let before = desk.inbox.stepCount
        let run = Self.run("anna", 1_000)
        for batch in run { desk.take([batch], heads: [batch]) }
        // Those that know a batch of the run wait with it.
        var other = Forger("dora", in: Self.scope)
        let follower = other.write("x", knowing: [stuck[500].reference])
        desk.take([follower], heads: [follower])
        #expect(desk.taken == run.map(\.name))
        #expect(desk.inbox.stepCount - before < 6 * run.count + 3 * stuck.count, "\(desk.inbox.stepCount - before)")
        desk.take(lacking, heads: lacking)
        #expect(desk.inbox.isEmpty && desk.taken.count == run.count + stuck.count + 2)
    }

    @Test func `an entry of a context is looked at a few times, though its batches come one by one`() throws {
        let count = 400
        let authors = (0..<count).map { Self.run("author \($0)", 1)[0] }
        var forger = Forger("ben", in: Self.scope)
        let batch = forger.write("all", knowing: authors.map(\.reference))
        var desk = Desk()
        desk.take([batch], heads: [batch])
        for author in authors.reversed() { desk.take([author], heads: [author]) }
        #expect(desk.inbox.isEmpty && desk.taken.last == batch.name)
        #expect(desk.inbox.stepCount < 12 * count, "\(desk.inbox.stepCount)")
    }

    // MARK: What needs each other

    @Test func `runs of two authors who know each other are taken once both are under a head`() throws {
        var (anna, ben) = (Forger("anna", in: Self.scope), Forger("ben", in: Self.scope))
        var (annas, bens): ([NamedBatch], [NamedBatch]) = ([], [])
        for number in 0..<50 {
            let (last, other) = (annas.last?.reference, bens.suffix(1).map(\.reference))
            annas.append(anna.write("\(number)", after: last, knowing: other))
            bens.append(ben.write("\(number)", after: bens.last?.reference, knowing: annas.suffix(1).map(\.reference)))
        }
        var desk = Desk()
        for (one, two) in zip(annas, bens) { desk.take([one, two]) }
        desk.take([], heads: [bens[49]])
        #expect(desk.taken.isEmpty)
        desk.take([], heads: [annas[29]])
        #expect(desk.taken.isEmpty)
        desk.take([], heads: [annas[49]])
        #expect(desk.taken.count == 100 && desk.inbox.isEmpty)
        #expect(desk.taken == zip(annas, bens).flatMap { [$0.name, $1.name] })
    }

    @Test func `of two branches one that lacks something does not keep the other from being taken`() throws {
        var forger = Forger("ben", in: Self.scope)
        let missing = Self.run("carl", 1)[0].reference
        let trunk = forger.write("trunk")
        let lacking = forger.write("lacking", after: trunk.reference, knowing: [missing])
        let whole = forger.write("whole", item: 9, after: trunk.reference)
        for order in [[lacking, whole], [whole, lacking]] {
            var desk = Desk()
            desk.take([trunk])
            for batch in order { desk.take([batch], heads: [batch]) }
            #expect(desk.taken == [trunk.name, whole.name] && desk.inbox.count == 1)
        }
    }

    // MARK: Heads

    @Test func `heads that wait count as bytes`() throws {
        var forger = Forger("ben", in: Self.scope)
        let batch = forger.write("x")
        var inbox = Inbox()
        inbox.insert(batch, from: Self.anna, behind: BroughtControl())
        let size = inbox.size
        for number in 10..<20 {
            let head = Self.head(of: batch, [UInt8](repeating: 7, count: 80))
            inbox.insert(head, by: batch.device, in: .content, from: ConnectionID(rawValue: UInt64(number)))
        }
        #expect(inbox.size > size + 4 * 80 && inbox.size < size + 4 * 160)
        #expect(inbox.verify { _ in nil }.isEmpty)
        inbox.reconsider()
        #expect(inbox.verify { _ in false }.count == 4)
        #expect(inbox.size == size)
    }

    @Test func `a bad head takes along what its connection alone has brought, and nothing else`() throws {
        let run = Self.run("ben", 4)
        var desk = Desk()
        desk.take(Array(run[..<2]))
        desk.inbox.insert(run[1], from: Self.other, behind: BroughtControl())
        desk.take(Array(run[2...]), from: Self.other)
        desk.inbox.insert(Self.head(of: run[3], [9]), by: run[3].device, in: .content, from: Self.other)
        desk.settle()
        #expect(desk.refused.map(\.source) == [Self.other])
        #expect(run.map { desk.inbox.contains($0.name) } == [true, true, false, false])
        desk.take([], heads: [run[1]])
        #expect(desk.taken == run[..<2].map(\.name))
    }

    @Test func `a batch that says to follow another device's does not keep that from being vouched for`() throws {
        let run = Self.run("ben", 3)
        var mallory = Forger("mallory", in: Self.scope)
        let wrong = mallory.write("x", after: run[1].reference)
        var desk = Desk()
        desk.take([run[2]], heads: [run[2]])
        desk.take([wrong], heads: [wrong], from: Self.other)
        desk.take([run[1]])
        desk.take([run[0]])
        #expect(desk.taken == run.map(\.name))
    }
}
