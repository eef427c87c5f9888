import PhlistTestKit
import Testing

@testable import PhlistModel

/// Two devices find out with vectors and points what each lacks, whatever branches there are.
struct ComparingTests {
    /// How often the rare things happened, and what it took.
    private struct Counts {
        var (plain, plainMessagesMax, branched, branchedMessagesMax, batches) = (0, 0, 0, 0, 0)

        mutating func add(_ report: Meeting.Report) {
            batches += report.batches
            if report.hasBranched {
                (branched, branchedMessagesMax) = (branched + 1, max(branchedMessagesMax, report.messages))
            } else if report.messages > 0 {
                (plain, plainMessagesMax) = (plain + 1, max(plainMessagesMax, report.messages))
            }
        }
    }

    /// What a history has left on its devices; then they write and meet, and at the end all meet.
    ///
    /// - Returns: What went wrong; nil when all is well.
    private static func problem(seed: UInt64, habit: ComparingSide.Habit?, _ counts: inout Counts) -> String? {
        let history = History(seed: seed)
        var random = SeededRandom(seed: seed)
        var devices = history.devices.indices.map { number in
            ComparingDevice(history.devices[number].writer, log: history.batches(of: number))
        }
        for step in 0..<12 {
            let (left, right) = (random.number(below: devices.count), random.number(below: devices.count))
            if left == right {
                devices[left].write(step)
                continue
            }
            let limit = [1, 2, 3, 4, Int.max, .max][random.number(below: 6)]
            let report = Meeting.hold(&devices, left, right, limit: limit, habit: habit)
            guard limit == .max else { continue }
            counts.add(report)
            if !isSame(devices[left], devices[right]) { return "step \(step): unequal after a whole meeting" }
        }
        let all = Set(devices.flatMap { $0.log.map(\.name) })
        for _ in 0..<2 {
            for left in devices.indices {
                for right in devices.indices where left < right {
                    counts.add(Meeting.hold(&devices, left, right, habit: habit))
                }
            }
        }
        let isRight = devices.allSatisfy { Set($0.log.map(\.name)) == all && isSame($0, devices[0]) }
        return isRight ? nil : "not in step"
    }

    private static func isSame(_ left: ComparingDevice, _ right: ComparingDevice) -> Bool {
        left.state.versionVector == right.state.versionVector && left.state.digest == right.state.digest
            && left.log.count == right.log.count
    }

    @Test(arguments: 0..<4)
    func `two devices hold the same after a whole meeting, in a few messages`(part: Int) {
        var counts = Counts()
        for seed in part * 500..<(part + 1) * 500 {
            guard let problem = Self.problem(seed: UInt64(seed), habit: nil, &counts) else { continue }
            Issue.record("seed \(seed): \(problem)")
            return
        }
        #expect(counts.plain > 500 && counts.branched > 200)
        #expect(counts.plainMessagesMax <= 4 && counts.branchedMessagesMax <= 11, "\(counts)")
    }

    @Test func `without points branches are not found`() {
        var counts = Counts()
        let failed = (0..<100).contains { Self.problem(seed: $0, habit: .noPoints, &counts) != nil }
        #expect(failed)
    }

    @Test func `to send at once is wasteful, and does no harm`() {
        var (counts, others) = (Counts(), Counts())
        for seed in 0..<200 as Range<UInt64> {
            #expect(Self.problem(seed: seed, habit: nil, &counts) == nil)
            #expect(Self.problem(seed: seed, habit: .sendsAtOnce, &others) == nil, "seed \(seed)")
        }
        #expect(others.batches > counts.batches)
    }

    @Test(arguments: [1, 2, 3, 10, 100, 1000])
    func `two histories that part after a thousand batches are compared by a few points`(length: Int) {
        var device = Writer.device(1)
        for number in 0..<1000 { device.write(.root, FieldWrite(.title, text: "\(number)"), after: Int64(number)) }
        var writers = [device, device]
        for index in 0..<2 {
            writers[index].clockOffset = Int64(index + 1)
            for number in 0..<length {
                let title = FieldWrite(.title, text: "copy \(index), \(number)")
                writers[index].write(.root, title, after: Int64(1000 + number))
            }
        }
        let ledger = writers[0].state.ledger
        let points = ledger.points(ofFeedsWithHint: writers[0].device.hint)
        #expect(points.count <= 11)
        // Nothing older than twice the distance to where they part is sent again.
        var devices = writers.map { ComparingDevice($0.feed, log: $0.log) }
        let report = Meeting.hold(&devices, 0, 1)
        #expect(report.hasBranched && report.messages <= 6)
        #expect(report.batches >= 2 * length && report.batches <= 4 * length)
        #expect(Self.isSame(devices[0], devices[1]) && devices[0].log.count == 1000 + 2 * length)
    }
}
