import PhlistSimulator
import PhlistTestKit
import PhlistVocabulary

@testable import PhlistHousehold
@testable import PhlistModel
@testable import PhlistSync

/// A replica with a shell that is driven by hand.
final class Device {
    private(set) var replica: Replica
    /// What is durable.
    private(set) var log: [Record] = []
    /// How long the log was after each append since it was put in place: an append is durable as a whole or not at all.
    private(set) var commits: [Int] = []
    /// What the disk answers while it does not work.
    var diskFailure: StorageFailure?
    private(set) var replies: [CommandID: Result<CommandResult, CommandError>] = [:]
    /// What was said since the test last took it, in order; appends are not among it.
    private(set) var said: [Effect] = []
    private(set) var timers: Set<TimerID> = []
    private(set) var closed: [ConnectionID: Message.Goodbye] = [:]
    /// Where in the log the batches of a scope are, by row of its ledger.
    private(set) var rows: [ScopeID: [Int]] = [:]
    /// The folder of blobs.
    var photos = PhotoShelf()
    var wall: Int64 = 1_800_000_000_000
    var monotonic: Int64 = 0
    private var commandCount: UInt64 = 0
    let name: String
    private let publicKey: [UInt8]
    private var runCount: UInt64 = 0
    private var copyCount: UInt64 = 0
    /// How many homes it has been in: their connections have different numbers.
    var homeCount = 0

    /// Makes a device that has founded its household, unless a log is given.
    init(_ name: String, log: [Record] = [], holes lostBytes: UInt64? = nil, wall: Int64? = nil) throws {
        self.name = name
        if let wall { self.wall = wall }
        publicKey = Array("key of \(name)".utf8)
        replica = Self.emptyReplica(name, publicKey, seed: 1)
        self.log = log
        try restart(holes: lostBytes)
    }

    /// Starts the daemon anew from what is durable, which may have holes.
    ///
    /// - Parameters:
    ///   - lostBytes: How many bytes the log has lost; nil when it has no holes.
    ///   - snapshot: What was durable when the log had the first so many records.
    /// - Throws: When a record or the snapshot means nothing.
    func restart(holes lostBytes: UInt64? = nil, from snapshot: (bytes: [UInt8], recordCount: Int)? = nil) throws {
        runCount += 1
        // Another run, also of a copy of the device, draws other numbers.
        let seed = runCount &+ UInt64(log.count) << 32
        replica = Self.emptyReplica(name, publicKey, seed: seed)
        if let lostBytes { replica.expectHoles(lostBytes: lostBytes) }
        if let snapshot { try replica.restore(snapshot: snapshot.bytes) }
        let kept = snapshot?.recordCount ?? 0
        rows = rows.mapValues { positions in positions.filter { $0 < kept } }
        for record in log[kept...] {
            try replica.restore(record)
        }
        noteFolded(from: kept)
        turn([.blobsFound(photos.holdings), .started])
        said = []
    }

    /// Notes where the batches are that were folded, of the records from a place in the log on.
    private func noteFolded(from start: Int) {
        let positions = log.indices[start...].filter { log[$0].kind == .batch }
        for (position, scope) in zip(positions, replica.takeFolded()) {
            if let scope { rows[scope, default: []].append(position) }
        }
    }

    /// A machine with a copy of this one's disk.
    func copied() throws -> Device {
        copyCount += 1
        let copy = try Device(name, log: log)
        // It draws numbers of its own.
        copy.runCount = (runCount + copyCount) << 8
        try copy.restart()
        return copy
    }

    /// Puts an older copy of the disk back.
    func putBack(_ old: [Record]) throws {
        replaceLog(old)
        try restart()
    }

    /// Puts another log in the place of the device's own, before a restart.
    func replaceLog(_ log: [Record]) {
        let common = zip(self.log, log).prefix { $0 == $1 }.count
        commits = commits.filter { $0 <= common }
        self.log = log
    }

    /// What the log was before its last appends.
    func log(without appendCount: Int) -> [Record] {
        Array(log[..<(commits.dropLast(appendCount).last ?? log.count)])
    }

