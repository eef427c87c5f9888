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
    func `a delete beats what a command made unseen, and what is taken back does not, in every order`(
        count: Int
    ) throws {
        let deliveries = try #require(SmallHistory.deliveries(of: count, [.edit, .trash, .make, .unmake]))
        #expect(deliveries == Self.orderCounts[count].map { $0 << (2 * count) })
    }

    @Test(arguments: 1...4)
    func `an element is in a set while somebody put it in unseen by all who took it out`(count: Int) throws {
        let deliveries = try #require(SmallHistory.deliveries(of: count, [.insert, .remove]))
        #expect(deliveries == Self.orderCounts[count].map { $0 << count })
    }

    @Test(arguments: 1...4)
    func `a purge takes all that its author knew, or nothing beside an edit, in every order`(count: Int) throws {
        #expect(try #require(SmallHistory.deliveries(of: count, [.edit, .trash, .purge])) > 0)
        #expect(try #require(SmallHistory.deliveries(of: count, [.insert, .remove, .purge])) > 0)
    }

    // MARK: Branches

    @Test(arguments: [2, 3])
    func `branches come to the same in all seven hundred and twenty orders of six batches`(branches: Int) {
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
        Writer.meet(&devices)
        let (log, state) = (devices[0].log, devices[0].state)
        #expect(log.count == 6)
        var count = 0
        Self.forEachOrder(of: log, 0) { order in
            let other = ScopeState(.list, Writer.scope).folded(from: order)
            count += other.digest == state.digest && other.versionVector == state.versionVector ? 1 : 0
        }
        #expect(count == 720)
        // The copy that the peer had seen is replaced by what it wrote; the others compete with that.
        #expect(devices[0].values(.title, of: .root).count == branches)
    }

    /// All orders of five events of seven kinds on two devices and a running copy of the first.
    @Test(arguments: BranchEvent.all)
    func `two devices and a running copy agree with what each author knew, whatever they do`(first: BranchEvent) {
        var count = 0
        for events in BranchEvent.sequences(of: BranchHistory.eventCount - 1) {
            let problems = BranchHistory.problems(after: [first] + events)
            guard problems.isEmpty else {
                Issue.record("\([first] + events): \(problems)")
                return
            }
            count += 1
        }
        #expect(count == 7 * 7 * 7 * 7)
    }

    @Test func `a device that goes on at its longest branch is found in one of these histories`() {
        let found = BranchEvent.sequences(of: BranchHistory.eventCount).contains { events in
            BranchHistory.problems(after: events, habit: .longestBranch).contains { $0.check == .branches }
        }
        #expect(found)
    }

    private static func forEachOrder(of batches: [NamedBatch], _ start: Int, _ body: ([NamedBatch]) -> Void) {
        guard start < batches.count - 1 else { return body(batches) }
        for index in start..<batches.count {
            var next = batches
            next.swapAt(start, index)
            forEachOrder(of: next, start + 1, body)
        }
    }
}
