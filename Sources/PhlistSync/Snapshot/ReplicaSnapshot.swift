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

extension ReplicaSnapshot {
    /// Takes a snapshot of the parts of a replica.
    init(
        _ library: Library,
        _ membership: MembershipNotes,
        _ minter: Minter,
        _ repair: LogRepair,
        _ peers: PeerDirectory
    ) {
        let durable = library.scopes.filter { $0.value.state.kind == .household || !$0.value.state.ledger.isEmpty }
        device = library.device
        lastStamp = minter.lastStamp
        recordsSinceFacts = library.recordsSinceFacts
        scopes = durable.sorted { $0.key < $1.key }.map(\.value).map { slot in
            Scope(state: slot.state.withoutIndex, heads: slot.heads, lastMinted: slot.lastMinted)
        }
        (feeds, requests, recentChanges) = (library.feeds, library.requests, library.recentChanges)
        // The last household is the current one.
        facts = library.leftHouseholds.sorted().map { LocalFact.household($0, lineage: nil) }
        facts += [library.householdFact].compactMap(\.self)
        facts += library.removalFacts
        facts += membership.seenFacts
        facts += [library.introducerFact, membership.letterFact].compactMap(\.self)
        facts += library.invitations.sorted { $0.key < $1.key }.map { .invitations(from: $0.key, $0.value) }
        facts += library.loginFacts
        facts += membership.pairingAttempt.map { [.pairingAttempt(expiresAt: $0.expiresAt, used: $0.used)] } ?? []
        facts += minter.clock.lead == HouseholdClock.Lead() ? [] : [.clockAhead(minter.clock.lead)]
        facts += repair.facts + peers.facts
    }
}
