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
        /// Devices of the household, the one that made it included.
        package var devices = 0

        /// Nothing.
        package init() {}
    }

    /// A batch, or a head that proves some to other devices.
    enum Entry: Sendable {
        case batch(NamedBatch, in: Feed)
        case head(SignedHead, of: Feed)

        var feed: Feed {
            switch self {
            case .batch(_, let feed), .head(_, let feed): feed
            }
        }
    }

    package internal(set) var count = Count()
    /// The photos that items show, or could: what else may be there of them is in the folder of the photos alone.
    package internal(set) var photos: Set<BlobID> = []
    /// The household in which it was made, behind those that it continues; none when the log has lost its name.
    var households: [ScopeID] = []
    /// The devices that were in it.
    var devices: Set<DeviceID> = []
    /// What that household has in common with those that it continues, to which the lists belong.
    var lineage: ScopeID?
    /// All who wrote there.
    var authors: [Admission] = []
    /// The household's batches and those of its lists, with their heads, in the order of the log.
    var entries: [Entry] = []
    /// Also those who were removed: what they did is theirs.
    var members: [MemberState] = []
    var bindings: [UInt32: MemberID] = [:]
    var choices = LoginChoices()
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
    private var entries: [BackupContents.Entry] = []
    private var failure: CodecError?

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
            try fold(entry)
        } catch {
            failure = error
        }
    }

    /// What all of it comes to.
    ///
    /// - Parameter hasHoles: Whether the log has lost something; what does not follow is then left out.
    /// - Returns: What a device could restore of it.
    /// - Throws: When a record means nothing or does not follow.
    package mutating func contents(hasHoles: Bool) throws(CodecError) -> BackupContents {
        if let failure { throw failure }
        let heldBackCount = replica.damage?.heldBackCount ?? 0
        guard hasHoles || heldBackCount == 0 else { throw .badValue("\(heldBackCount) batches that do not follow") }
        var contents = BackupContents()
        contents.households = continuedHouseholds + [replica.library.householdID].compactMap(\.self)
        contents.devices = Set(replica.library.roster?.devices.keys.map(\.self) ?? [])
        contents.lineage = replica.library.lineage ?? replica.lostLineage
        contents.authors = replica.library.roster?.formerAuthors(without: replica.device) ?? []
        contents.members = replica.library.household?.everybody ?? []
        contents.bindings = replica.library.bindings
        contents.choices = replica.library.choices
        contents.count.devices = contents.devices.count
        contents.count.members = contents.members.filter { !$0.isRemoved }.count
        var kept = Set(contents.households)
        for scope in replica.library.listScopes {
            guard let state = replica.library.scopes[scope]?.state, let list = state.list, list.origin != nil else {
                continue
            }
            if !list.isTrashed {
                contents.count.lists += 1
                contents.count.items += list.counts.open + list.counts.done + list.counts.cancelled + list.records.count
            }
            contents.photos.formUnion(state.photos.map(\.reference.original))
            kept.insert(scope)
        }
        contents.entries = entries.filter { kept.contains($0.feed.scope) }
        return contents
    }
}

extension BackupReader {
    /// Refuses what does not fit: a backup is what somebody has, not what a device has checked once.
    private func checkFits(_ stored: StoredBatch) throws(CodecError) {
        var growth = Growth()
        growth.add(stored.batch)
        let state = replica.library.feeds[stored.feed].flatMap { replica.library.scopes[$0.scope]?.state }
        guard state?.hasRoom(for: growth) ?? true else { throw .badValue("more than fits in one list") }
    }

    /// Those before the household in which the backup was made, in the order of their ids.
    private var continuedHouseholds: [ScopeID] {
        replica.library.leftHouseholds.sorted().filter { household in
            replica.library.scopes[household]?.state.roster.lineage.map { $0 == replica.library.lineage } ?? false
        }
    }

    /// Folds in an entry, and keeps it if it was a batch or a head of one that is here.
    private mutating func fold(_ entry: LogEntry) throws(CodecError) {
        try replica.restore(entry)
        let isFolded = replica.takeFolded().last.map { $0 != nil } ?? false
        guard keepsLists, let feed = entry.feed.flatMap({ replica.library.feeds[$0] }) else { return }
        switch entry {
        case .batch(let stored) where isFolded: entries.append(.batch(stored.named(in: feed), in: feed))
        case .head(_, let head): entries.append(.head(head, of: feed))
        case .batch, .feed, .local: break
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
