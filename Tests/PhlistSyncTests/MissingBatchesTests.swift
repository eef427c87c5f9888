import PhlistTestKit
import Testing

@testable import PhlistHousehold
@testable import PhlistModel
@testable import PhlistSync

/// What a peer has named and is not here, and what waits after a hole in the log.
struct MissingBatchesTests {
    private static let scope = ScopeID(rawValue: 3)

    private static func run(_ name: String, _ count: Int) -> [NamedBatch] {
        var forger = Forger(name, in: scope)
        for _ in 0..<count { forger.write("x", after: forger.batches.last?.reference) }
        return forger.batches
    }

    @Test func `however many batches a peer names, each that comes is looked up once`() {
        let (anna, ben) = (Self.run("anna", 500), Self.run("ben", 500))
        var state = ScopeState(.list, Self.scope)
        ben.prefix(100).forEach { state.apply($0) }
        var missing = MissingBatches(anna.map(\.reference), notAmong: state.ledger.batchCount)
        var found: [Ledger.Place] = []
        for (one, other) in zip(anna, ben.dropFirst(100)) {
            for batch in [other, one] { state.apply(batch) }
            for _ in 0..<3 { missing.takeArrived(in: state.ledger) { found.append($0) } }
        }
        #expect(missing.lookUpCount == 800)
        #expect(found.map(\.number) == Array(1...400) && missing.hints == [anna[0].device.hint])
        for batch in anna.dropFirst(400) { state.apply(batch) }
        missing.takeArrived(in: state.ledger) { found.append($0) }
        #expect(found.count == 500 && missing.hints.isEmpty)
    }

    @Test func `what waits after a hole keeps the order of the log, though most of it goes`() throws {
        let run = Self.run("anna", 300)
        let feed = Feed(scope: Self.scope, device: run[0].device)
        var pending = PendingBatches()
        for batch in run {
            pending.insert(StoredBatch(feed: 7, isMinted: true, batch: batch.batch), of: feed)
        }
        pending.insert(SignedHead(number: 1, name: run[0].name, signature: [1]))
        #expect(pending.remove(run[0].name).count == 1)
        for batch in run.dropFirst().prefix(200).reversed() { #expect(pending.remove(batch.name).isEmpty) }
        #expect(pending.inOrder.compactMap(\.batch?.name) == run.dropFirst(201).map(\.name))
        pending.insert(StoredBatch(feed: 7, isMinted: true, batch: run[5].batch), of: feed)
        #expect(pending.inOrder.compactMap(\.batch?.name) == run.dropFirst(201).map(\.name) + [run[5].name])
    }
}
