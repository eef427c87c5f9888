import PhlistHousehold
import PhlistModel

/// The log as its replica sees it: the state folded from its entries, and the entries that are being made.
///
/// Its parts change here, and nowhere else. It knows no sessions, addresses or effects: whatever an entry means for
/// them is in `News`.
struct Journal {
    let identity: Replica.Identity
    /// Lists and people.
    private(set) var library: Library
    private(set) var membership = MembershipNotes()
    private(set) var repair = LogRepair()
    private(set) var minter: Minter

    init(_ identity: Replica.Identity, _ authority: any HeadAuthenticator, _ model: ModelVersion) {
        self.identity = identity
        library = Library(publicKey: identity.publicKey, model: model)
        minter = Minter(HeadSigner(device: library.device, authority: authority))
    }

    var device: DeviceID { library.device }

    // MARK: Folding

    /// The meaning of folded entries for everything that is not in the log.
    struct News {
        var hasChanges = false
        /// The entries of an append that has ended.
        var entries: [LogEntry] = []
        /// The scopes of folded batches.
        var scopes: Set<ScopeID> = []
        var isRosterChanged = false
        var isSharingChanged = false
        var hasControl = false
        /// Whether a peer has returned own batches that a log without holes no longer had.
        var hasReturned = false
        /// Lists whose photos may have changed.
        var photoScopes: Set<ScopeID> = []
        /// The addresses at which other devices were reached, in the order of the log.
        var addresses: [(device: DeviceID, endpoint: Endpoint)] = []

        /// Whether devices may see other scopes than before.
        var isAccessChanged: Bool { isRosterChanged || isSharingChanged }
    }

    /// Records entries that are being written.
    mutating func started(_ entries: [LogEntry]) {
        library.started(entries)
    }

    /// Folds the entries of the oldest append, which are durable.
    ///
    /// - Parameters:
    ///   - isReceived: Whether they came from a peer.
    ///   - sender: The device that sent them; nil if it is no longer connected.
    /// - Returns: Their meaning for the other parts.
    mutating func appended(isReceived: Bool, from sender: DeviceID?) -> News {
        let entries = library.ended()
        if let sender { repair.received(entries, from: sender) }
        var news = News()
        for entry in entries {
            library.count(entry)
            apply(entry, &news)
        }
        news.entries = entries
        news.hasReturned = isReceived && repair.returned(entries, in: library)
        return news
    }

    /// Drops the entries of the oldest append, which the log did not take.
    ///
    /// Later entries of this device were minted on top of them and cannot stand either.
    ///
    /// - Returns: The scopes of the entries.
    mutating func appendFailed() -> Set<ScopeID> {
        let entries = library.ended()
        let scopes = Set(entries.compactMap(\.feed).compactMap { library.feeds[$0]?.scope })
        for scope in scopes { library.scopes[scope]?.dropInFlight() }
        for case .feed(let number, _) in entries where !repair.lostAgain(number) {
            library.forget(number)
        }
        return scopes
    }

    /// Folds one entry; the only place where state changes.
    private mutating func apply(_ entry: LogEntry, _ news: inout News) {
        switch entry {
        case .feed(let number, let feed):
            library.apply(number, feed)
            repair.named(number, feed)
        case .batch(let stored):
            apply(stored, &news)
        case .head(let number, let head):
            library.apply(number, head)
        case .local(let fact):
            library.apply(fact)
            membership.apply(fact)
            apply(fact, &news)
        }
    }

    private mutating func apply(_ stored: StoredBatch, _ news: inout News) {
        guard let (batch, slot, touches) = library.apply(stored) else { return }
        let scope = slot.state.id
        if let (number, feed) = repair.folded(batch, in: slot, on: device) { library.apply(number, feed) }
        news.scopes.insert(scope)
        news.hasControl = news.hasControl || batch.tier == .control
        if slot.state.newestBatchChanged(.photo) || slot.state.mayBePurged { news.photoScopes.insert(scope) }
        // Who is a member decides what a watching client sees.
        if scope == library.householdID { (news.hasChanges, news.isRosterChanged) = (true, true) }
        guard slot.state.kind == .list else { return }
        news.isSharingChanged = news.isSharingChanged || touches.contains { $0.entity == .root }
        news.hasChanges = news.hasChanges || !touches.isEmpty
    }

