import PhlistLog
import PhlistModel

/// The cost of durability.
///
/// The log is compared with the flush that no store can do without, and with SQLite; the daemon with the flush, and its
/// start with reading the file.
struct StoreBench {
    private static let rounds = 500
    private static let recordSize = 160
    private static let clients = 64
    private static let turns = 5

    /// The directory of phlistd, phlistctl and phlist-load.
    let programs: String
    /// A temporary directory of the run.
    let scratch: String

    func run() throws -> [Row] {
        try appendRows() + daemonRows() + ColdStart(programs: programs, directory: "\(scratch)/cold").rows()
    }

    /// Alternates the calls, so that all of them meet the same state of the disk.
    private func appendRows() throws -> [Row] {
        let directory = try StateDirectory.open("\(scratch)/log", on: PosixFileSystem())
        var log = try Log.open(in: directory, device: DeviceID(publicKey: [1]), atMilliseconds: 0, newSalt: 1)
        let records = [Record(.batch, [UInt8](repeating: 7, count: Self.recordSize))]
        let sqlite = try SQLite(path: "\(scratch)/sqlite.db", rowSize: Self.recordSize)
        let floor = FlushFloor(path: "\(scratch)/floor")
        var (appends, floors, inserts): ([Duration], [Duration], [Duration]) = ([], [], [])
        for _ in 0..<Self.rounds {
            floors.append(floor.measure())
            appends.append(try ContinuousClock().measure { _ = try log.append(records) })
            if let sqlite { inserts.append(try ContinuousClock().measure(sqlite.insert)) }
        }
        try log.close()
        let size = Double(log.byteCount) / Double(Self.rounds)
        return latencyRows("append of \(Self.recordSize) B", appends, floors)
            + latencyRows("SQLite \(SQLite.version ?? "(not installed)"), WAL, FULL", inserts, floors)
            + [Self.bytesRow("append of \(Self.recordSize) B, on disk", size, over: Self.recordSize)]
    }

    /// Measures requests through the control socket: one client, and many that share flushes, alternating with the
    /// floor.
    private func daemonRows() throws -> [Row] {
        let daemon = try DaemonLoad.started(in: "\(scratch)/daemon", programs: programs)
        defer { daemon.stop() }
        let floor = FlushFloor(path: "\(scratch)/floor")
        var (floors, lone, many) = ([Duration](), DaemonLoad.Measurement(), DaemonLoad.Measurement())
        for turn in 0..<Self.turns {
            floors += (0..<Self.rounds / Self.turns).map { _ in floor.measure() }
            try daemon.measure(clients: 1, name: "lone\(turn)-", into: &lone)
            try daemon.measure(clients: Self.clients, name: "many\(turn)-", into: &many)
        }
        let crowd = "\(Self.clients) clients of phlistd"
        return latencyRows("add, 1 client of phlistd", lone.latencies, floors)
            + latencyRows("add, \(crowd)", many.latencies, floors)
            + [
                Row(
                    name: "adds per second, 1 client of phlistd",
                    unit: "/s",
                    measured: lone.perSecond,
                    floorName: "flushes per second, one after the other",
                    floor: 1_000_000 / floors.meanMicroseconds
                ),
                Row(
                    name: "adds per second, \(crowd)",
                    unit: "/s",
                    measured: many.perSecond,
                    floorName: "those of 1 client",
                    floor: lone.perSecond
                ),
                Self.bytesRow("add, 1 client of phlistd, on disk", lone.bytesPerAdd, over: DaemonLoad.titleSize),
                Self.bytesRow("add, \(crowd), on disk", many.bytesPerAdd, over: DaemonLoad.titleSize),
            ]
    }

    private func latencyRows(_ name: String, _ measured: [Duration], _ floors: [Duration]) -> [Row] {
        [("p50", 0.5), ("p99", 0.99)].map { label, share in
            Row(
                name: "\(name), \(label)",
                unit: "us",
                measured: measured.microseconds(atShare: share),
                floorName: "pwrite + fdatasync of \(FlushFloor.size) B, \(label)",
                floor: floors.microseconds(atShare: share)
            )
        }
    }

    private static func bytesRow(_ name: String, _ measured: Double, over size: Int) -> Row {
        Row(name: name, unit: "B", measured: measured, floorName: "the text or record itself", floor: Double(size))
    }
}
