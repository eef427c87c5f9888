import PhlistLog
import PhlistModel
import PhlistTestKit
import Testing

/// Appends that no frame could take: all of them or none, whatever happens.
@Suite struct LogTogetherTests {
    static let before: [Record] = [.batch("was there")]
    static let groups: [[Record]] = [[.batch("a"), .long(1)], [.local("b")], [.long(2, count: 500), .batch("c")]]
    static let after: [Record] = [.batch("follows")]

    /// Appends, appends together, and appends again, until something fails; says what was acknowledged.
    private static func run(on fileSystem: MemoryFileSystem) -> [Bool] {
        var acknowledged = [false, false, false]
        guard var opened = try? openLog(on: fileSystem) else { return acknowledged }
        acknowledged[0] = (try? opened.log.append(before)) != nil
        acknowledged[1] = (try? opened.log.appendTogether(groups)) != nil
        acknowledged[2] = (try? opened.log.append(after)) != nil
        return acknowledged
    }

    private static let callCount: Int = {
        let fileSystem = MemoryFileSystem()
        return run(on: fileSystem) == [true, true, true] ? fileSystem.callCount : 0
    }()

    @Test func `groups are appended in their order, each record where it was said to be`() throws {
        let fileSystem = MemoryFileSystem()
        var opened = try openLog(on: fileSystem)
        _ = try opened.log.append(Self.before)
        let positions = try opened.log.appendTogether(Self.groups)
        for (record, position) in zip(Self.groups.joined(), positions) {
            #expect(try opened.log.record(at: position) == record)
        }
        #expect(positions.count == Self.groups.joined().count)
        #expect(opened.log.generation == 2)
    }

    @Test func `whatever call the power fails at, all of it is there or nothing`() throws {
        #expect(Self.callCount > 15)
        var states = 0
        for call in 1...Self.callCount + 1 {
            let fileSystem = MemoryFileSystem()
            fileSystem.faults = [.powerCut(atCall: call)]
            let acknowledged = Self.run(on: fileSystem)
            for seed in 0..<100 {
                try Self.expectWhole(fileSystem.crashed(seed: call << 20 | seed), acknowledged, "call \(call)")
                states += 1
            }
        }
        #expect(states > 1500)
    }

    @Test(arguments: [FileError.Reason.noSpace, .inputOutput])
    func `whatever call fails, all of it is there or nothing, and what is acknowledged later is there`(
        reason: FileError.Reason
    ) throws {
        for call in 1...Self.callCount {
            let fileSystem = MemoryFileSystem()
            fileSystem.faults = [.failure(reason, atCall: call)]
            let acknowledged = Self.run(on: fileSystem)
            for seed in 0..<20 {
                try Self.expectWhole(fileSystem.crashed(seed: call << 20 | seed), acknowledged, "\(reason) at \(call)")
            }
        }
    }

    private static func expectWhole(
        _ disk: MemoryFileSystem,
        _ acknowledged: [Bool],
        _ comment: Comment
    ) throws {
        let records = try openLog(on: disk).records
        let parts = [before, Array(groups.joined()), after]
        var rest = records[...]
        for (part, isAcknowledged) in zip(parts, acknowledged) {
            if rest.starts(with: part) {
                rest = rest.dropFirst(part.count)
            } else {
                #expect(!isAcknowledged, comment)
            }
        }
        #expect(rest.isEmpty, comment)
    }
}
