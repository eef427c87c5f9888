import CMalloc
import PhlistHousehold
import PhlistLog
import PhlistModel
import PhlistSync

/// Measurements, taken while no device runs.
extension RunHistory {
    /// Sizes and times after a number of runs.
    struct Figures {
        /// The mean of the five logs.
        var logSize: Double
        var chainCount: Int
        /// The list's version vector with all its entries.
        var vectorSize: Int
        var snapshotSize: Int
        /// From opening the directory to the end of the first turn.
        var start: Duration
        var startFromSnapshot: Duration
        /// Heap bytes in use by one device after its start, as `mallinfo2` counts them.
        var memory: Int
        /// The mean size of a run's exchange in bytes of frames, without TLS; NaN without runs.
        var exchangeSize: Double
        /// Runs lost by a disk.
        var lostCount: Int
        /// Devices with the batches, the state and the shown items of the first one, itself included.
        var equalCount: Int
    }

    private static let startCount = 5

    /// Measures the first device and compares the others with it.
    func measure() throws -> Figures {
        let logSizes = deviceNumbers.map { fileSize(logPath(of: $0)) }
        removeSnapshot()
        var figures = try measureState(logSizes)
        try measureStarts(&figures)
        return figures
    }

    private func removeSnapshot() {
        // After a few runs there is no snapshot yet.
        try? PosixFileSystem().unlink("\(path(of: 0))/\(SnapshotFile.name)")
    }

    private func measureState(_ logSizes: [Int]) throws -> Figures {
        let used = Self.allocatedBytes
        let first = try start(of: 0)
        let memory = Self.allocatedBytes - used
        let equalCount = try deviceNumbers.dropFirst().count { isEqual(try start(of: $0), first) }
        return Figures(
            logSize: Double(logSizes.reduce(0, +)) / Double(logSizes.count),
            chainCount: first.replica.library.versionVector(of: list).entries.count,
            vectorSize: Self.size(of: first.replica.library.versionVector(of: list)),
            snapshotSize: 0,
            start: .zero,
            startFromSnapshot: .zero,
            memory: memory,
            exchangeSize: Double(exchangeSizes.reduce(0, +)) / Double(exchangeSizes.count),
            lostCount: lostCount,
            equalCount: 1 + equalCount
        )
    }

    private func measureStarts(_ figures: inout Figures) throws {
        figures.start = try timeOfStart()
        figures.snapshotSize = try start(of: 0).writeSnapshot()
        figures.startFromSnapshot = try timeOfStart()
    }

    private func start(of number: Int) throws -> DeviceRun {
        try DeviceRun(number, in: path(of: number), at: time)
    }

    /// Returns the shortest of several starts, because other work of the machine only makes them longer.
    private func timeOfStart() throws -> Duration {
        let times = try (0..<Self.startCount).map { _ in
            var run: DeviceRun?
            defer { withExtendedLifetime(run) {} }
            return try ContinuousClock().measure { run = try start(of: 0) }
        }
        return times.min() ?? .zero
    }

    private func isEqual(_ one: DeviceRun, _ other: DeviceRun) -> Bool {
        held(by: one) == held(by: other) && shown(on: one) == shown(on: other)
    }

    /// The digests of the household and of the list.
    private func held(by run: DeviceRun) -> [Holding?] {
        let holdings = run.replica.library.holdings()
        return [run.replica.library.householdID.flatMap { holdings[$0] }, holdings[list]]
    }

    private func shown(on run: DeviceRun) -> [String] {
        run.replica.library.list(list)?.items.map { "\($0.entity) \($0.title) \($0.state)" } ?? []
    }

    private static func size(of vector: VersionVector) -> Int {
        var writer = ByteWriter()
        writer.write(vector.entries)
        return writer.bytes.count
    }

    private static var allocatedBytes: Int {
        let use = mallinfo2()
        return use.uordblks + use.hblkhd
    }
}

/// The bytes of a tick.
extension RunHistory {
    /// The mean of several ticks, in bytes.
    struct TickCost {
        var log: Double
        var peerLog: Double
        /// Frames to the peer, and its answers, without TLS.
        var frames: Double
        var answers: Double
    }

    private static let tickCount = 256

    /// Ticks items on the first device while the second one is connected.
    mutating func measureTicks() throws -> TickCost {
        time += 1
        let (author, peer) = (try start(of: 0), try start(of: 1))
        let link = try DeviceLink(.max / 2, from: author, to: peer, at: time)
        let before = [author.logSize, peer.logSize] + link.sentBytes
        for number in 0..<Self.tickCount {
            time += 1
            try tick(number, on: author)
            try link.settle()
        }
        let after = [author.logSize, peer.logSize] + link.sentBytes
        let means = zip(before, after).map { Double($1 - $0) / Double(Self.tickCount) }
        return TickCost(log: means[0], peerLog: means[1], frames: means[2], answers: means[3])
    }

    private func tick(_ number: Int, on run: DeviceRun) throws {
        guard let items = run.replica.library.list(list)?.items, !items.isEmpty else { return }
        try run.toggle(items[number % items.count], at: time)
    }
}
