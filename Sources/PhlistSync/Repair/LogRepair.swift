import PhlistHousehold
import PhlistModel

/// The recovery of records that the log has lost: what waits for them, who has returned them, what was given up.
///
/// In a log without holes it only counts this device's own batches that peers return.
struct LogRepair {
    /// Number of bytes that the log has lost in all, to which later losses add; nil if the log has no holes.
    private(set) var lostBytes: UInt64?
    /// Number of lost bytes whose contents are recorded as recovered.
    private(set) var healedBytes: UInt64 = 0
    private(set) var pending = PendingBatches()
    /// Feed numbers whose introduction the log lost, and which a later record has to introduce again.
    private var lostNumbers: Set<FeedNumber> = []
    /// Scopes of which a peer has held the same since the start.
    private(set) var agreed: Set<ScopeID> = []
    /// Lists made since the start, of which nothing is lost.
    private var made: Set<ScopeID> = []
    /// Number of new batches received since the start, by sender.
    private(set) var fetched: [DeviceID: Int] = [:]
    /// By scope: actors of this device's own batches that are still to be looked up in the household.
    private var actors: [ScopeID: Set<MemberID>] = [:]
    /// Feeds of which something is permanently missing.
    private(set) var abandoned: Set<FeedKey> = []
    /// The last loss accepted.
    private(set) var surrender: Acceptance?
    /// Whether the note that the log is whole is being written.
    private var isNoted = false
    /// The number of this device's own batches that peers have returned since the start although the log has no holes:
    /// it was reset to an older state, or its disk forgot durable data.
    private(set) var returnedCount = 0

    /// Key of a feed; a context names only its hint.
    struct FeedKey: Hashable, Comparable {
        var scope: ScopeID
        var hint: FeedHint

        static func < (left: FeedKey, right: FeedKey) -> Bool {
            (left.scope, left.hint) < (right.scope, right.hint)
        }
    }

    /// An accepted loss.
    struct Acceptance: Equatable {
        var changeCount: UInt64
        /// In milliseconds since 1970.
        var at: Int64
    }

    /// Creates the state for a log without holes.
    init() {}

    /// Creates the state for a log that has lost bytes.
    init(lostBytes: UInt64) {
        self.lostBytes = lostBytes
    }

    var hasHoles: Bool { lostBytes != nil }

    /// Whether something may still be missing.
    var isOpen: Bool { lostBytes.map { $0 > healedBytes } ?? false }

    /// Whether the lost records may include those that made the scope private, since no peer has confirmed it yet.
    func isDoubtful(_ scope: ScopeID) -> Bool {
        isOpen && !agreed.contains(scope) && !made.contains(scope)
    }

    /// Whether nothing waits here, but peers may still have what is missing.
    var dependsOnPeers: Bool { isOpen && pending.count == 0 }

    /// Members who acted here while the log had holes; in a household that was left they had other ids.
    func actors(in library: Library) -> Set<MemberID> {
        actors.filter { !library.isLeft($0.key) }.values.reduce(into: []) { $0.formUnion($1) }
    }

    /// The facts that restore the state after a snapshot.
    var facts: [LocalFact] {
        guard hasHoles else { return [] }
        let acceptance = surrender.map {
            LocalFact.givenUp(lostBytes: healedBytes, changeCount: $0.changeCount, at: $0.at)
        }
        return [.healed(lostBytes: healedBytes, fetched: 0, at: 0)] + [acceptance].compactMap(\.self)
    }

    // MARK: Log

    /// Folds the note that the contents of lost bytes are recovered.
    mutating func noteWhole(_ bytes: UInt64) {
        if hasHoles { healedBytes = max(healedBytes, bytes) }
    }

    /// Folds an accepted loss: treats lost bytes as recovered and drops all waiting batches.
    mutating func accepted(lostBytes bytes: UInt64, _ acceptance: Acceptance, in library: Library) {
        guard hasHoles else { return }
        let feeds = holes(in: library).compactMap(\.key)
        noteWhole(bytes)
        pending = PendingBatches()
        abandoned.formUnion(feeds)
        surrender = acceptance
    }

    /// Folds the introduction of a feed.
    mutating func named(_ number: FeedNumber, _ feed: Feed) {
        pending.name(number, feed)
    }

    /// Takes back that a feed's number was introduced again, because the disk refused the record.
    ///
    /// - Returns: Whether the log had given the number to a batch that waits after a hole.
    mutating func lostAgain(_ number: FeedNumber) -> Bool {
        guard pending.inOrder.contains(where: { $0.stored.feed == number }) else { return false }
        lostNumbers.insert(number)
        return true
    }

    /// Allows the note of a whole log to be tried again: a full disk may have refused it.
    mutating func mayNoteAgain() {
        isNoted = false
    }

    /// Notes a list that is being made.
    mutating func note(_ ops: [Op], in scope: ScopeID) {
        guard hasHoles else { return }
        for case .originate(let origin) in ops where origin.scope == scope {
            made.insert(scope)
        }
    }

    /// Counts new batches from a peer, before they are folded.
    mutating func received(_ entries: [LogEntry], from device: DeviceID) {
        guard isOpen else { return }
        let count = entries.count { entry in
            guard case .batch(let stored) = entry else { return false }
            return stored.name.map { !pending.contains($0) } ?? false
        }
        if count > 0 { fetched[device, default: 0] += count }
    }