    static func emptyReplica(_ name: String, _ publicKey: [UInt8], seed: UInt64) -> Replica {
        Replica(
            identity: .init(publicKey: publicKey, deviceName: name, build: "test"),
            authority: HashAuthenticator(publicKey: publicKey),
            random: SeededRandom(seed: publicKey.reduce(seed) { $0 &* 31 &+ UInt64($1) })
        )
    }

    var id: DeviceID { replica.device }

    var principal: Principal { Principal(uid: 1000, name: "user of \(name)", isOwner: true) }

    var household: HouseholdState? { replica.library.household }

    var householdID: ScopeID? { replica.library.householdID }

    /// Whether a scope belongs to a household that the device has left.
    func isLeft(_ scope: ScopeID) -> Bool { replica.library.isLeft(scope) }

    /// The member that the device's user acts as.
    var member: MemberID? { replica.library.member(of: principal) }

    /// The list that a title stands for.
    func scope(ofList title: String) -> ScopeID? {
        try? replica.library.list(named: title, for: principal)
    }

    func state(_ scope: ScopeID) -> ScopeState? { replica.library.scopes[scope]?.state }

    /// How many chains each device has in a scope.
    func chainCounts(in scope: ScopeID) -> [DeviceID: Int] { replica.library.chainCounts(of: scope) }

    var holdings: [ScopeID: Holding] { replica.library.holdings() }

    /// Whether both hold the same of all that both may see.
    func agrees(with other: Device) -> Bool {
        replica.sharedScopes(with: other.id) == other.replica.sharedScopes(with: id)
            && replica.sharedScopes(with: other.id).allSatisfy { holdings[$0] == other.holdings[$0] }
    }

    /// Whether every peer is connected and, as far as this device knows, holds the same.
    var isInSyncWithAll: Bool {
        replica.peerStatuses().allSatisfy { $0.isInSync == true }
    }

    /// Reports one event and says what the replica wants, without doing it.
    func handle(_ event: Event) -> [Effect] {
        replica.handle(event, now: Now(monotonic: monotonic, wall: wall))
    }

    /// Reports events as the shell does: what they append is committed together, and what follows comes next.
    func turn(_ events: [Event]) {
        perform(events.flatMap { handle($0) })
    }

    /// Does what the replica says.
    func perform(_ effects: [Effect]) {
        var effects = effects
        while !effects.isEmpty {
            var appends: [(AppendID, [Record])] = []
            for effect in effects {
                if case .append(let id, let records) = effect {
                    appends.append((id, records))
                } else {
                    note(effect)
                }
            }
            effects = appends.flatMap { id, records in
                if let diskFailure { return handle(.appendFailed(id, diskFailure)) }
                let start = log.count
                log += records
                commits.append(log.count)
                defer { noteFolded(from: start) }
                return handle(.appended(id))
            }
            effects += photos.takeEvents().flatMap { handle($0) }
        }
    }

    private func note(_ effect: Effect) {
        switch effect {
        case .reply(let id, let result): replies[id] = result
        case .startTimer(let timer, _): timers.insert(timer)
        case .close(let connection, let reason): closed[connection] = reason
        default: photos.perform(effect)
        }
        said.append(effect)
    }

    func takeSaid() -> [Effect] {
        defer { said = [] }
        return said
    }

    /// A number for a command that is reported by hand.
    func nextCommand() -> CommandID {
        commandCount += 1
        return CommandID(rawValue: commandCount)
    }

    /// Gives commands, all in one turn.
    @discardableResult
    func give(_ commands: Command...) -> [Result<CommandResult, CommandError>?] {
        let events = commands.map { (nextCommand(), $0) }
        turn(events.map { .command($0.0, $0.1) })
        return events.map { replies[$0.0] }
    }

    func add(_ titles: String..., to list: String? = nil) -> Command {
        .user(.items(.add(NewItems(list: list, titles: titles))), principal)
    }

    func change(_ reference: String, _ change: ItemChange) -> Command {
        .user(.items(.change([reference], change)), principal)
    }

    /// The heads that go into a backup.
    func ownHeads() -> [Record] { replica.ownHeads() }

    /// Makes durable what is made by hand.
    func edit(_ make: (inout Replica) -> [LogEntry]) {
        let entries = make(&replica)
        replica.append(entries)
        let effects = replica.effects
        replica.effects = []
        perform(effects)
    }

