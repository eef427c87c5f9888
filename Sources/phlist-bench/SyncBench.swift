import Glibc
import PhlistControl
import PhlistVocabulary

/// The cost of synchronisation between separate machines, compared with that of the network and the disk alone.
struct SyncBench {
    private static let edits = 300
    private static let catchUps = [10_000, 100_000]
    private static let joinItems = 1_000_000
    private static let idleSeconds: Int32 = 60
    private static let photos = 40
    /// The size of an item in columns, plus its title here.
    private static let itemBytes = 53 + 14

    /// The directory of phlistd and phlist-load.
    let programs: String
    /// A temporary directory of the run.
    let scratch: String
    /// Three machines, made by `Tests/lab/bench.sh`.
    let places: [BenchHost.Place]

    func run() throws -> [Row] {
        guard places.count == 3 else {
            throw TimedProcess.Failure(description: "three machines are needed: ./dev bench sync makes them")
        }
        let floor = try NetworkFloor(from: places[0], to: places[1])
        let (ann, ben, cid) = (try host(0), try host(1), try host(2))
        defer { [ann, ben, cid].forEach { $0.stop() } }
        try ann.makeList("Load")
        try ann.admit(ben)
        try ann.add("first", to: "Load")
        try ben.wait(forItems: 1)
        let rows =
            try editRows(ann, ben, floor) + idleRows(ann, ben, alone: cid) + photoRows(ann, ben, floor)
            + catchUpRows(ann, ben, floor)
        ben.stop()
        let joined = try joinRows(ann, cid, floor)
        [ann, cid].forEach { $0.stop() }
        let peers = FilePeers(scratch: "\(scratch)/peers", from: places[0], to: places[1], floor: floor)
        return try rows + joined + peers.rows()
    }

    private func host(_ number: Int) throws -> BenchHost {
        try BenchHost(places[number], programs: programs, directory: "\(scratch)/host\(number)")
    }

    /// Measures edits on an idle machine, each of which arrives before the next one is made.
    private func editRows(_ ann: BenchHost, _ ben: BenchHost, _ floor: NetworkFloor) throws -> [Row] {
        try editRows(ann, ben, floor, named: "add here, visible there") { $0 == Self.edits }
    }

    /// Measures edits from before the request on one machine to the event on the other, until there are enough.
    private func editRows(
        _ ann: BenchHost,
        _ ben: BenchHost,
        _ floor: NetworkFloor,
        named name: String,
        areEnough: (_ count: Int) throws -> Bool
    ) throws -> [Row] {
        let events = try ben.client.events(after: nil, restartPatience: .zero)
        let flush = FlushFloor(path: "\(scratch)/floor")
        var (edits, floors): ([Duration], [Duration]) = ([], [])
        while try !areEnough(edits.count) {
            floors.append(flush.measure() + floor.roundTrip() + flush.measure())
            // The title is also the key of the request.
            let title = "\(name.filter(\.isLetter))\(edits.count)"
            let began = ContinuousClock.now
            try ann.add(title, to: "Load")
            while let event = try events.next(), event.item?.title != title {}
            edits.append(ContinuousClock.now - began)
        }
        return [("p50", 0.5), ("p99", 0.99)].map { label, share in
            Row(
                name: "\(name), \(label) of \(edits.count)",
                unit: "us",
                measured: edits.microseconds(atShare: share),
                floorName: "two flushes and a TCP round trip, \(label)",
                floor: floors.microseconds(atShare: share)
            )
        }
    }

    /// Measures edits while large photos are transferred.
    private func photoRows(_ ann: BenchHost, _ ben: BenchHost, _ floor: NetworkFloor) throws -> [Row] {
        try ben.fetchPhotos("on-demand")
        try ann.makeList("Photos")
        for number in 0..<Self.photos {
            try ann.add("photo\(number)", to: "Photos")
            try ann.setPhoto(of: "photo\(number)", from: try noise(seed: number))
        }
        try ben.wait(forPhotos: Self.photos, in: "Photos")
        let began = ContinuousClock.now
        try ben.fetchPhotos("all")
        let edits = try editRows(ann, ben, floor, named: "the same beside photos") { _ in
            try ben.photos(in: "Photos").allSatisfy { $0.place == .here }
        }
        let duration = ContinuousClock.now - began
        let size = try ben.photos(in: "Photos").reduce(0) { $0 + $1.size }
        let throughput = Row(
            name: "\(Self.photos) photos beside edits",
            unit: "MB/s",
            measured: Double(size) / (duration / .microseconds(1)),
            floorName: "their \(size / 1_000_000) MB over plain TCP",
            floor: Double(size) / (floor.transfer(size) / .microseconds(1))
        )
        return [throughput] + edits
    }

    /// Makes a picture that does not compress well.
    private func noise(seed: Int) throws -> String {
        let path = "\(scratch)/noise.jpg"
        let words = ["\(path)[Q=90]", "2048", "2048", "--mean", "128", "--sigma", "80", "--seed", "\(seed)"]
        _ = try TimedProcess.run(["/usr/bin/vips", "gaussnoise"] + words)
        return path
    }

    /// Measures two connected machines without any use, compared with one without peers.
    private func idleRows(_ ann: BenchHost, _ ben: BenchHost, alone cid: BenchHost) throws -> [Row] {
        let before = (ann: ann.use, cid: cid.use)
        poll(nil, 0, Self.idleSeconds * 1000)
        let after = (ann: ann.use, cid: cid.use)
        let toMinute = 60 / Double(Self.idleSeconds)
        return [
            Row(
                name: "processor in an idle minute, one peer",
                unit: "ms",
                measured: (after.ann.processorMilliseconds - before.ann.processorMilliseconds) * toMinute,
                floorName: "phlistd without a peer",
                floor: (after.cid.processorMilliseconds - before.cid.processorMilliseconds) * toMinute
            ),
            Row(
                name: "packets in an idle minute, one peer",
                unit: "",
                measured: Double(after.ann.packets - before.ann.packets) * toMinute,
                floorName: "a comparison from each side, each half minute, acknowledged",
                floor: 8
            ),
            memoryRow(
                "idle, \(try ann.itemCount()) items",
                of: ann,
                floorName: "phlistd without items",
                after.cid.residentBytes
            ),
        ]
    }

    private func memoryRow(_ name: String, of host: BenchHost, floorName: String, _ floor: Int) -> Row {
        Row(
            name: "memory of phlistd, \(name)",
            unit: "MB",
            measured: Double(host.use.residentBytes) / 1_000_000,
            floorName: floorName,
            floor: Double(floor) / 1_000_000
        )
    }

    /// Measures how one machine catches up after sleeping while much is added on the other.
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

    /// Measures how a new machine joins a household with many items.
    private func joinRows(_ ann: BenchHost, _ cid: BenchHost, _ floor: NetworkFloor) throws -> [Row] {
        let empty = cid.use.residentBytes
        for number in 0..<10 {
            try ann.makeList("list\(number)")
            try ann.add(Self.joinItems / 10, to: "list\(number)", prefix: "join\(number)")
        }
        let wanted = try ann.itemCount()
        try cid.fetchPhotos("on-demand")
        let began = ContinuousClock.now
        try ann.admit(cid)
        try cid.wait(forItems: wanted)
        let columns = empty + wanted * Self.itemBytes
        return [
            row("join of \(wanted) items", since: began, ann.logSize, floor),
            memoryRow("\(wanted) items", of: cid, floorName: "the same without items, columns and titles", columns),
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
