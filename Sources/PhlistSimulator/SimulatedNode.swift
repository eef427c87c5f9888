import PhlistLog
import PhlistModel
import PhlistStore
import PhlistSync
import PhlistTestKit
import PhlistWitness

/// One machine: a real replica and the real store on a simulated disk.
final class SimulatedNode {
    let number: Int
    let name: String
    let publicKey: [UInt8]
    let device: DeviceID
    /// How far its clock is off, in milliseconds.
    var clockOffset: Int64
    /// How much longer than the others it has lived: it slept through that.
    var sleptMilliseconds: Int64 = 0
    /// When it wakes; nothing happens in it before.
    var asleepUntil: Int64 = 0
    /// Whether somebody writes on it as soon as it runs.
    var isRestless = false
    /// Whether it runs an older version.
    var isOld = false
    /// Who uses it.
    var user = User.somebodyNew
    /// When it has done what it is busy with; what happens in it before waits, and is done in one turn.
    var busyUntil: Int64 = 0
    /// What is on its disk of each scope.
    var held: [ScopeID: BatchSet] = [:]
    /// What was there when its turn began, and after each append of the turn.
    var heldInTurn: [[ScopeID: BatchSet]] = []
    /// The batches that it has made and that are on their way to its disk.
    var underway: Set<BatchName> = []
    /// By batch of content that was sent here: the control that each of those who sent it had.
    var brought: [BatchName: [[ScopeID: BatchSet]]] = [:]
    /// The batch that it wrote last in each scope.
    var lastWritten: [ScopeID: BatchName] = [:]
    /// How many effects it will do before its power goes off.
    var effectsUntilCrash: Int?
    private(set) var fileSystem = MemoryFileSystem()
    private var diskCopy: MemoryFileSystem?
    /// A snapshot that is being written while the device goes on.
    private var snapshotJob: SnapshotJob?
    private var replica: Replica
    private var store: Store?
    /// Where the bits begin that may flip.
    var sparedBytes = 64
    private var bulk: [ConnectionID: BulkSender] = [:]
    /// Counts starts; timers and dials of an earlier run mean nothing to a later one.
    private(set) var run = 0
    /// Whether the disk has lost something that no start has met yet: what the machine had in mind says nothing of it.
    var hasUnseenDamage = false
    /// Its folder of photos.
    var photos = PhotoShelf()
    /// The login of whoever uses it.
    var login: Int
    /// Whether its disk is dead: it never starts again.
    private(set) var isDead = false
    /// The backup that was made last.
    var lastBackup: [Record]?
    /// The machine whose backup this one has.
    var predecessor: DeviceID?
    /// What the last start found.
    private(set) var opening = Opening()

    /// Who uses a machine.
    enum User: Hashable {
        /// A person who has no other machine.
        case somebodyNew
        /// The person who uses another machine, too.
        case person(of: Int)
        /// Nobody in particular.
        case house
    }

    static let directory = "/state"
    static let log = "/state/phlist.log"

    var isUp: Bool { store != nil }

    init(number: Int, name: String, publicKey: [UInt8], clockOffset: Int64) {
        (self.number, login) = (number, number)
        self.name = name
        self.publicKey = publicKey
        self.clockOffset = clockOffset
        device = DeviceID(publicKey: publicKey)
        replica = Self.emptyReplica(name, publicKey, seed: 0)
    }

    var endpoint: Endpoint { Endpoint("node-\(number)") }

    func now(_ time: Int64) -> Now {
        Now(monotonic: time + sleptMilliseconds, wall: time + sleptMilliseconds + clockOffset)
    }

    /// Reads something of the replica.
    func read<Value, Failure: Error>(
        _ body: (borrowing Replica) throws(Failure) -> Value
    ) throws(Failure) -> Value {
        try body(replica)
    }

    /// The heads by which others would believe what it has written.
    func ownHeads() -> [Record] { replica.ownHeads() }

    func handle(_ event: Event, at time: Int64) -> [Effect] {
        if case .disconnected(let connection) = event {
            bulk[connection] = nil
        }
        return replica.handle(event, now: now(time))
    }

    private func emptyReplica(seed: UInt64) -> Replica {
        Self.emptyReplica(name, publicKey, seed: seed, isOld: isOld)
    }

