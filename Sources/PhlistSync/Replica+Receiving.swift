import PhlistModel

/// Batches from peers: verified, then appended in a causal order.
extension Replica {
    mutating func receivedBatches(_ message: Message.Batches, on id: ConnectionID, now: Now) {
        let scope = message.scope
        sessions[id]?.receivedBatches(holding: message.holding, of: scope)
        guard !library.isLeft(scope), library.mayOpen(scope) else { return }
        do throws(CodecError) {
            guard let messages = try sessions[id]?.control.stage(message) else { return }
            library.ensureScope(scope)
            try take(messages, of: scope, from: id, now: now)
        } catch {
            effects.append(.close(id, .malformed))
        }
        emptyFullInboxes(after: scope)
    }

    /// Takes in messages one at a time, so that no more of them waits than fits an inbox, in one append.
    private mutating func take(
        _ messages: [Message.Batches],
        of scope: ScopeID,
        from id: ConnectionID,
        now: Now
    ) throws(CodecError) {
        var (entries, isAccused): ([LogEntry], Bool) = ([], false)
        var growth = library.growth(of: scope, reserve: SyncLimits.scopeReserveBytes)
        // Batches already taken are being written when a later message is refused.
        defer { if !entries.isEmpty { append(entries, source: id) } }
        for message in messages {
            try collect(message, from: id, now: now)
            guard let slot = library.scopes[scope] else { return }
            slot.newestSource = id
            isAccused = closeForgers(in: slot).contains(id) || isAccused
            entries += takeReady(of: scope, &growth)
        }
        // Everything was known or waits: report the digest, so that the sender does not have to guess.
        if entries.isEmpty, !isAccused {
            acknowledge(scope, to: id)
            library.scopes[scope]?.broughtAgain(by: id)
        }
        // The known message may have been the last one of control.
        if entries.isEmpty, messages.first?.tier == .control { admitBehindControl() }
    }

    /// Drops the contents of the fullest inboxes if all together hold too much; they are requested again.
    private mutating func emptyFullInboxes(after scope: ScopeID) {
        guard library.scopes[scope]?.inbox.isEmpty == false else { return }
        var sizes = library.scopes.mapValues(\.inbox.size).filter { $0.value > 0 }
        while sizes.values.reduce(0, +) > SyncLimits.inboxesBytesMax {
            guard let fullest = sizes.max(by: { ($0.value, $0.key) < ($1.value, $1.key) })?.key else { return }
            library.scopes[fullest]?.inbox = Inbox()
            sizes[fullest] = nil
        }
    }

    private mutating func collect(_ message: Message.Batches, from id: ConnectionID, now: Now) throws(CodecError) {
        guard let slot = library.scopes[message.scope], let session = sessions[id] else { return }
        guard slot.state.kind == .list || message.tier == .control else { throw .badValue("content of a household") }
        for entry in message.batches {
            let batch = try Batch(bytes: entry.bytes)
            // A log that lost the household's id trusts the founding that it has.
            guard message.scope == library.householdID || !batch.founds else { throw .badValue("another household") }
            let device = message.devices[entry.device]
            let named = NamedBatch(batch, of: Feed(scope: message.scope, tier: message.tier, device: device))
            guard named.keepsToItsTier else { throw .badValue("control that names content") }
            session.gave(named, of: message.scope, in: slot.state.ledger)
            let isRefused = slot.inbox.isPostponed(named.name, for: .moreRoomThanThereIs)
            session.control.note(named, of: message.scope, in: slot.state.ledger, isRefused: isRefused)
            guard !slot.holds(named) else { continue }
            // No batch is refused for being a branch: an honest one may name it. But additional branches are
            // rate-limited.
            guard slot.inbox.contains(named.name) || !opensBranch(named, in: slot) || session.budget.mayBranch(now: now)
            else { continue }
            slot.inbox.insert(named, from: id, behind: session.control)
            noteFounding(named, in: slot)
        }
        for entry in message.heads {
            slot.inbox.insert(entry.head, by: message.devices[entry.device], in: message.tier, from: id)
        }
    }

    private func opensBranch(_ batch: NamedBatch, in slot: ScopeSlot) -> Bool {
        slot.branches(batch) || slot.inbox.hasSibling(of: batch)
    }

    /// Records the founding of an arriving household, which proves the first key: the household's id is its hash.
    private func noteFounding(_ batch: NamedBatch, in slot: ScopeSlot) {
        guard isArriving(slot), batch.batch.founds else { return }
        for case .roster(.found(let founding)) in (try? batch.batch.decodedOps()) ?? []
        where founding.scope == slot.state.id {
            slot.inbox.noteFounding(of: founding.device, by: founding.publicKey)
        }
    }

