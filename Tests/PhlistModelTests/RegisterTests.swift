import PhlistTestKit
import Testing

@testable import PhlistModel

/// Every history of a few writes to one register, delivered in every causal order.
struct RegisterTests {
    /// One write: its place in its writer's feed, and how much of every feed the writer had applied.
    private struct Write {
        var writer: Int
        var sequence: Int
        var known: [Int]
    }

    private static let device = DeviceID(publicKey: [])

    /// How many deliveries there are of so many writes, so that none is forgotten.
    private static let orderCounts = [1: 1, 2: 4, 3: 41, 4: 654]

    @Test(arguments: 1...4)
    func `after every delivery the siblings are the writes that no other knew of`(count: Int) {
        var orders = 0
        Self.forEachHistory(of: count) { history in
            deliverInEveryOrder(history) { orders += 1 }
        }
        #expect(orders == Self.orderCounts[count])
    }

    @Test func `five writes by three devices leave the same siblings in every order`() {
        var orders = 0
        Self.forEachHistory(of: 5) { history in
            deliverInEveryOrder(history) { orders += 1 }
        }
        #expect(orders == 13_632)
    }

    /// Delivers the writes of a history in every order in which each comes behind all that its writer knew.
    private func deliverInEveryOrder(_ history: [Write], whenDelivered: () -> Void) {
        deliver(history, to: ScopeState(.list, Self.scope), having: [0, 0, 0], whenDelivered)
    }

    private func deliver(_ history: [Write], to state: ScopeState, having: [Int], _ whenDelivered: () -> Void) {
        var isComplete = true
        for write in history where write.sequence > having[write.writer] {
            isComplete = false
            guard write.sequence == having[write.writer] + 1, zip(write.known, having).allSatisfy(<=) else { continue }
            var (next, nextHaving) = (state, having)
            nextHaving[write.writer] = write.sequence
            next.apply(Self.batch(write), from: Self.origins[write.writer])
            let register = next.entry(of: .root)?[.title] ?? Register()
            guard hasRightSiblings(register, history, nextHaving) else {
                Issue.record("\(register.siblings.map(\.dot)) after \(nextHaving) of \(history)")
                return
            }
            deliver(history, to: next, having: nextHaving, whenDelivered)
        }
        if isComplete { whenDelivered() }
    }

    private func hasRightSiblings(_ register: Register, _ history: [Write], _ having: [Int]) -> Bool {
        let delivered = history.filter { $0.sequence <= having[$0.writer] }
        let expected = delivered.filter { old in
            !delivered.contains { $0.known[old.writer] >= old.sequence }
        }
        let greatest = expected.map(Self.sibling).max { left, right in
            left.act.stamp == right.act.stamp ? left.dot < right.dot : left.act.stamp < right.act.stamp
        }
        return Set(register.siblings) == Set(expected.map(Self.sibling))
            && register.siblings.count == expected.count
            && register.shown == greatest
    }

    private static let scope = ScopeID(rawValue: 5)
    private static let origins = (0..<3).map { FeedOrigin(scope: scope, device: device, incarnation: UInt64($0)) }

    private static func sibling(_ write: Write) -> Sibling {
        let dot = Dot(feed: origins[write.writer].feed, sequence: UInt64(write.sequence))
        return Sibling(dot: dot, act: Act(stamp: stamp(write), by: .house, device: device), value: value(write))
    }

    /// The clocks contradict causality and agree by chance, so that only the rule decides.
    private static func stamp(_ write: Write) -> Stamp {
        Stamp(rawValue: UInt64((write.writer * 2 + write.sequence * 2) % 3))
    }

    private static func value(_ write: Write) -> [UInt8] {
        [UInt8(write.writer), UInt8(write.sequence)]
    }

    private static func batch(_ write: Write) -> Batch {
        let known = write.known.enumerated().filter { $0.offset != write.writer && $0.element > 0 }
        let context = known.map { writer, sequence in
            BatchHeader.ContextEntry(
                feed: origins[writer].feed,
                version: FeedVersion(sequence: UInt64(sequence), tag: 0)
            )
        }
        let header = BatchHeader(
            by: .house,
            firstSequence: UInt64(write.sequence),
            opCount: 1,
            stamp: stamp(write),
            group: 0,
            context: context.sorted { $0.feed < $1.feed }
        )
        return Batch(header: header, ops: [.write(.root, [FieldWrite(.title, value(write))])])
    }

    /// All histories of so many writes by three writers, where new writers come in order: the others are equal but for
    /// the names.
    private static func forEachHistory(of count: Int, _ body: ([Write]) -> Void) {
        extend([], knowledge: Array(repeating: [0, 0, 0], count: 3), to: count, body)
    }

    private static func extend(_ history: [Write], knowledge: [[Int]], to count: Int, _ body: ([Write]) -> Void) {
        guard history.count < count else {
            body(history)
            return
        }
        let writers = (history.map(\.writer).max() ?? -1) + 1
        for writer in 0..<min(3, writers + 1) {
            for known in causalCuts(of: history, above: knowledge[writer]) {
                var (next, nextKnowledge) = (history, knowledge)
                next.append(Write(writer: writer, sequence: known[writer] + 1, known: known))
                nextKnowledge[writer] = known
                nextKnowledge[writer][writer] += 1
                extend(next, knowledge: nextKnowledge, to: count, body)
            }
        }
    }

    /// What somebody may have applied who has applied at least `lower`: whole feeds' beginnings, with all that their
    /// writers knew.
    private static func causalCuts(of history: [Write], above lower: [Int]) -> [[Int]] {
        let ends = (0..<3).map { writer in history.count { $0.writer == writer } }
        var cuts: [[Int]] = []
        for first in lower[0]...ends[0] {
            for second in lower[1]...ends[1] {
                for third in lower[2]...ends[2] {
                    let cut = [first, second, third]
                    let inside = history.filter { $0.sequence <= cut[$0.writer] }
                    if inside.allSatisfy({ zip($0.known, cut).allSatisfy(<=) }) {
                        cuts.append(cut)
                    }
                }
            }
        }
        return cuts
    }

    @Test func `of several writes to one field in one op the last counts`() {
        var state = ScopeState(.list, Self.scope)
        let writes = [FieldWrite(.title, text: "a"), FieldWrite(.title, text: "b")]
        let header = BatchHeader(
            by: .house,
            firstSequence: 1,
            opCount: 1,
            stamp: Stamp(rawValue: 1),
            group: 0,
            context: []
        )
        state.apply(Batch(header: header, ops: [.write(.root, writes)]), from: Self.origins[0])
        #expect(state.entry(of: .root)?[.title].siblings.map(\.value) == [Array("b".utf8)])
    }
}
