package import PhlistModel

/// What a backup brings to a device that has no lists: everything in it that is no device's own.
package struct BackupContents: Sendable {
    /// How much there is, for a person to see.
    package struct Count: Hashable, Sendable {
        /// Lists and forms that are not in the trash.
        package var lists = 0
        /// Items that are not in the trash, and records.
        package var items = 0
        package var members = 0

        /// Nothing.
        package init() {}
    }

    /// A list, as the history that one device writes again.
    struct List: Sendable {
        var scope: ScopeID
        /// In their order; each is to know all before it.
        var actions: [Action]
    }

    /// What one batch did, by whom and when.
    struct Action: Sendable {
        var ops: [Op]
        var by: MemberID
        var stamp: Stamp
        var group: UInt64
    }

    package internal(set) var count = Count()
    /// The photos that items show, or could: what else may be there of them is in the folder of the photos alone.
    package internal(set) var photos: Set<BlobID> = []
    var lists: [List] = []
    /// Also those who were removed: what they did is theirs.
    var members: [MemberState] = []
    var bindings: [UInt32: MemberID] = [:]
    var defaultLists: [UInt32: ScopeID] = [:]
}

extension BackupContents {
    /// Reads the log of a backup.
    ///
    /// - Parameters:
    ///   - keepsLists: Whether the lists themselves are wanted, and not only their number.
    ///   - random: Numbers that are not kept.
    ///   - reading: Hands over every record of the log, in its order, and says whether the log has lost something.
    /// - Returns: What a device could restore of it.
    /// - Throws: What the reading throws, and a `CodecError` when nothing can be restored of the log.
    package static func read(
        keepsLists: Bool,
        random: any RandomNumberGenerator & Sendable,
        _ reading: ((Record) -> Void) throws -> Bool
    ) throws -> BackupContents {
        var reader = BackupReader(keepsLists: keepsLists, random: random)
        let hasHoles = try reading { reader.take($0) }
        return try reader.contents(hasHoles: hasHoles)
    }
}

/// Reads the log of another device.
///
/// It is folded as that device would fold it, so that a backup from which nothing could be restored is known as one
/// when it is made.
package struct BackupReader: ~Copyable {
    private var replica: Replica
    private let keepsLists: Bool
    private var batches: [ScopeID: [Entry]] = [:]
    private var failure: CodecError?
    /// For each batch the time from which on everything that it knew of was there.
    private var times: [BatchName: Stamp] = [:]

    private struct Entry {
        var batch: Batch
        /// The latest of its stamp and those of everything it knew.
        var time: Stamp
    }

    /// Creates a reader; every record of the log is to be taken, in its order.
    ///
    /// - Parameters:
    ///   - keepsLists: Whether the lists themselves are wanted, and not only their number.
    ///   - random: Numbers that are not kept.
    package init(
        keepsLists: Bool,
        random: any RandomNumberGenerator & Sendable
    ) {
        replica = Replica(
            identity: Replica.Identity(publicKey: [], deviceName: "", build: ""),
            authority: NoAuthenticator(),
            random: random
        )
        self.keepsLists = keepsLists
        // Whether the log has lost something is known behind its last frame only.
        replica.expectHoles(lostBytes: 0)
    }

    /// Takes the next record.
    package mutating func take(_ record: Record) {
        guard failure == nil else { return }
        do throws(CodecError) {
            guard let entry = try LogEntry(record) else { return }
            if case .batch(let stored) = entry { try checkFits(stored) }
            let folded = try fold(entry)
            if keepsLists, let folded { keep(folded.batch, in: folded.scope) }
        } catch {
            failure = error
        }
    }

    /// What all of it comes to.
    ///
    /// - Parameter hasHoles: Whether the log has lost something; what does not follow is then left out.
    /// - Returns: What a device could restore of it.
    /// - Throws: When a record means nothing or does not follow, or a batch has ops of a later version.
    package mutating func contents(hasHoles: Bool) throws(CodecError) -> BackupContents {
        if let failure { throw failure }
        let heldBackCount = replica.damage?.heldBackCount ?? 0
        guard hasHoles || heldBackCount == 0 else { throw .badValue("\(heldBackCount) batches that do not follow") }
        var contents = BackupContents()
        contents.members = replica.household?.everybody ?? []
        contents.bindings = replica.bindings
        contents.defaultLists = replica.defaultLists
        contents.count.members = contents.members.filter { !$0.isRemoved }.count
        for scope in replica.listScopes {
            guard let state = replica.scopes[scope]?.state, let list = state.list, list.origin != nil else { continue }
            if !list.isTrashed {
                contents.count.lists += 1
                contents.count.items += list.counts.open + list.counts.done + list.counts.cancelled + list.records.count
            }
            contents.photos.formUnion(state.photos.map(\.reference.original))
            guard keepsLists else { continue }
            contents.lists.append(BackupContents.List(scope: scope, actions: try rewritten(state)))
        }
        return contents
    }
}

