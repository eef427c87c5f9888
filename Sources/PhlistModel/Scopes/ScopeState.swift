/// One scope: its batches, and their results.
package struct ScopeState: Sendable {
    package let id: ScopeID
    package let kind: Kind
    package private(set) var ledger: Ledger
    private(set) var table: RegisterTable
    /// The data for the views of a list, as far as they have been queried.
    private(set) var index = SharedListIndex()
    /// The owner and the household of the list; nil until its first op has arrived.
    package private(set) var origin: ListOrigin? {
        didSet { originDigest = origin?.digest ?? 0 }
    }
    private var originDigest: UInt128 = 0
    /// The number of the first batch that names the owner, by chain.
    private(set) var originPlaces: [Int: UInt32] = [:]
    /// Whether content whose author did not know the list's owner has no effect, as in the lists of a household.
    let needsOrigin: Bool
    package private(set) var roster: Roster
    /// The sharing words of the list, before the roster is considered.
    package private(set) var sharing: Sharing
    /// The digest of the values, the roster, the sharing words and the origin; equal vectors mean equal digests.
    ///
    /// It is updated with each batch, since every message needs it.
    package private(set) var digest: UInt128 = 0
    /// The number of batches whose ops this version cannot read: kept and relayed.
    package private(set) var opaqueCount = 0
    /// Whether one of them may hide the scope from somebody.
    package private(set) var isCriticalOpaque = false
    /// The number of void batches, to which their authors had no right by what they knew: also kept and relayed.
    package private(set) var voidCount = 0
    private var rights = KnownRights()
    /// Reads the ops of a batch if this version can.
    let decode: Decoder

    package enum Kind: Sendable {
        case household
        case list
    }

    /// Reads the ops of a batch; throws if this version does not know them.
    package typealias Decoder = @Sendable (Batch) throws(CodecError) -> [Op]

    /// Creates a scope without batches.
    ///
    /// - Parameters:
    ///   - kind: Household or list.
    ///   - id: Its id.
    ///   - needsOrigin: Whether content without an origin in its past has no effect.
    ///   - decode: Reads the ops; tests pass that of another version.
    package init(
        _ kind: Kind,
        _ id: ScopeID,
        needsOrigin: Bool = false,
        decode: @escaping Decoder = { batch throws(CodecError) in try batch.decodedOps() }
    ) {
        self.id = id
        self.kind = kind
        self.decode = decode
        self.needsOrigin = needsOrigin
        ledger = Ledger()
        table = RegisterTable()
        roster = Roster()
        sharing = Sharing()
    }

    /// Creates a scope from its parts; the index of its views is built on demand.
    init(_ kind: Kind, _ id: ScopeID, _ parts: Parts, decode: @escaping Decoder) {
        (self.id, self.kind, self.decode) = (id, kind, decode)
        (ledger, table, origin, roster) = (parts.ledger, parts.table, parts.origin, parts.roster)
        (sharing, opaqueCount, voidCount) = (parts.sharing, parts.opaqueCount, parts.voidCount)
        isCriticalOpaque = parts.isCriticalOpaque
        (originPlaces, needsOrigin) = (parts.originPlaces, parts.needsOrigin)
        originDigest = parts.origin?.digest ?? 0
        digest = newDigest
    }

    private var newDigest: UInt128 {
        table.digest &+ roster.digest &+ sharing.digest &+ originDigest
    }

    /// The results of a scope's batches.
    struct Parts {
        var ledger: Ledger
        var table: RegisterTable
        var origin: ListOrigin?
        var originPlaces: [Int: UInt32]
        var needsOrigin: Bool
        var roster: Roster
        var sharing: Sharing
        var opaqueCount: Int
        var isCriticalOpaque: Bool
        var voidCount: Int
    }

    /// A copy without the index of its views, to be kept while the scope goes on changing.
    package var withoutIndex: ScopeState {
        let parts = Parts(
            ledger: ledger,
            table: table,
            origin: origin,
            originPlaces: originPlaces,
            needsOrigin: needsOrigin,
            roster: roster,
            sharing: sharing,
            opaqueCount: opaqueCount,
            isCriticalOpaque: isCriticalOpaque,
            voidCount: voidCount
        )
        return ScopeState(kind, id, parts, decode: decode)
    }

    package var list: ListState? {
        kind == .list ? ListState(self) : nil
    }

    package var household: HouseholdState? {
        kind == .household ? HouseholdState(self) : nil
    }

    package var versionVector: VersionVector {
        ledger.versionVector
    }

    /// Whether more batches, all together, fit the limits of one scope.
    package func hasRoom(for growth: Growth) -> Bool {
        table.values.count + growth.byteCount < Limits.scopeValueBytesMax
            && table.writes.count + growth.writeCount < Limits.scopeWritesMax
            && table.fields.count + growth.fieldCount < Limits.scopeFieldsMax
            && ledger.hasRoom(for: growth)
    }

    /// The used part of the limits of one scope, from 0 to 1.
    package var usage: Double {
        [
            Double(table.values.count) / Double(Limits.scopeValueBytesMax),
            Double(table.writes.count) / Double(Limits.scopeWritesMax),
            Double(table.fields.count) / Double(Limits.scopeFieldsMax),
            Double(ledger.chains.count) / Double(Limits.scopeChainsMax),
            Double(ledger.members.count) / Double(Limits.scopeMembersMax),
        ].reduce(0, max)
    }

    /// Applies a batch that is not here yet, and whose predecessor and context are.
    ///
    /// - Returns: The entities that it touched, in the order of its ops; empty if it has no effect, or none that this
    ///   version knows.
    @discardableResult
    package mutating func apply(_ batch: NamedBatch) -> [Touch] {
        index.willChange()
        let number = ledger.append(batch, firstWrite: table.writes.count)
        guard let ops = try? decode(batch.batch) else {
            opaqueCount += 1
            isCriticalOpaque = isCriticalOpaque || mayHide(batch)
            return []
        }
        guard counts(ops, of: batch, ofBatch: number) else {
            voidCount += 1
            return []
        }
        return apply(ops, ofBatch: number)
    }

    /// Whether a batch that this version cannot read may hide the scope from somebody: in a list only a word of the
    /// owner can.
    private func mayHide(_ batch: NamedBatch) -> Bool {
        guard batch.header.flags & BatchHeader.criticalFlag != 0 else { return false }
        return kind == .household || batch.tier == .control && batch.header.actor == origin?.owner
    }

    /// Whether the author of a batch had the right to all of it by what the author knew; later batches change nothing.
    private mutating func counts(_ ops: [Op], of batch: NamedBatch, ofBatch number: Int) -> Bool {
        guard kind == .list, batch.tier == .content else { return true }
        guard let origin else { return !needsOrigin }
        guard !needsOrigin || knowsOrigin(ofBatch: number) else { return false }
        let rights = rights.rights(by: batch.header, ofRow: number, in: ledger, of: origin, sharing)
        return ops.allSatisfy { rights.allow($0) }
    }

    /// Whether the author of the newest batch of its chain knew the owner of the list.
    private func knowsOrigin(ofBatch number: Int) -> Bool {
        originPlaces.contains { chain, first in
            ledger.lastKnown(of: chain, inChainOf: number) >= first
        }
    }

    /// Applies the ops of a batch that is in the ledger.
    @discardableResult
    mutating func apply(_ ops: [Op], ofBatch number: Int) -> [Touch] {
        var touched: [(row: Int, before: Life?)] = []
        touched.reserveCapacity(ops.count)
        var arrival = RegisterTable.Arrival(batch: number, op: 0, known: ledger.knownBefore(newest: number))
        let tier = ledger.chains[ledger.chain(ofRow: number)].tier
        for (index, op) in ops.enumerated() {
            arrival.op = index
            // Ops in the wrong tier have no effect: control that came with content would arrive too late.
            guard let op = kind == .list ? op.part(of: tier) : op else { continue }
            apply(op, arrival, &touched)
        }
        roster.settle()
        digest = newDigest
        return touched.map {
            Touch(entity: table.rows[$0.row].entity, before: $0.before, after: shownLife(ofRow: $0.row))
        }
    }

    private mutating func apply(
        _ op: Op,
        _ arrival: borrowing RegisterTable.Arrival,
        _ touched: inout [(row: Int, before: Life?)]
    ) {
        switch op {
        case .write(let entity, let fields):
            guard !fields.isEmpty else { return }
            let row = touch(entity, isWritten: true, arrival, &touched)
            table.apply(fields, to: row, arrival, in: ledger)
            if entity == .root { take(fields, arrival) }
        case .purge(let entity):
            guard table.row(of: entity) != nil else { return }
            let row = touch(entity, isWritten: false, arrival, &touched)
            table.purge(row, arrival, in: ledger)
        case .originate(let claim):
            // The list's id is the hash of the claim: a different claim is for another list.
            guard kind == .list, claim.scope == id else { return }
            origin = claim
            let place = ledger.place(ofBatch: arrival.batch)
            originPlaces[place.chain] = min(originPlaces[place.chain] ?? .max, place.number)
        case .roster(let act):
            take(act, arrival)
        }
    }

    private mutating func take(_ change: RosterAct, _ arrival: borrowing RegisterTable.Arrival) {
        let act = ledger.act(of: arrival.batch)
        // The household's id is likewise the hash of its founding.
        if case .found(let founding) = change, founding.scope != id || founding.device != act.device { return }
        guard kind == .household else { return }
        roster.hear(change, dot(of: arrival), act, at: position(of: arrival))
    }

    /// Records the sharing words, which are judged as a set, and not by the values that they overwrite.
    private mutating func take(_ fields: [FieldWrite], _ arrival: borrowing RegisterTable.Arrival) {
        let words = fields.compactMap { SharingWord($0) }
        guard kind == .list, !words.isEmpty else { return }
        let act = ledger.act(of: arrival.batch)
        let position = position(of: arrival)
        for word in words where sharing.hasRoom(for: word, at: position) {
            // A word that its author is not entitled to never counts.
            guard origin.map({ word.isSpoken(by: act.by, owner: $0.owner) }) ?? true else { continue }
            sharing.take(word, dot(of: arrival), act, at: position)
        }
    }

    private func position(of arrival: borrowing RegisterTable.Arrival) -> CausalPosition {
        let place = ledger.place(ofBatch: arrival.batch)
        return CausalPosition(chain: place.chain, number: place.number, op: arrival.op, known: arrival.known)
    }

    /// Records each entity once, with its life before the batch.
    private mutating func touch(
        _ entity: EntityID,
        isWritten: Bool,
        _ arrival: borrowing RegisterTable.Arrival,
        _ touched: inout [(row: Int, before: Life?)]
    ) -> Int {
        let (row, last) = table.touch(entity, by: arrival, isWritten: isWritten, in: ledger)
        if last != UInt32(arrival.batch) {
            touched.append((row, last == nil ? nil : shownLife(ofRow: row)))
        }
        return row
    }

    private func dot(of arrival: borrowing RegisterTable.Arrival) -> Dot {
        ledger.dot(batch: arrival.batch, op: arrival.op)
    }

    /// Whether an entity is visible or in the trash; nil until anything of it has arrived.
    package func life(of entity: EntityID) -> Life? {
        table.row(of: entity).map { life(ofRow: $0) }
    }

    /// The life that views show: a list has none until its title has arrived, because sharing words arrive earlier.
    private func shownLife(ofRow row: Int) -> Life? {
        let isRoot = table.rows[row].entity == .root
        if kind == .list, isRoot, table.withShown(.title, ofRow: row, in: ledger, { _ in true }) == nil { return nil }
        return life(ofRow: row)
    }

    private func life(ofRow row: Int) -> Life {
        table.isAlive(row, deadWins: table.rows[row].entity == .root) ? .alive : .dead
    }

    package func entry(of entity: EntityID) -> RegisterEntry? {
        table.entry(of: entity, in: ledger)
    }
}

/// The effect of a batch on one entity.
package struct Touch: Hashable, Sendable {
    package var entity: EntityID
    /// The life before the batch; nil if nothing of the entity had arrived.
    package var before: Life?
    /// The life after the batch; nil if nothing that can be shown has arrived.
    package var after: Life?
}
