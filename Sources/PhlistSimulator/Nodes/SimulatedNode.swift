import PhlistHousehold
import PhlistLog
import PhlistModel
import PhlistStore
import PhlistSync
import PhlistTestKit
import PhlistWitness

/// A simulated machine: a real replica and the real store on a simulated disk.
final class SimulatedNode {
    let number: Int
    let name: String
    let publicKey: [UInt8]
    let device: DeviceID
    /// The offset of its clock, in milliseconds.
    var clockOffset: Int64
    /// Milliseconds that it has slept through, by which its own time is ahead.
    var sleptMilliseconds: Int64 = 0
    /// The time when it wakes; its events wait until then.
    var asleepUntil: Int64 = 0
    /// Whether somebody writes on it as soon as it runs.
    var isRestless = false
    /// Whether it runs an older version.
    var isOld = false
    /// The user of the machine.
    var user = User.somebodyNew
    /// The time until which it is busy; events wait until then and are handled in one turn.
    var busyUntil: Int64 = 0
    /// The batches on its disk, by scope.
    var held: [ScopeID: BatchSet] = [:]
    /// The batches on its disk when its turn began, and after each append of the turn.
    var heldInTurn: [[ScopeID: BatchSet]] = []
    /// The batches that it has made and is about to store.
    var underway: Set<BatchName> = []
    /// For each content batch sent to it, the control batches that each sender had.
    var brought: [BatchName: [[ScopeID: BatchSet]]] = [:]
    /// The last batch that it wrote in each scope.
    var lastWritten: [ScopeID: BatchName] = [:]
    /// The number of effects before its power goes off.
    var effectsUntilCrash: Int?
    private(set) var fileSystem = MemoryFileSystem()
    private var diskCopy: MemoryFileSystem?
    /// A snapshot that is written while the device keeps running.
    private var snapshotJob: SnapshotJob?
    private var replica: Replica
    private var store: Store?
    /// The size of appends from which on a start packs the log, in bytes: a household writes little in a simulation.
    var looseBytesMax = 3000
    /// The offset of the first byte of the log that may be damaged.
    var sparedBytes = 64
    private var bulk: [ConnectionID: BulkSender] = [:]
    /// Counts starts; timers and dials of an earlier run are ignored.
    private(set) var run = 0
    /// Whether the disk has lost something that no start has found yet, so that the state in memory is not evidence.
    var hasUnseenDamage = false
    /// The folder of photos.
    var photos = PhotoShelf()
    /// The login of its user.
    var login: Int
    /// Whether its disk is dead, so that it never starts again.
    private(set) var isDead = false
    /// The last backup.
    var lastBackup: [Record]?
    /// The device whose backup this one has restored.
    var predecessor: DeviceID?
    /// The result of the last start.
    private(set) var opening = Opening()

    /// The user of a machine.
    enum User: Hashable {
        /// A person who has no other machine.
        case somebodyNew
        /// The person who also uses another machine.
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

    /// Reads from the replica.
    func read<Value, Failure: Error>(
        _ body: (borrowing Replica) throws(Failure) -> Value
    ) throws(Failure) -> Value {
        try body(replica)
    }

    /// The signed heads by which others believe what it has written.
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

/// Life cycle.
extension SimulatedNode {
    /// Starts the daemon: opens the store and replays it into a replica.
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
            opening.isPacked = opened.store.packing != nil
            // What is spared is in a frame with what follows it now.
            if opening.isPacked, sparedBytes > 64 { spareLog() }
            opening.usedSnapshot = hadSnapshot && opened.cacheFault == nil && !opening.isPacked
            replica = opened.replica
            store = .some(opened.store)
        } catch {
            throw SimulationFailure(.start, "\(name) does not start: \(error)")
        }
    }

    /// A store with the replica of its log.
    private struct Opened: ~Copyable {
        var replica: Replica
        var store: Store
        var cacheFault: String?
    }

    private func open(seed: UInt64, at time: Int64) throws -> Opened {
        let directory = try StateDirectory.open(Self.directory, on: fileSystem)
        var store = try Store(
            in: directory,
            device: device,
            now: now(time),
            salt: UInt32(truncatingIfNeeded: seed),
            looseBytesMax: looseBytesMax
        )
        var fresh = emptyReplica(seed: seed)
        let fault = try store.restore(into: &fresh, orElse: { emptyReplica(seed: seed &+ 1) })
        return Opened(replica: fresh, store: store, cacheFault: fault)
    }

    /// Stops in order, and leaves a snapshot for a quick start.
    func stop() {
        let snapshot = snapshot
        try? withStore { store throws(LogError) in
            try store.close()
            try? snapshot.map { store.snapshotJob($0) }?.run(on: fileSystem)
        }
        store = nil
    }

