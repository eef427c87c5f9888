import PhlistLog
import PhlistModel
import PhlistTestKit
import Testing

/// A disk that fails once and heals costs nothing; one that fails again is never trusted.
@Suite struct LogRotationTests {
    static let groups: [[Record]] = [[.batch("a"), .long(1)], [.local("b")], [.batch("c")]]

    @Test(arguments: [1, 2])
    func `after one failed call of an append everything is in a new generation`(call: Int) throws {
        let fileSystem = MemoryFileSystem()
        var opened = try openLog(on: fileSystem)
        var positions = try append(Self.groups, to: &opened.log)
        try opened.log.seal()
        fileSystem.faults = [.failure(.inputOutput, atCall: fileSystem.callCount + call)]
        positions += try opened.log.append([.batch("d"), .long(2)])
        let (health, generation) = (opened.log.health, opened.log.generation)
        #expect(health == .ok && generation == 2)
        let all = Self.groups.flatMap { $0 } + [.batch("d"), .long(2)]
        for (position, record) in zip(positions, all) {
            let read = try opened.log.record(at: position)
            #expect(read == record)
        }
        for seed in 0..<50 {
            let reopened = try openLog(on: fileSystem.crashed(seed: seed))
            #expect(reopened.records == all && reopened.positions == positions, "seed \(seed)")
        }
        try append([[.batch("e")]], to: &opened.log)
        let replayed = try opened.replayed()
        #expect(replayed == all + [.batch("e")])
        #expect(try fileSystem.list("/state") == ["phlist.lock", "phlist.log", "phlist.log.prev"])
    }

    @Test func `a seal that cannot be written becomes part of the new generation`() throws {
        let fileSystem = MemoryFileSystem()
        var opened = try openLog(on: fileSystem)
        try append(Self.groups, to: &opened.log)
        fileSystem.faults = [.failure(.inputOutput, atCall: fileSystem.callCount + 1)]
        try opened.log.seal()
        let reopened = try openLog(on: fileSystem.crashed(seed: 1))
        let report = reopened.report
        #expect(report.ending == .sealed && report.generation == 2)
        #expect(reopened.records == Self.groups.flatMap { $0 })
    }

    /// The page cache keeps what a failed flush did not write, and a second flush says that all is well.
    @Test(arguments: 1...4)
    func `what a killed process could not flush is not served to the next one`(killedAfter calls: Int) throws {
        let fileSystem = MemoryFileSystem()
        _ = try append(Self.groups, on: fileSystem)
        do {
            var opened = try openLog(on: fileSystem)
            let call = fileSystem.callCount + 2
            fileSystem.faults = [.failure(.inputOutput, atCall: call), .powerCut(atCall: call + calls)]
            #expect(throws: LogError.self) { try append([[.batch("d")]], to: &opened.log) }
        }
        fileSystem.faults = []
        let served = try openLog(on: fileSystem).records
        #expect(served == Self.groups.flatMap { $0 })
        for seed in 0..<20 {
            let kept = try openLog(on: fileSystem.crashed(seed: seed)).records
            #expect(kept == served, "seed \(seed)")
        }
    }

    @Test func `a mark of the generation before is not held`() throws {
        let fileSystem = MemoryFileSystem()
        var opened = try openLog(on: fileSystem)
        try append(Self.groups, to: &opened.log)
        let mark = opened.log.mark
        fileSystem.faults = [.failure(.inputOutput, atCall: fileSystem.callCount + 2)]
        try append([[.batch("d")]], to: &opened.log)
        let next = opened.log.mark
        let (isHeld, isNextHeld) = (opened.holds(mark), opened.holds(next))
        #expect(!isHeld && isNextHeld)
    }

    @Test func `a second failure in the run is for ever`() throws {
        let fileSystem = MemoryFileSystem()
        var opened = try openLog(on: fileSystem)
        fileSystem.faults = [.failure(.inputOutput, atCall: fileSystem.callCount + 2)]
        try append([[.batch("a")]], to: &opened.log)
        let durable = opened.log.byteCount
        fileSystem.faults = [.failure(.inputOutput, atCall: fileSystem.callCount + 2)]
        let cause = FileError(.flush, "/state/phlist.log", .inputOutput)
        #expect(throws: LogError.failed(cause)) { try append([[.batch("b")]], to: &opened.log) }
        let (calls, health) = (fileSystem.callCount, opened.log.health)
        #expect(health == .failed(cause))
        #expect(throws: LogError.failed(cause)) { try append([[.batch("c")]], to: &opened.log) }
        #expect(throws: LogError.failed(cause)) { try seal(&opened.log) }
        #expect(fileSystem.callCount == calls && fileSystem.logBytes.count == durable)
        let replayed = try opened.replayed()
        #expect(replayed == [.batch("a")])
        #expect(throws: LogError.failed(cause)) { try close(&opened.log) }
    }

