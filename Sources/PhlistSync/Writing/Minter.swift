import PhlistHousehold
import PhlistModel

/// Turns ops of this device into batches, with their time and their predecessors.
struct Minter {
    let signer: HeadSigner
    /// The last stamp that this device has given; the next one is later.
    private(set) var lastStamp = Stamp(rawValue: 0)
    private(set) var clock = HouseholdClock()

    init(_ signer: HeadSigner) {
        self.signer = signer
    }

    // MARK: Time

    /// Folds a stamp of this device, or the last one of a snapshot.
    mutating func note(_ stamp: Stamp) {
        lastStamp = max(lastStamp, stamp)
    }

    /// Folds a measurement of the clock's lead.
    mutating func note(_ lead: ClockLead) {
        clock.note(lead)
    }

    /// Compares clocks with a device that has just sent its time.
    ///
    /// - Returns: The new lead of this device's clock; nil if it has not changed.
    mutating func heard(_ wall: Int64, of peer: DeviceID, in library: Library, now: Now) -> ClockLead? {
        guard peer != signer.device, let roster = library.household?.roster, roster.contains(peer) else { return nil }
        return clock.heard(wall, of: peer, among: roster.contains, now: now)
    }

    /// The stamp of the next action.
    func nextStamp(at now: Now) -> Stamp {
        lastStamp.next(wallMilliseconds: clock.time(at: now))
    }

    // MARK: Batches

    /// Makes the batches of one user action in one scope, on top of everything applied or in flight.
    ///
    /// - Parameters:
    ///   - ops: The ops of the action.
    ///   - scope: The scope that they change.
    ///   - member: The member who acts.
    ///   - group: The action's number.
    ///   - forHouse: Whether the house is the actor; if nil, this device's household decides.
    ///   - library: The lists, which give numbers to feeds and show the ops in flight.
    ///   - now: The time.
    /// - Returns: The entries to append.
    mutating func mint(
        _ ops: [Op],
        in scope: ScopeID,
        by member: MemberID,
        group: UInt64,
        forHouse: Bool?,
        _ library: inout Library,
        now: Now
    ) -> [LogEntry] {
        lastStamp = nextStamp(at: now)
        let isForHouse =
            library.scopes[scope]?.state.kind != .household && (forHouse ?? library.actsForHouse(member, in: scope))
        let action = Minting(by: member, isForHouse: isForHouse, stamp: lastStamp, group: group)
        let entries = mint(ops, in: scope, action, &library)
        library.anticipate(ops, in: scope, Act(stamp: action.stamp, by: member, device: signer.device))
        return entries
    }

    /// The common fields of the batches of one action.
    struct Minting {
        var by: MemberID
        var isForHouse: Bool
        var stamp: Stamp
        var group: UInt64
    }

    /// Makes the batches of ops; receivers take those of each tier together or not at all.
    func mint(_ ops: [Op], in scope: ScopeID, _ action: Minting, _ library: inout Library) -> [LogEntry] {
        library.ensureScope(scope)
        guard let slot = library.scopes[scope] else { return [] }
        let isHousehold = slot.state.kind == .household
        let control = isHousehold ? ops : ops.compactMap { $0.part(of: .control) }
        let content = isHousehold ? [] : ops.compactMap { $0.part(of: .content) }
        var speaking = action
        // A list begins with its owner's control ops, even if another member signs its content.
        if let owner = ops.lazy.compactMap(\.ownerOfNewList).first, owner != action.by {
            (speaking.by, speaking.isForHouse) = (owner, owner == .house)
        }
        // A change of visibility comes before the content written after it.
        return mint(control, in: .control, of: slot, speaking, &library)
            + mint(content, in: .content, of: slot, action, &library)
    }

