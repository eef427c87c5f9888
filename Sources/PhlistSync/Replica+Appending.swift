import PhlistModel

/// The single path of data: append → appended → apply → publish.
extension Replica {
    /// Makes the batches of one user action in one scope, on top of everything applied or in flight.
    mutating func mint(
        _ ops: [Op],
        in scope: ScopeID,
        by member: MemberID,
        group: UInt64? = nil,
        forHouse: Bool? = nil,
        now: Now
    ) -> [LogEntry] {
        repair.note(ops, in: scope)
        let group = group ?? random.next()
        return minter.mint(ops, in: scope, by: member, group: group, forHouse: forHouse, &library, now: now)
    }

    /// Starts writing entries to the log.
    mutating func append(
        _ entries: [LogEntry],
        reply: (CommandID, CommandResult)? = nil,
        source: ConnectionID? = nil
    ) {
        let isMoving = entries.contains { entry in
            if case .local(.household(let household, _)) = entry { household != library.householdID } else { false }
        }
        let id = appends.start(reply: reply, source: source, isMoving: isMoving)
        library.started(entries)
        effects.append(.append(id, entries.map(\.record)))
    }

    mutating func appended(_ id: AppendID, now: Now) {
        let (append, entries) = (appends.end(id), library.ended())
        var publication = Publication()
        let sender = append.source.flatMap { exchange.sessions[$0] }
        if let sender { repair.received(entries, from: sender.device) }
        for entry in entries {
            library.count(entry)
            apply(entry, publishing: &publication)
        }
        if append.source != nil, repair.returned(entries, in: library) { effects.append(.healthChanged) }
        publish(publication, reply: append.reply, source: append.source)
        // A peer that has just returned batches may now hold the same: recovery does not wait for the next comparison.
        if let sender, repair.dependsOnPeers { perform(exchange.summary(to: sender, isRequest: true, access)) }
        if publication.isRosterChanged {
            renewStaleKey(now: now)
        }
        for scope in publication.scopes.sorted() {
            perform(exchange.admitRest(of: scope, &library))
            appendPending(of: scope)
        }
        if publication.hasControl { perform(exchange.admitBehindControl(&library)) }
        performWaitingCommands(now: now)
    }

    /// Drops entries that the log did not take.
    ///
    /// Later entries of this device were minted on top of them and cannot stand either; the shell reports the failure
    /// of those appends as well.
    mutating func appendFailed(_ id: AppendID, _ failure: StorageFailure, now: Now) {
        let (append, entries) = (appends.end(id), library.ended())
        for scope in Set(entries.compactMap(\.feed).compactMap { library.feeds[$0]?.scope }).sorted() {
            library.scopes[scope]?.dropInFlight()
        }
        for case .feed(let number, _) in entries where !repair.lostAgain(number) {
            library.forget(number)
        }
        if let (command, _) = append.reply {
            effects.append(.reply(command, .failure(.storage(failure))))
        }
        performWaitingCommands(now: now)
    }

    /// Appends the batches that waited for returned ones.
    mutating func appendPending(of scope: ScopeID) {
        let entries = repair.takeReady(of: scope, in: library)
        if !entries.isEmpty { append(entries, source: library.scopes[scope]?.newestSource) }
    }

    /// The effects of an append on those who must be told.
    struct Publication {
        var hasChanges = false
        var scopes: Set<ScopeID> = []
        var isRosterChanged = false
        var isSharingChanged = false
        var hasControl = false
    }

    /// Folds one entry; the only place where state changes.
    mutating func apply(_ entry: LogEntry, publishing publication: inout Publication) {
        switch entry {
        case .feed(let number, let feed):
            library.apply(number, feed)
            repair.named(number, feed)
        case .batch(let stored):
            apply(stored, publishing: &publication)
        case .head(let number, let head):
            library.apply(number, head)
        case .local(let fact):
            library.apply(fact)
            membership.apply(fact)
            apply(fact, publishing: &publication)
        }
    }

