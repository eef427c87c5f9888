import Glibc
import PhlistLog
import PhlistModel
import PhlistSync

/// Durable appends of one tick, beside the write and flush that no store can do without.
enum StoreBench {
    private static let rounds = 300
    private static let recordSize = 160

    static func run() throws -> [Row] {
        let path = "\(scratchDirectory())/phlist-bench-\(getpid())"
        defer { removeDirectory(path) }
        let directory = try StateDirectory.open(path, on: PosixFileSystem())
        let device = DeviceID(publicKey: [1])
        var log = try Log.open(in: directory, device: device, atMilliseconds: 0, newSalt: 1)
        let records = [Record(.batch, [UInt8](repeating: 7, count: recordSize))]
        var (appends, floors): ([Duration], [Duration]) = ([], [])
        let descriptor = open("\(path)/floor", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        defer { close(descriptor) }
        for round in 0..<rounds {
            appends.append(try ContinuousClock().measure { _ = try log.append(records) })
            floors.append(ContinuousClock().measure { writeAndFlush(descriptor, round) })
        }
        try log.close(nonce: 1)
        return [
            Row(
                name: "durable append of \(recordSize) B, median",
                unit: "us",
                measured: appends.medianMicroseconds,
                floorName: "pwrite + fdatasync of as many bytes",
                floor: floors.medianMicroseconds
            )
        ]
    }

    private static func writeAndFlush(_ descriptor: Int32, _ round: Int) {
        let bytes = [UInt8](repeating: 7, count: recordSize + 56)
        _ = pwrite(descriptor, bytes, bytes.count, off_t(round * bytes.count))
        fdatasync(descriptor)
    }

    private static func scratchDirectory() -> String {
        getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    }

    private static func removeDirectory(_ path: String) {
        guard let stream = opendir(path) else { return }
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { raw in
                String(decoding: raw.prefix { $0 != 0 }, as: UTF8.self)
            }
            unlink("\(path)/\(name)")
        }
        closedir(stream)
        rmdir(path)
    }
}
