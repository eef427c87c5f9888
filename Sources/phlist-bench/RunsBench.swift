import PhlistLog

/// The cost of unclean runs, next to the same edits and exchanges without a restart.
///
/// A household follows the same plan three times: all devices stay up; every run ends with a kill; every run ends with
/// a power loss, in one of ten cases on a disk that loses what it reported as saved, after another device received it.
struct RunsBench {
    private static let lostPercent = 10
    private static let floorName = "the same edits without a restart"

    /// An empty directory.
    let scratch: String
    /// The number of runs of all devices together.
    let runs: Int

    func run() throws -> [Row] {
        let residentBytes = Self.residentBytes
        let floor = try figures("floor", .none)
        let killed = try figures("killed", .kill)
        let lossy = try figures("lossy", .powerLoss(percent: Self.lostPercent))
        return rows("kills", killed, floor)
            + rows("kills, \(Self.lostPercent)% lost", lossy, floor)
            + [
                Row(
                    name: "resident memory of the benchmark at its end",
                    unit: "kB",
                    measured: Double(Self.residentBytes) / 1000,
                    floorName: "at its beginning",
                    floor: Double(residentBytes) / 1000
                )
            ]
    }

    /// The measurements of one history.
    private struct Result {
        var figures: [(runCount: Int, RunHistory.Figures)] = []
        var ticks: RunHistory.TickCost
    }

    private func figures(_ name: String, _ ending: RunHistory.Ending) throws -> Result {
        var history = try RunHistory(in: "\(scratch)/\(name)", ending: ending)
        let counts = [0, 100, 1_000, 10_000].filter { $0 < runs } + [runs]
        let figures = try counts.map { count in
            try history.advance(to: count)
            return (runCount: count, try history.measure())
        }
        return Result(figures: figures, ticks: try history.measureTicks())
    }

    private func rows(_ name: String, _ measured: Result, _ floor: Result) -> [Row] {
        zip(measured.figures, floor.figures).flatMap { measured, floor in
            rows("\(measured.runCount) \(name)", measured.1, floor.1)
        } + tickRows("\(runs) \(name)", measured.ticks, floor.ticks)
    }

    private func rows(_ name: String, _ measured: RunHistory.Figures, _ floor: RunHistory.Figures) -> [Row] {
        let columns: [(String, String, (RunHistory.Figures) -> Double)] = [
            ("lost runs", "", { Double($0.lostCount) }),
            ("log", "B", \.logSize),
            ("chains", "", { Double($0.chainCount) }),
            ("vector", "B", { Double($0.vectorSize) }),
            ("exchange in frames", "B", \.exchangeSize),
            ("snapshot", "B", { Double($0.snapshotSize) }),
            ("start from the log", "ms", { $0.start / .milliseconds(1) }),
            ("start from a snapshot", "ms", { $0.startFromSnapshot / .milliseconds(1) }),
            ("memory", "kB", { Double($0.memory) / 1000 }),
            ("devices in sync", "", { Double($0.equalCount) }),
        ]
        return columns.map { column, unit, value in
            Row(
                name: "\(name): \(column)",
                unit: unit,
                measured: value(measured),
                floorName: Self.floorName,
                floor: value(floor)
            )
        }
    }

    private func tickRows(_ name: String, _ measured: RunHistory.TickCost, _ floor: RunHistory.TickCost) -> [Row] {
        let columns: [(String, KeyPath<RunHistory.TickCost, Double>)] = [
            ("tick in own log", \.log),
            ("tick in a peer's log", \.peerLog),
            ("tick in frames", \.frames),
            ("tick in the answer", \.answers),
        ]
        return columns.map { column, path in
            Row(
                name: "\(name): \(column)",
                unit: "B",
                measured: measured[keyPath: path],
                floorName: Self.floorName,
                floor: floor[keyPath: path]
            )
        }
    }

    private static var residentBytes: Int {
        ProcessUse(of: PosixFileSystem().processIdentifier).residentBytes
    }
}
