package import PhlistHousehold
package import PhlistModel

/// Read access for the shell, and for simulations, which check a replica against its promises.
extension Replica {
    /// Lists and people, folded from the log.
    package var library: Library { journal.library }

    // MARK: Membership

    package var membership: MembershipNotes { journal.membership }

    /// The access rules by all that is known now.
    var access: Access { Access(journal, lastReached: peers.lastReached, sessions: exchange.sessions) }

    /// The policy on who may connect, by all that is known now.
    package var door: Door { access.door(journal.minter.signer.authority) }

    /// The scopes that a device may see, the household first.
    package func sharedScopes(with device: DeviceID) -> [ScopeID] { access.sharedScopes(with: device) }

    /// The network announcement; nil until the household's secret has come, and without an address.
    package var announcement: Announcement? { peers.announcement(library) }

    /// Whether this device is no longer in a household with others: it knows so, or another device says so.
    package var isOut: Bool { membership.isOut(library) }

    /// The devices that say that this one was removed, apart from those that were removed themselves.
    package var removalClaims: Set<DeviceID> { membership.credibleClaims(library) }

    /// Whether a device was admitted after this one, by another one, and no person has seen that here yet.
    package func isUnseen(_ newcomer: DeviceID) -> Bool {
        library.roster.map { membership.isUnseen(newcomer, in: $0, on: device) } ?? false
    }

    /// Users of this device as whom another device can act, if no person has seen that here yet, with the act.
    package func unseenPeople(of other: DeviceID) -> [(member: MemberID, act: Act)] {
        library.roster.map { membership.unseenPeople(of: other, in: $0, on: device) } ?? []
    }

    /// Creates the request to join a household.
    ///
    /// - Parameter name: The name of this device's user in that household; nil to keep the name here.
    /// - Returns: The request.
    /// - Throws: If the device cannot join, or not for that person.
    package func newDevice(for name: String? = nil) throws(CommandError) -> NewDevice {
        try journal.membershipPlanner(random).newDevice(for: name)
    }

    /// Throws if the device is in a household with others, or has any list, even in the trash.
    package func checkEmpty() throws(CommandError) { try journal.membershipPlanner(random).checkEmpty() }

    /// Throws if an admin device is left, which can admit others; if forced, only if this device is one.
    package func checkMayReform(isForced: Bool) throws(CommandError) {
        try journal.membershipPlanner(random).checkMayReform(isForced: isForced)
    }

    // MARK: Contents

    /// Whether the replica keeps a signed head: it is the newest of its chain, a peer that lacks much or sees only a
    /// part of the list may need it, or its batch is not here.
    ///
    /// A snapshot has no other heads, either.
    package func keeps(_ head: SignedHead, of number: FeedNumber) -> Bool {
        guard let feed = library.feeds[number], let slot = library.scopes[feed.scope],
            let place = slot.state.ledger.place(of: head.reference(in: feed.hint))
        else { return true }
        return slot.heads[place.chain]?.heads.contains { $0.number == head.number } ?? true
    }

    /// The durable state, for a start that folds only later records of the log.
    ///
    /// Nil while entries are in flight, because some of the visible state is then not in the log, and while the log has
    /// holes that are not healed. Ask again after a later event.
    package var snapshot: ReplicaSnapshot? { appends.isEmpty ? journal.snapshot(peers.facts) : nil }

    /// A hash of this device's key.
    package var device: DeviceID { library.device }

    /// The time by the clock that this device follows, in milliseconds since 1970.
    package func time(at now: Now) -> Int64 { journal.minter.clock.time(at: now) }

    /// Takes a result for each batch that was restored, or whose append has ended, since the last call: the scope whose
    /// ledger got it as its next row; nil if it was not folded, because it waits after a hole or is there already.
    package mutating func takeFolded() -> [ScopeID?] { journal.takeFolded() }

    /// Returns the heads of everything that this device wrote, as records for the end of a backup.
    package func ownHeads() -> [Record] { journal.minter.ownHeads(in: library) }

    /// Returns the other devices of the household, by name, then by id.
    package func peerStatuses() -> [PeerStatus] {
        let access = access
        return access.admittedDevices.filter { $0 != device }.map { PeerStatus(of: $0, exchange, peers, access) }
            .sorted { ($0.name, $0.device) < ($1.name, $1.device) }
    }

    /// The number of batches in the fullest inbox, which have arrived and cannot be stored yet.
    package var waitingBatchCountMax: Int { exchange.waitingBatchCountMax }

    /// Nonces of other runs of this device's key.
    package var twins: Set<UInt64> { exchange.twins }

    /// The damage; nil if the log has no holes, or everything is recovered.
    package var damage: Damage? { journal.repair.damage(in: library) }

    /// Batches recovered from other devices since the start, by device name; kept after recovery is complete.
    package var fetched: [Damage.Fetched] { journal.repair.fetched(in: library) }

    /// The number of changes accepted as lost, and the time of the last such acceptance; nil if there was none.
    package var surrender: (changeCount: UInt64, at: Int64)? {
        journal.repair.surrender.map { ($0.changeCount, $0.at) }
    }

    /// The number of this device's own batches that peers have returned since the start although the log has no holes.
    package var returnedCount: Int { journal.repair.returnedCount }

    /// Returns the location of a blob's bytes.
    package func whereabouts(of id: BlobID) -> BlobWhereabouts { blobs.whereabouts(of: id) }

    /// All blobs that values refer to; nil while some values cannot be read, so that no blob is deleted by mistake.
    package var referencedBlobs: Set<BlobID>? { damage == nil ? library.referencedBlobs : nil }

    /// Batches that others in this log refer to and that the log has lost.
    package var missingBatches: [(scope: ScopeID, reference: BatchReference)] {
        journal.repair.missingBatches(in: library)
    }
}