extension BackupReader {
    /// Refuses what does not fit: a backup is what somebody has, not what a device has checked once.
    private func checkFits(_ stored: StoredBatch) throws(CodecError) {
        var growth = Growth()
        growth.add(stored.batch)
        let state = replica.feeds[stored.feed].flatMap { replica.scopes[$0.scope]?.state }
        guard state?.hasRoom(for: growth) ?? true else { throw .badValue("more than fits in one list") }
    }

    /// Folds in an entry.
    ///
    /// - Returns: The batch that it is, and its scope, if it was folded.
    private mutating func fold(_ entry: LogEntry) throws(CodecError) -> (batch: NamedBatch, scope: ScopeID)? {
        try replica.restore(entry)
        guard case .batch(let stored) = entry, let scope = replica.takeFolded().last ?? nil else { return nil }
        return replica.feeds[stored.feed].map { (stored.named(in: $0), scope) }
    }

    private mutating func keep(_ batch: NamedBatch, in scope: ScopeID) {
        let header = batch.header
        let known = (header.context.map(\.name) + [header.previous]).compactMap { times[$0] }
        let time = (known + [header.stamp]).max() ?? header.stamp
        times[batch.name] = time
        batches[scope, default: []].append(Entry(batch: batch.batch, time: time))
    }

    /// The history of a list as one device would have made it: in the order of causes, then of time.
    private borrowing func rewritten(_ state: ScopeState) throws(CodecError) -> [BackupContents.Action] {
        // Equal times keep the order of the log, which is one of causes.
        let ordered = (batches[state.id] ?? []).enumerated()
            .sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
        var history = RewrittenHistory(of: state.id)
        for (_, entry) in ordered {
            history.add(try entry.batch.decodedOps(), like: entry.batch.header)
        }
        history.settle(state, at: ordered.last?.element.time ?? Stamp(rawValue: 0))
        return history.actions
    }
}

/// Batches of several devices, one after the other by one device.
private struct RewrittenHistory {
    private(set) var actions: [BackupContents.Action] = []
    private var ends: [Tier: BatchReference] = [:]
    private var state: ScopeState

    init(of scope: ScopeID) {
        state = ScopeState(.list, scope)
    }

    mutating func add(_ ops: [Op], like header: BatchHeader) {
        add(BackupContents.Action(ops: ops, by: header.by, stamp: header.stamp, group: header.group))
    }

    private mutating func add(_ action: BackupContents.Action) {
        guard !action.ops.isEmpty else { return }
        for tier in Tier.allCases {
            write(action.ops.compactMap { $0.part(of: tier) }, of: tier, like: action)
        }
        actions.append(action)
    }

    private mutating func write(_ ops: [Op], of tier: Tier, like action: BackupContents.Action) {
        guard !ops.isEmpty else { return }
        let header = BatchHeader(
            by: action.by,
            number: (ends[tier]?.number ?? 0) + 1,
            previous: ends[tier]?.name ?? .none,
            opCount: ops.count,
            stamp: action.stamp,
            group: action.group,
            context: tier == .control ? [] : ends[.control].map { [$0] } ?? []
        )
        let feed = Feed(scope: state.id, tier: tier, device: DeviceID(publicKey: []))
        let batch = NamedBatch(Batch(header: header, ops: ops), of: feed)
        state.apply(batch)
        ends[tier] = batch.reference
    }

    /// Makes sure that what was shown is what is shown.
    mutating func settle(_ shown: ScopeState, at time: Stamp) {
        for run in shown.ops(toBeShownBy: state).runs() where !run.isEmpty {
            add(BackupContents.Action(ops: run, by: .house, stamp: time, group: UInt64(actions.count) + 1))
        }
    }
}

/// For a replica that meets nobody.
private struct NoAuthenticator: HeadAuthenticator {
    private enum Refusal: Error {
        case hasNoKey
    }

    func sign(_ bytes: [UInt8]) throws -> [UInt8] { throw Refusal.hasNoKey }

    func isValid(_ signature: [UInt8], of bytes: [UInt8], by publicKey: [UInt8]) -> Bool { false }
}
