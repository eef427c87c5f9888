import PhlistModel
import PhlistTestKit

@testable import PhlistLog

/// A machine with a disk, the runs of a store on it, and what must be true of them.
struct Machine {
    static let statePath = "/state"
    private static let logPath = "/state/phlist.log"
    private static let snapshotPath = "/state/phlist.snapshot"
    private static let backupPath = "/backup"

    /// What a run does between its opening and its end.
    enum Step: Hashable {
        /// One record for each size in bytes, after a small one.
        case append([Int])
        case seal, snapshot, backup, retry
        /// The disk gets full, or has room again.
        case full(Bool)
        /// The call that comes after so many others fails.
        case fails(FileError.Reason, after: Int)
        /// An orderly end; without one the process is killed.
        case close
        /// Somebody copies the directory.
        case copy
    }

    /// The files of the state directory at some moment, and what was true then.
    struct Copy {
        var files: [String: [UInt8]]
        var oracle: LogOracle
    }

    let memory: MemoryFileSystem
    private let fileSystem: DefectiveFileSystem
    var oracle: LogOracle
    private(set) var copy: Copy?
    /// The names under which bytes were put aside.
    private var kept: Set<String> = []
    /// The call at which the power fails or the process is killed.
    var lastCall = Int.max

    init(_ memory: MemoryFileSystem = MemoryFileSystem(), oracle: LogOracle = LogOracle(), defect: SimulatedDefect?) {
        self.memory = memory
        self.oracle = oracle
        fileSystem = DefectiveFileSystem(memory, defect)
    }

    /// The same machine after a power cut.
    func crashed(using random: inout SeededRandom) -> Machine {
        var machine = Machine(memory.crashed(using: &random), oracle: oracle, defect: fileSystem.defect)
        machine.copy = copy
        machine.kept = kept
        return machine
    }

    private var isOff: Bool { memory.callCount >= lastCall }
    private var isDisturbed: Bool { !memory.faults.isEmpty || memory.isFull }

    /// Ends the power, or kills the process, at a call; what was done before still counts.
    mutating func stop(atCall call: Int) {
        lastCall = call
        memory.faults.append(.powerCut(atCall: call))
    }

    /// Lets a killed process be followed by another on the same machine.
    mutating func goOn() {
        lastCall = .max
        memory.faults = []
        memory.isFull = false
    }
}

extension Machine {
    /// Runs a store through some steps; returns early when the machine is off or the store does not open.
    mutating func run(_ steps: [Step]) throws {
        guard var log = try open() else { return }
        for step in steps where !isOff {
            try perform(step, on: &log)
        }
    }

    /// Opens a store that nothing disturbs, and checks what only costs time in a run.
    mutating func inspect() throws -> OpenReport.Ending {
        guard let log = try open() else { throw Violation("the log does not open") }
        for name in kept where memory.contents(of: "\(Self.statePath)/\(name)") == nil {
            throw Violation("\(name) is gone")
        }
        try checkSize(after: log.report.ending)
        try checkSnapshot(log)
        try checkBackup()
        return log.report.ending
    }

    /// A log is as long as its appends and at most one note, which says how the log was left.
    private func checkSize(after ending: OpenReport.Ending) throws {
        let noteSize =
            switch ending {
            case .clean, .sealed, .damaged: 32
            case .created, .interrupted, .torn: 0
            }
        guard let size = logBytes?.count, size == oracle.byteCount + noteSize else {
            throw Violation("\(logBytes?.count ?? 0) bytes, not \(oracle.byteCount) and \(noteSize): \(ending)")
        }
    }

    /// Nil when the disk or the power failed on the way.
    private mutating func open() throws -> Log? {
        var records: [Record] = []
        var positions: [RecordPosition] = []
        do {
            let directory = try StateDirectory.open(Self.statePath, on: fileSystem)
            let log = try Log.open(
                in: directory,
                device: alice,
                atMilliseconds: 1_700_000_000_000,
                newSalt: UInt32(truncatingIfNeeded: oracle.unique() &* 0x9E37_79B9)
            )
            try log.replay {
                records.append($0)
                positions.append($1)
            }
            try oracle.opened(log, records, positions)
            kept.formUnion([log.report.ending.keptAs].compactMap { $0 })
            if memory.contents(of: "\(Self.logPath).new") != nil { throw Violation("phlist.log.new is left over") }
            return log
        } catch let error as LogError {
            guard isDisturbed else { throw Violation("the log does not open: \(error)") }
            return nil
        }
    }

    private mutating func perform(_ step: Step, on log: inout Log) throws {
        switch step {
        case .append(let sizes): try append(sizes, to: &log)
        case .seal: try? log.seal()
        case .retry: try? log.retry()
        case .full(let isFull): memory.isFull = isFull
        case .fails(let reason, let count):
            memory.faults.insert(.failure(reason, atCall: memory.callCount + 1 + count), at: 0)
        case .snapshot: writeSnapshot(log)
        case .backup: backUp(log)
        case .close: try? log.close()
        case .copy:
            if let files = memory.files(in: Self.statePath) { copy = Copy(files: files, oracle: oracle) }
        }
    }