    @Test(arguments: [.inputOutput, .noSpace, .readOnly, .powerCut] as [FileError.Reason])
    func `whatever fails on the way to a new generation, nothing acknowledged is lost`(
        reason: FileError.Reason
    ) throws {
        var (acknowledged, refused) = (0, 0)
        for call in 3...50 {
            let fileSystem = MemoryFileSystem()
            var expected = Self.groups.flatMap { $0 }
            var isAcknowledged = true
            do {
                var opened = try openLog(on: fileSystem)
                try append(Self.groups, to: &opened.log)
                let last = reason == .powerCut ? Int.max : fileSystem.callCount + call
                fileSystem.faults = [
                    .failure(.inputOutput, atCall: fileSystem.callCount + 2),
                    .failure(reason, fromCall: fileSystem.callCount + call, through: last),
                ]
                do throws(LogError) { try append([[.batch("d")]], to: &opened.log) } catch { isAcknowledged = false }
            }
            if isAcknowledged { expected.append(.batch("d")) }
            acknowledged += isAcknowledged ? 1 : 0
            refused += isAcknowledged ? 0 : 1
            fileSystem.faults = []
            for seed in 0..<20 {
                let opened = try openLog(on: fileSystem.crashed(seed: seed))
                let isExpected = opened.records == expected
                let isMore = !isAcknowledged && opened.records == expected + [.batch("d")]
                #expect(isExpected || isMore, "call \(call), seed \(seed)")
            }
            let opened = try openLog(on: fileSystem)
            let isSeen = opened.records == expected || opened.records == expected + [.batch("d")]
            #expect(isSeen, "call \(call)")
        }
        #expect(acknowledged > 0 && refused > 5)
    }

    @Test func `bytes that a new generation does not give back are not believed`() throws {
        let memory = MemoryFileSystem()
        var opened = try openLog(on: ForgettingFileSystem(memory))
        try append(Self.groups, to: &opened.log)
        memory.faults = [.failure(.inputOutput, atCall: memory.callCount + 2)]
        #expect(throws: LogError.self) { try append([[.batch("d")]], to: &opened.log) }
        #expect(try memory.list("/state") == ["phlist.lock", "phlist.log"])
        let replayed = try opened.replayed()
        #expect(replayed == Self.groups.flatMap { $0 })
    }

    @Test func `a full disk gives the reserve away and makes it anew`() throws {
        let fileSystem = MemoryFileSystem()
        fileSystem.capacityBytes = 80 << 20
        var opened = try openLog(on: fileSystem)
        #expect(fileSystem.contents(of: "/state/reserve")?.count == 4 << 20)
        fileSystem.isFull = true
        #expect(throws: LogError.self) { try append([[.long(1)]], to: &opened.log) }
        let full = opened.log.health
        #expect(full == .full(FileError(.write, "/state/phlist.log", .noSpace)))
        #expect(fileSystem.contents(of: "/state/reserve") == nil)
        #expect(throws: LogError.self) { try retry(&opened.log) }
        fileSystem.isFull = false
        try opened.log.retry()
        let health = opened.log.health
        #expect(health == .ok)
        #expect(fileSystem.contents(of: "/state/reserve")?.count == 4 << 20)
        let calls = fileSystem.callCount
        try opened.log.retry()
        #expect(fileSystem.callCount == calls)
    }

    @Test func `the reserve is what the end of a run is written in`() throws {
        let fileSystem = MemoryFileSystem()
        fileSystem.capacityBytes = 80 << 20
        do {
            var opened = try openLog(on: fileSystem)
            try append([[.batch("a")]], to: &opened.log)
            fileSystem.place(Array(repeating: 1, count: (76 << 20) - opened.log.byteCount - 2), at: "/photo")
            try opened.log.close()
        }
        #expect(fileSystem.contents(of: "/state/reserve") == nil)
        let reopened = try openLog(on: fileSystem)
        let report = reopened.report
        #expect(report.ending == .clean)
    }

    @Test func `there is no reserve on a disk with little room`() throws {
        let fileSystem = MemoryFileSystem()
        fileSystem.capacityBytes = LogLimits.freeBytesMin
        _ = try openLog(on: fileSystem)
        #expect(try fileSystem.list("/state") == ["phlist.lock", "phlist.log"])
    }
}

/// A disk that says yes to every flush of a new generation and keeps nothing of it.
private struct ForgettingFileSystem: WrappedFileSystem {
    let memory: MemoryFileSystem

    init(_ memory: MemoryFileSystem) {
        self.memory = memory
    }

    func open(_ path: String, _ mode: OpenMode) throws(FileError) -> any File {
        let file = try memory.open(path, mode)
        return mode == .create && memory.contents(of: "/state/phlist.log") != nil ? ForgettingFile(file) : file
    }
}

private final class ForgettingFile: WrappedFile {
    let file: any File

    init(_ file: any File) {
        self.file = file
    }

    func flush() throws(FileError) {}
    func dropCache() throws(FileError) { try file.truncate(to: 0) }
}
