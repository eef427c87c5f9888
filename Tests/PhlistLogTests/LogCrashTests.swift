import PhlistLog
import PhlistModel
import PhlistTestKit
import Testing

/// The power fails at every call, and every legal disk that may be left opens with all that was acknowledged.
@Suite struct LogCrashTests {
    /// What a run tried to append, and how much of it was acknowledged.
    struct Run {
        static let groups: [[Record]] = [
            [.batch("oat milk")], [.local("a"), .long(1), .batch("b")], [.long(2, count: 700), .long(3, count: 40)],
            [.local("c")], [.batch("after the restart"), .long(4)], [.batch("last")],
        ]

        var acknowledged = 0

        /// Opens, appends, seals, closes and opens again, until the power fails.
        mutating func perform(on fileSystem: MemoryFileSystem) throws(LogError) {
            try self.perform(on: fileSystem, through: 4) { log throws(LogError) in try log.close() }
            try self.perform(on: fileSystem, through: Self.groups.count) { log throws(LogError) in try log.seal() }
        }

        private mutating func perform(
            on fileSystem: MemoryFileSystem,
            through end: Int,
            finish: (inout Log) throws(LogError) -> Void
        ) throws(LogError) {
            var opened = try openLog(on: fileSystem)
            while acknowledged < end {
                _ = try opened.log.append(Self.groups[acknowledged])
                acknowledged += 1
                if acknowledged % 2 == 0 { try opened.log.seal() }
            }
            try finish(&opened.log)
        }
    }

    static let callCount: Int = {
        let fileSystem = MemoryFileSystem()
        var run = Run()
        try? run.perform(on: fileSystem)
        return run.acknowledged == Run.groups.count ? fileSystem.callCount : 0
    }()

    @Test func `whatever call the power fails at, what was acknowledged is there`() throws {
        #expect(Self.callCount > 40)
        var states = 0
        for call in 1...Self.callCount + 1 {
            let (fileSystem, acknowledged) = runUntilPowerCut(atCall: call)
            for seed in 0..<150 {
                let disk = fileSystem.crashed(seed: call << 20 | seed)
                try expectRecovery(of: disk, acknowledged: acknowledged, "call \(call), seed \(seed)")
                states += 1
            }
        }
        #expect(states > 7000)
    }

    @Test func `a power cut during recovery costs nothing`() throws {
        for call in stride(from: 1, through: Self.callCount + 1, by: 1) {
            let (fileSystem, acknowledged) = runUntilPowerCut(atCall: call)
            for seed in 0..<6 {
                let disk = fileSystem.crashed(seed: call << 20 | seed)
                for recoveryCall in 1...20 {
                    var random = SeededRandom(seed)
                    var copy = disk.crashed(using: &random)
                    copy.faults = [.powerCut(atCall: recoveryCall)]
                    _ = try? openLog(on: copy)
                    copy = copy.crashed(using: &random)
                    try expectRecovery(
                        of: copy,
                        acknowledged: acknowledged,
                        "call \(call), seed \(seed), recovery call \(recoveryCall)"
                    )
                }
            }
        }
    }

    @Test func `a process that is killed at any call, and the power cut later, lose nothing`() throws {
        for call in 1...Self.callCount + 1 {
            let (fileSystem, acknowledged) = runUntilPowerCut(atCall: call)
            fileSystem.faults = []
            let records = try recover(fileSystem)
            #expect(Self.wholeGroups(records).map { $0 >= acknowledged } == true)
            for seed in 0..<10 {
                #expect(try recover(fileSystem.crashed(seed: seed)) == records, "call \(call), seed \(seed)")
            }
            _ = try append([[.batch("next")]], on: fileSystem)
            for seed in 0..<10 {
                let found = try recover(fileSystem.crashed(seed: seed))
                #expect(found == records + [.batch("next")], "call \(call), seed \(seed)")
            }
        }
    }

    private func runUntilPowerCut(atCall call: Int) -> (MemoryFileSystem, acknowledged: Int) {
        let fileSystem = MemoryFileSystem()
        fileSystem.faults = [.powerCut(atCall: call)]
        var run = Run()
        try? run.perform(on: fileSystem)
        return (fileSystem, run.acknowledged)
    }

    private func recover(_ fileSystem: MemoryFileSystem) throws -> [Record] {
        let opened = try openLog(on: fileSystem)
        return opened.records
    }

    /// The disk opens with whole groups in order, all acknowledged ones among them; opening again changes nothing; the
    /// next append is read back after another power cut.
    private func expectRecovery(of disk: MemoryFileSystem, acknowledged: Int, _ place: Comment) throws {
        let records = try recover(disk)
        let groups = Self.wholeGroups(records)
        #expect(groups != nil, place)
        #expect(groups.map { (acknowledged...acknowledged + 1).contains($0) } == true, place)
        let bytes = disk.logBytes
        #expect(try recover(disk) == records, place)
        #expect(disk.logBytes == bytes, place)
        _ = try append([[.batch("next")]], on: disk)
        #expect(try recover(disk.crashed(seed: bytes.count)) == records + [.batch("next")], place)
    }

    /// How many groups the records are; nil when they are not whole groups in order.
    private static func wholeGroups(_ records: [Record]) -> Int? {
        (0...Run.groups.count).first { Run.groups.prefix($0).flatMap { $0 } == records }
    }
}
