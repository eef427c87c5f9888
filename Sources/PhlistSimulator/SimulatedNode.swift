import PhlistLog
import PhlistModel
import PhlistSync
import PhlistTestKit

/// One machine: a real replica and the real log on a simulated disk.
final class SimulatedNode {
    let number: Int
    let publicKey: [UInt8]
    /// How far its clock is off, in milliseconds.
    let clockOffset: Int64
    private(set) var fileSystem = MemoryFileSystem()
    private var diskCopy: MemoryFileSystem?
    private var replica: Replica
    private var log: Log?
    private var index = BatchIndex()
    /// Counts starts; timers and dials of an earlier run mean nothing to a later one.
    private(set) var run = 0

    var isUp: Bool { log != nil }

    init(number: Int, clockOffset: Int64, random: inout SeededRandom) {
        self.number = number
        self.clockOffset = clockOffset
        publicKey = (0..<91).map { _ in UInt8.random(in: 0...255, using: &random) }
        replica = Self.emptyReplica(number, publicKey, seed: 0)
    }

    var endpoint: Endpoint { Endpoint("node-\(number)") }

    var device: DeviceID { DeviceID(publicKey: publicKey) }

    /// Reads something of the replica.
    func read<Value>(_ body: (borrowing Replica) throws -> Value) rethrows -> Value {
        try body(replica)
    }

    /// Starts the daemon: opens the log and folds it.
    func start(seed: UInt64) throws(SimulationFailure) {
        run += 1
        replica = Self.emptyReplica(number, publicKey, seed: seed)
        index = BatchIndex()
        do {
            log = try open { record, position in
                try replica.restore(record)
                note(record, at: position)
            }
        } catch {
            throw SimulationFailure("node \(number) does not open its log: \(error)")
        }
    }

    /// A replica that is made anew from the log; law 2 says that it is the same.
    func replayedHoldings() throws(SimulationFailure) -> [ScopeID: Holding] {
        var fresh = Self.emptyReplica(number, publicKey, seed: 1)
        log = nil
        do {
            log = try open { record, _ in try fresh.restore(record) }
        } catch {
            throw SimulationFailure("node \(number) does not replay its log: \(error)")
        }
        return fresh.holdings()
    }

    /// Stops without warning; of what was not flushed survives what the generator chooses.
    func crash(using random: inout SeededRandom) {
        log = nil
        fileSystem = fileSystem.crashed(using: &random)
    }

    /// Copies the disk as it would be found after a power cut at this moment.
    func copyDisk(using random: inout SeededRandom) {
        diskCopy = fileSystem.crashed(using: &random)
    }

    /// Whether a copy waits to be put back: of two that were arranged only the later one is kept.
    var hasDiskCopy: Bool { diskCopy != nil }

    /// Stops without warning and puts the copy back in the place of the disk.
    func putBackCopy() {
        log = nil
        // What it knew since is gone with the disk.
        replica = Self.emptyReplica(number, publicKey, seed: 0)
        fileSystem = diskCopy ?? fileSystem
        diskCopy = nil
    }

    /// Arranges a power cut in the middle of a coming append.
    func cutPower(afterCalls calls: Int) {
        fileSystem.faults = [.powerCut(atCall: fileSystem.callCount + calls)]
    }

    var isPowerCutArranged: Bool { !fileSystem.faults.isEmpty }

    func handle(_ event: Event, at time: Int64) -> [Effect] {
        replica.handle(event, now: Now(monotonic: time, wall: time + clockOffset))
    }

    /// Makes records durable.
    ///
    /// - Returns: Whether the machine still runs.
    func append(_ records: [Record]) -> Bool {
        guard let positions = try? log?.append(records) else { return false }
        for (record, position) in zip(records, positions) {
            note(record, at: position)
        }
        return true
    }

    /// Reads what a request asks for, packed into messages; nil when the power went off meanwhile.
    func messages(for request: BatchesRequest) -> [Message]? {
        let entries = request.ranges.flatMap { range in
            let feed = range.origin.feed
            return index.positions(feed: feed, from: range.after + 1, through: range.through).map {
                (feed, $0.position)
            }
        }
        var packer = BatchPacker(request)
        var messages: [Message] = []
        for (feed, position) in entries.sorted(by: { $0.1 < $1.1 }) {
            guard let record = try? log?.record(at: position) else { return nil }
            guard case .batch(_, let batch)? = try? LogEntry(record) else { continue }
            messages += packer.add(batch, of: feed).map { [$0] } ?? []
        }
        return messages + (packer.finish().map { [$0] } ?? [])
    }

    private func note(_ record: Record, at position: RecordPosition) {
        guard case .batch(let feed, let batch)? = try? LogEntry(record) else { return }
        index.insert(
            feed: feed,
            firstSequence: batch.header.firstSequence,
            count: UInt64(batch.header.opCount),
            at: position
        )
    }

    private func open(replay: (Record, RecordPosition) throws -> Void) throws -> Log {
        var failure: (any Error)?
        let directory = try StateDirectory.open("/state", on: fileSystem)
        let log = try Log.open(in: directory, device: device, atMilliseconds: 0, newSalt: 7)
        try log.replay { record, position in
            do {
                try replay(record, position)
            } catch {
                failure = failure ?? error
            }
        }
        if let failure { throw failure }
        return log
    }

    private static func emptyReplica(_ number: Int, _ publicKey: [UInt8], seed: UInt64) -> Replica {
        Replica(
            identity: Replica.Identity(publicKey: publicKey, deviceName: "node-\(number)", build: "sim"),
            authority: SimulatedAuthenticator(publicKey: publicKey),
            random: SeededRandom(seed: seed)
        )
    }
}

/// A rule that a simulation broke, or a bug that it met.
package struct SimulationFailure: Error, CustomStringConvertible {
    package let description: String

    init(_ description: String) {
        self.description = description
    }
}
