import PhlistHousehold
import PhlistModel

/// A plan for accepting a permanent loss: see docs/decisions/0028.
struct Surrender {
    private(set) var outcome: GivenUp
    /// Number of bytes that the log has lost in all.
    let lostBytes: UInt64
    /// Waiting batches that can be kept, by scope.
    private(set) var waiting: [Waiting] = []
    private(set) var hidden: [(scope: ScopeID, owner: MemberID)] = []
    /// Lists whose title is lost, with a new one.
    private(set) var untitled: [(scope: ScopeID, owner: MemberID, title: String)] = []
    /// Members who acted or own something, and whose name is lost.
    private(set) var nameless: [MemberID] = []

    /// The waiting batches of one scope.
    struct Waiting {
        let scope: ScopeID
        /// In the order in which they are rewritten.
        let changes: [Change]
        /// Whether nothing is left that proves the kind of the scope, so that the changes go into a new list.
        let mustBeginAgain: Bool
    }

    /// A waiting batch with the ops that are kept.
    struct Change {
        var header: BatchHeader
        var name: BatchName
        var ops: [Op]
    }

    /// Makes a plan.
    ///
    /// - Throws: If nothing is lost, if other devices may still help, or if the household itself is lost.
    init(_ request: GiveUp, _ access: Access) throws(CommandError) {
        let library = access.library
        guard let damage = access.repair.damage(in: library), let lostBytes = access.repair.lostBytes else {
            throw .loss(.nothingToGiveUp)
        }
        let absent = access.devicesToAsk
        guard request.isForced || absent.isEmpty else {
            throw .loss(.othersMayHelp(absent.map { library.deviceName($0) ?? "\($0)" }))
        }
        guard damage.isHouseholdKnown || !access.hasOthers else { throw .loss(.householdLost) }
        self.lostBytes = lostBytes
        outcome = GivenUp(lost: damage.feeds.filter { !$0.missing.isEmpty })
        outcome.isNewHousehold = !damage.isHouseholdKnown
        let changes = takeUp(access.repair.pending, in: library)
        waiting = changes.sorted { $0.key < $1.key }.map { scope, changes in
            let changes = changes.inOrder
            let state = library.scopes[scope]?.state
            let isProven = state.map { $0.kind != .list || $0.origin != nil } ?? true
            return Waiting(
                scope: scope,
                changes: changes,
                mustBeginAgain: !isProven && !changes.contains { $0.begins(scope) }
            )
        }
        for list in waiting where list.mustBeginAgain {
            outcome.recoveredLists.append(list.changes.title ?? Self.recoveredTitle(of: list.scope))
        }
        for scope in library.listScopes where changes[scope]?.inOrder.title == nil {
            guard let list = library.scopes[scope]?.state.list, let owner = list.owner, !list.hasTitle else { continue }
            // The audience of a list is known before anything of it has come, which is not a loss.
            guard list.hasContent || changes[scope] != nil else { continue }
            untitled.append((scope, owner, Self.recoveredTitle(of: scope)))
        }
        outcome.recoveredLists += untitled.map(\.title)
        if !request.sharesLists { hideDoubtful(access) }
        nameless = members(withoutNameIn: access)
    }

    private static func recoveredTitle(of scope: ScopeID) -> String { "Recovered \(scope.description.prefix(8))" }

    /// Sorts the waiting batches by scope, with the ops that are kept.
    private mutating func takeUp(_ pending: PendingBatches, in library: Library) -> [ScopeID: [Change]] {
        var changes: [ScopeID: [Change]] = [:]
        for entry in pending.inOrder {
            let feed = entry.feed
            guard feed.map({ !library.isLeft($0.scope) }) ?? true else { continue }
            guard let feed, let batch = entry.batch, let ops = try? batch.batch.decodedOps() else {
                outcome.droppedCount += 1
                continue
            }
            let kept = ops.filter { mayBeRepeated($0, isOwn: feed.device == library.device) }
            guard !kept.isEmpty else { continue }
            changes[feed.scope, default: []].append(Change(header: batch.header, name: batch.name, ops: kept))
            outcome.rewrittenCount += 1
        }
        return changes
    }

    /// Whether this device may repeat an op for which a lost chain vouched: only the device that admitted others knows
    /// whom.
    private func mayBeRepeated(_ op: Op, isOwn: Bool) -> Bool {
        switch op {
        case .write, .originate: true
        // A rewritten purge would know, and so destroy, changes that its author never saw.
        case .purge, .roster(.found): false
        case .roster: !outcome.isNewHousehold && isOwn
        }
    }

    /// Plans to hide the lists of this device's own people that seem to be everybody's and that no peer has shown to
    /// hold.
    private mutating func hideDoubtful(_ access: Access) {
        let library = access.library
        guard access.hasOthers, let own = library.roster?.devices[library.device] else { return }
        for scope in library.listScopes where access.repair.isDoubtful(scope) && !access.isShown(scope) {
            guard let list = library.scopes[scope]?.state.list, let owner = list.owner, own.members.contains(owner),
                library.isEverybodys(list)
            else { continue }
            hidden.append((scope, owner))
            outcome.hiddenLists.append(list.title)
        }
    }

    private func members(withoutNameIn access: Access) -> [MemberID] {
        let library = access.library
        let named = waiting.filter { library.scopes[$0.scope]?.state.kind == .household }
            .flatMap(\.changes).flatMap(\.ops).compactMap { op -> EntityID? in
                if case .write(let entity, let fields) = op, fields.contains(where: { $0.field == .title }) {
                    entity
                } else {
                    nil
                }
            }
        let actors = waiting.flatMap(\.changes).map(\.header.by)
        let owners = library.listScopes.compactMap { library.scopes[$0]?.state.list?.owner }
        return access.repair.actors(in: library).union(actors).union(owners).union(library.bindings.values)
            .filter { $0 != .house && library.household?.memberName($0) == nil && !named.contains(EntityID($0)) }
            .sorted()
    }
}

extension Access {
    /// Other devices of the household that may still return something: they have not yet sent a summary.
    fileprivate var devicesToAsk: [DeviceID] {
        admittedDevices.filter { $0 != library.device && !(sessions.openSession(with: $0)?.hasSummary ?? false) }
    }
}

extension Surrender.Change {
    fileprivate func begins(_ scope: ScopeID) -> Bool {
        ops.contains { if case .originate(let origin) = $0 { origin.scope == scope } else { false } }
    }

    fileprivate var rank: Int {
        ops.contains { if case .originate = $0 { true } else { false } } ? 0 : 1
    }
}

extension [Surrender.Change] {
    /// The batches by time; those that begin a list come first.
    fileprivate var inOrder: [Surrender.Change] {
        sorted {
            ($0.rank, $0.header.stamp, $0.header.number, $0.name) < (
                $1.rank, $1.header.stamp, $1.header.number, $1.name
            )
        }
    }

    /// The last title given to the list.
    fileprivate var title: String? {
        reversed().lazy.flatMap(\.ops).compactMap { op -> String? in
            guard case .write(.root, let fields) = op else { return nil }
            return fields.first { $0.field == .title }.map { String(repairing: $0.value) }
        }.first
    }
}
