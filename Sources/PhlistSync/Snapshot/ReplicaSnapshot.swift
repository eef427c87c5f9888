package import PhlistModel

/// The folded state of a log, from which a start continues instead of folding everything again.
///
/// A snapshot is a copy of values that takes no time to make: it shares its memory with the replica until that changes,
/// and can be encoded at any time.
///
/// ```
/// snapshot = version u8 | model version varint | device 32 B | last stamp u64 | records since facts varint
///          | next feed number varint
///          | feed count varint | { number varint | scope 16 B | tier u8 | device 32 B }…   as the log introduces them
///          | scope count varint | scope…                                            by id
///          | fact count varint | { length varint | fact }…                          as in the log
///          | changes
/// scope    = state | of each tier: row of the batch minted last, plus one, varint
///          | chain count varint | { chain varint | head count varint
///          | { number varint | name 16 B | signature counted }… }…                  by chain
/// ```
/// State that comes from facts is stored as facts, so that it is restored in the same way. The bytes of `state` are
/// those of `ScopeState.encode`.
package struct ReplicaSnapshot: Sendable {
    /// The version of the encoding; other versions are rejected.
    static let version: UInt8 = 7

    /// The device to which the log belongs.
    package let device: DeviceID
    var lastStamp: Stamp
    var recordsSinceFacts: Int
    /// In the order of their ids.
    var scopes: [Scope]
    var feeds: FeedTable
    /// Facts about the device alone, except requests.
    var facts: [LocalFact]
    var requests: RequestBook
    var recentChanges: RecentChanges

    /// The state of one scope.
    struct Scope: Sendable {
        var state: ScopeState
        var heads: [Int: SignedHeads]
        var lastMinted: [Tier: Int]
    }
}

extension Replica {
    /// The durable state, for a start that folds only later records of the log.
    ///
    /// Nil while entries are in flight, because some of the visible state is then not in the log, and while the log has
    /// holes that are not healed. Ask again after a later event.
    package var snapshot: ReplicaSnapshot? {
        guard appends.isEmpty, isHouseholdDurable, damage == nil else { return nil }
        let durable = library.scopes.filter { $0.value.state.kind == .household || !$0.value.state.ledger.isEmpty }
        return ReplicaSnapshot(
            device: device,
            lastStamp: minter.lastStamp,
            recordsSinceFacts: library.recordsSinceFacts,
            scopes: durable.sorted { $0.key < $1.key }.map {
                let slot = $0.value
                let state = slot.state.withoutIndex
                return ReplicaSnapshot.Scope(state: state, heads: slot.heads, lastMinted: slot.lastMinted)
            },
            feeds: library.feeds,
            facts: facts,
            requests: library.requests,
            recentChanges: library.recentChanges
        )
    }

    /// Whether the household is in the log: one that the disk refused is gone at the next start.
    private var isHouseholdDurable: Bool {
        guard let householdID = library.householdID else { return true }
        return library.introducer != nil || library.scopes[householdID]?.state.ledger.isEmpty == false
    }

    /// Facts that restore the state of the log's facts.
    private var facts: [LocalFact] {
        // The last household is the current one.
        var facts = library.leftHouseholds.sorted().map { LocalFact.household($0, lineage: nil) }
        facts += [ownHousehold].compactMap(\.self)
        facts += removalFacts
        facts += membership.seenFacts
        facts += library.introducer.map { [.introducer(publicKey: $0.publicKey, deviceName: $0.deviceName)] } ?? []
        facts += [membership.letterFact].compactMap(\.self)
        facts += library.invitations.sorted { $0.key < $1.key }.map { .invitations(from: $0.key, $0.value) }
        facts += library.bindings.sorted { $0.key < $1.key }.map { .binding(uid: $0.key, member: $0.value) }
        facts += library.choices.facts
        facts += membership.pairingAttempt.map { [.pairingAttempt(expiresAt: $0.expiresAt, used: $0.used)] } ?? []
        facts += minter.clock.lead == HouseholdClock.Lead() ? [] : [.clockAhead(minter.clock.lead)]
        return facts + repair.facts + peers.facts
    }

    /// Restores a snapshot at the start, before the later records of the log.
    ///
    /// - Parameter bytes: The bytes of `ReplicaSnapshot.encoded`.
    /// - Throws: If the bytes are of another version or device, or malformed; nothing has changed then.
    package mutating func restore(snapshot bytes: [UInt8]) throws(CodecError) {
        restore(try ReplicaSnapshot(decoding: bytes, of: device))
    }

    private mutating func restore(_ snapshot: ReplicaSnapshot) {
        let slots = snapshot.scopes.map {
            ScopeSlot($0.state, of: device, heads: $0.heads, lastMinted: $0.lastMinted)
        }
        library.restore(
            slots,
            snapshot.feeds,
            snapshot.requests,
            snapshot.recentChanges,
            recordsSinceFacts: snapshot.recordsSinceFacts
        )
        for fact in snapshot.facts {
            apply(.local(fact), publishing: nil)
        }
        minter.note(snapshot.lastStamp)
    }
}
