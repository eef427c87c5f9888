import PhlistModel

/// Batches from peers: verified, then appended in a causal order.
extension Exchange {
    func received(_ message: Message.Batches, in session: Session, _ library: inout Library, now: Now) -> [Action] {
        let scope = message.scope
        session.receivedBatches(holding: message.holding, of: scope)
        guard !library.isLeft(scope), library.mayOpen(scope) else { return [] }
        defer { emptyFullInboxes(of: library, after: scope) }
        do throws(CodecError) {
            guard let messages = try session.control.stage(message) else { return [] }
            library.ensureScope(scope)
            return take(messages, of: scope, from: session, &library, now: now)
        } catch {
            return [.close(session.connection, .malformed)]
        }
    }

    /// Takes in messages one at a time, so that no more of them waits than fits an inbox, in one append.
    private func take(
        _ messages: [Message.Batches],
        of scope: ScopeID,
        from session: Session,
        _ library: inout Library,
        now: Now
    ) -> [Action] {
        guard let slot = library.scopes[scope] else { return [] }
        let id = session.connection
        var (actions, entries, isAccused): ([Action], [LogEntry], Bool) = ([], [], false)
        var growth = library.growth(of: scope, reserve: SyncLimits.scopeReserveBytes)
        for message in messages {
            do throws(CodecError) {
                try collect(message, from: session, in: slot, library, now: now)
            } catch {
                // Batches already taken are being written.
                return actions + append(entries, source: id) + [.close(id, .malformed)]
            }
            slot.newestSource = id
            let forgers = forgers(in: slot, library)
            actions += forgers.map { .close($0, .badSignature) }
            isAccused = isAccused || forgers.contains(id)
            entries += takeReady(of: slot, &growth, &library)
        }
        guard entries.isEmpty else { return actions + append(entries, source: id) }
        // Everything was known or waits: report the digest, so that the sender does not have to guess.
        if !isAccused {
            actions.append(.acknowledge(scope, id))
            slot.broughtAgain(by: id)
        }
        // The known message may have been the last one of control.
        return actions + (messages.first?.tier == .control ? admitBehindControl(&library) : [])
    }

    private func append(_ entries: [LogEntry], source: ConnectionID) -> [Action] {
        entries.isEmpty ? [] : [.append(entries, source: source)]
    }

    /// Drops the contents of the fullest inboxes if all together hold too much; they are requested again.
    private func emptyFullInboxes(of library: Library, after scope: ScopeID) {
        guard library.scopes[scope]?.inbox.isEmpty == false else { return }
        var sizes = library.scopes.mapValues(\.inbox.size).filter { $0.value > 0 }
        while sizes.values.reduce(0, +) > SyncLimits.inboxesBytesMax {
            guard let fullest = sizes.max(by: { ($0.value, $0.key) < ($1.value, $1.key) })?.key else { return }
            library.scopes[fullest]?.inbox = Inbox()
            sizes[fullest] = nil
        }
    }

