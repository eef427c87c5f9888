package import PhlistModel

/// All that a log has folded to, apart from the log: what a start needs instead of folding it again.
///
/// A snapshot is a copy of values, made in no time: it shares its memory with the replica until that changes, and is
/// turned into bytes wherever there is time.
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
/// What the facts say is told by facts, so that there is one way in which they are taken in. The bytes of `state` are
/// those of `ScopeState.encode`.
package struct ReplicaSnapshot: Sendable {
    /// The form of the bytes; another one is of no use.
    static let version: UInt8 = 7

    /// Whose log it is.
    package let device: DeviceID
    var lastStamp: Stamp
    var recordsSinceFacts: Int
    /// In the order of their ids.
    var scopes: [Scope]
    var feeds: FeedTable
    /// What concerns the device alone, but for the requests.
    var facts: [LocalFact]
    var requests: RequestBook
    var recentChanges: RecentChanges

    /// One scope.
    struct Scope: Sendable {
        var state: ScopeState
        var heads: [Int: SignedHeads]
        var lastMinted: [Tier: Int]
    }
}

extension Replica {
    /// What is durable by now, for a start that folds only what the log holds beyond it.
    ///
    /// Nil while anything is on its way to the disk, as what is seen then is not all in the log, and while the log has
    /// holes that are not healed. Ask again behind a later event.
    package var snapshot: ReplicaSnapshot? {
        guard appendsInFlight.isEmpty, isHouseholdDurable, damage == nil else { return nil }
        let durable = library.scopes.filter { $0.value.state.kind == .household || !$0.value.state.ledger.isEmpty }
        return ReplicaSnapshot(
            device: device,
            lastStamp: lastStamp,
            recordsSinceFacts: recordsSinceFacts,
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

    /// A household that the disk refused is not there at the next start.
    private var isHouseholdDurable: Bool {
        guard let householdID = library.householdID else { return true }
        return library.introducer != nil || library.scopes[householdID]?.state.ledger.isEmpty == false
    }

    /// What the log's facts come to, as facts: taken in again they give the same.
    private var facts: [LocalFact] {
        // The household that is taken in last is the one that counts.
        var facts = library.leftHouseholds.sorted().map { LocalFact.household($0, lineage: nil) }
        facts += [ownHousehold].compactMap(\.self)
        facts += removalFacts
        facts += seenDevices.sorted().map { .deviceSeen($0) }
        facts += seenPeople.sorted { $0.key < $1.key }.flatMap { device, people in
            people.sorted().map { .personSeen($0, on: device) }
        }
        facts += library.introducer.map { [.introducer(publicKey: $0.publicKey, deviceName: $0.deviceName)] } ?? []
        facts += letter.isEmpty ? [] : [.letter(letter)]
        facts += library.invitations.sorted { $0.key < $1.key }.map { .invitations(from: $0.key, $0.value) }
        facts += library.bindings.sorted { $0.key < $1.key }.map { .binding(uid: $0.key, member: $0.value) }
        facts += library.choices.facts
        facts += pairingAttempt.map { [.pairingAttempt(expiresAt: $0.expiresAt, used: $0.used)] } ?? []
        facts += clock.lead == HouseholdClock.Lead() ? [] : [.clockAhead(clock.lead)]
        facts += healing.map { [.healed(lostBytes: $0.healedBytes, fetched: 0, at: 0)] } ?? []
        facts +=
            healing.flatMap { healing in
                healing.surrender.map { surrender in
                    [.givenUp(lostBytes: healing.healedBytes, changeCount: surrender.changeCount, at: surrender.at)]
                }
            } ?? []
        return facts + peers.facts
    }

    /// Takes in what a snapshot holds, at start, before the records that are behind it.
    ///
    /// - Parameter bytes: As `ReplicaSnapshot.encoded` gave them.
    /// - Throws: When they are of another version or another device, or mean nothing; then nothing has changed.
    package mutating func restore(snapshot bytes: [UInt8]) throws(CodecError) {
        restore(try ReplicaSnapshot(decoding: bytes, of: device))
    }

    private mutating func restore(_ snapshot: ReplicaSnapshot) {
        let slots = snapshot.scopes.map {
            ScopeSlot($0.state, of: device, heads: $0.heads, lastMinted: $0.lastMinted)
        }
        library.restore(slots, snapshot.feeds, snapshot.requests, snapshot.recentChanges)
        for fact in snapshot.facts {
            apply(.local(fact), publishing: nil)
        }
        lastStamp = snapshot.lastStamp
        recordsSinceFacts = snapshot.recordsSinceFacts
    }
}
