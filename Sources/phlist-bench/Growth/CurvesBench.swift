import PhlistControl
import PhlistVocabulary

/// The times of everyday requests as lists grow in number and in length.
struct CurvesBench {
    private static let listCounts = [1, 10, 100, 1_000]
    private static let itemCounts = [1_000, 10_000, 100_000, 1_000_000]
    /// The most items that are shown at once; nobody reads a million.
    private static let shownMax = 100_000

    /// The directory of phlistd, phlistctl and phlist-load.
    let programs: String
    /// An empty directory.
    let scratch: String
    let itemsMax: Int

    func run() throws -> [Row] {
        try listRows() + itemRows() + DeviceCurves(scratch: "\(scratch)/devices").rows()
            + ApartCurves(scratch: "\(scratch)/apart").rows()
    }

    /// Measures requests while other lists of 20 items each are added.
    private func listRows() throws -> [Row] {
        let household = try CurveHousehold(programs: programs, directory: "\(scratch)/lists")
        defer { household.daemon.stop() }
        var (rows, count) = ([Row](), 0)
        for wanted in Self.listCounts {
            for number in count..<wanted { try household.makeList("Other \(number)") }
            count = wanted
            let what = wanted == 1 ? "list" : "lists"
            rows += try household.requestTimes().map { line, time in
                row("\(line) beside \(wanted) other \(what)", time, in: "lists", line, at: wanted)
            }
            rows.append(memoryRow(household, "beside \(wanted) other \(what)", in: "lists-memory", at: wanted))
        }
        return rows.withFirstPointAsFloor
    }

    /// Measures requests while one list grows.
    private func itemRows() throws -> [Row] {
        let household = try CurveHousehold(programs: programs, directory: "\(scratch)/items")
        defer { household.daemon.stop() }
        try household.makeList("Long")
        var (rows, count) = ([Row](), 20)
        for wanted in Self.itemCounts where wanted <= itemsMax {
            try household.fill("Long", from: count, to: wanted)
            count = wanted
            var times = try household.requestTimes(in: "Long")
            if wanted <= Self.shownMax { times.append(("ls of all", try household.timeToShowAll("Long"))) }
            rows += times.map { line, time in
                row("\(line) with a list of \(wanted) items", time, in: "items", line, at: wanted)
            }
            rows += try startRows(household, wanted)
        }
        return rows.withFirstPointAsFloor
    }

    private func startRows(_ household: CurveHousehold, _ count: Int) throws -> [Row] {
        let name = "with a list of \(count) items"
        household.daemon.stop()
        // The first start may pack the log, once in the life of those bytes.
        try household.daemon.start()
        household.daemon.stop()
        let snapshot = try household.daemon.start()
        let memory = memoryRow(household, name, in: "items-memory", at: count)
        household.daemon.stop()
        household.removeSnapshot()
        let log = try household.daemon.start()
        return [
            row("start from the snapshot \(name)", snapshot, in: "starts", "from the snapshot", at: count),
            row("start from the log \(name)", log, in: "starts", "from the log", at: count),
            memory,
        ]
    }

    private func row(_ name: String, _ time: Duration, in picture: String, _ line: String, at x: Int) -> Row {
        Row(
            name: name,
            unit: "ms",
            measured: time / .milliseconds(1),
            floorName: "",
            floor: .nan,
            point: Row.Point(picture: picture, line: line, x: x)
        )
    }

    private func memoryRow(_ household: CurveHousehold, _ name: String, in picture: String, at x: Int) -> Row {
        Row(
            name: "memory \(name)",
            unit: "MB",
            measured: Double(household.daemon.use.residentBytes) / 1_000_000,
            floorName: "",
            floor: .nan,
            point: Row.Point(picture: picture, line: "phlistd", x: x)
        )
    }
}

extension [Row] {
    /// The rows with the first point of each line as its floor: a request should not take longer on more data.
    var withFirstPointAsFloor: [Row] {
        map { row in
            var row = row
            let first = first { $0.point?.picture == row.point?.picture && $0.point?.line == row.point?.line }
            (row.floorName, row.floor) = ("the same at \(first?.point?.x ?? 0)", first?.measured ?? .nan)
            return row
        }
    }
}
