package import PhlistModel

/// Where a device goes on in a scope, and what its next batch says that it has seen: the rules of writing.
///
/// All that it needs is in the log: the batches, and which of them were minted here.
package struct FeedWriter: Hashable, Sendable {
    package let feed: Feed
    /// The batch of its own that this log minted last.
    package var newest: BatchReference?
    /// For tests of the tests.
    package let habit: BadHabit?
    /// The ends that were named in contexts so far, also when the log has lost those; only a bad habit looks at them.
    private var told: Set<BatchReference> = []

    /// What a device could do wrong when it goes on.
    package enum BadHabit: CaseIterable, Sendable {
        /// It goes on at its longest branch instead of its own.
        case longestBranch
        /// It keeps outside of the log what it has said already.
        case contextBesideTheLog
    }

    /// Creates a writer that has written nothing.
    package init(_ feed: Feed, habit: BadHabit? = nil) {
        (self.feed, self.habit) = (feed, habit)
    }

    /// The chain that the next batch extends; nil when the batch is a first one.
    ///
    /// It is the one that holds the batch that this log minted last. When there is none: the device's chain whose end
    /// has the greatest number and name.
    package func ownChain(in ledger: Ledger) -> Int? {
        if habit != .longestBranch, let place = newest.flatMap({ ledger.place(of: $0) }) { return place.chain }
        return ledger.chains(withHint: feed.hint)
            .filter { ledger.chains[$0].device == feed.device }
            .max { ledger.end(of: $0) < ledger.end(of: $1) }
    }

    /// The header of the next batch; it follows the end of the own chain, also when that end was received.
    package mutating func header(
        by member: MemberID = .house,
        opCount: Int,
        stamp: Stamp,
        group: UInt64,
        in ledger: Ledger
    ) -> BatchHeader {
        let chain = ownChain(in: ledger)
        let end = chain.map { ledger.end(of: $0) }
        return BatchHeader(
            by: member,
            number: (end?.number ?? 0) + 1,
            previous: end?.name ?? .none,
            opCount: opCount,
            stamp: stamp,
            group: group,
            context: context(after: chain, in: ledger)
        )
    }

    /// The ends of all other chains that the predecessor did not know.
    private mutating func context(after own: Int?, in ledger: Ledger) -> [BatchReference] {
        let known = own.map { ledger.known(behind: Ledger.Place(chain: $0, number: ledger.chains[$0].end)) } ?? []
        let news = ledger.chains.indices.filter { chain in
            guard habit != .contextBesideTheLog else { return !told.contains(ledger.end(of: chain)) }
            return chain >= known.count || ledger.chains[chain].end > known[chain]
        }
        let context = news.filter { $0 != own }.map { ledger.end(of: $0) }
        if habit == .contextBesideTheLog { told.formUnion(context) }
        return context
    }

    /// Writes a batch, and remembers that it was minted here.
    package mutating func mint(
        _ ops: [Op],
        by member: MemberID = .house,
        stamp: Stamp,
        group: UInt64,
        in ledger: Ledger
    ) -> NamedBatch {
        let header = header(by: member, opCount: ops.count, stamp: stamp, group: group, in: ledger)
        let named = NamedBatch(Batch(header: header, ops: ops), of: feed)
        newest = named.reference
        return named
    }
}