    private func isArriving(_ slot: ScopeSlot) -> Bool {
        slot.state.id == library.householdID && slot.state.roster.authors.isEmpty
    }

    /// Appends batches that have become complete in a scope.
    private mutating func admit(_ scope: ScopeID, source: ConnectionID) {
        guard let slot = library.scopes[scope], !slot.inbox.isEmpty else { return }
        _ = closeForgers(in: slot)
        var growth = library.growth(of: scope, reserve: SyncLimits.scopeReserveBytes)
        let entries = takeReady(of: scope, &growth)
        if !entries.isEmpty {
            append(entries, source: source)
        }
    }

    /// Verifies the heads in the inbox and closes the connections that brought invalid ones, regardless of the claimed
    /// author and of the last sender.
    private mutating func closeForgers(in slot: ScopeSlot) -> Set<ConnectionID> {
        let forgers = Set(verifyInbox(of: slot).map(\.source)).filter { sessions[$0] != nil }
        effects += forgers.sorted().map { .close($0, .badSignature) }
        return forgers
    }

    /// Retries batches that waited for a device to be known.
    mutating func admitWaiting() {
        let lists = library.scopes.keys.filter { $0 != library.householdID }.sorted()
        for scope in (library.householdID.map { [$0] } ?? []) + lists {
            guard let slot = library.scopes[scope], let source = slot.newestSource, !slot.inbox.isEmpty else {
                continue
            }
            slot.inbox.reconsider()
            slot.inbox.retry(.author)
            admit(scope, source: source)
        }
    }

    /// Retries batches that waited for room after the ones now applied.
    mutating func admitRest(of scope: ScopeID) {
        guard let slot = library.scopes[scope], let source = slot.newestSource, slot.isQuiet,
            slot.inbox.isPostponed(for: .room)
        else { return }
        slot.inbox.retry(.room)
        admit(scope, source: source)
    }

    /// Verifies the heads in the inbox.
    ///
    /// - Returns: The heads that their authors have not signed.
    private func verifyInbox(of slot: ScopeSlot) -> [Inbox.Claim] {
        let (founders, scope) = (isArriving(slot) ? slot.inbox.foundingKeys : [:], slot.state.id)
        return slot.inbox.verify { claim in
            (founders[claim.device] ?? knownKey(of: claim.device)).map { key in
                let (head, feed) = (claim.head, Feed(scope: scope, tier: claim.tier, device: claim.device))
                let bytes = SignedHead.signedBytes(of: feed, number: head.number, name: head.name)
                return authority.isValid(head.signature, of: bytes, by: key)
            }
        }
    }

    /// The key of a device whose batches are accepted: one admitted by an act with standing.
    ///
    /// Standing is a function of the set of acts, and so is the choice of accepted batches: it never depends on the
    /// order of arrival, nor on batches that merely wait.
    private func knownKey(of device: DeviceID) -> [UInt8]? {
        device == self.device ? identity.publicKey : library.roster?.authors[device]?.publicKey
    }

    /// Whether a batch of a list is in the name of a user of its author's device.
    private func isSignedByUser(_ batch: NamedBatch) -> Bool {
        batch.device == device || library.roster?.mayWrite(batch.header, on: batch.device) ?? false
    }

    /// Takes batches from the inbox that are vouched for and whose predecessor and context are here.
    ///
    /// - Parameters:
    ///   - scope: The scope.
    ///   - growth: The growth of the scope by batches in flight.
    /// - Returns: The entries to append.
    private mutating func takeReady(of scope: ScopeID, _ growth: inout Growth) -> [LogEntry] {
        guard let slot = library.scopes[scope] else { return [] }
        let surroundings = surroundings(of: slot)
        var (entries, heads): ([LogEntry], [Inbox.Claim]) = ([], [])
        while let batches = slot.inbox.next(surroundings) {
            guard scope == library.householdID || !slot.isEmpty || mayComeFirst(batches, in: scope) else {
                slot.inbox.postpone(batches, for: .beginning)
                continue
            }
            guard scope == library.householdID || batches.allSatisfy({ isSignedByUser($0) }) else {
                slot.inbox.postpone(batches, for: .author)
                continue
            }
            guard isBehindControl(batches, in: slot) else {
                slot.inbox.postpone(batches, for: .control)
                continue
            }
            guard let grown = growth.adding(batches, to: slot) else {
                refuse(batches, in: slot)
                continue
            }
            growth = grown
            heads += slot.inbox.take(batches)
            for batch in batches {
                slot.started(batch)
                entries += library.introduce(Feed(scope: scope, tier: batch.tier, device: batch.device))
                entries.append(entry(for: batch, in: scope))
            }
            slot.inbox.retry(.beginning)
        }
        return entries
            + heads.compactMap { claim in
                let feed = Feed(scope: scope, tier: claim.tier, device: claim.device)
                return library.feeds.number(of: feed).map { .head($0, claim.head) }
            }
    }

