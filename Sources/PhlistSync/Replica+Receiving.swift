import PhlistModel

/// Batches from peers: checked, then appended in a causal order.
extension Replica {
    mutating func receivedBatches(_ message: Message.Batches, on id: ConnectionID, now: Now) {
        let scope = message.scope
        sessions[id]?.receivedBatches(holding: message.holding, of: scope)
        guard !formerScopes.contains(scope), mayOpen(scope) else { return }
        ensureScope(scope)
        do throws(CodecError) {
            try collect(message, from: id, now: now)
        } catch {
            effects.append(.close(id, .malformed))
            return
        }
        scopes[scope]?.newestSource = id
        if !admit(scope, source: id) {
            // Known already, or waiting: say what is held, so that the sender does not have to guess.
            acknowledge(scope, to: id)
        }
        emptyFullInboxes(after: scope)
    }

    /// Whether there is room for a scope; what nothing has come of but what waits is given up for it.
    mutating func mayOpen(_ scope: ScopeID) -> Bool {
        guard scopes[scope] == nil, scopes.count >= SyncLimits.scopesMax else { return true }
        let unused = scopes.filter { scope, slot in
            scope != householdID && slot.frontier.feeds.isEmpty && slot.proofs.isEmpty
        }
        for scope in unused.keys {
            scopes[scope] = nil
        }
        return scopes.count < SyncLimits.scopesMax
    }

    /// Drops what waits in the fullest inboxes when all together hold too much; it is asked for again.
    mutating func emptyFullInboxes(after scope: ScopeID) {
        guard scopes[scope]?.inbox.isEmpty == false || scopes[scope]?.inbox.proofs.isEmpty == false else { return }
        var sizes = scopes.mapValues(\.inbox.size).filter { $0.value > 0 }
        while sizes.values.reduce(0, +) > SyncLimits.inboxesBytesMax {
            guard let fullest = sizes.max(by: { ($0.value, $0.key) < ($1.value, $1.key) })?.key else { return }
            scopes[fullest]?.inbox = Inbox()
            sizes[fullest] = nil
        }
    }

    private mutating func collect(_ message: Message.Batches, from id: ConnectionID, now: Now) throws(CodecError) {
        let feeds = message.feeds.map(\.feed)
        let sender = sessions[id]?.device
        let slot = scopes[message.scope]
        var census: FeedCensus?
        for entry in message.batches {
            let batch = try Batch(bytes: entry.bytes)
            let (origin, feed) = (message.feeds[entry.feed], feeds[entry.feed])
            // Nobody of this version writes one: the device would have to fold again.
            guard !batch.givesUp else { throw .badValue("a loss") }
            // A log in which the household's id is lost is believed by the founding that it has.
            guard message.scope == householdID || !batch.founds else { throw .badValue("another household") }
            sessions[id]?.sent(through: batch.header.lastSequence, of: feed, in: message.scope)
            guard let slot, !slot.isMisnamed(batch, of: origin) else { continue }
            if isOwn(origin) {
                let own = slot.state.ledger[feed]?.head.sequence ?? 0
                guard batch.header.lastSequence > own else { continue }
                sealOnHearsay(now: now)
            }
            guard mayHold(feed, of: origin, from: sender, &census) else { continue }
            slot.inbox.insert(batch, from: origin, feed: feed, behind: slot.frontier)
            if sender == origin.device {
                slot.inbox.note(feed, by: origin.device)
            }
        }
        for entry in message.heads {
            slot?.inbox.insert(entry.head, feed: feeds[entry.feed])
        }
    }

    /// Appends what has become complete in a scope.
    ///
    /// - Returns: Whether anything had.
    private mutating func admit(_ scope: ScopeID, source: ConnectionID) -> Bool {
        _ = takeProofs(of: scope)
        // What is taken now would be stored under names that the split is about to change.
        guard !isSplitOnItsWay(in: scope) else { return false }
        guard let slot = scopes[scope], !slot.inbox.isEmpty else { return false }
        let keys = knownKeys(for: scope, among: slot.inbox)
        do throws(BadSignature) {
            try verifyInbox(of: scope, keys: keys)
        } catch {
            // It may be the rest of another history than the one that is here. A new session finds that out; who has
            // lost the list is found out by its author, and would come with the same again: the rest is taken.
            let isKnown = scopes[scope]?.state.ledger[error.feed] != nil
            if !isKnown || mayKnow(of: scope, on: source) {
                effects.append(.close(source, .badSignature))
                return true
            }
        }
        let entries = takeReady(of: scope)
        if !entries.isEmpty {
            append(entries, source: source)
        }
        return !entries.isEmpty
    }