    /// Makes the batches of one tier.
    ///
    /// References to batches applied since the previous batch that do not fit next to the ops go ahead in batches
    /// without ops.
    private func mint(
        _ ops: [Op],
        in tier: Tier,
        of slot: ScopeSlot,
        _ action: Minting,
        _ library: inout Library
    ) -> [LogEntry] {
        guard !ops.isEmpty else { return [] }
        let feed = Feed(scope: slot.state.id, tier: tier, device: signer.device)
        var entries = library.introduce(feed)
        guard let number = library.feeds.number(of: feed) else { return [] }
        let runs = ops.runs()
        var news = slot.news(in: tier, after: slot.ownEnd(of: signer.device, in: tier))[...]
        let room = SyncLimits.batchWithContextBytesMax - (runs.first ?? []).reduce(0) { $0 + $1.encodedSize }
        let countMax = min(Limits.contextEntriesMax, max(0, room) / BatchReference.encodedSizeMax)
        while news.count > countMax {
            let part = news.prefix(Limits.contextEntriesMax)
            entries += mintBatch([], knowing: Array(part), of: feed, number, in: slot, action)
            news = news.dropFirst(part.count)
        }
        var byteCount = 0
        for (index, run) in runs.enumerated() {
            byteCount += run.reduce(0) { $0 + $1.encodedSize }
            // A receiver has to hold an action until it is complete: a larger one comes in parts.
            let isLast = index == runs.count - 1 || byteCount > SyncLimits.actionBytesMax
            let context = index == 0 ? Array(news) : []
            entries += mintBatch(run, knowing: context, continues: !isLast, of: feed, number, in: slot, action)
            if isLast { byteCount = 0 }
        }
        return entries
    }

    private func mintBatch(
        _ ops: [Op],
        knowing context: [BatchReference],
        continues: Bool = false,
        of feed: Feed,
        _ number: FeedNumber,
        in slot: ScopeSlot,
        _ action: Minting
    ) -> [LogEntry] {
        let end = slot.ownEnd(of: feed.device, in: feed.tier)
        var header = BatchHeader(
            by: action.by,
            number: (end?.reference.number ?? 0) + 1,
            previous: end?.reference.name ?? .none,
            opCount: ops.count,
            stamp: action.stamp,
            group: action.group,
            context: context
        )
        header.continues = continues
        header.isFlaggedForHouse = action.isForHouse && action.by != .house
        let batch = NamedBatch(Batch(header: header, ops: ops), of: feed)
        slot.advance(to: batch, after: end)
        let entry = LogEntry.batch(StoredBatch(feed: number, isMinted: true, batch))
        guard slot.unvouched(of: feed.device, in: feed.tier).isTooMuch else { return [entry] }
        slot.vouchedForOwnEnd(in: feed.tier)
        return [entry, .head(number, signer.head(of: batch.reference, in: slot.state.id))]
    }

    /// Returns the heads of everything that this device wrote, as records for the end of a backup.
    ///
    /// They are signed now where a peer would need them: the key that could do it later is in no backup.
    func ownHeads(in library: Library) -> [Record] {
        let feeds = library.feeds.feeds.filter { $0.value.device == signer.device }.sorted { $0.key < $1.key }
        return feeds.flatMap { number, feed -> [Record] in
            guard let slot = library.scopes[feed.scope], !library.isLeft(feed.scope) else { return [] }
            let chains = slot.state.ledger.chains(withHint: feed.hint).filter {
                slot.state.ledger.chains[$0].device == signer.device
            }
            for chain in chains { signer.sign(chain, after: slot.state.ledger.chains[chain].start, in: slot) }
            return chains.flatMap { slot.heads[$0]?.heads ?? [] }.map { LogEntry.head(number, $0).record }
        }
    }
}

extension Op {
    fileprivate var ownerOfNewList: MemberID? {
        if case .originate(let origin) = self { origin.owner } else { nil }
    }
}

extension [Op] {
    /// Splits the ops into runs that each fit one batch.
    func runs() -> [[Op]] {
        var runs: [[Op]] = []
        var byteCount = 0
        for op in self {
            let size = op.encodedSize
            if runs.last?.count ?? Limits.batchOpsMax == Limits.batchOpsMax || byteCount + size > Limits.batchBytesMax {
                runs.append([])
                byteCount = 0
            }
            runs[runs.count - 1].append(op)
            byteCount += size
        }
        return runs
    }
}