    /// Counts batches of this device that peers returned and that a log without holes no longer had.
    ///
    /// - Returns: Whether there were any, of which people are told.
    mutating func returned(_ entries: [LogEntry], in library: Library) -> Bool {
        guard !hasHoles else { return false }
        let count = entries.count { entry in
            guard case .batch(let stored) = entry else { return false }
            return !stored.isMinted && library.feeds[stored.feed]?.device == library.device
        }
        returnedCount += count
        return count > 0
    }

    // MARK: Waiting batches

    /// Holds back a head whose batch is not folded.
    mutating func hold(_ head: SignedHead) {
        if hasHoles { pending.insert(head) }
    }

    /// Holds back a batch of the log that cannot be folded yet.
    ///
    /// - Returns: The feed of its number, if the log has lost that and it was found.
    mutating func hold(_ stored: StoredBatch, in library: Library) -> Feed? {
        if let feed = library.feeds[stored.feed] {
            pending.insert(stored, of: feed)
            return nil
        }
        let feed = library.feedShown(by: stored)
        if let feed { learn(stored.feed, feed) }
        pending.insert(stored, of: feed)
        return feed
    }

    private mutating func learn(_ number: FeedNumber, _ feed: Feed) {
        lostNumbers.insert(number)
        pending.name(number, feed)
    }

    /// Removes a folded batch from the waiting ones, and keeps the heads that vouch for it.
    ///
    /// - Returns: The number of its feed, if the log has lost that and waiting batches show it.
    mutating func folded(_ batch: NamedBatch, in slot: ScopeSlot, on device: DeviceID) -> (FeedNumber, Feed)? {
        guard hasHoles else { return nil }
        if batch.device == device { actors[slot.state.id, default: []].insert(batch.header.by) }
        guard pending.count > 0 else { return nil }
        let number = pending.numberShown(by: batch)
        for head in pending.remove(batch.name) {
            slot.keep(head, of: batch.hint)
        }
        guard let number else { return nil }
        let feed = Feed(scope: slot.state.id, tier: batch.tier, device: batch.device)
        learn(number, feed)
        _ = pending.remove(batch.name)
        return (number, feed)
    }

    /// Takes the batches that waited for returned ones, so that the log stays in a causal order.
    ///
    /// One part at a time: the next one follows once this one is durable.
    mutating func takeReady(of scope: ScopeID, in library: Library, _ reception: Reception?) -> [LogEntry] {
        guard pending.count > 0, !library.isLeft(scope), let slot = library.scopes[scope] else { return [] }
        var (entries, byteCount): ([LogEntry], Int) = ([], 0)
        for entry in pending.inOrder where byteCount < SyncLimits.heldBackBytesMax {
            guard let feed = entry.feed, let batch = entry.batch, feed.scope == scope, !slot.holds(batch),
                slot.isProven(batch), slot.isReady(batch)
            else { continue }
            if lostNumbers.remove(entry.stored.feed) != nil {
                entries.append(.feed(entry.stored.feed, feed))
            }
            slot.started(batch)
            entries.append(.batch(StoredBatch(feed: entry.stored.feed, isMinted: entry.stored.isMinted, batch)))
            byteCount += batch.batch.bytes.count
            // Peers send this batch, too; the copy in the inbox no longer waits, and its head is kept.
            if let head = reception?.inbox.noteStored(batch)?.head { entries.append(.head(entry.stored.feed, head)) }
        }
        return entries
    }

    // MARK: Steps

    /// A step of the recovery.
    enum Action {
        /// Make members again who acted here, and whose making was lost.
        case name([MemberID])
        /// Note in the log that it is whole, with the number of batches that others returned.
        case noteWhole(LocalFact)
        /// Tell people of the progress.
        case report
    }

    /// The progress shown to people, who are told when it changes.
    struct Progress: Equatable {
        var isOpen: Bool
        var heldBackCount: Int
        var agreedCount: Int
        var fetchedCount: Int
    }

    var progress: Progress {
        let fetchedCount = fetched.values.reduce(0, +)
        return Progress(
            isOpen: isOpen,
            heldBackCount: pending.count,
            agreedCount: agreed.count,
            fetchedCount: fetchedCount
        )
    }

    /// Records that a peer holds the same of a scope: devices that may see it may have it again.
    ///
    /// - Returns: Whether that is news.
    mutating func agreed(on scope: ScopeID) -> Bool {
        hasHoles && agreed.insert(scope).inserted
    }

    /// Takes the steps that have become possible in an event.
    ///
    /// - Parameters:
    ///   - before: The progress before the event.
    ///   - library: The lists.
    ///   - sessions: The open sessions.
    ///   - now: The time.
    /// - Returns: The steps.
    mutating func step(since before: Progress, in library: Library, _ sessions: [Session], now: Now) -> [Action] {
        guard let lostBytes else { return [] }
        var actions: [Action] = []
        // Others would wait for lost members permanently. They are named once a peer has confirmed the household.
        if let householdID = library.householdID, isOpen, agreed.contains(householdID) {
            let lost = actors(in: library).filter { library.household?.memberName($0) == nil && $0 != .house }
            actors = [:]
            if !lost.isEmpty { actions.append(.name(lost.sorted())) }
        }
        if !isNoted, isWhole(library, sessions) {
            isNoted = true
            let fact = LocalFact.healed(lostBytes: lostBytes, fetched: progress.fetchedCount, at: now.wall)
            actions.append(.noteWhole(fact))
        }
        return actions + (progress == before ? [] : [.report])
    }
}
