import PhlistLog
import PhlistModel
import PhlistStore
import PhlistSync
import PhlistTestKit

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
    /// Whose memory its own began as: machines of one writer must never use a number twice.
    var writer: Int
    /// Whether somebody writes on it as soon as it runs.
    var isRestless = false
    /// Whether it runs an older version.
    var isOld = false
    /// A mistake to make, for tests that must find it.
    var defect: SyncDefect?
    /// How many effects it will do before its power goes off.
    var effectsUntilCrash: Int?
    private(set) var fileSystem = MemoryFileSystem()
    private var diskCopy: DiskCopy?
    /// The run that the next start goes on with: its memory came with its disk.
    private var rewoundRun: Incarnation?
    private var replica: Replica
    private var store: Store?
    /// Where the bits begin that may flip.
    var sparedBytes = 64
    private var bulk: [ConnectionID: BulkSender] = [:]
    /// Counts starts; timers and dials of an earlier run mean nothing to a later one.
    private(set) var run = 0
    /// Whether bits have flipped that no start has met yet.
    var hasUnseenDamage = false
    /// What the last start found.
    private(set) var opening = Opening()

    private static let directory = "/state"
    private static let token = "/cache/token"
    static let log = "/state/phlist.log"

    /// A machine as it was.
    private struct DiskCopy {
        var fileSystem: MemoryFileSystem
        /// The run that was in memory; nil when only the disk was copied.
        var incarnation: Incarnation?
    }

    var isUp: Bool { store != nil }

    init(number: Int, name: String, publicKey: [UInt8], clockOffset: Int64) {
        (self.number, writer) = (number, number)
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
    func read<Value>(_ body: (borrowing Replica) throws -> Value) rethrows -> Value {
        try body(replica)
    }

    func handle(_ event: Event, at time: Int64) -> [Effect] {
        if case .disconnected(let connection) = event {
            bulk[connection] = nil
        }
        return replica.handle(event, now: now(time))
    }

    private func emptyReplica(seed: UInt64) -> Replica {
        Self.emptyReplica(name, publicKey, seed: seed, isOld: isOld, defect: defect)
    }

    private static func emptyReplica(
        _ name: String,
        _ publicKey: [UInt8],
        seed: UInt64,
        isOld: Bool = false,
        defect: SyncDefect? = nil
    ) -> Replica {
        Replica(
            identity: Replica.Identity(publicKey: publicKey, deviceName: name, build: "sim"),
            authority: SimulatedAuthenticator(publicKey: publicKey),
            random: SeededRandom(seed: seed),
            model: isOld ? .older : .current,
            defect: defect
        )
    }
}

/// Its life.
extension SimulatedNode {
    /// Starts the daemon: opens the store and folds it.
    func start(seed: UInt64, at time: Int64) throws(SimulationFailure) {
        run += 1
        (bulk, effectsUntilCrash) = ([:], nil)
        fileSystem.faults = []
        hasUnseenDamage = false
        do {
            let hadSnapshot = fileSystem.contents(of: "\(Self.directory)/\(SnapshotFile.name)") != nil
            let opened = try open(seed: seed, at: time)
            let report = opened.store.report
            opening = Opening(ending: report.ending, holeCount: report.holes.count)
            opening.usedSnapshot = hadSnapshot && opened.cacheDefect == nil
            replica = opened.replica
            store = .some(opened.store)
            if let incarnation = takeToken(report.ending) ?? rewoundRun.take() {
                replica.continueIncarnation(incarnation)
                opening.isContinued = true
            }
        } catch {
            throw SimulationFailure("\(name) does not start: \(error)")
        }
    }

    /// A store that was folded.
    private struct Opened: ~Copyable {
        var replica: Replica
        var store: Store
        var cacheDefect: String?
    }

    private func open(seed: UInt64, at time: Int64) throws -> Opened {
        let directory = try StateDirectory.open(Self.directory, on: fileSystem)
        var store = try Store(in: directory, device: device, now: now(time), salt: UInt32(truncatingIfNeeded: seed))
        var fresh = emptyReplica(seed: seed)
        let defect = try store.restore(into: &fresh, orElse: { emptyReplica(seed: seed &+ 1) })
        return Opened(replica: fresh, store: store, cacheDefect: defect)
    }

