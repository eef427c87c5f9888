import PhlistLog
import PhlistModel
import PhlistTestKit
import Testing

/// Looking at a log changes nothing, needs no lock, and says what the next opening does.
@Suite struct LogExaminationTests {
    @Test func `everything in a log is counted and visited in its order`() throws {
        let sample = try LogSalvageTests.sealed()
        let fileSystem = try MemoryFileSystem.holding(log: sample.bytes)
        var items: [LogExamination.Item] = []
        let examination = try LogExamination(of: "/state", on: fileSystem) { items.append($0) }
        #expect(examination.path == "/state/phlist.log" && !examination.usedPrevious)
        #expect(examination.header?.generation == 1)
        #expect(examination.header?.createdMilliseconds == 1_700_000_000_000)
        #expect(examination.header?.devicePrefix == Array(alice.bytes.prefix(16)))
        #expect(examination.byteCount == sample.bytes.count)
        #expect(examination.ending == .sealed && examination.nextOpening == .opens)
        #expect(examination.tallies.map(\.type) == ["batches", "local", "seal"])
        #expect(examination.tallies.map(\.frameCount) == [3, 1, 1])
        #expect(examination.tallies.map(\.recordCount) == [5, 1, 0])
        #expect(examination.tallies.map(\.byteCount).reduce(64, +) == sample.bytes.count)
        let records = items.compactMap { if case .record(let record, _) = $0 { record } else { nil } }
        #expect(records == LogDamageTests.groups.flatMap { $0 })
    }

    @Test func `what is said of a damaged log is what the next opening does`() throws {
        var random = SeededRandom(5)
        let sample = try LogDamageTests.sample()
        for _ in 0..<400 {
            var bytes = sample.bytes
            for _ in 0..<Int.random(in: 0...3, using: &random) {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] ^= 1 << Int.random(in: 0..<8, using: &random)
            }
            bytes.removeLast(Int.random(in: 0...1, using: &random) * Int.random(in: 0..<300, using: &random))
            let fileSystem = try MemoryFileSystem.holding(log: bytes)
            let examination = try LogExamination(of: "/state", on: fileSystem)
            #expect(fileSystem.logBytes == bytes)
            #expect(try fileSystem.list("/state") == ["phlist.log"])
            #expect(try nextOpening(on: fileSystem, size: bytes.count) == examination.nextOpening)
        }
    }

    @Test func `a running daemon's log, a backup and no log at all can be looked at`() throws {
        let fileSystem = MemoryFileSystem()
        var opened = try openLog(on: fileSystem)
        try append([[.batch("a")]], to: &opened.log)
        #expect(try LogExamination(of: "/state", on: fileSystem).nextOpening == .opens)
        fileSystem.place(fileSystem.logBytes, at: "/copy")
        #expect(try LogExamination(of: "/copy", on: fileSystem).ending == .interrupted)
        try fileSystem.makeDirectory("/empty")
        #expect(try LogExamination(of: "/empty", on: fileSystem).nextOpening == .createsEmptyLog)
        #expect(throws: LogError.file(FileError(.open, "/nothing", .notFound))) {
            _ = try LogExamination(of: "/nothing", on: fileSystem)
        }
        try fileSystem.rename("/state/phlist.log", to: "/state/phlist.log.prev")
        #expect(try LogExamination(of: "/state", on: fileSystem).usedPrevious)
    }

    /// What an opening does, in the words of an examination.
    private func nextOpening(on fileSystem: MemoryFileSystem, size: Int) throws -> LogExamination.NextOpening {
        do throws(LogError) {
            let opened = try openLog(on: fileSystem)
            switch opened.report.ending {
            case .torn(let count, _): return .cutsTornTail(at: size - count, byteCount: count)
            case .damaged(let damage): return .salvages(damage.holes)
            case .created, .clean, .sealed, .interrupted: return .opens
            }
        } catch {
            return .refuses(error)
        }
    }
}
