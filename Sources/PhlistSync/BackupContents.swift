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
        /// From number one on; they know of no other feed.
        var batches: [Batch]
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
    /// Reads the log of a backup, and again where it tells of a split behind what has split.
    ///
    /// A split of what has split may be known by the next reading only.
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
        var forks: [ScopeID: Set<Fork>] = [:]
        for _ in 0..<SyncLimits.backupReadingsMax {
            var reader = BackupReader(keepsLists: keepsLists, expecting: forks, random: random)
            let hasHoles = try reading { reader.take($0) }
            if reader.lateForks.isEmpty { return try reader.contents(hasHoles: hasHoles) }
            forks.merge(reader.lateForks) { $0.union($1) }
        }
        throw CodecError.badValue("splits of splits that are told of too late")
    }
}

/// Reads the log of another device.
///
/// It is folded as that device would fold it, so that a backup from which nothing could be restored is known as one
/// when it is made.
package struct BackupReader: ~Copyable {
    private var replica: Replica
    /// The splits that the log told of too late; with any, it is to be read once more by a reader that expects them.
    package var lateForks: [ScopeID: Set<Fork>] { replica.lateForks }
    private let keepsLists: Bool
    private var batches: [ScopeID: [Entry]] = [:]
    private var origins: [FeedID: FeedOrigin] = [:]
    private var failure: CodecError?
    /// For each batch, by its last op, the time from which on everything that it knew of was there.
    private var times: [Dot: Stamp] = [:]

    private struct Entry {
        var feed: FeedID
        var batch: Batch
        /// The latest of its stamp and those of everything it knew.
        var time: Stamp
    }

    /// Creates a reader; every record of the log is to be taken, in its order.
    ///
    /// - Parameters:
    ///   - keepsLists: Whether the lists themselves are wanted, and not only their number.
    ///   - forks: Splits that an earlier reading has found.
    ///   - random: Numbers that are not kept.
    package init(
        keepsLists: Bool,
        expecting forks: [ScopeID: Set<Fork>] = [:],
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
        replica.expectForks(forks)
    }

    /// Takes the next record.
    package mutating func take(_ record: Record) {
        guard failure == nil else { return }
        do throws(CodecError) {
            let entry = try LogEntry(record)
            if case .batch(let feed, let batch)? = entry { try checkFits(batch, of: feed) }
            if keepsLists, let entry { keep(entry) }
            try replica.restore(record)
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
            contents.lists.append(BackupContents.List(scope: scope, batches: try rewritten(state)))
        }
        return contents
    }
}

extension BackupReader {
    /// Refuses what does not fit: a backup is what somebody has, not what a device has checked once.
    private func checkFits(_ batch: Batch, of feed: FeedID) throws(CodecError) {
        var growth = Growth()
        growth.add(batch, feedCount: 1 + 2 * batch.header.opCount)
        let state = replica.origins[feed].flatMap { replica.scopes[$0.scope]?.state }
        guard state?.hasRoom(for: growth) ?? true else { throw .badValue("more than fits in one list") }
    }

    private mutating func keep(_ entry: LogEntry) {
        switch entry {
        case .feed(let origin): origins[origin.feed] = origin
        case .batch(let feed, let batch):
            guard let scope = origins[feed]?.scope else { return }
            let header = batch.header
            let known = header.context.compactMap { times[Dot(feed: $0.feed, sequence: $0.version.sequence)] }
            let last = header.firstSequence - 1
            let time = (known + [header.stamp, times[Dot(feed: feed, sequence: last)] ?? header.stamp]).max()
            times[Dot(feed: feed, sequence: header.lastSequence)] = time
            batches[scope, default: []].append(Entry(feed: feed, batch: batch, time: time ?? header.stamp))
        case .head, .fork, .local: break
        }
    }

    /// The history of a list as one device would have made it: in the order of causes, then of time.
    private borrowing func rewritten(_ state: ScopeState) throws(CodecError) -> [Batch] {
        let applied = (batches[state.id] ?? []).filter {
            $0.batch.header.lastSequence <= replica.foldedEnd(of: $0.feed, at: $0.batch.header.lastSequence)
        }
        // Equal times keep the order of the log, which is one of causes.
        let ordered = applied.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
        var history = RewrittenHistory(of: state.id)
        for (_, entry) in ordered {
            history.add(try entry.batch.decodedOps(), like: entry.batch.header)
        }
        history.settle(state, at: ordered.last?.element.time ?? Stamp(rawValue: 0))
        return history.batches
    }
}

/// Batches of several devices, one behind the other in one feed.
private struct RewrittenHistory {
    private(set) var batches: [Batch] = []
    private var nextSequence: UInt64 = 1
    private var state: ScopeState
    private let origin: FeedOrigin

    init(of scope: ScopeID) {
        origin = FeedOrigin(scope: scope, device: DeviceID(publicKey: []), incarnation: 0)
        state = ScopeState(.list, scope)
        state.open(origin)
    }

    mutating func add(_ ops: [Op], like header: BatchHeader) {
        // What some device had given up as lost is nothing that this one lacks.
        let ops = ops.filter { if case .lose = $0 { false } else { true } }
        guard !ops.isEmpty else { return }
        let header = BatchHeader(
            by: header.by,
            firstSequence: nextSequence,
            opCount: ops.count,
            stamp: header.stamp,
            group: header.group,
            context: []
        )
        let batch = Batch(header: header, ops: ops)
        state.apply(batch, of: origin.feed)
        batches.append(batch)
        nextSequence = header.lastSequence + 1
    }

    /// Makes sure that what was shown is what is shown.
    mutating func settle(_ shown: ScopeState, at time: Stamp) {
        for run in shown.ops(toBeShownBy: state).runs() where !run.isEmpty {
            let header = BatchHeader(
                by: .house,
                firstSequence: nextSequence,
                opCount: run.count,
                stamp: time,
                group: nextSequence,
                context: []
            )
            add(run, like: header)
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
