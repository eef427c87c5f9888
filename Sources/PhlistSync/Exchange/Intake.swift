import PhlistHousehold
import PhlistModel

/// Takes batches from an inbox that are vouched for and whose predecessors are stored.
///
/// Which batches it takes depends only on what is stored and what waits, not on the connections that brought them.
struct Intake {
    let signer: HeadSigner
    /// The key of this device.
    let publicKey: [UInt8]

    private var device: DeviceID { signer.device }

    // MARK: Heads

    /// Verifies the heads in the inbox.
    ///
    /// - Returns: The heads that their authors have not signed.
    func verifyInbox(of reception: Reception, _ library: Library) -> [Inbox.Claim] {
        let (slot, inbox) = (reception.slot, reception.inbox)
        let (founders, scope) = (isArriving(slot, library) ? inbox.foundingKeys : [:], slot.state.id)
        return reception.inbox.verify { claim in
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
        device == self.device ? publicKey : library.roster?.authors[device]?.publicKey
    }

    /// Records the founding of an arriving household, which proves the first key: the household's id is its hash.
    func noteFounding(_ batch: NamedBatch, to reception: Reception, _ library: Library) {
        guard isArriving(reception.slot, library), batch.batch.founds else { return }
        for case .roster(.found(let founding)) in (try? batch.batch.decodedOps()) ?? []
        where founding.scope == reception.slot.state.id {
            reception.inbox.noteFounding(of: founding.device, by: founding.publicKey)
        }
    }

    private func isArriving(_ slot: ScopeSlot, _ library: Library) -> Bool {
        slot.state.id == library.householdID && slot.state.roster.authors.isEmpty
    }

    // MARK: Batches

    /// Takes batches from the inbox that are vouched for and whose predecessor and context are here.
    ///
    /// - Parameters:
    ///   - reception: What has arrived of the scope.
    ///   - growth: The growth of the scope by batches in flight.
    ///   - library: The lists, which give numbers to feeds.
    /// - Returns: The entries to append.
    func takeReady(of reception: Reception, _ growth: inout Growth, _ library: inout Library) -> [LogEntry] {
        let slot = reception.slot
        let (scope, householdID) = (slot.state.id, library.householdID)
        let surroundings = surroundings(of: slot, isHousehold: scope == householdID)
        var (entries, heads): ([LogEntry], [Inbox.Claim]) = ([], [])
        while let batches = reception.inbox.next(surroundings) {
            guard scope == householdID || !slot.isEmpty || mayComeFirst(batches, in: scope) else {
                reception.inbox.postpone(batches, for: .beginning)
                continue
            }
            guard scope == householdID || batches.allSatisfy({ isSignedByUser($0, library) }) else {
                reception.inbox.postpone(batches, for: .author)
                continue
            }
            guard isBehindControl(batches, in: reception, library) else {
                reception.inbox.postpone(batches, for: .control)
                continue
            }
            guard let grown = growth.adding(batches, to: slot) else {
                refuse(batches, in: reception)
                continue
            }
            growth = grown
            heads += reception.inbox.take(batches)
            for batch in batches {
                slot.started(batch)
                entries += library.introduce(Feed(scope: scope, tier: batch.tier, device: batch.device))
                let number = library.feeds.number(of: Feed(scope: scope, tier: batch.tier, device: batch.device)) ?? 0
                entries.append(.batch(StoredBatch(feed: number, isMinted: false, batch)))
            }
            reception.inbox.retry(.beginning)
        }
        return entries
            + heads.compactMap { claim in
                let feed = Feed(scope: scope, tier: claim.tier, device: claim.device)
                return library.feeds.number(of: feed).map { .head($0, claim.head) }
            }
    }

    /// Whether a batch of a list is in the name of a user of its author's device.
    private func isSignedByUser(_ batch: NamedBatch, _ library: Library) -> Bool {
        batch.device == device || library.roster?.mayWrite(batch.header, on: batch.device) ?? false
    }

    /// Whether batches may be the first of a list.
    ///
    /// Everything in a list knows its beginning, without which its owner would be unknown; the exception is answers to
    /// invitations, which are written where nothing else of the list is.
    ///
    /// Later words of the owner know such an answer. If it waited for the beginning, and the beginning came under one
    /// head with those words, both would wait for each other.
    private func mayComeFirst(_ batches: [NamedBatch], in scope: ScopeID) -> Bool {
        batches.first?.begins(scope) == .list || batches.allSatisfy { $0.tier == .control && $0.batch.answers }
    }

    /// Postpones batches for which there is no room; if there will never be any, nothing waits for them.
    private func refuse(_ batches: [NamedBatch], in reception: Reception) {
        guard reception.slot.isQuiet else { return reception.inbox.postpone(batches, for: .room) }
        for batch in batches {
            reception.inbox.control(before: batch.name)?.forget(batch.reference, of: reception.slot.state.id)
        }
        reception.inbox.postpone(batches, for: .moreRoomThanThereIs)
    }

    /// Whether all control that content has to wait for is in the log: everything brought on the same connection.
    private func isBehindControl(_ batches: [NamedBatch], in reception: Reception, _ library: Library) -> Bool {
        let household = library.householdID.flatMap { library.scopes[$0] }
        return batches.allSatisfy { batch in
            guard batch.tier == .content, let control = reception.inbox.control(before: batch.name) else { return true }
            return [household, reception.slot].compactMap(\.self).allSatisfy {
                control.isStored(of: $0.state.id, in: $0.state.ledger)
            }
        }
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
