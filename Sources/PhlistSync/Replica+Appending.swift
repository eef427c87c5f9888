import PhlistModel

/// The one way of data: append → appended → apply → publish.
extension Replica {
    /// Starts to make entries durable.
    mutating func append(
        _ entries: [LogEntry],
        reply: (CommandID, CommandResult)? = nil,
        source: ConnectionID? = nil
    ) {
        appendsStarted += 1
        let id = AppendID(rawValue: appendsStarted)
        appendsInFlight.append(AppendInFlight(id: id, entries: entries, reply: reply, source: source))
        effects.append(.append(id, entries.map(\.record)))
    }

    mutating func appended(_ id: AppendID, now: Now) {
        let append = takeAppend(id)
        var publication = Publication()
        countFetched(append.entries, from: append.source)
        for entry in append.entries {
            countSinceFacts(entry)
            apply(entry, publishing: &publication)
        }
        publish(publication, reply: append.reply, source: append.source)
        compareAgain(on: append.source)
        if publication.isRosterChanged {
            renewStaleKey(now: now)
            for list in listScopes { mendPurged(list, now: now) }
        }
        for scope in publication.splitScopes.sorted() where !isFoldDue(in: scope) {
            tellOfForks(in: scope)
        }
        for scope in publication.scopes.union(publication.splitScopes).sorted() {
            admitRest(of: scope)
            appendHeldBack(of: scope)
            mendPurged(scope, now: now)
        }
        performWaitingCommands(now: now)
    }

    /// Writes again what somebody purged while this device edited it, or one that will not hear of that any more.
    mutating func mendPurged(_ scope: ScopeID, now: Now) {
        // What is on its way to the disk may be just that.
        guard let slot = scopes[scope], slot.state.kind == .list, slot.draft == nil else { return }
        // A hole may have swallowed just that, and what was done after it: written once more it would seem newer.
        guard healing.map({ !$0.isOpen || $0.agreed.contains(scope) }) ?? true else { return }
        let ops = slot.state.rewrites { isOurs($0, in: scope) }
        guard !ops.isEmpty else { return }
        append(mint(ops, in: scope, by: .house, now: now))
    }

    /// Whether this device is to see to what devices have edited: as one of them, or as the first of those that may see
    /// the list where none of them may any more.
    private func isOurs(_ editors: Set<DeviceID>, in scope: ScopeID) -> Bool {
        guard !editors.contains(device) else { return true }
        guard !editors.isEmpty, !editors.contains(where: { isEntitled($0, to: scope) }) else { return false }
        return roster?.devices.keys.sorted().first { isEntitled($0, to: scope) } == device
    }

    /// Drops what the log did not take.
    ///
    /// Whatever of ours follows it was minted on top of it and cannot stand either; the shell reports the failure of
    /// those appends as well.
    mutating func appendFailed(_ id: AppendID, _ failure: StorageFailure, now: Now) {
        let append = takeAppend(id)
        for scope in Set(append.entries.compactMap(\.feed).compactMap { origins[$0]?.scope }).sorted() {
            let ownFeed = ownOrigin(in: scope).feed
            scopes[scope]?.dropInFlight(ownFeed: ownFeed)
        }
        for entry in append.entries {
            switch entry {
            case .feed(let origin): origins[origin.feed] = nil
            // `upkeep` tries it again.
            case .fork(let proof): scopes[proof.origin.scope]?.inbox.insert(proof)
            case .batch, .head, .local: break
            }
        }
        if let (command, _) = append.reply {
            effects.append(.reply(command, .failure(.storage(failure))))
        }
        performWaitingCommands(now: now)
    }

    private mutating func takeAppend(_ id: AppendID) -> AppendInFlight {
        invariant(appendsInFlight.first?.id == id, "append \(id.rawValue) ended out of turn")
        return appendsInFlight.removeFirst()
    }

    /// What an append changed, for those who must be told.
    struct Publication {
        var hasChanges = false
        var scopes: Set<ScopeID> = []
        var isRosterChanged = false
        var isSharingChanged = false
        /// Where a split has become known.
        var splitScopes: Set<ScopeID> = []
    }

    /// Folds in one entry: the only place where state changes.
    mutating func apply(_ entry: LogEntry, publishing publication: inout Publication) {
        switch entry {
        case .feed(let origin):
            origins[origin.feed] = origin
            ensureScope(origin.scope)
            // What is named was split: the proof may be lost in a hole.
            note(origin.forks, in: origin.scope)
            scopes[origin.scope]?.state.open(origin)
        case .batch(let feed, let batch):
            apply(batch, of: feed, publishing: &publication)
        case .head(let feed, let head):
            guard let origin = origins[feed], let slot = scopes[origin.scope] else { return }
            let name = slot.state.ledger.name(of: origin, at: head.sequence)
            slot.shelves[name, default: HeadShelf()].insert(head)
        case .fork(let proof):
            apply(proof)
            publication.splitScopes.insert(proof.origin.scope)
        case .local(let fact):
            apply(fact, publishing: &publication)
        }
    }

