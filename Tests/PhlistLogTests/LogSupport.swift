import PhlistLog
import PhlistModel
import PhlistTestKit

/// A log that was opened, and what it replayed.
struct Opened: ~Copyable {
    var log: Log
    let records: [Record]
    let positions: [RecordPosition]
    let directory: StateDirectory

    var report: OpenReport { log.report }

    func holds(_ mark: LogMark) -> Bool { log.holds(mark) }

    func replayed(from mark: LogMark? = nil) throws(LogError) -> [Record] {
        var records: [Record] = []
        try log.replay(from: mark) { record, _ in records.append(record) }
        return records
    }
}

let alice = DeviceID(publicKey: [1])
let bob = DeviceID(publicKey: [2])

func openLog(
    on fileSystem: any FileSystem,
    path: String = "/state",
    device: DeviceID = alice,
    salt: UInt32 = 0x5A17_5A17
) throws(LogError) -> Opened {
    let directory = try StateDirectory.open(path, on: fileSystem)
    var records: [Record] = []
    var positions: [RecordPosition] = []
    let log = try Log.open(
        in: directory,
        device: device,
        atMilliseconds: 1_700_000_000_000,
        newSalt: salt
    )
    try log.replay {
        records.append($0)
        positions.append($1)
    }
    return Opened(log: log, records: records, positions: positions, directory: directory)
}

extension MemoryFileSystem {
    /// A file system whose `/state` holds a log of these bytes.
    static func holding(log bytes: [UInt8]) throws -> MemoryFileSystem {
        let fileSystem = MemoryFileSystem()
        try fileSystem.makeDirectory("/state")
        try fileSystem.flushDirectory("/")
        fileSystem.place(bytes, at: "/state/phlist.log")
        return fileSystem
    }

    var logBytes: [UInt8] { contents(of: "/state/phlist.log") ?? [] }
}

extension Record {
    static func batch(_ text: String) -> Record {
        Record(.batch, Array(text.utf8))
    }

    static func local(_ text: String) -> Record {
        Record(.local, Array(text.utf8))
    }

    /// A record of several sectors.
    static func long(_ seed: Int, count: Int = 1300) -> Record {
        var random = SeededRandom(seed)
        return Record(.batch, random.bytes(count))
    }
}

// `#expect(throws:)` takes a closure, which cannot consume or change a value that is not copyable in place.

@discardableResult
func append(_ groups: [[Record]], to log: inout Log) throws(LogError) -> [RecordPosition] {
    var positions: [RecordPosition] = []
    for group in groups {
        positions += try log.append(group)
    }
    return positions
}

func append(
    _ groups: [[Record]],
    on fileSystem: any FileSystem,
    path: String = "/state"
) throws(LogError) -> [RecordPosition] {
    var opened = try openLog(on: fileSystem, path: path)
    return try append(groups, to: &opened.log)
}

func seal(_ log: inout Log) throws(LogError) {
    try log.seal()
}

func close(_ log: inout Log) throws(LogError) {
    try log.close()
}

func record(at position: RecordPosition, in log: inout Log) throws(LogError) -> Record {
    try log.record(at: position)
}

func retry(_ log: inout Log) throws(LogError) {
    try log.retry()
}
