package import PhlistModel

/// Lists and people, folded from the log, for queries and for planning commands.
///
/// It is the fold of the log's entries in order, and also knows the entries in flight. It knows no sessions, addresses
/// or holes in the log; its owner reports its changes to others.
package struct Library {
    /// The key of this log's device: DER SubjectPublicKeyInfo.
    let publicKey: [UInt8]
    /// A hash of the key, cached because it is needed in every turn.
    package let device: DeviceID
    package let model: ModelVersion

    package private(set) var householdID: ScopeID?
    package private(set) var scopes: [ScopeID: ScopeSlot] = [:]
    /// The lists by their durable titles.
    private(set) var names = ListNames()
    /// The contents of the lists by id, without drafts.
    private(set) var directory = ItemDirectory()
    /// All scopes that have a draft, and some that had one.
    private var anticipated: Set<ScopeID> = []
    /// The households that this device has left; their batches, and those of their lists, stay in the log.
    package private(set) var leftHouseholds: Set<ScopeID> = []
    /// The lineage as reported by the household's founder or by the admitting device.
    private(set) var toldLineage: ScopeID?
    /// The removal of this device, as another device reported it.
    package private(set) var toldRemoval: (teller: DeviceID, removal: Removal)?
    package private(set) var introducer: Introducer?
    /// By reporting device: lists with participants that are not here, or no longer.
    package private(set) var invitations: [DeviceID: Invitations] = [:]
    /// The feeds by the numbers that the log gives them.
    package private(set) var feeds = FeedTable()
    package private(set) var bindings: [UInt32: MemberID] = [:]
    package private(set) var choices = LoginChoices()
    package private(set) var requests = RequestBook()
    /// The batch that was minted last, until a request refers to it.
    private var newestMinted: (scope: ScopeID, batch: Batch)?
    package private(set) var recentChanges: RecentChanges
    /// Number of records since the newest one that names this device's household.
    package private(set) var recordsSinceFacts = 0
    /// See `takeFolded`.
    private var folded: [ScopeID?] = []
    /// Entries in flight, by append.
    private(set) var entriesInFlight: [[LogEntry]] = []

    /// The device that admitted this one.
    package struct Introducer {
        let publicKey: [UInt8]
        let deviceName: String
        package let device: DeviceID

        init(publicKey: [UInt8], deviceName: String) {
            (self.publicKey, self.deviceName) = (publicKey, deviceName)
            device = DeviceID(publicKey: publicKey)
        }
    }

    /// Creates the library of an empty log.
    package init(publicKey: [UInt8], model: ModelVersion) {
        (self.publicKey, self.model) = (publicKey, model)
        device = DeviceID(publicKey: publicKey)
        recentChanges = RecentChanges(of: device)
    }

    // MARK: In flight

    package mutating func started(_ entries: [LogEntry]) {
        entriesInFlight.append(entries)
    }

    /// Takes the entries of the ended append: appends end in the order in which they started.
    package mutating func ended() -> [LogEntry] {
        entriesInFlight.removeFirst()
    }

    /// Returns the entry that introduces a feed; empty if the log knows the feed.
    package mutating func introduce(_ feed: Feed) -> [LogEntry] {
        let (number, isNew) = feeds.introduce(feed)
        return isNew ? [.feed(number, feed)] : []
    }

    /// Frees the number of a feed whose introduction the disk refused.
    package mutating func forget(_ number: FeedNumber) {
        feeds.forget(number)
    }

    /// Sets the household that this device founds at its first start, before it is durable.
    package mutating func begin(with household: ScopeID) {
        householdID = household
    }

    // MARK: Scopes

    package mutating func ensureScope(_ scope: ScopeID) {
        if scopes[scope] == nil {
            scopes[scope] = emptySlot(.list, scope)
        }
    }

    /// Makes room for a household under an id that was taken for a list's because the record that names it is lost or
    /// comes later; nothing was folded there.
    package mutating func ensureHousehold(_ scope: ScopeID) {
        guard scopes[scope]?.state.kind != .household else { return }
        scopes[scope] = emptySlot(.household, scope)
    }

    private func emptySlot(_ kind: ScopeState.Kind, _ scope: ScopeID) -> ScopeSlot {
        ScopeSlot(ScopeState(kind, scope, needsOrigin: true, decode: model.decode), of: device)
    }

    /// Whether there is room for a scope; if not, first drops scopes that have only waiting batches.
    package mutating func mayOpen(_ scope: ScopeID) -> Bool {
        guard scopes[scope] == nil, scopes.count >= HouseholdLimits.scopesMax else { return true }
        let unused = scopes.filter { scope, slot in scope != householdID && slot.isEmpty }
        for scope in unused.keys {
            scopes[scope] = nil
        }
        return scopes.count < HouseholdLimits.scopesMax
    }

    // MARK: Drafts

    /// The scopes with changes in flight that the next command sees.
    package var draftedScopes: Set<ScopeID> {
        anticipated.filter { scopes[$0]?.draft != nil }
    }

    /// Shows the effects of ops in flight to the next command.
    package mutating func anticipate(_ ops: [Op], in scope: ScopeID, _ act: Act) {
        anticipated = draftedScopes.union([scope])
        scopes[scope]?.anticipate(ops, act)
    }

    // MARK: Folding

    /// Restores the contents of a snapshot, except its facts.
    package mutating func restore(
        _ slots: [ScopeSlot],
        _ feeds: FeedTable,
        _ requests: RequestBook,
        _ changes: RecentChanges,
        recordsSinceFacts: Int
    ) {
        for slot in slots { scopes[slot.state.id] = slot }
        directory = ItemDirectory()
        for slot in scopes.values { index(slot, isTitled: true) }
        for scope in Set(feeds.feeds.values.map(\.scope)) { ensureScope(scope) }
        (self.feeds, self.requests, recentChanges) = (feeds, requests, changes)
        self.recordsSinceFacts = recordsSinceFacts
    }

    /// Counts a record of the log.
    package mutating func count(_ entry: LogEntry) {
        if case .local(.household) = entry {
            recordsSinceFacts = 0
        } else {
            recordsSinceFacts += 1
        }
    }

    /// Folds the number of a feed.
    package mutating func apply(_ number: FeedNumber, _ feed: Feed) {
        feeds.insert(feed, as: number)
        ensureScope(feed.scope)
    }

    /// Reserves a number that the log has used.
    package mutating func see(_ number: FeedNumber) {
        feeds.see(number)
    }

    /// Folds a head.
    package func apply(_ number: FeedNumber, _ head: SignedHead) {
        guard let feed = feeds[number] else { return }
        scopes[feed.scope]?.keep(head, of: feed.hint)
    }

    /// Folds a batch.
    ///
    /// - Returns: The batch with its feed, its scope, and its changes there; nil if the log has not introduced the
    ///   feed, which is a bug in the caller.
    package mutating func apply(_ stored: StoredBatch) -> (batch: NamedBatch, slot: ScopeSlot, touches: [Touch])? {
        guard let feed = feeds[stored.feed], let slot = scopes[feed.scope] else {
            invariant(false, "batch of the unnamed feed \(stored.feed)")
            return nil
        }
        noteMinted(stored)
        folded.append(feed.scope)
        let batch = stored.named(in: feed)
        let isLocal = feed.device == device
        let touches = slot.apply(batch, isMinted: stored.isMinted && isLocal)
        index(slot, isTitled: touches.contains { $0.entity == .root })
        noteWord(batch, in: slot)
        let changes = (slot.state.kind == .list ? touches : []).filter { $0.after != nil }.map {
            Change($0, of: batch, in: feed.scope, isLocal: isLocal)
        }
        recentChanges.take(changes, of: batch.name)
        return (batch, slot, touches)
    }

    /// Takes what is new in a list into the indexes.
    private mutating func index(_ slot: ScopeSlot, isTitled: Bool) {
        guard slot.state.kind == .list else { return }
        directory.note(slot.state)
        guard isTitled || !names.contains(slot.state.id), let list = slot.state.list else { return }
        names.note(list.title, of: list.scope)
    }

    /// Passes over a batch that cannot be folded yet, or that is here already.
    package mutating func passOver(_ stored: StoredBatch) {
        noteMinted(stored)
        folded.append(nil)
    }

    /// Takes the scope of each batch that was restored, or whose append has ended, since the last call.
    ///
    /// - Returns: An element for each batch record, in order: the scope in whose ledger the batch is the next row; nil
    ///   if it was not folded, because it waits after a hole or is there already.
    package mutating func takeFolded() -> [ScopeID?] {
        defer { folded = [] }
        return folded
    }

    /// Folds a fact, as far as it is about lists and people.
    package mutating func apply(_ fact: LocalFact) {
        switch fact {
        case .household(let scope, let lineage): enter(scope, lineage: lineage)
        case .removal(let removal, let teller): toldRemoval = removal.map { (teller, $0) }
        case .invitations(let device, let told): invitations[device] = told.isEmpty ? nil : told
        case .introducer(let publicKey, let deviceName):
            introducer = publicKey.isEmpty ? nil : Introducer(publicKey: publicKey, deviceName: deviceName)
        case .binding(let uid, let member): bindings[uid] = member
        case .request(let tag, let at, let outcome): requests.note(tag, at: at, outcome)
        case .requestOfBatch(let tag, let flags): note(tag, flags: flags)
        case .defaultList, .ownView, .overallView, .savedFilter: choices.take(fact)
        case .address, .pairingAttempt, .clockAhead, .healed, .givenUp, .deviceSeen, .personSeen, .letter: break
        }
    }

    private mutating func enter(_ household: ScopeID, lineage: ScopeID?) {
        if let former = householdID, former != household {
            leftHouseholds.insert(former)
            invitations = [:]
            toldRemoval = nil
        }
        householdID = household
        toldLineage = lineage
        leftHouseholds.remove(household)
        ensureHousehold(household)
    }

    /// Keeps the batch minted last, for a fact that may refer to it.
    private mutating func noteMinted(_ stored: StoredBatch) {
        guard stored.isMinted else { return }
        newestMinted = feeds[stored.feed].map { ($0.scope, stored.batch) }
    }

    /// Records a request whose outcome its batch tells, at the time of the batch.
    ///
    /// A request whose batch is not in the log, or cannot be read, is forgotten.
    private mutating func note(_ tag: RequestTag, flags: UInt8) {
        guard let minted = newestMinted else { return }
        newestMinted = nil
        guard let outcome = Outcome(of: minted.batch, in: minted.scope, flags: flags) else { return }
        requests.note(tag, at: minted.batch.header.stamp.milliseconds, outcome)
    }

    /// Drops reports that a list has ended once a word of the owner comes, because words are sent only to readers.
    private mutating func noteWord(_ batch: NamedBatch, in slot: ScopeSlot) {
        let list = slot.state.id
        guard !invitations.isEmpty, batch.tier == .control, batch.device != device, let roster,
            let owner = slot.state.origin?.owner, roster.isListed(owner, on: batch.device)
        else { return }
        for (teller, told) in invitations where told.ended.contains(list) {
            var told = told
            told.ended.removeAll { $0 == list }
            invitations[teller] = told.isEmpty ? nil : told
        }
    }
}
