package import PhlistModel

/// What some devices did in one scope, each deed with all those that its author knew, a bit for each.
package struct DeedHistory<Content: Hashable & Sendable>: Sendable {
    package private(set) var deeds: [Entry] = []

    /// One deed.
    package struct Entry: Sendable {
        package var device: DeviceID
        package var by: MemberID
        package var content: Content
        package var past: UInt32
        /// One feed for each run of a device; the number of the deed in it.
        var feed: FeedOrigin
        var sequence: UInt64
    }

    /// All of them.
    var all: UInt32 { 1 << UInt32(deeds.count) - 1 }

    /// Adds a deed behind those that its author knew.
    mutating func add(_ content: Content, by member: MemberID = .house, in feed: FeedOrigin, knowing past: UInt32) {
        let sequence = UInt64(deeds.count { $0.feed == feed } + 1)
        deeds.append(
            Entry(device: feed.device, by: member, content: content, past: past, feed: feed, sequence: sequence)
        )
    }

    func dot(_ index: Int) -> Dot {
        Dot(feed: deeds[index].feed.feed, sequence: deeds[index].sequence)
    }

    func act(_ index: Int) -> Act {
        Act(stamp: Stamp(rawValue: 0), by: deeds[index].by, device: deeds[index].device)
    }

    func knows(_ new: Int, _ old: Int) -> Bool {
        deeds[new].past >> UInt32(old) & 1 == 1
    }

    /// The numbers of the deeds of a set.
    func members(_ set: UInt32) -> [Int] {
        deeds.indices.filter { set >> UInt32($0) & 1 == 1 }
    }

    /// Hears the deeds in every order in which each comes behind all that its author knew.
    ///
    /// - Parameters:
    ///   - state: What there is before.
    ///   - take: Takes in a deed, by its number and the dots that its author knew.
    ///   - isRight: Judges the state after each step, by the deeds heard.
    /// - Returns: How many orders there are; nil when a state was wrong.
    func hearInEveryOrder<State>(
        _ state: State,
        take: (inout State, Int, (Dot) -> Bool) -> Void,
        isRight: (State, UInt32) -> Bool
    ) -> Int? {
        hear(state, 0, take, isRight)
    }

    private func hear<State>(
        _ state: State,
        _ heard: UInt32,
        _ take: (inout State, Int, (Dot) -> Bool) -> Void,
        _ isRight: (State, UInt32) -> Bool
    ) -> Int? {
        guard isRight(state, heard) else { return nil }
        guard heard != all else { return 1 }
        var orders = 0
        for index in deeds.indices where heard >> UInt32(index) & 1 == 0 && deeds[index].past & ~heard == 0 {
            var next = state
            let known = members(deeds[index].past).map(dot)
            take(&next, index) { known.contains($0) }
            guard let more = hear(next, heard | 1 << UInt32(index), take, isRight) else { return nil }
            orders += more
        }
        return orders
    }

    /// A batch for each deed, with clocks that say nothing.
    func batches(_ random: inout SeededRandom, op: (Content) -> Op) -> [StoredBatch] {
        var heads: [FeedOrigin: ChainHead] = [:]
        var versions: [FeedVersion] = []
        return deeds.map { deed in
            var newest: VersionVector = [:]
            for index in members(deed.past) where deeds[index].feed != deed.feed {
                newest[deeds[index].feed.feed] = versions[index]
            }
            let header = BatchHeader(
                by: deed.by,
                firstSequence: deed.sequence,
                opCount: 1,
                stamp: Stamp(rawValue: random.next()),
                group: 0,
                context: newest.sorted { $0.key < $1.key }.map { .init(feed: $0.key, version: $0.value) }
            )
            let batch = Batch(header: header, ops: [op(deed.content)])
            let head = (heads[deed.feed] ?? ChainHead(startOf: deed.feed.feed)).appending(batch)
            heads[deed.feed] = head
            versions.append(FeedVersion(sequence: head.sequence, tag: head.tag))
            return StoredBatch(origin: deed.feed, batch: batch)
        }
    }

    // MARK: All of a few

    /// Continues a history by all histories of so many deeds of three devices.
    ///
    /// - Parameters:
    ///   - count: How many deeds.
    ///   - menu: What a device of a number may do behind what there is.
    ///   - feed: Where it does it.
    ///   - body: Takes each history.
    func forEachContinuation(
        count: Int,
        _ menu: (Int, DeedHistory) -> [(by: MemberID, content: Content)],
        in feed: (Int) -> FeedOrigin,
        _ body: (DeedHistory) -> Void
    ) {
        SmallHistory.forEach(count: count) { writes in
            let writers = (writes.map(\.writer).max() ?? 0) + 1
            for devices in Self.arrangements(of: writers) {
                extend(writes, from: 0, behind: deeds.count, devices, menu, feed, body)
            }
        }
    }

    private func extend(
        _ writes: [SmallHistory.Write],
        from index: Int,
        behind common: Int,
        _ devices: [Int],
        _ menu: (Int, DeedHistory) -> [(by: MemberID, content: Content)],
        _ feed: (Int) -> FeedOrigin,
        _ body: (DeedHistory) -> Void
    ) {
        guard index < writes.count else { return body(self) }
        let device = devices[writes[index].writer]
        let known = writes[index].known
        let past = writes.indices.filter { writes[$0].sequence <= known[writes[$0].writer] }
        let bits = past.reduce(UInt32(1) << UInt32(common) - 1) { $0 | 1 << UInt32($1 + common) }
        for (member, content) in menu(device, self) {
            var next = self
            next.add(content, by: member, in: feed(device), knowing: bits)
            next.extend(writes, from: index + 1, behind: common, devices, menu, feed, body)
        }
    }

    /// Which of the three devices are the writers.
    private static func arrangements(of count: Int) -> [[Int]] {
        guard count > 0 else { return [[]] }
        return arrangements(of: count - 1).flatMap { others in
            (0..<3).filter { !others.contains($0) }.map { others + [$0] }
        }
    }
}