    /// Stops in order, and leaves what makes the next start quick and lets it go on.
    func stop(nonce: UInt64) {
        let snapshot = isOld ? nil : replica.snapshot
        let incarnation = replica.incarnation
        try? withStore { store throws(LogError) in
            try store.close(nonce: nonce)
            try? snapshot.map { store.snapshotJob($0) }?.run(on: fileSystem)
            leaveToken(incarnation, nonce: nonce)
        }
        store = nil
    }

    private func leaveToken(_ incarnation: Incarnation, nonce: UInt64) {
        guard let directory = try? fileSystem.identity(of: Self.directory) else { return }
        let token = ContinuityToken(
            device: device,
            nonce: nonce,
            incarnation: incarnation,
            directory: directory,
            machine: "machine"
        )
        try? token.write(to: Self.token, on: fileSystem)
    }

    private func takeToken(_ ending: OpenReport.Ending) -> Incarnation? {
        guard
            let directory = try? fileSystem.identity(of: Self.directory),
            let token = try? ContinuityToken.take(from: Self.token, on: fileSystem),
            token.continues(ending, device: device, directory: directory, machine: "machine")
        else { return nil }
        return token.incarnation
    }

    /// Stops without warning; of what was not flushed survives what the generator chooses.
    func crash(using random: inout SeededRandom) {
        store = nil
        fileSystem = fileSystem.crashed(using: &random)
    }

    /// Loses its disk, but not its key.
    func wipe() {
        store = nil
        (fileSystem, sparedBytes) = (MemoryFileSystem(), 64)
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
            throw SimulationFailure("\(name) does not replay its log: \(error)")
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
            throw SimulationFailure("\(name) does not load its snapshot: \(error)")
        }
        return (bytes, fresh.snapshot?.encoded ?? [])
    }
}

/// Its disk.
extension SimulatedNode {
    /// Copies the disk as it would be found after a power cut at this moment; with the memory goes which run it is.
    func copyDisk(withMemory: Bool = false, using random: inout SeededRandom) {
        let incarnation = withMemory ? replica.incarnation : nil
        diskCopy = DiskCopy(fileSystem: fileSystem.crashed(using: &random), incarnation: incarnation)
    }

    /// Whether a copy waits to be put back: of two that were arranged only the later one is kept.
    var hasDiskCopy: Bool { diskCopy != nil }

    func forgetDiskCopy() {
        diskCopy = nil
    }

    /// Stops without warning and puts the copy back in the place of the disk.
    ///
    /// What is kept outside of the state directory is not in the copy.
    ///
    /// - Returns: Whether the memory came with it.
    @discardableResult
    func putBackCopy() -> Bool {
        store = nil
        // What it knew since is gone with the disk.
        replica = emptyReplica(seed: 0)
        fileSystem = diskCopy?.fileSystem ?? fileSystem
        rewoundRun = diskCopy?.incarnation
        diskCopy = nil
        try? fileSystem.unlink(Self.token)
        return rewoundRun != nil
    }

    /// Another machine that starts from a copy of the disk, with the same key.
    func twin(number: Int, name: String, using random: inout SeededRandom) -> SimulatedNode {
        let twin = SimulatedNode(number: number, name: name, publicKey: publicKey, clockOffset: clockOffset)
        twin.fileSystem = fileSystem.crashed(using: &random)
        (twin.isOld, twin.defect, twin.writer) = (isOld, defect, writer)
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

    /// Hands the batches of a scope to the replica; nil when it is down or they cannot be read.
    func readBatches(of scope: ScopeID, at time: Int64) -> [Effect]? {
        guard var open = store.take() else { return nil }
        let effects = try? open.readBatches(of: scope, for: &replica, now: now(time))
        store = .some(open)
        return effects
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

    /// How many requests have been sent on a connection since this was asked last.
    func takeSentRequests(of connection: ConnectionID) -> Int {
        bulk[connection]?.takeFinishedCount() ?? 0
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
