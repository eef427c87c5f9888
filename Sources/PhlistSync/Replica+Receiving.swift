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
        let unused = scopes.filter { scope, slot in scope != householdID && slot.isEmpty }
        for scope in unused.keys {
            scopes[scope] = nil
        }
        return scopes.count < SyncLimits.scopesMax
    }

    /// Drops what waits in the fullest inboxes when all together hold too much; it is asked for again.
    private mutating func emptyFullInboxes(after scope: ScopeID) {
        guard scopes[scope]?.inbox.isEmpty == false else { return }
        var sizes = scopes.mapValues(\.inbox.size).filter { $0.value > 0 }
        while sizes.values.reduce(0, +) > SyncLimits.inboxesBytesMax {
            guard let fullest = sizes.max(by: { ($0.value, $0.key) < ($1.value, $1.key) })?.key else { return }
            scopes[fullest]?.inbox = Inbox()
            sizes[fullest] = nil
        }
    }

    private mutating func collect(_ message: Message.Batches, from id: ConnectionID, now: Now) throws(CodecError) {
        guard let slot = scopes[message.scope] else { return }
        for entry in message.batches {
            let batch = try Batch(bytes: entry.bytes)
            // A log in which the household's id is lost is believed by the founding that it has.
            guard message.scope == householdID || !batch.founds else { throw .badValue("another household") }
            let named = NamedBatch(batch, of: Feed(scope: message.scope, device: message.devices[entry.device]))
            sessions[id]?.gave(named, of: message.scope, in: slot.state.ledger)
            guard !slot.holds(named), !slot.inbox.contains(named.name) else { continue }
            // No batch is refused for being a branch: an honest one elsewhere may name it. But many come slowly.
            let isBranch = slot.branches(named) || slot.inbox.hasSibling(of: named)
            guard !isBranch || sessions[id]?.budget.mayBranch(now: now) ?? false else { continue }
            slot.inbox.insert(named)
        }
        for entry in message.heads {
            slot.inbox.insert(entry.head, by: message.devices[entry.device])
        }
    }

    /// Appends what has become complete in a scope.
    ///
    /// - Returns: Whether anything had.
    private mutating func admit(_ scope: ScopeID, source: ConnectionID) -> Bool {
        guard let slot = scopes[scope], !slot.inbox.isEmpty else { return false }
        do throws(BadSignature) {
            try verifyInbox(of: slot)
        } catch {
            effects.append(.close(source, .badSignature))
            return true
        }
        let entries = takeReady(of: scope)
        if !entries.isEmpty {
            append(entries, source: source)
        }
        return !entries.isEmpty
    }

    /// Looks again at what waited for a device to be known.
    mutating func admitWaiting() {
        for scope in scopes.keys.sorted() {
            if let source = scopes[scope]?.newestSource {
                _ = admit(scope, source: source)
            }
        }
    }

    /// Looks again at what waited for room behind what is applied now.
    mutating func admitRest(of scope: ScopeID) {
        guard let slot = scopes[scope], let source = slot.newestSource, slot.isCrowded else { return }
        _ = admit(scope, source: source)
    }

    private func verifyInbox(of slot: ScopeSlot) throws(BadSignature) {
        let (keys, scope) = (knownKeys(for: slot), slot.state.id)
        try slot.inbox.verify { device, head in
            keys[device].map { key in
                let bytes = SignedHead.signedBytes(
                    of: Feed(scope: scope, device: device),
                    number: head.number,
                    name: head.name
                )
                return authority.isValid(head.signature, of: bytes, by: key)
            }
        }
    }

    /// The keys of the devices whose batches are taken: those that an act with standing has admitted.
    ///
    /// Standing is a function of the set of acts, so which batches are taken is one, too: never of the order in which
    /// they arrive, nor of what merely waits. Of a household that is just arriving the founding proves the first key:
    /// the household's id is its hash.
    private func knownKeys(for slot: ScopeSlot) -> [DeviceID: [UInt8]] {
        var keys = roster?.authors.mapValues(\.publicKey) ?? [:]
        keys[device] = identity.publicKey
        guard slot.state.id == householdID, slot.state.roster.authors.isEmpty else { return keys }
        for batch in slot.inbox.batches {
            for case .roster(.found(let founding)) in (try? batch.batch.decodedOps()) ?? []
            where founding.scope == slot.state.id {
                keys[founding.device] = founding.publicKey
            }
        }
        return keys
    }

    /// Takes what is vouched for, and whose predecessor and context are here.
    private mutating func takeReady(of scope: ScopeID) -> [LogEntry] {
        guard let slot = scopes[scope] else { return [] }
        var taken: [NamedBatch] = []
        var growth = growth(of: scope, reserve: SyncLimits.scopeReserveBytes)
        var isCrowded = false
        let isHousehold = scope == householdID
        while true {
            let ready = slot.inbox.takeReady { action in
                // A list has a beginning, which everything in it knows of: else nobody could tell whose it is.
                guard isHousehold || !slot.isEmpty || action.first?.batch.begins(scope) == .list else { return false }
                var (grown, names, reserve) = (growth, [BatchName: ScopeSlot.Source](), 0)
                for item in action {
                    guard slot.isReady(item, after: names) else { return false }
                    let isBranch = slot.branches(item)
                    grown.add(item.batch, chainCount: item.header.number == 1 || isBranch ? 1 : 0)
                    if isBranch { reserve = SyncLimits.newcomersChainsMax }
                    names[item.name] = ScopeSlot.Source(item)
                }
                let chainCount = slot.state.ledger.chains.count + grown.chainCount + reserve
                guard slot.state.hasRoom(for: grown), chainCount <= Limits.scopeChainsMax else {
                    isCrowded = true
                    return false
                }
                growth = grown
                action.forEach { slot.started($0) }
                return true
            }
            guard !ready.isEmpty else { break }
            taken += ready
        }
        slot.isCrowded = isCrowded
        // In the household a later batch under a head may be by a device that an earlier one lets in.
        let unproven = isHousehold ? [] : slot.inbox.unproven(in: taken, of: device)
        slot.withdraw(taken.filter { unproven.contains($0.name) })
        var entries: [LogEntry] = []
        for item in taken where !unproven.contains(item.name) {
            entries += introduce(Feed(scope: scope, device: item.device))
            entries.append(entry(for: item, in: scope))
        }
        let heads = slot.inbox.takeHeads { claim in
            slot.isInFlight(claim.head.name) || slot.state.ledger.contains(claim.head.reference(by: claim.device))
        }
        return entries
            + heads.compactMap { claim in
                feeds.number(of: Feed(scope: scope, device: claim.device)).map { .head($0, claim.head) }
            }
    }

    /// What keeps a batch of a feed that was introduced.
    private func entry(for batch: NamedBatch, in scope: ScopeID) -> LogEntry {
        let number = feeds.number(of: Feed(scope: scope, device: batch.device)) ?? 0
        return .batch(StoredBatch(feed: number, isMinted: false, batch))
    }

    /// What is on its way to the disk takes up in a scope, beside what shall be left.
    func growth(of scope: ScopeID, reserve: Int = 0) -> Growth {
        var growth = Growth(reserve: reserve)
        for append in appendsInFlight {
            for case .batch(let stored) in append.entries {
                guard let feed = feeds[stored.feed], feed.scope == scope else { continue }
                growth.add(stored.batch)
            }
        }
        return growth
    }
}