    /// Folds one entry of the log at the start, without telling anyone.
    mutating func apply(_ entry: LogEntry, publishing _: Never?) {
        var unheard = Publication()
        apply(entry, publishing: &unheard)
        guard case .batch(let stored) = entry, library.feeds[stored.feed]?.device == device else { return }
        // A batch that a peer returned comes after newer ones.
        minter.note(stored.batch.header.stamp)
    }

    private mutating func apply(_ stored: StoredBatch, publishing publication: inout Publication) {
        guard let (batch, slot, touches) = library.apply(stored) else { return }
        let scope = slot.state.id
        if let (number, feed) = repair.folded(batch, in: slot, on: device) { library.apply(number, feed) }
        publication.scopes.insert(scope)
        publication.hasControl = publication.hasControl || batch.tier == .control
        if slot.state.newestBatchChanged(.photo) || slot.state.mayBePurged {
            blobs.changed(scope)
        }
        if scope == library.householdID {
            publication.isRosterChanged = true
        }
        guard slot.state.kind == .list else { return }
        publication.isSharingChanged = publication.isSharingChanged || touches.contains { $0.entity == .root }
        publication.hasChanges = publication.hasChanges || !touches.isEmpty
    }

    /// Folds a fact about anything other than lists and people, and notes who must be told.
    private mutating func apply(_ fact: LocalFact, publishing publication: inout Publication) {
        switch fact {
        case .household, .introducer, .letter:
            publication.isRosterChanged = true
        case .removal:
            publication.hasChanges = true
        case .invitations:
            publication.hasChanges = true
            publication.isSharingChanged = true
        case .address(let device, let endpoint):
            peers.remembered(device, at: endpoint)
        case .clockAhead(let lead):
            minter.note(lead)
        case .healed(let lostBytes, _, _):
            repair.noteWhole(lostBytes)
            // Devices that could connect to replace lost records now have to be in the roster again.
            publication.isRosterChanged = true
        case .givenUp(let lostBytes, let changeCount, let at):
            let acceptance = LogRepair.Acceptance(changeCount: changeCount, at: at)
            repair.accepted(lostBytes: lostBytes, acceptance, in: library)
            publication.isRosterChanged = true
        case .pairingAttempt, .binding, .request, .requestOfBatch, .defaultList, .ownView, .deviceSeen, .personSeen:
            break
        }
    }

    /// Publishes a change in this order: to the caller, the watchers, the sender, the other peers.
    private mutating func publish(
        _ publication: Publication,
        reply: (CommandID, CommandResult)?,
        source: ConnectionID?
    ) {
        if let (command, result) = reply {
            effects.append(.reply(command, .success(result)))
        }
        if publication.hasChanges {
            effects.append(.notify)
        }
        if publication.isRosterChanged {
            rosterChanged()
        }
        let isAccessChanged = publication.isRosterChanged || publication.isSharingChanged
        if isAccessChanged { perform(exchange.withdrawFromShutOut(access)) }
        // The household first: the rest may be by a member or a device that it has just named.
        let scopes = publication.scopes.sorted()
        for scope in scopes.filter({ $0 == library.householdID }) + scopes.filter({ $0 != library.householdID }) {
            library.scopes[scope]?.forgetDraft()
            let others = (library.scopes[scope]?.takeSourcesInFlight() ?? []).filter { $0 != source }
            perform(([source].compactMap(\.self) + others).map { .acknowledge(scope, $0) })
            perform(exchange.push(scope, access))
        }
        if isAccessChanged {
            // Devices that could not be asked before may be asked now.
            blobs.accessChanged()
            perform(exchange.pushToNewlyEntitled(access))
            perform(exchange.invitations(access))
            perform(exchange.admitWaiting(&library))
        }
    }
}

extension LogEntry {
    /// The feed to which the entry belongs.
    var feed: FeedNumber? {
        switch self {
        case .feed(let number, _), .head(let number, _): number
        case .batch(let stored): stored.feed
        case .local: nil
        }
    }
}