    private static func emptyReplica(
        _ name: String,
        _ publicKey: [UInt8],
        seed: UInt64,
        isOld: Bool = false
    ) -> Replica {
        Replica(
            identity: Replica.Identity(publicKey: publicKey, deviceName: name, build: "sim"),
            authority: SimulatedAuthenticator(publicKey: publicKey),
            random: SeededRandom(seed: seed),
            model: isOld ? .older : .current
        )
    }
}

/// Its life.
extension SimulatedNode {
    /// Starts the daemon: opens the store and folds it.
    func start(seed: UInt64, at time: Int64) throws(SimulationFailure) {
        run += 1
        (bulk, effectsUntilCrash, snapshotJob) = ([:], nil, nil)
        fileSystem.faults = []
        hasUnseenDamage = false
        do {
            let hadSnapshot = fileSystem.contents(of: "\(Self.directory)/\(SnapshotFile.name)") != nil
            let opened = try open(seed: seed, at: time)
            let report = opened.store.report
            opening = Opening(ending: report.ending, holeCount: report.holes.count)
            opening.usedSnapshot = hadSnapshot && opened.cacheFault == nil
            replica = opened.replica
            store = .some(opened.store)
        } catch {
            throw SimulationFailure(.start, "\(name) does not start: \(error)")
        }
    }

    /// A store that was folded.
    private struct Opened: ~Copyable {
        var replica: Replica
        var store: Store
        var cacheFault: String?
    }

    private func open(seed: UInt64, at time: Int64) throws -> Opened {
        let directory = try StateDirectory.open(Self.directory, on: fileSystem)
        var store = try Store(in: directory, device: device, now: now(time), salt: UInt32(truncatingIfNeeded: seed))
        var fresh = emptyReplica(seed: seed)
        let fault = try store.restore(into: &fresh, orElse: { emptyReplica(seed: seed &+ 1) })
        return Opened(replica: fresh, store: store, cacheFault: fault)
    }

    /// Stops in order, and leaves what makes the next start quick.
    func stop() {
        let snapshot = snapshot
        try? withStore { store throws(LogError) in
            try store.close()
            try? snapshot.map { store.snapshotJob($0) }?.run(on: fileSystem)
        }
        store = nil
    }

    /// What is to be written as a snapshot.
    ///
    /// One of the older version would say that it is of this one.
    private var snapshot: ReplicaSnapshot? { isOld ? nil : replica.snapshot }

    /// Begins to write a snapshot, as the daemon does while it goes on.
    ///
    /// - Returns: Whether there is anything to write.
    func beginSnapshot() -> Bool {
        guard let snapshot else { return false }
        try? withStore { store throws(LogError) in snapshotJob = store.snapshotJob(snapshot) }
        return snapshotJob != nil
    }

    /// Writes the snapshot that was begun.
    ///
    /// - Returns: Whether that succeeds.
    func finishSnapshot() -> Bool {
        guard isUp, let job = snapshotJob.take() else { return false }
        return (try? job.run(on: fileSystem)) != nil
    }

    /// Stops without warning; of what was not flushed survives what the generator chooses.
    func crash(using random: inout SeededRandom) {
        store = nil
        fileSystem = fileSystem.crashed(using: &random)
    }

    /// Loses its disk and its key.
    func die() {
        store = nil
        isDead = true
    }

    /// Loses its disk, but not its key.
    func wipe() {
        store = nil
        (fileSystem, sparedBytes) = (MemoryFileSystem(), 64)
        photos = PhotoShelf()
        replica = emptyReplica(seed: 0)
    }

    /// A replica that is made anew from the store; law 2 says that it is the same.
    func replayed(at time: Int64) throws(SimulationFailure) -> Replica {
        store = nil
        do {
            let opened = try open(seed: 1, at: time)
            store = .some(opened.store)
            return opened.replica
        } catch {
            throw SimulationFailure(.replay, "\(name) does not replay its log: \(error)")
        }
    }

