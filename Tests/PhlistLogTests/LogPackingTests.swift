import PhlistModel
import PhlistTestKit
import Testing

@testable import PhlistLog

/// A log that is packed holds what it held, whatever happens meanwhile.
@Suite struct LogPackingTests {
    /// Appends as people make them: short, and much alike.
    private static let groups: [[Record]] = (0..<40).map { number in
        [.batch("by ann in Shopping: item \(number)"), .local("request \(number)")]
    }
    private static let after: [Record] = [.batch("follows")]
    private static var all: [Record] { groups.flatMap { $0 } }

    private static func filled(_ groups: [[Record]] = groups) throws -> MemoryFileSystem {
        let fileSystem = MemoryFileSystem()
        var opened = try openLog(on: fileSystem)
        try append(groups, to: &opened.log)
        try opened.log.close()
        return fileSystem
    }

    private static func records(on fileSystem: MemoryFileSystem) throws -> [Record] {
        try openLog(on: fileSystem).records
    }

    /// Packs a log and closes it.
    private static func pack(on fileSystem: MemoryFileSystem) throws {
        var opened = try openLog(on: fileSystem)
        try opened.log.pack { _ in true }
        try opened.log.close()
    }

    /// Opens, packs and appends; says whether the append was acknowledged.
    private static func run(on fileSystem: MemoryFileSystem) -> Bool {
        guard var opened = try? openLog(on: fileSystem) else { return false }
        try? opened.log.pack { _ in true }
        return (try? opened.log.append(after)) != nil
    }

    @Test func `every record is there in its order, at the position that replaying tells, in less room`() throws {
        let fileSystem = try Self.filled()
        let size = fileSystem.logBytes.count
        do {
            var opened = try openLog(on: fileSystem)
            try opened.log.pack { _ in true }
            let (generation, health) = (opened.log.generation, opened.log.health)
            #expect(generation == 2 && health == .ok)
            #expect(fileSystem.logBytes.count < size / 4, "\(fileSystem.logBytes.count) of \(size)")
            let position = try opened.log.append(Self.after)[0]
            #expect(try opened.log.record(at: position) == Self.after[0])
            try opened.log.close()
        }
        var again = try openLog(on: fileSystem)
        #expect(again.records == Self.all + Self.after)
        for (record, position) in zip(again.records, again.positions).reversed() {
            #expect(try again.log.record(at: position) == record)
        }
        #expect(again.report.recordCount == UInt64(again.records.count) && again.report.ending == .clean)
    }

    @Test func `what was packed is packed once, and what follows is packed behind it`() throws {
        let fileSystem = try Self.filled()
        for round in 1...3 {
            var opened = try openLog(on: fileSystem)
            try opened.log.pack { _ in true }
            let bytes = fileSystem.logBytes
            try opened.log.pack { _ in true }
            #expect(fileSystem.logBytes == bytes, "round \(round)")
            try append([[.batch("round \(round)")], [.local("more")]], to: &opened.log)
        }
        let rounds = (1...3).flatMap { [Record.batch("round \($0)"), .local("more")] }
        #expect(try Self.records(on: fileSystem) == Self.all + rounds)
    }

    @Test func `records that are no longer needed are left out`() throws {
        let fileSystem = try Self.filled()
        do {
            var opened = try openLog(on: fileSystem)
            try opened.log.pack { $0.kind == .batch }
            _ = try opened.log.append(Self.after)
        }
        #expect(try Self.records(on: fileSystem) == Self.all.filter { $0.kind == .batch } + Self.after)
    }

    @Test func `records of any size are packed, and none is too large`() throws {
        let records = [0, 1, 127, 128, LogLimits.packedBytes, 1 << 20, 3].map { Record.long($0, count: $0) }
        let fileSystem = try Self.filled(records.map { [$0] })
        try Self.pack(on: fileSystem)
        #expect(try Self.records(on: fileSystem) == records)
    }

    @Test func `whatever call the power fails at, all is there`() throws {
        let sample = try Self.filled()
        let start = sample.callCount
        let whole = try Self.filled()
        #expect(Self.run(on: whole))
        let callCount = whole.callCount - start
        #expect(callCount > 15)
        for call in 1...callCount + 1 {
            let fileSystem = try Self.filled()
            fileSystem.faults = [.powerCut(atCall: start + call)]
            let isAcknowledged = Self.run(on: fileSystem)
            for seed in 0..<40 {
                let records = try openLog(on: fileSystem.crashed(seed: call << 20 | seed)).records
                #expect(records.starts(with: Self.all), "call \(call), seed \(seed)")
                let rest = Array(records.dropFirst(Self.all.count))
                #expect(rest == Self.after || (rest.isEmpty && !isAcknowledged), "call \(call), seed \(seed)")
            }
        }
    }

    @Test(arguments: [FileError.Reason.noSpace, .inputOutput])
    func `whatever call fails, all is there, and what is acknowledged later is there`(
        reason: FileError.Reason
    ) throws {
        let start = try Self.filled().callCount
        for call in 1...60 {
            let fileSystem = try Self.filled()
            fileSystem.faults = [.failure(reason, atCall: start + call)]
            let isAcknowledged = Self.run(on: fileSystem)
            for seed in 0..<10 {
                let records = try openLog(on: fileSystem.crashed(seed: call << 20 | seed)).records
                #expect(records.starts(with: Self.all), "\(reason) at \(call)")
                #expect(!isAcknowledged || records == Self.all + Self.after, "\(reason) at \(call)")
            }
        }
    }

    @Test func `a disk without room leaves the log as it was`() throws {
        let fileSystem = try Self.filled()
        do {
            var opened = try openLog(on: fileSystem)
            let bytes = fileSystem.logBytes
            fileSystem.isFull = true
            do {
                try opened.log.pack { _ in true }
                Issue.record("packed on a full disk")
            } catch {
                guard case .diskFull = error else { throw error }
            }
            let health = opened.log.health
            #expect(fileSystem.logBytes == bytes && health == .ok)
            fileSystem.isFull = false
            _ = try opened.log.append(Self.after)
        }
        #expect(try Self.records(on: fileSystem) == Self.all + Self.after)
    }

    @Test func `a bad byte in a packed frame is damage, and what is around it stays`() throws {
        let records = (0..<8).map { Record.long($0, count: LogLimits.packedBytes / 2) }
        let fileSystem = try Self.filled(records.map { [$0] })
        try Self.pack(on: fileSystem)
        var bytes = fileSystem.logBytes
        bytes[bytes.count / 2] ^= 1
        var again = try openLog(on: try MemoryFileSystem.holding(log: bytes))
        guard case .damaged(let damage) = again.report.ending else {
            Issue.record("\(again.report.ending)")
            return
        }
        #expect(damage.holes.map(\.lostRecordCount) == [2])
        #expect(again.records.count == 6 && again.records.allSatisfy(records.contains))
        let generation = again.log.generation
        try again.log.pack { _ in true }
        #expect(again.log.generation == generation)
    }

    @Test(arguments: [0, 1, 3, 4, 5, 20])
    func `a payload that is none is refused`(length: Int) throws {
        var payload = PackedRecords.pack(Array("one and one and one".utf8))
        #expect(PackedRecords.unpack(payload[...]) == Array("one and one and one".utf8))
        #expect(PackedRecords.unpack(payload.prefix(length)) == nil)
        payload[0] += 1
        #expect(PackedRecords.unpack(payload[...]) == nil)
        payload[3] = 0xFF
        #expect(PackedRecords.unpack(payload[...]) == nil)
    }
}
