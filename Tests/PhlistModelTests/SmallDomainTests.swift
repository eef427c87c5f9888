import PhlistTestKit
import Testing

@testable import PhlistModel

/// Every history of a few acts by three devices on one thing, each of every kind, heard in every causal order.
struct SmallDomainTests {
    private static let milk = EntityID(rawValue: 1)

    /// How many deliveries there are of so many writes, so that none is forgotten.
    private static let orderCounts = [1: 1, 2: 4, 3: 41, 4: 654, 5: 13_632]

    @Test(arguments: 1...5)
    func `an edit beats a delete that did not know of it, in every order`(count: Int) throws {
        let deliveries = try #require(SmallHistory.deliveries(of: count, [.edit, .trash]))
        #expect(deliveries == Self.orderCounts[count].map { $0 << count })
    }

    @Test(arguments: 1...4)
    func `an element is in a set while somebody put it in unseen by all who took it out`(count: Int) throws {
        let deliveries = try #require(SmallHistory.deliveries(of: count, [.insert, .remove]))
        #expect(deliveries == Self.orderCounts[count].map { $0 << count })
    }

    @Test(arguments: 1...4)
    func `a purge drops what its author knew, and nothing else, in every order`(count: Int) throws {
        #expect(try #require(SmallHistory.deliveries(of: count, [.edit, .trash, .purge])) > 0)
        #expect(try #require(SmallHistory.deliveries(of: count, [.insert, .remove, .purge])) > 0)
    }

    // MARK: Branches

    @Test(arguments: [2, 3])
    func `branches are the same feeds in all seven hundred and twenty orders of six batches`(branches: Int) {
        var copies = (0..<branches).map { _ in Writer.device(1) }
        for index in copies.indices {
            copies[index].write(.root, FieldWrite(.title, text: "common"))
            copies[index].clockOffset = Int64(index)
            copies[index].write(.root, FieldWrite(.title, text: "copy \(index)"), after: 1)
        }
        copies[0].write(Self.milk, FieldWrite(.title, text: "milk"), after: 2)
        var peer = Writer.device(9)
        peer.hear(copies[branches - 1])
        peer.write(.root, FieldWrite(.title, text: "peer"), after: 3)
        if branches == 2 { peer.write(Self.milk, FieldWrite(.title, text: "bread"), after: 4) }
        var devices = copies + [peer]
        for _ in devices {
            for index in devices.indices {
                if devices[index].forks.isEmpty { devices[index].learnSplit(of: devices[0].origin, at: 2) }
                for other in devices { devices[index].hear(other) }
            }
        }
        let batches = devices[0].state.ledger.batches.indices.count
        #expect(batches == 6)
        let log = Self.named(devices[0])
        var count = 0
        Self.forEachOrder(of: log, 0) { order in
            let state = ScopeState(.list, Writer.scope).folded(from: order, forks: devices[0].forks)
            count +=
                state.digest == devices[0].state.digest && state.versionVector == devices[0].state.versionVector ? 1 : 0
        }
        #expect(count == 720)
        // The copy that the peer had seen is replaced by what it wrote; the others compete with that.
        #expect(devices[0].values(.title, of: .root).count == branches)
    }

    /// The log of a device under the names of today.
    private static func named(_ device: Writer) -> [StoredBatch] {
        var fresh = Writer(state: ScopeState(.list, Writer.scope), origin: device.origin)
        fresh.forks = device.forks
        fresh.state = fresh.state.folded(from: [], forks: device.forks)
        fresh.hear(device)
        return fresh.log
    }

    private static func forEachOrder(of batches: [StoredBatch], _ start: Int, _ body: ([StoredBatch]) -> Void) {
        guard start < batches.count - 1 else { return body(batches) }
        for index in start..<batches.count {
            var next = batches
            next.swapAt(start, index)
            forEachOrder(of: next, start + 1, body)
        }
    }
}
