package import PhlistModel

/// A few writes by three devices that never lose anything, with how much of every feed each author had applied.
package struct SmallHistory: Sendable {
    package let writes: [Write]
    /// One batch of one op for each write.
    package let batches: [NamedBatch]

    /// A write: its place in its writer's feed, and how much of every feed the writer had applied.
    package struct Write: Hashable, Sendable {
        package var writer: Int
        package var sequence: Int
        package var known: [Int]
    }

    package static let scope = ScopeID(rawValue: 5)
    private static let devices = (0..<3).map { DeviceID(publicKey: [UInt8($0)]) }

    /// Creates a history from writes and their ops.
    package init(_ writes: [Write], _ ops: [Op]) {
        self.writes = writes
        var batches: [NamedBatch] = []
        for (write, op) in zip(writes, ops) {
            batches.append(Self.batch(write, op, after: writes, batches))
        }
        self.batches = batches
    }

    /// Returns a stamp; stamps contradict causality and coincide, so that only the rule decides.
    private static func stamp(_ write: Write) -> Stamp {
        Stamp(rawValue: UInt64((write.writer * 2 + write.sequence * 2) % 3))
    }

    private static func batch(_ write: Write, _ op: Op, after writes: [Write], _ batches: [NamedBatch]) -> NamedBatch {
        let batch = { (writer: Int, sequence: Int) in
            zip(writes, batches).first { $0.0.writer == writer && $0.0.sequence == sequence }
        }
        let predecessor = batch(write.writer, write.sequence - 1)
        let context = (0..<3).compactMap { writer -> BatchReference? in
            let isNews = writer != write.writer && write.known[writer] > predecessor?.0.known[writer] ?? 0
            return isNews ? batch(writer, write.known[writer])?.1.reference : nil
        }
        let header = BatchHeader(
            by: .house,
            number: UInt64(write.sequence),
            previous: predecessor?.1.name ?? .none,
            opCount: 1,
            stamp: stamp(write),
            group: 0,
            context: context
        )
        return NamedBatch(
            Batch(header: header, ops: [op]),
            of: Feed(scope: scope, tier: .content, device: devices[write.writer])
        )
    }

    /// Returns the sibling that a write makes of a value.
    func sibling(_ index: Int, _ value: [UInt8]) -> Sibling {
        let (stamp, batch) = (Self.stamp(writes[index]), batches[index])
        let act = Act(stamp: stamp, by: .house, device: batch.device)
        return Sibling(dot: Dot(batch: batch.name, op: 0), act: act, value: value)
    }

    /// Returns whether the author of a write had applied another one.
    func knows(_ new: Int, _ old: Int) -> Bool {
        writes[new].known[writes[old].writer] >= writes[old].sequence
    }

    /// Delivers the writes in every order in which each comes after all that its writer knew.
    ///
    /// - Parameter isRight: Judges the state after each step, by the numbers of the writes delivered.
    /// - Returns: The number of orders; nil when a state was wrong.
    func deliveries(isRight: (ScopeState, [Int]) -> Bool) -> Int? {
        deliver(to: ScopeState(.list, Self.scope), [], isRight)
    }

    private func deliver(to state: ScopeState, _ delivered: [Int], _ isRight: (ScopeState, [Int]) -> Bool) -> Int? {
        guard isRight(state, delivered) else { return nil }
        guard delivered.count < writes.count else { return 1 }
        var count = 0
        for index in writes.indices where !delivered.contains(index) && isNext(index, delivered) {
            var next = state
            next.apply(batches[index])
            guard let below = deliver(to: next, delivered + [index], isRight) else { return nil }
            count += below
        }
        return count
    }

    private func isNext(_ index: Int, _ delivered: [Int]) -> Bool {
        writes.indices.allSatisfy { !knows(index, $0) || delivered.contains($0) }
    }

    // MARK: All histories

    /// Enumerates all histories of `count` writes by three writers, up to renaming: new writers come in order.
    package static func forEach(count: Int, _ body: ([Write]) -> Void) {
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

    /// Returns the sets that a writer who has applied at least `lower` may have applied: prefixes of feeds, with all
    /// that their writers knew.
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
}