    /// Folds a fact about anything other than lists and people, and notes who must be told.
    private mutating func apply(_ fact: LocalFact, _ news: inout News) {
        switch fact {
        case .household, .introducer, .letter:
            news.isRosterChanged = true
        case .removal:
            news.hasChanges = true
        case .invitations:
            (news.hasChanges, news.isSharingChanged) = (true, true)
        case .address(let device, let endpoint):
            news.addresses.append((device, endpoint))
        case .clockAhead(let lead):
            minter.note(lead)
        case .healed(let lostBytes, _, _):
            repair.noteWhole(lostBytes)
            // Devices that could connect to replace lost records now have to be in the roster again.
            news.isRosterChanged = true
        case .givenUp(let lostBytes, let changeCount, let at):
            let acceptance = LogRepair.Acceptance(changeCount: changeCount, at: at)
            repair.accepted(lostBytes: lostBytes, acceptance, in: library)
            news.isRosterChanged = true
        case .pairingAttempt, .binding, .request, .requestOfBatch, .defaultList, .ownView, .overallView,
            .savedFilter, .deviceSeen, .personSeen:
            break
        }
    }

    /// Takes the scope of each batch that was folded or passed over since the last call; see `Library.takeFolded`.
    mutating func takeFolded() -> [ScopeID?] { library.takeFolded() }

    // MARK: Restoring

    /// Expects records that do not follow, because the log has lost some.
    mutating func expectHoles(lostBytes: UInt64) {
        repair = LogRepair(lostBytes: lostBytes)
    }

    /// Folds one entry of the log at the start.
    ///
    /// - Throws: If the entry does not follow.
    mutating func restore(_ entry: LogEntry) throws(CodecError) -> News {
        var news = News()
        library.count(entry)
        switch entry {
        case .feed, .local: apply(entry, &news)
        case .batch(var stored):
            if stored.isMinted { minter.note(stored.batch.header.stamp) }
            if try isNext(&stored, &news) {
                apply(stored, &news)
                // A batch that a peer returned comes after newer ones.
                if library.feeds[stored.feed]?.device == device { minter.note(stored.batch.header.stamp) }
            } else {
                library.passOver(stored)
            }
        case .head(let number, let head):
            library.see(number)
            if library.feeds[number].map({ isHere(head, of: $0) }) ?? false {
                apply(entry, &news)
            } else {
                repair.hold(head)
            }
        }
        return news
    }

    private func isHere(_ head: SignedHead, of feed: Feed) -> Bool {
        library.scopes[feed.scope]?.state.ledger.contains(head.reference(in: feed.hint)) ?? false
    }

    /// Whether a batch can be folded; in a log with holes, other batches are held back, unless they are here already.
    ///
    /// - Throws: If the batch cannot be folded in a log without holes; after a missing record, that is not an error.
    private mutating func isNext(_ stored: inout StoredBatch, _ news: inout News) throws(CodecError) -> Bool {
        library.see(stored.feed)
        guard let feed = library.feeds[stored.feed] else {
            guard repair.hasHoles else { throw .badValue("batch of the unnamed feed \(stored.feed)") }
            hold(stored)
            return false
        }
        let batch = stored.naming(in: feed)
        if repair.hasHoles { learnHousehold(from: batch.batch, in: feed.scope, &news) }
        guard let slot = library.scopes[feed.scope], !slot.state.ledger.contains(batch.reference) else { return false }
        if slot.state.ledger.isReady(batch), !repair.hasHoles || slot.isProven(batch) {
            return true
        }
        guard repair.hasHoles else { throw .badValue("batch \(batch.name) without its predecessor or context") }
        hold(stored)
        return false
    }

    /// Learns the household's id from its founding, because the fact that names it may be lost.
    ///
    /// The founding is ours, or came with a backup: another founding is never taken in.
    private mutating func learnHousehold(from batch: Batch, in scope: ScopeID, _ news: inout News) {
        guard library.scopes[scope]?.state.kind == .list, library.scopes[scope]?.state.origin == nil else { return }
        guard batch.begins(scope) == .household else { return }
        apply(.local(.household(scope, lineage: nil)), &news)
    }

    private mutating func hold(_ stored: StoredBatch) {
        if let feed = repair.hold(stored, in: library) { library.apply(stored.feed, feed) }
    }

