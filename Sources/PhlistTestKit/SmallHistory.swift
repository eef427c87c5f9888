package import PhlistModel

/// A few writes by three devices: in which feeds, and how much of every feed each author had applied.
package struct SmallHistory: Sendable {
    package let writes: [Write]
    /// The batches, one of one op for each write.
    package let batches: [Batch]

    /// One write: its place in its writer's feed, and how much of every feed the writer had applied.
    package struct Write: Hashable, Sendable {
        package var writer: Int
        package var sequence: Int
        package var known: [Int]
    }

    package static let scope = ScopeID(rawValue: 5)
    package static let origins = (0..<3).map {
        FeedOrigin(scope: scope, device: DeviceID(publicKey: []), incarnation: UInt64($0))
    }
    private static let feeds = origins.map(\.feed)

    /// Creates a history from writes and what each of them does.
    package init(_ writes: [Write], _ ops: [Op]) {
        self.writes = writes
        batches = zip(writes, ops).map { Self.batch($0, $1) }
    }

    /// The clocks contradict causality and agree by chance, so that only the rule decides.
    private static func stamp(_ write: Write) -> Stamp {
        Stamp(rawValue: UInt64((write.writer * 2 + write.sequence * 2) % 3))
    }

    private static func batch(_ write: Write, _ op: Op) -> Batch {
        let known = write.known.enumerated().filter { $0.offset != write.writer && $0.element > 0 }
        let context = known.map { writer, sequence in
            BatchHeader.ContextEntry(
                feed: feeds[writer],
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
        return Batch(header: header, ops: [op])
    }

    /// The value that a write has made of so many bytes.
    func sibling(_ index: Int, _ value: [UInt8]) -> Sibling {
        let (write, origin) = (writes[index], Self.origins[writes[index].writer])
        let act = Act(stamp: Self.stamp(write), by: .house, device: origin.device)
        return Sibling(
            dot: Dot(feed: Self.feeds[write.writer], sequence: UInt64(write.sequence)),
            act: act,
            value: value
        )
    }

    /// Whether the author of a write had applied another one.
    func knows(_ new: Int, _ old: Int) -> Bool {
        writes[new].known[writes[old].writer] >= writes[old].sequence
    }

    /// Delivers the writes in every order in which each comes behind all that its writer knew.
    ///
    /// - Parameter isRight: Judges the state after each step, from the numbers of the writes delivered.
    /// - Returns: How many orders there were; nil when a state was wrong.
    func deliveries(isRight: (ScopeState, [Int]) -> Bool) -> Int? {
        deliver(to: ScopeState(.list, Self.scope), [], isRight)
    }

    private func deliver(to state: ScopeState, _ delivered: [Int], _ isRight: (ScopeState, [Int]) -> Bool) -> Int? {
        guard isRight(state, delivered) else { return nil }
        guard delivered.count < writes.count else { return 1 }
        var count = 0
        for index in writes.indices where !delivered.contains(index) && isNext(index, delivered) {
            var next = state
            next.open(Self.origins[writes[index].writer])
            next.apply(batches[index], of: Self.feeds[writes[index].writer])
            guard let below = deliver(to: next, delivered + [index], isRight) else { return nil }
            count += below
        }
        return count
    }

    private func isNext(_ index: Int, _ delivered: [Int]) -> Bool {
        writes.indices.allSatisfy { !knows(index, $0) || delivered.contains($0) }
    }

    // MARK: All of them

    /// All histories of so many writes by three writers, where new writers come in order: the others are equal but for
    /// the names.
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
}