    /// Writes fields as the device's user.
    func write(_ fields: [FieldWrite], to entity: EntityID, in scope: ScopeID) {
        let now = Now(monotonic: monotonic, wall: wall)
        let member = member ?? .house
        edit { $0.mint([.write(entity, fields)], in: scope, by: member, now: now) }
    }

    /// Lets a login act as a member.
    func bind(_ uid: UInt32, to member: MemberID) {
        replica.journal.lendLibrary { $0.apply(.binding(uid: uid, member: member)) }
    }

    /// Writes ops that no command makes.
    func write(_ ops: [Op], in list: String) {
        guard let scope = scope(ofList: list), let member else { return }
        let now = Now(monotonic: monotonic, wall: wall)
        replica.append(replica.mint(ops, in: scope, by: member, now: now))
        // The next event says what is to be appended.
        give(.synchronize)
    }

    /// Writes ops of the house into a scope that need not be shown.
    func write(_ ops: [Op], inScope scope: ScopeID) {
        let now = Now(monotonic: monotonic, wall: wall)
        edit { $0.mint(ops, in: scope, by: .house, now: now) }
    }

    /// The items of a list, those in the trash included, in its order.
    func items(in list: String) -> [ItemState] {
        replica.library.lists(for: principal).first { $0.title == list }?.items ?? []
    }

    /// The titles of the open items of a list, in its order.
    func titles(in list: String) -> [String] {
        let list = replica.library.lists(for: principal).first { $0.title == list }
        return list?.items.filter { !$0.isTrashed && $0.state == .open }.map(\.title) ?? []
    }

    /// Puts another state in the place of a scope's, as a bug would.
    func misjudge(_ state: ScopeState) {
        guard let slot = replica.library.scopes[state.id] else { return }
        let misjudged = ScopeSlot(state, heads: slot.heads, lastMinted: slot.lastMinted)
        replica.journal.lendLibrary { library in
            library.restore(
                [misjudged],
                library.feeds,
                library.requests,
                library.recentChanges,
                recordsSinceFacts: library.recordsSinceFacts
            )
        }
    }

    /// The batches of a scope, in the order in which they were folded.
    func batches(of scope: ScopeID) -> [NamedBatch] {
        (rows[scope] ?? []).compactMap { position in
            guard case .batch(let stored)? = try? LogEntry(log[position]) else { return nil }
            return replica.library.feed(numbered: stored.feed).map { stored.named(in: $0) }
        }
    }

    /// The messages that a request stands for, read from the log.
    func messages(for request: BatchesRequest) -> [Message] {
        var packer = BatchPacker(request)
        var messages: [Message] = []
        let rows = rows[request.scope] ?? []
        let positions = request.parts.enumerated().flatMap { part, chain in
            chain.rows.map { (position: rows[Int($0)], part: part) }
        }
        for (position, part) in positions.sorted(by: { $0.position < $1.position }) {
            guard case .batch(let stored)? = try? LogEntry(log[position]) else { continue }
            messages += packer.add(stored.batch, ofPart: part).map { [$0] } ?? []
        }
        return messages + (packer.finish().map { [$0] } ?? [])
    }
}

/// Signatures that nobody in a test forges: the hash of the key and the bytes, as long as a real one may be.
struct HashAuthenticator: HeadAuthenticator {
    let publicKey: [UInt8]

    func sign(_ bytes: [UInt8]) -> [UInt8] {
        DeviceID(publicKey: publicKey + bytes).bytes + [UInt8](repeating: 0, count: Self.paddingByteCount)
    }

    func isValid(_ signature: [UInt8], of bytes: [UInt8], by publicKey: [UInt8]) -> Bool {
        signature == HashAuthenticator(publicKey: publicKey).sign(bytes)
    }

    /// P-256 in DER takes up to 72 bytes.
    private static let paddingByteCount = 40
}

extension Replica {
    /// Makes the batches of ops that no command makes.
    mutating func mint(_ ops: [Op], in scope: ScopeID, by member: MemberID, now: Now) -> [LogEntry] {
        journal.mint(ops, in: scope, by: member, &random, now: now)
    }
}