    /// Whether batches may be the first of a list.
    ///
    /// Everything in a list knows its beginning, without which its owner would be unknown; the exception is answers to
    /// invitations, which are written where nothing else of the list is.
    ///
    /// Later words of the owner know such an answer. If it waited for the beginning, and the beginning came under one
    /// head with those words, both would wait for each other.
    private func mayComeFirst(_ batches: [NamedBatch], in scope: ScopeID) -> Bool {
        batches.first?.begins(scope) == .list || batches.allSatisfy(\.isAnswer)
    }

    /// Postpones batches for which there is no room; if there will never be any, nothing waits for them.
    private func refuse(_ batches: [NamedBatch], in slot: ScopeSlot) {
        guard slot.isQuiet else { return slot.inbox.postpone(batches, for: .room) }
        for batch in batches {
            slot.inbox.control(before: batch.name)?.forget(batch.reference, of: slot.state.id)
        }
        slot.inbox.postpone(batches, for: .moreRoomThanThereIs)
    }

    /// Whether all control that content has to wait for is in the log: everything brought on the same connection.
    private func isBehindControl(_ batches: [NamedBatch], in slot: ScopeSlot) -> Bool {
        let household = library.householdID.flatMap { library.scopes[$0] }
        return batches.allSatisfy { batch in
            guard batch.tier == .content, let control = slot.inbox.control(before: batch.name) else { return true }
            return [household, slot].compactMap(\.self).allSatisfy {
                control.isStored(of: $0.state.id, in: $0.state.ledger)
            }
        }
    }

    /// Retries content that waited for control.
    mutating func admitBehindControl() {
        for scope in library.listScopes {
            guard let slot = library.scopes[scope], slot.inbox.isPostponed(for: .control) else { continue }
            slot.inbox.retry(.control)
            if let source = slot.newestSource { admit(scope, source: source) }
        }
    }

    /// Creates the view of stored batches that waiting ones may rely on.
    ///
    /// A batch in the log needs a head at it or after it; otherwise it could not be sent to others, permanently so once
    /// its author is gone, and neither could any batch that names it. This device can sign its own again; in the
    /// household, a later batch under a head may be by a device that an earlier one admits.
    private func surroundings(of slot: ScopeSlot) -> WaitingBatches.Surroundings {
        let (isHousehold, own) = (slot.state.id == library.householdID, device)
        return WaitingBatches.Surroundings(
            isHere: { slot.holds($0, asPredecessorIn: $1) },
            needsHead: { !isHousehold && $0 != own }
        )
    }

    /// Creates the log entry of a batch whose feed was introduced.
    private func entry(for batch: NamedBatch, in scope: ScopeID) -> LogEntry {
        let number = library.feeds.number(of: Feed(scope: scope, tier: batch.tier, device: batch.device)) ?? 0
        return .batch(StoredBatch(feed: number, isMinted: false, batch))
    }
}

extension NamedBatch {
    /// Whether the batch contains only answers to invitations.
    fileprivate var isAnswer: Bool {
        guard tier == .control, let ops = try? batch.decodedOps(), !ops.isEmpty else { return false }
        return ops.allSatisfy(\.answers)
    }
}

extension Growth {
    /// Adds batches that are stored in a scope one after the other; nil if there is no room for them.
    fileprivate func adding(_ batches: [NamedBatch], to slot: ScopeSlot) -> Growth? {
        var (grown, joints, reserve) = (self, Set<Joint>(), 0)
        for batch in batches {
            let isBranch = slot.branches(batch) || !joints.insert(Joint(of: batch)).inserted
            grown.add(batch.batch, chainCount: batch.header.number == 1 || isBranch ? 1 : 0)
            if isBranch { reserve = SyncLimits.newcomersChainsMax }
        }
        let chainCount = slot.state.ledger.chains.count + grown.chainCount + reserve
        return slot.state.hasRoom(for: grown) && chainCount <= Limits.scopeChainsMax ? grown : nil
    }
}