    private func collect(
        _ message: Message.Batches,
        from session: Session,
        in slot: ScopeSlot,
        _ library: Library,
        now: Now
    ) throws(CodecError) {
        let id = session.connection
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
            noteFounding(named, in: slot, library)
        }
        for entry in message.heads {
            slot.inbox.insert(entry.head, by: message.devices[entry.device], in: message.tier, from: id)
        }
    }

    private func opensBranch(_ batch: NamedBatch, in slot: ScopeSlot) -> Bool {
        slot.branches(batch) || slot.inbox.hasSibling(of: batch)
    }

    /// Records the founding of an arriving household, which proves the first key: the household's id is its hash.
    private func noteFounding(_ batch: NamedBatch, in slot: ScopeSlot, _ library: Library) {
        guard isArriving(slot, library), batch.batch.founds else { return }
        for case .roster(.found(let founding)) in (try? batch.batch.decodedOps()) ?? []
        where founding.scope == slot.state.id {
            slot.inbox.noteFounding(of: founding.device, by: founding.publicKey)
        }
    }

    private func isArriving(_ slot: ScopeSlot, _ library: Library) -> Bool {
        slot.state.id == library.householdID && slot.state.roster.authors.isEmpty
    }

    /// Appends batches that have become complete in a scope.
    private func admit(_ slot: ScopeSlot, source: ConnectionID, _ library: inout Library) -> [Action] {
        guard !slot.inbox.isEmpty else { return [] }
        let closes = forgers(in: slot, library).map { Action.close($0, .badSignature) }
        var growth = library.growth(of: slot.state.id, reserve: SyncLimits.scopeReserveBytes)
        return closes + append(takeReady(of: slot, &growth, &library), source: source)
    }

    /// Verifies the heads in the inbox and returns the connections that brought invalid ones, in order, regardless of
    /// the claimed author and of the last sender.
    private func forgers(in slot: ScopeSlot, _ library: Library) -> [ConnectionID] {
        Set(verifyInbox(of: slot, library).map(\.source)).filter { sessions[$0] != nil }.sorted()
    }

    /// Retries batches that waited for a device to be known.
    func admitWaiting(_ library: inout Library) -> [Action] {
        let lists = library.scopes.keys.filter { $0 != library.householdID }.sorted()
        var actions: [Action] = []
        for scope in [library.householdID].compactMap(\.self) + lists {
            guard let slot = library.scopes[scope], let source = slot.newestSource, !slot.inbox.isEmpty else {
                continue
            }
            slot.inbox.reconsider()
            slot.inbox.retry(.author)
            actions += admit(slot, source: source, &library)
        }
        return actions
    }

    /// Retries batches that waited for room after the ones now applied.
    func admitRest(of scope: ScopeID, _ library: inout Library) -> [Action] {
        guard let slot = library.scopes[scope], let source = slot.newestSource, slot.isQuiet,
            slot.inbox.isPostponed(for: .room)
        else { return [] }
        slot.inbox.retry(.room)
        return admit(slot, source: source, &library)
    }

    /// Verifies the heads in the inbox.
    ///
    /// - Returns: The heads that their authors have not signed.
    private func verifyInbox(of slot: ScopeSlot, _ library: Library) -> [Inbox.Claim] {
        let (founders, scope) = (isArriving(slot, library) ? slot.inbox.foundingKeys : [:], slot.state.id)
        return slot.inbox.verify { claim in
            (founders[claim.device] ?? knownKey(of: claim.device, library)).map { key in
                let (head, feed) = (claim.head, Feed(scope: scope, tier: claim.tier, device: claim.device))
                let bytes = SignedHead.signedBytes(of: feed, number: head.number, name: head.name)
                return signer.authority.isValid(head.signature, of: bytes, by: key)
            }
        }
    }

    /// The key of a device whose batches are accepted: one admitted by an act with standing.
    ///
    /// Standing is a function of the set of acts, and so is the choice of accepted batches: it never depends on the
    /// order of arrival, nor on batches that merely wait.
    private func knownKey(of device: DeviceID, _ library: Library) -> [UInt8]? {
        device == self.device ? identity.publicKey : library.roster?.authors[device]?.publicKey
    }

    /// Whether a batch of a list is in the name of a user of its author's device.
    private func isSignedByUser(_ batch: NamedBatch, _ library: Library) -> Bool {
        batch.device == device || library.roster?.mayWrite(batch.header, on: batch.device) ?? false
    }

    /// Takes batches from the inbox that are vouched for and whose predecessor and context are here.
    ///
    /// - Parameters:
    ///   - slot: The scope.
    ///   - growth: The growth of the scope by batches in flight.
    ///   - library: The lists, which give numbers to feeds.
    /// - Returns: The entries to append.
    private func takeReady(of slot: ScopeSlot, _ growth: inout Growth, _ library: inout Library) -> [LogEntry] {
        let (scope, householdID) = (slot.state.id, library.householdID)
        let surroundings = surroundings(of: slot, isHousehold: scope == householdID)
        var (entries, heads): ([LogEntry], [Inbox.Claim]) = ([], [])
        while let batches = slot.inbox.next(surroundings) {
            guard scope == householdID || !slot.isEmpty || mayComeFirst(batches, in: scope) else {
                slot.inbox.postpone(batches, for: .beginning)
                continue
            }
            guard scope == householdID || batches.allSatisfy({ isSignedByUser($0, library) }) else {
                slot.inbox.postpone(batches, for: .author)
                continue
            }
            guard isBehindControl(batches, in: slot, library) else {
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
                let number = library.feeds.number(of: Feed(scope: scope, tier: batch.tier, device: batch.device)) ?? 0
                entries.append(.batch(StoredBatch(feed: number, isMinted: false, batch)))
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
    private func isBehindControl(_ batches: [NamedBatch], in slot: ScopeSlot, _ library: Library) -> Bool {
        let household = library.householdID.flatMap { library.scopes[$0] }
        return batches.allSatisfy { batch in
            guard batch.tier == .content, let control = slot.inbox.control(before: batch.name) else { return true }
            return [household, slot].compactMap(\.self).allSatisfy {
                control.isStored(of: $0.state.id, in: $0.state.ledger)
            }
        }
    }

    /// Retries content that waited for control.
    func admitBehindControl(_ library: inout Library) -> [Action] {
        var actions: [Action] = []
        for scope in library.listScopes {
            guard let slot = library.scopes[scope], slot.inbox.isPostponed(for: .control) else { continue }
            slot.inbox.retry(.control)
            if let source = slot.newestSource { actions += admit(slot, source: source, &library) }
        }
        return actions
    }

    /// Creates the view of stored batches that waiting ones may rely on.
    ///
    /// A batch in the log needs a head at it or after it; otherwise it could not be sent to others, permanently so once
    /// its author is gone, and neither could any batch that names it. This device can sign its own again; in the
    /// household, a later batch under a head may be by a device that an earlier one admits.
    private func surroundings(of slot: ScopeSlot, isHousehold: Bool) -> WaitingBatches.Surroundings {
        let own = device
        return WaitingBatches.Surroundings(
            isHere: { slot.holds($0, asPredecessorIn: $1) },
            needsHead: { !isHousehold && $0 != own }
        )
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