    /// Looks again at what waited for a device or a member to be known.
    mutating func admitWaiting() {
        for scope in scopes.keys.sorted() {
            if let source = scopes[scope]?.newestSource {
                _ = admit(scope, source: source)
            }
        }
    }

    /// Looks again at what waited for room behind what is applied now, for a split to be known, or for a batch that its
    /// author knew by another name.
    mutating func admitRest(of scope: ScopeID) {
        guard let slot = scopes[scope], let source = slot.newestSource else { return }
        guard slot.isCrowded || slot.state.ledger.hasSplits else { return }
        _ = admit(scope, source: source)
    }

    private mutating func verifyInbox(of scope: ScopeID, keys: [DeviceID: [UInt8]]) throws(BadSignature) {
        let authority = authority
        try scopes[scope]?.inbox.verify { head, end, origin in
            keys[origin.device].map { key in
                authority.isValid(head.signature, of: end.signedBytes(feed: origin.root.feed), by: key)
            }
        }
    }

    /// The keys of the household's devices.
    ///
    /// Those in the acts of a household that is just arriving count too: a key is proven by its hash, and whether its
    /// device is in is decided by the fold.
    func knownKeys(for scope: ScopeID, among inbox: Inbox) -> [DeviceID: [UInt8]] {
        var keys = roster?.authors.mapValues(\.publicKey) ?? [:]
        keys[device] = identity.publicKey
        guard scope == householdID else { return keys }
        for op in inbox.waitingOps {
            switch op {
            case .roster(.found(let founding)): keys[founding.device] = founding.publicKey
            case .roster(.admit(let admission)): keys[admission.device] = admission.publicKey
            case .roster, .write, .originate, .purge, .lose: break
            }
        }
        return keys
    }

    /// Takes what is vouched for, whose author and member are known, and whose context is covered.
    private mutating func takeReady(of scope: ScopeID) -> [LogEntry] {
        var entries: [LogEntry] = []
        var growth = growth(of: scope, reserve: SyncLimits.scopeReserveBytes)
        var isCrowded = false
        while let slot = scopes[scope] {
            var frontier = slot.frontier
            let isHousehold = scope == householdID
            let household = household
            let ready =
                scopes[scope]?.inbox.takeReady { item in
                    let by = item.batch.header.by
                    guard isHousehold || by == .house || household?.knows(by) ?? false else { return false }
                    guard let end = item.origin.end(of: item.feed, { frontier[$0] }) else { return false }
                    guard item.batch.header.firstSequence == end + 1 else { return false }
                    guard slot.knowsSplits(of: item.origin) else { return false }
                    guard slot.isNamedAsNow(item.batch, of: item.origin) else { return false }
                    // A list has a beginning, which everything in it knows of: else nobody could tell whose it is.
                    guard isHousehold || !frontier.feeds.isEmpty || item.batch.begins(scope) == .list else {
                        return false
                    }
                    guard slot.covers(item.batch, frontier: frontier) else { return false }
                    var grown = growth
                    grown.add(item.batch)
                    if isHousehold { grown.add(actsOf: item.batch, by: item.origin.device) }
                    guard slot.state.hasRoom(for: grown) else {
                        isCrowded = true
                        return false
                    }
                    growth = grown
                    frontier.advance(item.feed, to: item.head)
                    return true
                } ?? []
            guard !ready.isEmpty else { break }
            entries += entriesToAppend(ready, in: scope)
        }
        scopes[scope]?.isCrowded = isCrowded
        let stored = scopes[scope]?.frontier ?? Frontier()
        let heads = scopes[scope]?.inbox.takeHeads(through: stored) ?? []
        return entries + heads.map { LogEntry.head($0.0, $0.1) }
    }

    /// What is on its way to the disk takes up in a scope, beside what shall be left.
    func growth(of scope: ScopeID, reserve: Int = 0) -> Growth {
        var growth = Growth(reserve: reserve)
        for append in appendsInFlight {
            for case .batch(let feed, let batch) in append.entries where origins[feed]?.scope == scope {
                growth.add(batch)
                if scope == householdID, let author = origins[feed]?.device, author != device {
                    growth.add(actsOf: batch, by: author)
                }
            }
        }
        return growth
    }

    private mutating func entriesToAppend(_ ready: [Inbox.Waiting], in scope: ScopeID) -> [LogEntry] {
        var entries: [LogEntry] = []
        for item in ready {
            if origins[item.feed] == nil {
                origins[item.feed] = item.origin
                entries.append(.feed(item.origin))
            }
            scopes[scope]?.frontier.advance(item.feed, to: item.head)
            entries.append(.batch(item.feed, item.batch))
        }
        return entries
    }
}
