import CCRC32C
import Glibc

/// The start of the daemon with a log of a million items, compared with reading the file.
struct ColdStart {
    private static let lists = 10
    private static let requestsPerList = 20
    private static let itemsPerRequest = 5_000
    private static let items = lists * requestsPerList * itemsPerRequest

    let programs: String
    let directory: String

    func rows() throws -> [Row] {
        let daemon = try DaemonLoad.started(in: directory, programs: programs)
        for number in 0..<Self.lists {
            try daemon.fill(list: "list\(number)", requests: Self.requestsPerList, group: Self.itemsPerRequest)
        }
        daemon.stop()
        unlink(daemon.snapshotPath)
        let loose = Floor(reading: daemon)
        let startThatPacks = try daemon.start()
        daemon.stop()
        unlink(daemon.snapshotPath)
        let packed = Floor(reading: daemon)
        let start = try daemon.start()
        // An orderly stop leaves a snapshot of the state.
        daemon.stop()
        let startFromSnapshot = try daemon.start()
        daemon.stop()
        return [
            startRow("the log, which it packs", startThatPacks, loose),
            startRow("the packed log", start, packed),
            startRow("the snapshot", startFromSnapshot, packed),
            Row(
                name: "an item on disk, \(Self.itemsPerRequest) at once",
                unit: "B",
                measured: Double(packed.size) / Double(Self.items),
                floorName: "its text",
                floor: Double("list0-10-2500".utf8.count)
            ),
        ]
    }

    /// The size of the log, and the time that reading it once takes.
    private struct Floor {
        let size: Int
        let time: Duration

        init(reading daemon: DaemonLoad) {
            (size, time) = (daemon.logSize, ColdStart.timeToRead(daemon.logPath))
        }
    }

    private func startRow(_ source: String, _ start: Duration, _ floor: Floor) -> Row {
        Row(
            name: "start of phlistd, \(Self.items) items from \(source)",
            unit: "ms",
            measured: start / .milliseconds(1),
            floorName: "read and CRC of its \(floor.size / 1_000_000) MB",
            floor: floor.time / .milliseconds(1)
        )
    }

    /// Reads a file once and checksums it, as a log must; returns the time.
    static func timeToRead(_ path: String) -> Duration {
        ContinuousClock().measure {
            let descriptor = open(path, O_RDONLY | O_CLOEXEC)
            defer { close(descriptor) }
            var buffer = [UInt8](repeating: 0, count: 1 << 20)
            var (sum, count): (UInt32, Int) = (0, 1)
            while count > 0 {
                count = read(descriptor, &buffer, buffer.count)
                if count > 0 { sum = phlist_crc32c(sum, buffer, count) }
            }
        }
    }
}
