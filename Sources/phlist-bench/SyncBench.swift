import Glibc
import PhlistControl

/// What synchronisation costs between machines of their own, beside what the network and the disk cost without it.
struct SyncBench {
    private static let edits = 300
    private static let catchUps = [10_000, 100_000]
    private static let joinItems = 1_000_000
    private static let idleSeconds: Int32 = 60

    /// Where phlistd and phlist-load are.
    let programs: String
    /// A directory that goes with the run.
    let scratch: String
    /// Three machines, which `Tests/lab/bench.sh` makes.
    let places: [BenchHost.Place]

    func run() throws -> [Row] {
        guard places.count == 3 else {
            throw TimedProcess.Failure(description: "three machines are needed: ./dev bench sync makes them")
        }
        let floor = try NetworkFloor(from: places[0], to: places[1])
        let ann = try host(0)
        let ben = try host(1)
        defer {
            ann.stop()
            ben.stop()
        }
        try ann.makeList("Load")
        try ann.admit(ben)
        try ann.add("first", to: "Load")
        try ben.wait(forItems: 1)
        return try editRows(ann, ben, floor) + idleRows(ann, ben) + catchUpRows(ann, ben, floor)
            + joinRows(ann, floor)
    }

    private func host(_ number: Int) throws -> BenchHost {
        try BenchHost(places[number], programs: programs, directory: "\(scratch)/host\(number)")
    }

    /// From before the request on one machine until the other one tells those who watch.
    private func editRows(_ ann: BenchHost, _ ben: BenchHost, _ floor: NetworkFloor) throws -> [Row] {
        let events = try ben.client.events(after: nil, restartPatience: .zero)
        let flush = FlushFloor(path: "\(scratch)/floor")
        var (edits, floors): ([Duration], [Duration]) = ([], [])
        for number in 0..<Self.edits {
            floors.append(flush.measure() + floor.roundTrip() + flush.measure())
            let began = ContinuousClock.now
            try ann.add("edit\(number)", to: "Load")
            while let event = try events.next(), event.item?.title != "edit\(number)" {}
            edits.append(ContinuousClock.now - began)
        }
        return [("p50", 0.5), ("p99", 0.99)].map { label, share in
            Row(
                name: "add here, visible there, \(label)",
                unit: "us",
                measured: edits.microseconds(atShare: share),
                floorName: "two flushes and a TCP round trip, \(label)",
                floor: floors.microseconds(atShare: share)
            )
        }
    }

    /// What two connected machines do while nobody touches them.
    private func idleRows(_ ann: BenchHost, _ ben: BenchHost) throws -> [Row] {
        let before = ann.use
        poll(nil, 0, Self.idleSeconds * 1000)
        let after = ann.use
        let seconds = Double(Self.idleSeconds)
        return [
            Row(
                name: "processor in an idle minute, one peer",
                unit: "ms",
                measured: (after.processorMilliseconds - before.processorMilliseconds) * 60 / seconds,
                floorName: "the target",
                floor: 20
            ),
            Row(
                name: "packets in an idle minute, one peer",
                unit: "",
                measured: Double(after.packets - before.packets) * 60 / seconds,
                floorName: "a comparison from each side, each half minute, acknowledged",
                floor: 8
            ),
            memoryRow("idle, \(try ann.itemCount()) items", after),
        ]
    }

    private func memoryRow(_ name: String, _ use: ProcessUse) -> Row {
        Row(
            name: "memory of phlistd, \(name)",
            unit: "MB",
            measured: Double(use.residentBytes) / 1_000_000,
            floorName: "the target for an idle daemon",
            floor: 40
        )
    }

    /// One machine sleeps while much is added on the other.
    private func catchUpRows(_ ann: BenchHost, _ ben: BenchHost, _ floor: NetworkFloor) throws -> [Row] {
        try Self.catchUps.map { count in
            let (sizeBefore, wanted) = (ann.logSize, try ann.itemCount() + count)
            ben.pause()
            try ann.add(count, to: "Load", prefix: "late\(count)")
            let size = ann.logSize - sizeBefore
            let began = ContinuousClock.now
            ben.resume()
            try ben.wait(forItems: wanted)
            return row("catch-up of \(count) items", since: began, size, floor)
        }
    }

    /// A new machine joins a household with much in it.
    private func joinRows(_ ann: BenchHost, _ floor: NetworkFloor) throws -> [Row] {
        for number in 0..<10 {
            try ann.makeList("list\(number)")
            try ann.add(Self.joinItems / 10, to: "list\(number)", prefix: "join\(number)")
        }
        let wanted = try ann.itemCount()
        let cid = try host(2)
        defer { cid.stop() }
        let began = ContinuousClock.now
        try ann.admit(cid)
        try cid.wait(forItems: wanted)
        return [
            row("join of \(wanted) items", since: began, ann.logSize, floor),
            memoryRow("\(wanted) items", cid.use),
        ]
    }

    private func row(_ name: String, since began: ContinuousClock.Instant, _ size: Int, _ floor: NetworkFloor) -> Row {
        let duration = ContinuousClock.now - began
        return Row(
            name: name,
            unit: "ms",
            measured: duration / .milliseconds(1),
            floorName: "its \(size / 1_000) kB of log over plain TCP",
            floor: floor.transfer(size) / .milliseconds(1)
        )
    }
}
