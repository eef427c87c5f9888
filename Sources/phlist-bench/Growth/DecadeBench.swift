import Glibc
import PhlistLog
import PhlistModel

/// The log, the snapshot, the starts and the memory of a device after years of a family.
struct DecadeBench {
    private static let goalBytes = 60_000_000
    private static let startCount = 3
    private static let mega = 1_000_000.0

    /// The directory of phlistd and phlistctl.
    let programs: String
    /// An empty directory.
    let scratch: String
    let years: Int

    func run() throws -> [Row] {
        var family = try FamilyYears(in: "\(scratch)/family")
        try family.live(days: years * 365)
        let devices = (0..<FamilyYears.deviceCount).map { (path: family.path(of: $0), id: family.deviceID(of: $0)) }
        family.end()
        let parts = try devices.map { try LogParts(in: $0.path, device: $0.id) }
        return sizeRows(parts, family) + partRows(parts[0]) + otherPartRows(parts)
            + (try daemonRows(at: devices[0].path, parts[0], family))
    }

    private func sizeRows(_ parts: [LogParts], _ family: FamilyYears) -> [Row] {
        let others = parts.dropFirst()
        let meanSize = Double(others.reduce(0) { $0 + $1.total }) / Double(others.count)
        let (up, days) = (parts[0], Double(family.day))
        return [
            row("ops", "", up.opCount, "requests of people", family.requestCount),
            row("ops a day", "", Double(up.opCount) / days, "of a person", Double(up.opCount) / days / 5),
            mega("log of the device that is up", up.total, "the goal", Self.goalBytes),
            mega("log of the others, mean", meanSize, "the goal", Double(Self.goalBytes)),
            row("log of the device that is up, per op", "B", up.perOp(up.total), "the ops alone", up.perOp(up.ops)),
            row("log of the others, per op", "B", meanSize / Double(up.opCount), "the ops alone", up.perOp(up.ops)),
        ]
    }

    /// Returns the parts of a log, each compared with the whole.
    private func partRows(_ log: LogParts) -> [Row] {
        log.named.map { name, size in mega("of these: \(name)", size, "the whole log", log.total) } + [
            row("batches", "", log.batchCount, "frames", log.frameCount),
            row("signed heads", "", log.headCount, "batches", log.batchCount),
            mega("signed heads before the newest of each feed", log.coveredHeads, "all signed heads", log.heads),
        ]
    }

    private func otherPartRows(_ logs: [LogParts]) -> [Row] {
        let log = logs[1]
        return [
            mega("second device: signed heads", log.heads, "its whole log", log.total),
            mega("second device: frames", log.frames, "its whole log", log.total),
        ]
    }

    /// Starts phlistd on the log of the first device: it packs it at first, then without and with a snapshot.
    private func daemonRows(at path: String, _ log: LogParts, _ family: FamilyYears) throws -> [Row] {
        try storeKey(in: path)
        let daemon = DaemonLoad(in: String(path.dropLast("/state".count)), programs: programs)
        let packing = try start(daemon, times: 1, removingSnapshot: true)
        let packed = fileSize(daemon.logPath)
        let fromLog = try start(daemon, removingSnapshot: true)
        let fromSnapshot = try start(daemon, removingSnapshot: false)
        let (empty, emptyMemory) = try startEmpty()
        let text = family.lists.textBytes + 8 * family.lists.itemCount
        let reading = ColdStart.timeToRead(daemon.logPath)
        let (name, floor) = ("read and CRC of the log's \(packed / 1_000_000) MB", reading / .milliseconds(1))
        return [
            mega("log of the device that is up, packed at a start", packed, "the goal", Self.goalBytes),
            mega("the same", packed, "before it was packed", log.total),
            row("start of phlistd that packs the log", "ms", packing.time / .milliseconds(1), name, floor),
            mega("snapshot", fileSize(daemon.snapshotPath), "ids, titles and notes of all items", text),
            row("start of phlistd from the log", "ms", fromLog.time / .milliseconds(1), name, floor),
            row("start of phlistd from the snapshot", "ms", fromSnapshot.time / .milliseconds(1), name, floor),
            row("start of phlistd without lists", "ms", empty / .milliseconds(1), name, floor),
            mega("memory of phlistd, from the log", fromLog.memory, "phlistd without lists", emptyMemory),
            mega("memory of phlistd, from the snapshot", fromSnapshot.memory, "phlistd without lists", emptyMemory),
        ]
    }

    /// Stores the key by which the replica of the first device signed, so that phlistd takes its log.
    private func storeKey(in path: String) throws {
        let directory = try StateDirectory.open(path, on: PosixFileSystem())
        _ = try KeyFile.load(from: directory) { DeviceRun.keyBytes(of: 0) }
    }

    /// Returns the shortest of several starts, and the memory after the last one.
    private func start(
        _ daemon: DaemonLoad,
        times count: Int = startCount,
        removingSnapshot: Bool
    ) throws -> (time: Duration, memory: Int) {
        var (times, memory): ([Duration], Int) = ([], 0)
        for _ in 0..<count {
            if removingSnapshot { unlink(daemon.snapshotPath) }
            times.append(try daemon.start())
            memory = daemon.use.residentBytes
            daemon.stop()
        }
        return (times.min() ?? .zero, memory)
    }

    private func startEmpty() throws -> (time: Duration, memory: Int) {
        mkdir("\(scratch)/empty", 0o700)
        return try start(DaemonLoad(in: "\(scratch)/empty", programs: programs), removingSnapshot: false)
    }

    private func mega(_ name: String, _ measured: some BinaryInteger, _ floorName: String, _ floor: Int) -> Row {
        mega(name, Double(measured), floorName, Double(floor))
    }

    private func mega(_ name: String, _ measured: Double, _ floorName: String, _ floor: Double) -> Row {
        row(name, "MB", measured / Self.mega, floorName, floor / Self.mega)
    }

    private func row(_ name: String, _ unit: String, _ measured: Int, _ floorName: String, _ floor: Int) -> Row {
        row(name, unit, Double(measured), floorName, Double(floor))
    }

    private func row(_ name: String, _ unit: String, _ measured: Double, _ floorName: String, _ floor: Double) -> Row {
        Row(name: "\(years) years: \(name)", unit: unit, measured: measured, floorName: floorName, floor: floor)
    }
}

extension LogParts {
    /// The parts, which add up to the whole log.
    fileprivate var named: [(name: String, size: Int)] {
        [
            ("ops", ops), ("member in each header", members), ("predecessor in each header", predecessors),
            ("context in each header", contexts), ("time in each header", times), ("group in each header", groups),
            ("version, flags and counts", numbers), ("signed heads", heads), ("facts of this device", facts + feeds),
            ("length and kind of records", records), ("headers of frames", frames), ("padding", padding),
        ]
    }

    fileprivate func perOp(_ size: Int) -> Double {
        Double(size) / Double(opCount)
    }
}