    /// Loads what it saves.
    func reloaded() throws(SimulationFailure) -> (saved: [UInt8], again: [UInt8])? {
        // Beside holes a snapshot is loaded into a replica that expects them.
        guard opening.holeCount == 0, let bytes = replica.snapshot?.encoded else { return nil }
        var fresh = emptyReplica(seed: 2)
        do {
            try fresh.restore(snapshot: bytes)
        } catch {
            throw SimulationFailure(.snapshot, "\(name) does not load its snapshot: \(error)")
        }
        return (bytes, fresh.snapshot?.encoded ?? [])
    }
}

/// Its disk.
extension SimulatedNode {
    /// Copies the disk as it would be found after a power cut at this moment.
    func copyDisk(using random: inout SeededRandom) {
        diskCopy = fileSystem.crashed(using: &random)
    }

    /// Whether a copy waits to be put back: of two that were arranged only the later one is kept.
    var hasDiskCopy: Bool { diskCopy != nil }

    func forgetDiskCopy() {
        diskCopy = nil
    }

    /// Stops without warning and puts the copy back in the place of the disk.
    func putBackCopy() {
        store = nil
        // What it knew since is gone with the disk.
        replica = emptyReplica(seed: 0)
        fileSystem = diskCopy ?? fileSystem
        diskCopy = nil
    }

    /// Another machine that starts from a copy of the disk, with the same key.
    func twin(number: Int, name: String, using random: inout SeededRandom) -> SimulatedNode {
        let twin = SimulatedNode(number: number, name: name, publicKey: publicKey, clockOffset: clockOffset)
        (twin.fileSystem, twin.login) = (fileSystem.crashed(using: &random), login)
        twin.photos = photos
        twin.isOld = isOld
        (twin.sleptMilliseconds, twin.sparedBytes) = (sleptMilliseconds, sparedBytes)
        return twin
    }
}

/// Its store.
extension SimulatedNode {
    var health: LogHealth {
        var health = LogHealth.ok
        try? withStore { store throws(LogError) in health = store.health }
        return health
    }

    var generation: UInt64 {
        var generation: UInt64 = 0
        try? withStore { store throws(LogError) in generation = store.durableMark.generation }
        return generation
    }

    /// Makes the appends of a turn durable; nil when it is down.
    func commit(_ appends: [PendingAppend], at time: Int64) -> Commit? {
        guard var open = store.take() else { return nil }
        let commit = open.commit(appends, of: &replica, now: now(time))
        store = .some(open)
        return commit
    }

    /// Finds out whether a full disk has room again.
    func retry() -> Bool {
        do throws(LogError) {
            try withStore { store throws(LogError) in try store.retry() }
            return true
        } catch {
            return false
        }
    }

    /// Queues batches for a connection.
    ///
    /// - Returns: Whether nothing else waits there.
    func queue(_ request: BatchesRequest, for connection: ConnectionID) -> Bool {
        let isIdle = bulk[connection]?.isEmpty ?? true
        try? withStore { store throws(LogError) in
            bulk[connection, default: BulkSender()].add(request, places: store.locate(request))
        }
        return isIdle
    }

    /// Queues a message behind batches.
    ///
    /// - Returns: Whether nothing else waits there.
    func queue(_ message: Message, for connection: ConnectionID) -> Bool {
        let isIdle = bulk[connection]?.isEmpty ?? true
        bulk[connection, default: BulkSender()].add(message)
        return isIdle
    }

    /// The next message of batches for a connection; nil when nothing waits.
    func nextBatches(for connection: ConnectionID) throws(LogError) -> Message? {
        guard var sender = bulk[connection] else { return nil }
        var message: Message?
        try withStore { store throws(LogError) in message = try sender.next(from: &store) }
        bulk[connection] = sender
        return message
    }

    /// The scopes of the requests that have been sent on a connection since this was asked last.
    func takeSentRequests(of connection: ConnectionID) -> [ScopeID] {
        bulk[connection]?.takeFinished() ?? []
    }

    /// Gives up what waits of a scope for a connection.
    func dropBatches(of scope: ScopeID, for connection: ConnectionID) {
        bulk[connection]?.drop(scope)
    }

    func forgetBatches(for connection: ConnectionID) {
        bulk[connection] = nil
    }

    private func withStore(_ body: (inout Store) throws(LogError) -> Void) throws(LogError) {
        guard var open = store.take() else { return }
        do throws(LogError) {
            try body(&open)
        } catch {
            store = .some(open)
            throw error
        }
        store = .some(open)
    }
}