    /// Folds in one entry of the log at start: nobody is told.
    mutating func apply(_ entry: LogEntry, publishing _: Never?) {
        var unheard = Publication()
        apply(entry, publishing: &unheard)
        guard case .batch(let feed, let batch) = entry, let origin = origins[feed] else { return }
        if origin.device == device {
            // What a peer has given back stands behind newer batches.
            lastStamp = max(lastStamp, batch.header.stamp)
        }
    }

    private mutating func apply(_ batch: Batch, of feed: FeedID, publishing publication: inout Publication) {
        guard let origin = origins[feed], let slot = scopes[origin.scope] else {
            invariant(false, "batch of the unnamed feed \(feed)")
            return
        }
        let touches = slot.apply(batch, from: origin)
        forgetHeldBack(batch, of: origin)
        if origin.device == device {
            healing?.actors.insert(batch.header.by)
        }
        keep(touches, of: batch, from: origin, in: slot)
        publication.scopes.insert(origin.scope)
        if slot.state.newestBatchChanged(.photo) {
            blobs.changedScopes.insert(origin.scope)
        }
        if origin.scope == householdID {
            publication.isRosterChanged = true
        }
        guard slot.state.kind == .list else { return }
        publication.isSharingChanged = publication.isSharingChanged || touches.contains { $0.entity == .root }
        publication.hasChanges = publication.hasChanges || !touches.isEmpty
    }

    /// Keeps what a batch has changed for those who watch, who are told of lists alone; every batch counts.
    private mutating func keep(_ touches: [Touch], of batch: Batch, from origin: FeedOrigin, in slot: ScopeSlot) {
        let feed = slot.state.ledger.name(of: origin, at: batch.header.lastSequence)
        guard let head = slot.state.ledger[feed]?.head else { return }
        let changes = (slot.state.kind == .list ? touches : []).map {
            Change($0, of: batch, from: origin, isLocal: origin.device == device)
        }
        recentChanges.take(changes, endingAt: head)
    }

    private mutating func apply(_ fact: LocalFact, publishing publication: inout Publication) {
        switch fact {
        case .household(let scope):
            if let former = householdID, former != scope {
                formerScopes.insert(former)
                invitations = [:]
            }
            householdID = scope
            ensureHousehold(scope)
            publication.isRosterChanged = true
        case .setAside(let lists):
            formerScopes.formUnion(lists)
        case .deviceSeen(let device):
            seenDevices.insert(device)
        case .letter(let signature):
            letter = signature
            publication.isRosterChanged = true
        case .invitations(let device, let told):
            invitations[device] = told.isEmpty ? nil : told
            publication.hasChanges = true
            publication.isSharingChanged = true
        case .introducer(let publicKey, let deviceName):
            introducer = publicKey.isEmpty ? nil : Introducer(publicKey: publicKey, deviceName: deviceName)
            publication.isRosterChanged = true
        case .binding(let uid, let member):
            bindings[uid] = member
        case .address(let device, let endpoint):
            peers.remembered(device, at: endpoint)
        case .pairingAttempt(let expiresAt, let used):
            pairingAttempt = (expiresAt, used)
        case .request(let key, let uid, let at, let outcome):
            requests.note(key, of: uid, at: at, outcome)
        case .defaultList(let uid, let list):
            defaultLists[uid] = list
        case .healed(let lostBytes, _, _):
            healing?.noteWhole(lostBytes)
            // Devices that might connect for what the log had lost have to be in the roster again.
            publication.isRosterChanged = true
        case .givenUp(let lostBytes, let changeCount, let at):
            let feeds = holes.map(\.feed)
            healing?.giveUp(lostBytes, feeds, Healing.Surrender(changeCount: changeCount, at: at))
            publication.isRosterChanged = true
        }
    }

    mutating func ensureScope(_ scope: ScopeID) {
        if scopes[scope] == nil {
            scopes[scope] = emptySlot(.list, scope)
        }
    }

    func emptySlot(_ kind: ScopeState.Kind, _ scope: ScopeID) -> ScopeSlot {
        let forks = expectedForks[scope]?.sorted() ?? []
        return ScopeSlot(ScopeState(kind, scope, forks: forks, decode: model.decode, defect: defect?.ofModel))
    }

    /// Tells everybody who must know, in this order: the caller, the watchers, the sender, the other peers.
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
        // The household first: what follows may be by a member or a device that it has just named.
        let scopes = publication.scopes.sorted()
        for scope in scopes.filter({ $0 == householdID }) + scopes.filter({ $0 != householdID }) {
            forgetDraft(of: scope)
            acknowledge(scope, to: source)
            push(scope)
        }
        if publication.isRosterChanged || publication.isSharingChanged {
            // Who could not be asked before may be asked now.
            blobs.needsReview = true
            pushToNewlyEntitled()
            tellInvitations()
            admitWaiting()
        }
    }

    private mutating func forgetDraft(of scope: ScopeID) {
        guard let slot = scopes[scope], slot.draft != nil else { return }
        let own = ownOrigin(in: scope).feed
        if slot.frontier[own]?.sequence == slot.state.ledger[own]?.head.sequence {
            scopes[scope]?.draft = nil
        }
    }
}

extension LogEntry {
    /// The feed that the entry adds to.
    var feed: FeedID? {
        switch self {
        case .feed(let origin): origin.feed
        case .batch(let feed, _), .head(let feed, _): feed
        case .fork, .local: nil
        }
    }
}
