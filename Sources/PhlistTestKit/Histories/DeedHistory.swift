package import PhlistModel

/// The deeds of some devices in one scope, each with a bit set of the deeds that its author knew.
package struct DeedHistory<Content: Hashable & Sendable>: Sendable {
    package private(set) var deeds: [Entry] = []
    private let scope: ScopeID
    private let tier: @Sendable (Content) -> Tier
    private let op: @Sendable (Content) -> Op

    /// A deed, in a batch of its own.
    package struct Entry: Sendable {
        package var batch: NamedBatch
        package var content: Content
        package var past: UInt32
        /// The chain of its device's batches that it is in, and its number there.
        fileprivate var chain: Int
        fileprivate var number: UInt32 { UInt32(batch.header.number) }

        package var device: DeviceID { batch.device }
        var tier: Tier { batch.tier }
        package var by: MemberID { batch.header.by }
    }

    init(
        _ scope: ScopeID,
        tier: @escaping @Sendable (Content) -> Tier = { _ in .control },
        op: @escaping @Sendable (Content) -> Op
    ) {
        (self.scope, self.tier, self.op) = (scope, tier, op)
    }

    /// All deeds.
    var all: UInt32 { 1 << UInt32(deeds.count) - 1 }

    /// The deeds of the control tier.
    private var control: UInt32 {
        deeds.indices.reduce(0) { $0 | (deeds[$1].tier == .control ? 1 << UInt32($1) : 0) }
    }

    /// Adds a deed after those that its author knew.
    ///
    /// It follows the newest of the device's own deeds among those. A device that knows less than it did, or pretends
    /// to, starts a branch. Control batches name no content.
    mutating func add(
        _ content: Content,
        by member: MemberID = .house,
        on device: DeviceID,
        knowing known: UInt32,
        stamp: Stamp = Stamp(rawValue: 0)
    ) {
        let tier = tier(content)
        let past = tier == .control ? known & control : known
        let predecessor = members(past).last { deeds[$0].device == device && deeds[$0].tier == tier }
        let header = BatchHeader(
            by: member,
            number: (predecessor.map { deeds[$0].batch.header.number } ?? 0) + 1,
            previous: predecessor.map { deeds[$0].batch.name } ?? .none,
            opCount: 1,
            stamp: stamp,
            group: 0,
            context: context(past, after: predecessor)
        )
        let batch = NamedBatch(
            Batch(header: header, ops: [op(content)]),
            of: Feed(scope: scope, tier: tier, device: device)
        )
        deeds.append(Entry(batch: batch, content: content, past: past, chain: chain(after: predecessor)))
    }

    /// Returns the chain that ends with a deed; a new one when the deed already has a successor.
    private func chain(after predecessor: Int?) -> Int {
        let next = (deeds.map(\.chain).max() ?? -1) + 1
        guard let predecessor, let last = deeds.last(where: { $0.chain == deeds[predecessor].chain }) else {
            return next
        }
        return last.number == deeds[predecessor].number ? last.chain : next
    }

    /// Returns the last known deed of each chain of which the predecessor knew less.
    private func context(_ past: UInt32, after predecessor: Int?) -> [BatchReference] {
        let known = predecessor.map { deeds[$0].past | 1 << UInt32($0) } ?? 0
        let news = Dictionary(grouping: members(past & ~known)) { deeds[$0].chain }
        return news.values.compactMap { $0.max { deeds[$0].number < deeds[$1].number } }
            .map { deeds[$0].batch.reference }
    }

    func dot(_ index: Int) -> Dot {
        Dot(batch: deeds[index].batch.name, op: 0)
    }

    func act(_ index: Int) -> Act {
        Act(stamp: deeds[index].batch.header.stamp, by: deeds[index].by, device: deeds[index].device)
    }

    /// Returns the position of a deed and its author's knowledge, by the chain numbers of this history.
    func position(_ index: Int) -> CausalPosition {
        var known: [UInt32] = []
        for other in members(deeds[index].past) {
            let chain = deeds[other].chain
            known += repeatElement(0, count: max(0, chain + 1 - known.count))
            known[chain] = max(known[chain], deeds[other].number)
        }
        return CausalPosition(chain: deeds[index].chain, number: deeds[index].number, op: 0, known: known)
    }

    func knows(_ new: Int, _ old: Int) -> Bool {
        deeds[new].past >> UInt32(old) & 1 == 1
    }

    /// Returns the numbers of the deeds in a set.
    func members(_ set: UInt32) -> [Int] {
        deeds.indices.filter { set >> UInt32($0) & 1 == 1 }
    }

    /// The batches of the deeds.
    package var batches: [NamedBatch] { deeds.map(\.batch) }

    /// The number of chains beyond the first of each device.
    package var branchCount: Int {
        Set(deeds.map(\.chain)).count - Set(deeds.map(\.device)).count
    }

    /// Delivers the deeds in every order in which each comes after all that its author knew.
    ///
    /// - Parameters:
    ///   - state: The initial state.
    ///   - take: Applies a deed, given by its number.
    ///   - isRight: Judges the state after each step, by the deeds delivered.
    /// - Returns: The number of orders; nil when a state was wrong.
    func hearInEveryOrder<State>(
        _ state: State,
        take: (inout State, Int) -> Void,
        isRight: (State, UInt32) -> Bool
    ) -> Int? {
        hear(state, 0, take, isRight)
    }

    private func hear<State>(
        _ state: State,
        _ heard: UInt32,
        _ take: (inout State, Int) -> Void,
        _ isRight: (State, UInt32) -> Bool
    ) -> Int? {
        guard isRight(state, heard) else { return nil }
        guard heard != all else { return 1 }
        var orders = 0
        for index in deeds.indices where heard >> UInt32(index) & 1 == 0 && deeds[index].past & ~heard == 0 {
            var next = state
            take(&next, index)
            guard let more = hear(next, heard | 1 << UInt32(index), take, isRight) else { return nil }
            orders += more
        }
        return orders
    }

    // MARK: Exhaustive continuations

    /// Continues a history with all histories of `count` deeds by three devices.
    ///
    /// - Parameters:
    ///   - count: The number of deeds.
    ///   - menu: The deeds that a device may try after a history, by the device's number.
    ///   - devices: The three devices.
    ///   - body: Receives each history.
    func forEachContinuation(
        count: Int,
        _ menu: (Int, DeedHistory) -> [(by: MemberID, content: Content)],
        on devices: ArraySlice<DeviceID>,
        _ body: (DeedHistory) -> Void
    ) {
        SmallHistory.forEach(count: count) { writes in
            let writers = (writes.map(\.writer).max() ?? 0) + 1
            for numbers in Self.arrangements(of: writers) {
                extend(writes, from: 0, after: deeds.count, numbers, menu, devices, body)
            }
        }
    }

    private func extend(
        _ writes: [SmallHistory.Write],
        from index: Int,
        after common: Int,
        _ numbers: [Int],
        _ menu: (Int, DeedHistory) -> [(by: MemberID, content: Content)],
        _ devices: ArraySlice<DeviceID>,
        _ body: (DeedHistory) -> Void
    ) {
        guard index < writes.count else { return body(self) }
        let number = numbers[writes[index].writer]
        let known = writes[index].known
        let past = writes.indices.filter { writes[$0].sequence <= known[writes[$0].writer] }
        let bits = past.reduce(UInt32(1) << UInt32(common) - 1) { $0 | 1 << UInt32($1 + common) }
        for (member, content) in menu(number, self) {
            var next = self
            next.add(content, by: member, on: devices[number], knowing: bits)
            next.extend(writes, from: index + 1, after: common, numbers, menu, devices, body)
        }
    }

    /// Returns all ways to choose `count` writers among the three devices.
    private static func arrangements(of count: Int) -> [[Int]] {
        guard count > 0 else { return [[]] }
        return arrangements(of: count - 1).flatMap { others in
            (0..<3).filter { !others.contains($0) }.map { others + [$0] }
        }
    }
}
