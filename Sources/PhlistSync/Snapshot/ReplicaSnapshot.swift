import PhlistHousehold
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
    static let version: UInt8 = 8

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

extension Journal {
    /// The durable state, with the facts about addresses that belong to it.
    ///
    /// Nil while the log has holes that are not healed, and while it does not have the household: one that the disk
    /// refused is gone at the next start.
    func snapshot(_ addresses: [LocalFact]) -> ReplicaSnapshot? {
        guard library.isHouseholdDurable, repair.damage(in: library) == nil else { return nil }
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
            facts: facts + addresses,
            requests: library.requests,
            recentChanges: library.recentChanges
        )
    }
}
