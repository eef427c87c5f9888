package import PhlistHousehold
package import PhlistModel

/// The content of a backup for a device that has no lists: everything except what belongs to one device alone.
package struct BackupContents: Sendable {
    /// The amount of content, shown to people before they restore.
    package struct Count: Hashable, Sendable {
        /// Lists and forms that are not in the trash.
        package var lists = 0
        /// Items that are not in the trash, and records.
        package var items = 0
        package var members = 0
        /// Devices of the household, including the one that made the backup.
        package var devices = 0

        /// Creates zero counts.
        package init() {}
    }

    /// A batch, or a signed head that proves batches to other devices.
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
    /// Photos that items show or can show again; others may remain in the blob folder.
    package internal(set) var photos: Set<BlobID> = []
    /// The household in which the backup was made, after those that it continues; empty if the log lost its name.
    var households: [ScopeID] = []
    /// Devices that were in that household.
    var devices: Set<DeviceID> = []
    /// The id that the household shares with those that it continues, and to which the lists belong.
    var lineage: ScopeID?
    /// Everyone who wrote in that household.
    var authors: [Admission] = []
    /// Batches of the household and its lists, with their heads, in log order.
    var entries: [Entry] = []
    /// Members, including removed ones: their past actions stay theirs.
    var members: [MemberState] = []
    /// Members who used the device that made the backup: those it was listed for, and those its logins acted as.
    var users: Set<MemberID> = []
    var bindings: [UInt32: MemberID] = [:]
    var choices = LoginChoices()
    /// Lists of which the device that made the backup was told that they have ended for it.
    var ended: [ScopeID] = []
}

extension BackupContents {
    /// Reads the log of a backup.
    ///
    /// - Parameters:
    ///   - keepsLists: Whether to keep the lists themselves and not only count them.
    ///   - random: Random numbers, which are not kept.
    ///   - reading: Passes every record of the log in order and returns whether the log has lost something.
    /// - Returns: Everything that a device could restore from the log.
    /// - Throws: Errors of `reading`, and a `CodecError` if nothing can be restored from the log.
    package static func read(
        keepsLists: Bool,
        random: RandomSource,
        _ reading: ((Record) -> Void) throws -> Bool
    ) throws -> BackupContents {
        var reader = BackupReader(keepsLists: keepsLists, random: random)
        let hasHoles = try reading { reader.take($0) }
        return try reader.contents(hasHoles: hasHoles)
    }
}

/// Reads the log of another device.
///
/// The log is folded as that device would fold it, so that an unusable backup is detected when it is made.
package struct BackupReader: ~Copyable {
    private var replica: Replica
    private let keepsLists: Bool
    private var entries: [BackupContents.Entry] = []
    /// The device that wrote the log.
    private var writer: DeviceID?
    private var failure: CodecError?

    /// Creates a reader, to which every record of the log is then passed in order.
    ///
    /// - Parameters:
    ///   - keepsLists: Whether to keep the lists themselves and not only count them.
    ///   - random: Random numbers, which are not kept.
    package init(keepsLists: Bool, random: RandomSource) {
        replica = Replica(
            identity: Replica.Identity(publicKey: [], deviceName: "", build: ""),
            authority: NoAuthenticator(),
            random: random
        )
        self.keepsLists = keepsLists
        // Only after the last frame is it known whether the log has lost something.
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

    /// Returns the contents of all records taken.
    ///
    /// - Parameter hasHoles: Whether the log has lost something; batches that do not follow are then left out.
    /// - Returns: Everything that a device could restore from the log.
    /// - Throws: If a record is malformed or a batch does not follow.
    package mutating func contents(hasHoles: Bool) throws(CodecError) -> BackupContents {
        if let failure { throw failure }
        let heldBackCount = replica.damage?.heldBackCount ?? 0
        guard hasHoles || heldBackCount == 0 else { throw .badValue("\(heldBackCount) batches that do not follow") }
        var contents = BackupContents()
        contents.households = continuedHouseholds + [replica.library.householdID].compactMap(\.self)
        contents.devices = Set(replica.library.roster?.devices.keys.map(\.self) ?? [])
        contents.lineage = replica.library.lineage ?? replica.library.lostLineage
        contents.authors = replica.library.roster?.formerAuthors(without: replica.device) ?? []
        contents.members = replica.library.household?.everybody ?? []
        contents.bindings = replica.library.bindings
        let listed = writer.flatMap { replica.library.roster?.authors[$0]?.members } ?? []
        contents.users = Set(contents.bindings.values).union(listed).subtracting([.house])
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
        contents.ended = kept.filter(replica.library.hasEnded).sorted()
        return contents
    }
}

extension BackupReader {
    /// Refuses a batch that does not fit: a backup can be any file, not necessarily one that a device has checked.
    private func checkFits(_ stored: StoredBatch) throws(CodecError) {
        var growth = Growth()
        growth.add(stored.batch)
        let state = replica.library.feeds[stored.feed].flatMap { replica.library.scopes[$0.scope]?.state }
        guard state?.hasRoom(for: growth) ?? true else { throw .badValue("more than fits in one list") }
    }

    /// Households before the one in which the backup was made, in the order of their ids.
    private var continuedHouseholds: [ScopeID] {
        replica.library.leftHouseholds.sorted().filter { household in
            replica.library.scopes[household]?.state.roster.lineage.map { $0 == replica.library.lineage } ?? false
        }
    }

    /// Folds an entry, and keeps it if it is a folded batch or a head of a known feed.
    private mutating func fold(_ entry: LogEntry) throws(CodecError) {
        try replica.restore(entry)
        let isFolded = replica.takeFolded().last.map { $0 != nil } ?? false
        guard keepsLists, let feed = entry.feed.flatMap({ replica.library.feeds[$0] }) else { return }
        switch entry {
        case .batch(let stored) where isFolded:
            if stored.isMinted { writer = feed.device }
            entries.append(.batch(stored.named(in: feed), in: feed))
        case .head(_, let head): entries.append(.head(head, of: feed))
        case .batch, .feed, .local: break
        }
    }
}

/// Authenticator of a replica that never connects to a peer.
private struct NoAuthenticator: HeadAuthenticator {
    private enum Refusal: Error {
        case hasNoKey
    }

    func sign(_ bytes: [UInt8]) throws -> [UInt8] { throw Refusal.hasNoKey }

    func isValid(_ signature: [UInt8], of bytes: [UInt8], by publicKey: [UInt8]) -> Bool { false }
}
