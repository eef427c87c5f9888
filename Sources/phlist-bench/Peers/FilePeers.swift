import Glibc

/// Programs that synchronise files, between the machines of the bench: a text file with one item in each line.
///
/// Each is measured if it is installed. `./dev bench peers` installs them.
struct FilePeers {
    private static let lines = [10_000, 100_000]
    private static let edits = 20

    /// An empty directory.
    let scratch: String
    let from: BenchHost.Place
    let to: BenchHost.Place
    let floor: NetworkFloor

    func rows() throws -> [Row] {
        mkdir(scratch, 0o700)
        let rsync = try RsyncCopy(in: "\(scratch)/rsync")
        let syncthing = try SyncthingPair(in: "\(scratch)/syncthing", from: from, to: to)
        defer { syncthing?.stop() }
        let peers: [(name: String, peer: (any FilePeer)?)] = [("rsync", rsync), ("Syncthing", syncthing)]
        return try peers.flatMap { name, peer in try peer.map { try rows(of: $0, named: name) } ?? [] }
    }

    private func rows(of peer: any FilePeer, named name: String) throws -> [Row] {
        let growth = try Self.lines.map { count in
            let text = (0..<count).map { "late\(count)-\($0 / 5_000)-\($0 % 5_000)\n" }.joined()
            return Row(
                name: "\(name), \(count) lines more in a file",
                unit: "ms",
                measured: try peer.timeToSend(text) / .milliseconds(1),
                floorName: "these \(text.utf8.count / 1_000) kB over plain TCP",
                floor: floor.transfer(text.utf8.count) / .milliseconds(1)
            )
        }
        let flush = FlushFloor(path: "\(scratch)/floor")
        var (edits, floors): ([Duration], [Duration]) = ([], [])
        for number in 0..<Self.edits {
            floors.append(flush.measure() + floor.roundTrip() + flush.measure())
            edits.append(try peer.timeToSend("a line with number \(number)\n"))
        }
        let edit = Row(
            name: "\(name), a line more, p50 of \(Self.edits)",
            unit: "us",
            measured: edits.medianMicroseconds,
            floorName: "two flushes and a TCP round trip, p50",
            floor: floors.medianMicroseconds
        )
        return [edit] + growth
    }
}

/// A program that keeps a file the same on two machines.
protocol FilePeer {
    /// Appends text to the file on one machine, and returns the time until the file on the other one has it.
    func timeToSend(_ text: String) throws -> Duration
}

extension FilePeer {
    /// Appends text to a file, flushed.
    func append(_ text: String, to path: String) throws {
        guard let file = fopen(path, "a") else { throw TimedProcess.Failure(description: "cannot write \(path)") }
        fputs(text, file)
        fflush(file)
        fsync(fileno(file))
        fclose(file)
    }

    /// Waits until a file has a size.
    func wait(for path: String, ofSize size: Int) throws {
        let began = ContinuousClock.now
        while fileSize(path) != size {
            guard ContinuousClock.now - began < .seconds(120) else {
                throw TimedProcess.Failure(description: "\(path) does not arrive")
            }
            poll(nil, 0, 1)
        }
    }
}
