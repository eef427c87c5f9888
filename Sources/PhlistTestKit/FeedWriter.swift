package import PhlistModel

/// The rules of writing: where a device continues in a scope, and what its next batch names as known.
///
/// It needs only the log: the batches, and which of them were minted here.
package struct FeedWriter: Hashable, Sendable {
    package let feed: Feed
    /// The last batch that this log minted.
    package var newest: BatchReference?
    /// Breaks a rule, to test the tests.
    package let habit: BadHabit?
    /// The chain ends named in contexts so far, even if the log has lost them; only a bad habit uses them.
    private var told: Set<BatchReference> = []

    /// A mistake that a device could make when it continues.
    package enum BadHabit: CaseIterable, Sendable {
        /// It continues its longest branch instead of its own.
        case longestBranch
        /// It remembers outside the log what it has already named.
        case contextBesideTheLog
    }

    package init(_ feed: Feed, habit: BadHabit? = nil) {
        (self.feed, self.habit) = (feed, habit)
    }

    /// Returns the chain that the next batch extends; nil when the batch starts one.
    ///
    /// It is the chain of the last batch that this log minted; without one, the device's chain whose end has the
    /// greatest number and name.
    package func ownChain(in ledger: Ledger) -> Int? {
        if habit != .longestBranch, let place = newest.flatMap({ ledger.place(of: $0) }) { return place.chain }
        return ledger.chains(withHint: feed.hint)
            .filter { ledger.chains[$0].device == feed.device }
            .max { ledger.end(of: $0) < ledger.end(of: $1) }
    }

    /// Returns the header of the next batch, which follows the end of the own chain even if that end was received.
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

    /// Returns the ends of all other chains that the predecessor did not know.
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

    /// Writes a batch and records that it was minted here.
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