    private mutating func append(_ sizes: [Int], to log: inout Log) throws {
        let unique = oracle.unique()
        let records = [Record.edit(unique)] + sizes.map { Self.record(count: $0, unique) }
        let positions: [RecordPosition]
        do throws(LogError) {
            positions = try log.append(records)
        } catch {
            switch error {
            case .failed: oracle.failed(records)
            case .diskFull, .readOnly, .closed: break
            default: throw Violation("an append says \(error)")
            }
            return
        }
        oracle.acknowledged(records, positions, end: log.byteCount)
    }

    private static func record(count: Int, _ unique: UInt64) -> Record {
        Record(.local, Array(repeating: UInt8(truncatingIfNeeded: unique), count: count))
    }
}

extension Machine {
    private func writeSnapshot(_ log: borrowing Log) {
        guard case .ok = log.health else { return }
        let snapshot = SnapshotFile(mark: log.mark, bytes: Self.fold(oracle.live[...]))
        try? snapshot.write(to: Self.snapshotPath, device: alice, on: fileSystem)
    }

    /// A snapshot that the log holds is what the records before its mark fold to.
    private func checkSnapshot(_ log: borrowing Log) throws {
        if case .damaged = log.report.ending { return }
        let found = try? SnapshotFile.read(from: Self.snapshotPath, device: alice, on: fileSystem)
        guard let found, log.holds(found.mark) else { return }
        var count = 0
        do {
            try log.replay(from: found.mark) { _, _ in count += 1 }
        } catch {
            throw Violation("the log behind a snapshot cannot be read: \(error)")
        }
        guard Self.fold(oracle.live.dropLast(count)) == found.bytes else {
            throw Violation("a stale snapshot is trusted")
        }
    }

    private static func fold(_ records: ArraySlice<Record>) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(littleEndian: UInt64(records.count))
        bytes.append(littleEndian: records.reduce(0) { Checksum.of($1.bytes[...], seed: $0) })
        return bytes
    }

    private mutating func backUp(_ log: borrowing Log) {
        let size = Int(clamping: log.mark.offset)
        guard case .ok = log.health, let bytes = try? fileSystem.open(Self.logPath, .read).read(size, at: 0),
            bytes.count == size
        else {
            return
        }
        oracle.backups.insert(oracle.live.count)
        try? fileSystem.replace(Self.backupPath, with: bytes)
    }

    /// A backup is whole or not there.
    private func checkBackup() throws {
        guard !oracle.backups.isEmpty, memory.contents(of: Self.backupPath) != nil else { return }
        var count = 0
        let examination = try LogExamination(of: Self.backupPath, on: fileSystem) {
            if case .record = $0 { count += 1 }
        }
        guard examination.nextOpening == .opens, oracle.backups.contains(count) else {
            throw Violation("a backup of \(count) records is torn: \(examination.nextOpening)")
        }
    }
}

extension Machine {
    /// Damages a byte that was known durable, on a machine that is off.
    ///
    /// - Returns: False when there is nothing to damage.
    mutating func rot(after ending: OpenReport.Ending?, using random: inout SeededRandom) -> Bool {
        let end = oracle.durableEnd(after: ending)
        guard !oracle.hasFreshRot, end > FileHeader.byteCount, var bytes = memory.contents(of: Self.logPath) else {
            return false
        }
        // Half of the time in what became durable last: that it is known to be so is what must be shown.
        let start = Bool.random(using: &random) ? FileHeader.byteCount : max(FileHeader.byteCount, end - 64)
        let offset = Int.random(in: start..<end, using: &random)
        bytes[offset] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        memory.place(bytes, at: Self.logPath)
        oracle.rot(at: offset)
        return true
    }

    /// Damages what follows the last append, on a machine that is off: a note, or what is left of a refused append.
    ///
    /// Not when the note may be all that tells damage from a torn tail.
    func rotNote(using random: inout SeededRandom) {
        guard oracle.unknown == nil, !oracle.hasFreshRot else { return }
        guard var bytes = logBytes, bytes.count > oracle.byteCount else { return }
        let offset = Int.random(in: oracle.byteCount..<bytes.count, using: &random)
        bytes[offset] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        memory.place(bytes, at: Self.logPath)
    }

    /// Puts the copy that somebody made back, on a machine that is off: all files, or the log alone.
    mutating func putCopyBack(using random: inout SeededRandom) {
        guard let copy else { return }
        let isPartial = Bool.random(using: &random)
        for (name, bytes) in copy.files where !isPartial || name == Log.name {
            memory.place(bytes, at: "\(Self.statePath)/\(name)")
        }
        oracle.restore(copy.oracle)
        self.copy = nil
    }

    /// The bytes of the log.
    var logBytes: [UInt8]? { memory.contents(of: Self.logPath) }
}

extension OpenReport.Ending {
    /// The name of what was put aside, if anything was.
    fileprivate var keptAs: String? {
        switch self {
        case .torn(_, let name): name
        case .damaged(let damage): damage.keptAs
        case .created, .clean, .sealed, .interrupted: nil
        }
    }
}

extension MemoryFileSystem {
    /// The files inside a directory as programs see them; nil when that cannot be read.
    func files(in path: String) -> [String: [UInt8]]? {
        guard let names = try? list(path) else { return nil }
        let files = names.compactMap { name in contents(of: "\(path)/\(name)").map { (name, $0) } }
        return Dictionary(uniqueKeysWithValues: files)
    }
}
