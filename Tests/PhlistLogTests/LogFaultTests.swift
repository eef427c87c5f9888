import PhlistLog
import PhlistModel
import PhlistTestKit
import Testing

/// A call fails and the process lives on: nothing acknowledged is lost, nothing refused comes back as stored.
@Suite struct LogFaultTests {
    enum Outcome: Equatable {
        case acknowledged, diskFull, readOnly, failed
    }

    static let reasons: [FileError.Reason] = [.noSpace, .quotaExceeded, .fileTooLarge, .inputOutput, .readOnly]

    static let groups: [[Record]] = (0..<5).map { [.batch("group \($0)"), .long($0, count: 300)] }

    @Test(arguments: reasons)
    func `after a failure at any call everything acknowledged is there on opening again`(
        reason: FileError.Reason
    ) throws {
        for call in 1...40 {
            let fileSystem = MemoryFileSystem()
            fileSystem.faults = [.failure(reason, atCall: call)]
            let outcomes = run(on: fileSystem)
            fileSystem.faults = []
            let (kept, maybe) = Self.expected(outcomes)
            #expect(try records(of: fileSystem) == kept, "call \(call)")
            for seed in 0..<10 {
                let disk = fileSystem.crashed(seed: seed)
                #expect(try [kept, maybe].contains(records(of: disk)), "call \(call), seed \(seed)")
            }
        }
    }

    @Test(arguments: reasons)
    func `a failure at any call of recovery leaves a log that opens later`(reason: FileError.Reason) throws {
        let sample = try LogDamageTests.sample()
        for call in 1...30 {
            let fileSystem = try MemoryFileSystem.holding(log: sample.bytes + [1, 2, 3])
            fileSystem.faults = [.failure(reason, atCall: fileSystem.callCount + call)]
            _ = try? openLog(on: fileSystem)
            fileSystem.faults = []
            #expect(try records(of: fileSystem) == LogDamageTests.groups.flatMap { $0 }, "call \(call)")
            #expect(fileSystem.logBytes == sample.bytes)
        }
    }

    @Test func `a disk that stays full opens, reads and refuses appends until there is room`() throws {
        let sample = try LogDamageTests.sample()
        let fileSystem = try MemoryFileSystem.holding(log: sample.bytes + [1, 2, 3])
        _ = try fileSystem.open("/state/phlist.lock", .updateOrCreate)
        fileSystem.isFull = true
        var opened = try openLog(on: fileSystem)
        let ending = opened.report.ending
        #expect(ending == .torn(bytes: 3, keptAs: nil))
        #expect(throws: LogError.diskFull(FileError(.write, "/state/phlist.log", .noSpace))) {
            try append([[.long(9)]], to: &opened.log)
        }
        let first = try opened.log.record(at: opened.positions[0])
        #expect(first == sample.frames[0].records[0])
        fileSystem.isFull = false
        _ = try opened.log.append([.long(9)])
        #expect(try reopened(fileSystem, opened) == sample.records(below: .max) + [.long(9)])
    }

    @Test func `a full disk refuses the append and takes the next one`() throws {
        let fileSystem = MemoryFileSystem()
        var opened = try openLog(on: fileSystem)
        fileSystem.faults = [.failure(.noSpace, atCall: fileSystem.callCount + 1)]
        let error = LogError.diskFull(FileError(.write, "/state/phlist.log", .noSpace))
        #expect(throws: error) { try append([[.long(1)]], to: &opened.log) }
        #expect(fileSystem.logBytes.count == 64)
        _ = try opened.log.append([.batch("a")])
        #expect(try reopened(fileSystem, opened) == [.batch("a")])
    }

    @Test func `a log that cannot take back an unfinished append takes no more`() throws {
        let fileSystem = MemoryFileSystem()
        var opened = try openLog(on: fileSystem)
        let position = try opened.log.append([.batch("a")])[0]
        fileSystem.faults = [.failure(.noSpace, fromCall: fileSystem.callCount + 1)]
        let error = LogError.readOnly(FileError(.truncate, "/state/phlist.log", .noSpace))
        #expect(throws: error) { try append([[.long(1)]], to: &opened.log) }
        fileSystem.faults = []
        #expect(throws: error) { try append([[.batch("b")]], to: &opened.log) }
        let read = try opened.log.record(at: position)
        #expect(read == .batch("a"))
        #expect(try reopened(fileSystem, opened) == [.batch("a")])
    }

    @Test func `a file system that turned read-only is still read`() throws {
        let fileSystem = MemoryFileSystem()
        var opened = try openLog(on: fileSystem)
        let position = try opened.log.append([.batch("a")])[0]
        fileSystem.faults = [.failure(.readOnly, atCall: fileSystem.callCount + 1)]
        let error = LogError.readOnly(FileError(.write, "/state/phlist.log", .readOnly))
        #expect(throws: error) { try append([[.batch("b")]], to: &opened.log) }
        #expect(throws: error) { try append([[.batch("c")]], to: &opened.log) }
        let read = try opened.log.record(at: position)
        #expect(read == .batch("a"))
    }

    /// Appends each group, whatever became of the one before.
    private func run(on fileSystem: MemoryFileSystem) -> [Outcome] {
        var outcomes: [Outcome] = []
        guard var opened = try? openLog(on: fileSystem) else { return [] }
        for group in Self.groups {
            do throws(LogError) {
                _ = try opened.log.append(group)
                outcomes.append(.acknowledged)
            } catch {
                switch error {
                case .diskFull: outcomes.append(.diskFull)
                case .readOnly: outcomes.append(.readOnly)
                default: outcomes.append(.failed)
                }
            }
        }
        return outcomes
    }

    /// What must be there, and what may be there after a power cut: the group whose flush failed may have arrived.
    private static func expected(_ outcomes: [Outcome]) -> (kept: [Record], maybe: [Record]) {
        var kept: [Record] = []
        var maybe: [Record]?
        for (group, outcome) in zip(groups, outcomes) {
            if outcome == .acknowledged { kept += group }
            if outcome == .failed, maybe == nil { maybe = kept + group }
        }
        return (kept, maybe ?? kept)
    }

    private func records(of fileSystem: MemoryFileSystem) throws -> [Record] {
        let opened = try openLog(on: fileSystem)
        return opened.records
    }

    /// What another run finds once this one is gone.
    private func reopened(_ fileSystem: MemoryFileSystem, _ opened: consuming Opened) throws -> [Record] {
        do { _ = consume opened }
        return try records(of: fileSystem)
    }
}