    /// Restores a snapshot at the start, before the later entries of the log.
    mutating func restore(_ snapshot: ReplicaSnapshot) -> News {
        let slots = snapshot.scopes.map {
            ScopeSlot($0.state, of: device, heads: $0.heads, lastMinted: $0.lastMinted)
        }
        let (feeds, requests, changes) = (snapshot.feeds, snapshot.requests, snapshot.recentChanges)
        library.restore(slots, feeds, requests, changes, recordsSinceFacts: snapshot.recordsSinceFacts)
        var news = News()
        for fact in snapshot.facts { apply(.local(fact), &news) }
        minter.note(snapshot.lastStamp)
        return news
    }

    // MARK: Writing

    /// Makes the batches of one user action in one scope, on top of everything applied or in flight.
    mutating func mint(
        _ ops: [Op],
        in scope: ScopeID,
        by member: MemberID,
        group: UInt64? = nil,
        forHouse: Bool? = nil,
        _ random: inout RandomSource,
        now: Now
    ) -> [LogEntry] {
        repair.note(ops, in: scope)
        let group = group ?? random.next()
        return minter.mint(ops, in: scope, by: member, group: group, forHouse: forHouse, &library, now: now)
    }

    /// Makes the batches of ops with the stamp of an earlier action.
    mutating func mint(_ ops: [Op], in scope: ScopeID, as action: Minter.Minting) -> [LogEntry] {
        minter.mint(ops, in: scope, action, &library)
    }

    /// Takes the batches that waited for returned ones.
    mutating func takeReady(of scope: ScopeID, _ reception: Reception?) -> [LogEntry] {
        repair.takeReady(of: scope, in: library, reception)
    }

    /// Makes the entries of a backup, in a library that has none of it.
    mutating func receive(_ backup: BackupContents) -> [LogEntry] {
        library.receive(backup, minter.signer.authority)
    }

    /// Makes room for the batches of a scope.
    mutating func ensureScope(_ scope: ScopeID) {
        library.ensureScope(scope)
    }

    /// Makes room for the batches of a household.
    mutating func ensureHousehold(_ scope: ScopeID) {
        library.ensureHousehold(scope)
    }

    /// Sets the household that this device founds at its first start, before it is durable.
    mutating func begin(with household: ScopeID) {
        library.begin(with: household)
    }

    /// Lends the library to the exchange, which opens scopes and numbers feeds for batches that arrive.
    mutating func lendLibrary<Result>(_ use: (inout Library) -> Result) -> Result {
        use(&library)
    }

    // MARK: Peers

    /// Compares clocks with a device that has just sent its time.
    ///
    /// - Returns: The fact to be written; nil if this device's lead has not changed.
    mutating func heard(_ wall: Int64, of peer: DeviceID, now: Now) -> LocalFact? {
        minter.heard(wall, of: peer, in: library, now: now).map { .clockAhead($0) }
    }

    /// Records an admin's letter that a stranger has shown.
    ///
    /// - Returns: Whether it lets the stranger in.
    mutating func show(_ letter: [UInt8], of device: DeviceID, at door: Door) -> Bool {
        membership.show(letter, of: device, at: door)
    }

    /// Drops letters that the policy no longer accepts, or no longer needs.
    mutating func keepLetters(acceptedAt door: Door) {
        membership.keepLetters(acceptedAt: door)
    }

    /// Records a peer's claim that this device was removed; it allows ways out, and changes nothing.
    mutating func claimedRemoval(_ device: DeviceID) {
        membership.claimedRemoval(device)
    }

    /// Takes back a removal reported by a device that holds sessions with this one again.
    ///
    /// - Returns: The fact to be written; nil if that device has reported none.
    mutating func tookIn(_ device: DeviceID) -> LocalFact? {
        membership.withdrewClaim(device)
        return library.toldRemoval?.teller == device ? .removal(nil, from: device) : nil
    }

    /// Records that a peer holds the same of a scope.
    ///
    /// - Returns: Whether that is news.
    mutating func agreed(on scope: ScopeID) -> Bool {
        repair.agreed(on: scope)
    }

    /// Takes the steps of the repair that have become possible in an event.
    mutating func stepOfRepair(since before: LogRepair.Progress, _ sessions: [Session], now: Now) -> [LogRepair.Action]
    {
        repair.step(since: before, in: library, sessions, now: now)
    }

    /// Allows the note of a whole log to be tried again.
    mutating func mayNoteAgain() {
        repair.mayNoteAgain()
    }
}