    /// The state to write as a snapshot.
    ///
    /// Nil for the older version, whose snapshot would claim to be of this one.
    private var snapshot: ReplicaSnapshot? { isOld ? nil : replica.snapshot }

    /// Starts writing a snapshot, as the daemon does while it keeps running.
    ///
    /// - Returns: Whether there is anything to write.
    func beginSnapshot() -> Bool {
        guard let snapshot else { return false }
        try? withStore { store throws(LogError) in snapshotJob = store.snapshotJob(snapshot) }
        return snapshotJob != nil
    }

    /// Writes the snapshot that was started.
    ///
    /// - Returns: Whether that succeeds.
    func finishSnapshot() -> Bool {
        guard isUp, let job = snapshotJob.take() else { return false }
        return (try? job.run(on: fileSystem)) != nil
    }

    /// Stops without warning; the generator chooses which unflushed writes survive.
    func crash(using random: inout SeededRandom) {
        store = nil
        fileSystem = fileSystem.crashed(using: &random)
    }

    /// Loses its disk and its key.
    func die() {
        store = nil
        isDead = true
    }

    /// Loses its disk but keeps its key.
    func wipe() {
        store = nil
        (fileSystem, sparedBytes) = (MemoryFileSystem(), 64)
        photos = PhotoShelf()
        replica = emptyReplica(seed: 0)
    }

    /// Returns a replica rebuilt from the store; law 2 says that it is the same.
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

    /// Returns the encoded snapshot, and the same after loading it into a new replica.
    func reloaded() throws(SimulationFailure) -> (saved: [UInt8], again: [UInt8])? {
        // With holes in the log a snapshot is loaded only into a replica that expects them.
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

/// The disk.
extension SimulatedNode {
    /// Copies the disk as a power cut at this moment would leave it.
    func copyDisk(using random: inout SeededRandom) {
        diskCopy = fileSystem.crashed(using: &random)
    }

    /// Whether a copy waits to be put back: of two scheduled copies only the later one is kept.
    var hasDiskCopy: Bool { diskCopy != nil }

    /// Stops without warning and replaces the disk by the copy.
    func putBackCopy() {
        store = nil
        // The state in memory goes with the disk.
        replica = emptyReplica(seed: 0)
        fileSystem = diskCopy ?? fileSystem
        diskCopy = nil
    }

    /// Returns another machine that starts from a copy of the disk, with the same key.
    func twin(number: Int, name: String, using random: inout SeededRandom) -> SimulatedNode {
        let twin = SimulatedNode(number: number, name: name, publicKey: publicKey, clockOffset: clockOffset)
        (twin.fileSystem, twin.login) = (fileSystem.crashed(using: &random), login)
        twin.photos = photos
        twin.isOld = isOld
        (twin.sleptMilliseconds, twin.sparedBytes) = (sleptMilliseconds, sparedBytes)
        return twin
    }
}

/// The store.
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

    /// Makes the appends of a turn durable; nil when the machine is down.
    func commit(_ appends: [PendingAppend], at time: Int64) -> Commit? {
        guard var open = store.take() else { return nil }
        let commit = open.commit(appends, of: &replica, now: now(time))
        store = .some(open)
        return commit
    }

    /// Checks whether a full disk has room again.
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
    /// - Returns: Whether its queue was empty.
    func queue(_ request: BatchesRequest, for connection: ConnectionID) -> Bool {
        let isIdle = bulk[connection]?.isEmpty ?? true
        try? withStore { store throws(LogError) in
            bulk[connection, default: BulkSender()].add(request, places: store.locate(request))
        }
        return isIdle
    }

    /// Queues a message after the batches of a connection.
    ///
    /// - Returns: Whether its queue was empty.
    func queue(_ message: Message, for connection: ConnectionID) -> Bool {
        let isIdle = bulk[connection]?.isEmpty ?? true
        bulk[connection, default: BulkSender()].add(message)
        return isIdle
    }

    /// Returns the next message of batches for a connection; nil when its queue is empty.
    func nextBatches(for connection: ConnectionID) throws(LogError) -> Message? {
        guard var sender = bulk[connection] else { return nil }
        var message: Message?
        try withStore { store throws(LogError) in message = try sender.next(from: &store) }
        bulk[connection] = sender
        return message
    }

    /// Returns the scopes of the requests fully sent on a connection since the last call.
    func takeSentRequests(of connection: ConnectionID) -> [ScopeID] {
        bulk[connection]?.takeFinished() ?? []
    }

    /// Drops queued batches of a scope for a connection.
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
