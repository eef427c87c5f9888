import PhlistSimulator
import PhlistTestKit
import Testing

@testable import PhlistHousehold
@testable import PhlistModel
@testable import PhlistSync

/// How devices whose histories have parted find what each lacks, and what many branches cost.
struct BranchTests {
    /// What was said from a frame on but greetings, hints and receipts, without the batches.
    private static func questions(_ home: Home, from start: Int) -> Int {
        home.messages(from: start) { message -> Message? in
            switch message {
            case .summary, .versionVector, .overview: message
            default: nil
            }
        }.count
    }

    @Test func `branches of a thousand batches on each side are found with few messages, and only they are sent`()
        throws
    {
        let pair = try Home.household(of: "anna", "ben", "carl")
        let (anna, ben, carl) = (pair.devices[0], pair.devices[1], pair.devices[2])
        pair.connect(0, 1)
        pair.connect(0, 2)
        for round in 0..<300 { anna.give(anna.change("eggs", ItemChange(note: "common \(round)"))) }
        pair.settle()
        pair.disconnect()
        let copy = try anna.copied()
        for round in 0..<1000 {
            anna.give(anna.change("eggs", ItemChange(note: "\(round)")))
            copy.give(copy.change("eggs", ItemChange(note: "other \(round)")))
        }
        pair.connect(0, 1)
        let other = Home(copy, carl)
        other.connect(0, 1)
        #expect(ben.agrees(with: anna) && carl.agrees(with: copy))
        pair.disconnect()
        other.disconnect()
        let home = Home(ben, carl)
        home.connect(0, 1)
        #expect(try home.difference(faults: ["anna": 1]) == nil)
        // The points stand 1,024 batches before the ends, and the place where histories part 1,000.
        #expect(home.batchCount(from: 0) == 2048)
        #expect(Self.questions(home, from: 0) <= 8)
        #expect(try ben.conflicts().count == 1)
    }

    @Test(arguments: [0, 1, 2, 3, 63, 64, 65, 500])
    func `wherever histories part, little more than what lacks is sent`(common: Int) throws {
        let pair = try Home.household(of: "anna", "ben", "carl")
        let (anna, ben, carl) = (pair.devices[0], pair.devices[1], pair.devices[2])
        for round in 0..<common { anna.give(anna.change("eggs", ItemChange(note: "common \(round)"))) }
        pair.meet()
        pair.disconnect()
        let copy = try anna.copied()
        for round in 0..<30 { anna.give(anna.change("eggs", ItemChange(note: "\(round)"))) }
        for round in 0..<17 { copy.give(copy.change("eggs", ItemChange(note: "other \(round)"))) }
        pair.connect(0, 1)
        let other = Home(copy, carl)
        other.connect(0, 1)
        pair.disconnect()
        other.disconnect()
        let home = Home(ben, carl)
        home.connect(0, 1)
        #expect(try home.difference(faults: ["anna": 1]) == nil)
        // A point stands at most as far before the place as that is from the end.
        #expect((47...3 * 47).contains(home.batchCount(from: 0)))
        #expect(Self.questions(home, from: 0) <= 8)
    }

    @Test func `points that are lost are asked for again while the connection stands`() throws {
        let pair = try Home.household(of: "anna", "ben")
        let (anna, ben) = (pair.devices[0], pair.devices[1])
        let copy = try anna.copied()
        anna.give(anna.add("milk"))
        copy.give(copy.add("tea"))
        copy.give(copy.add("salt"))
        let home = Home(anna, ben, copy)
        home.connect(0, 1)
        home.isLost = { frame in
            guard case .versionVector(let vector)? = frame.message else { return false }
            return !vector.pointed.isEmpty
        }
        home.connect(2, 1)
        for _ in 0..<3 { home.compareAgain() }
        #expect(!ben.agrees(with: copy))
        home.isLost = { _ in false }
        home.compareAgain()
        #expect(try home.difference(faults: ["anna": 1]) == nil)
        #expect(Set(ben.titles(in: "Shopping")) == ["eggs", "milk", "tea", "salt"])
    }

    @Test func `who names a batch far ahead that nobody knows gets the chains of all others at once`() throws {
        let home = try Home.household(of: "anna", "ben", "carl")
        let (anna, ben) = (home.devices[0], home.devices[1])
        let scope = try #require(anna.scope(ofList: "Shopping"))
        home.connect(0, 2)
        home.devices[2].give(home.devices[2].add("milk", to: "Shopping"))
        home.settle()
        home.disconnect()
        anna.give(anna.add("bread"))
        for named in [anna.id, home.devices[2].id, ben.id] {
            let connection = ConnectionID(rawValue: 1000)
            anna.accept(ben.id, as: connection)
            let far = BatchReference(device: named, number: 1_000_000, name: BatchName(rawValue: 77))
            let holding = Message.ScopeSummary(scope: scope, holding: Holding(vector: 5, state: 5))
            anna.hear(.summary([holding], isRequest: false), on: connection)
            anna.hear(.versionVector(.init(scope: scope, vector: VersionVector([far]))), on: connection)
            let sent = anna.takeSaid(on: connection).flatMap { message -> [DeviceID] in
                guard case .batches(let batches) = message, batches.scope == scope, batches.tier == .content else {
                    return []
                }
                return batches.batches.map { batches.devices[$0.device] }
            }
            #expect(Set(sent) == Set([anna.id, home.devices[2].id]).subtracting([named]))
            anna.turn([.disconnected(connection)])
        }
    }

    // MARK: Many branches

    /// A member device whose card forgets all day, in a household that does not know yet.
    private static func brokenCard(branches count: Int) throws -> (home: Home, scope: ScopeID) {
        let home = try Home.household(of: "anna", "ben", "carl", "dora")
        let (ben, dora) = (home.devices[1], home.devices[3])
        let scope = try #require(ben.scope(ofList: "Shopping"))
        dora.give(dora.add("soap", to: "Shopping"))
        let old = dora.log
        home.meet()
        home.disconnect()
        for number in 0..<count {
            dora.replaceLog(old)
            try dora.restart()
            dora.give(dora.add("item \(number)", to: "Shopping"))
            ben.monotonic += 10_000
            home.connect(3, 1)
            home.disconnect()
        }
        #expect(ben.chainCounts(in: scope)[dora.id] == count)
        return (home, scope)
    }

    @Test func `of seventy new branches sixty-four are taken at once, the rest later, and nothing else waits`() throws {
        let (home, scope) = try Self.brokenCard(branches: 71)
        let (anna, ben, carl, dora) = (home.devices[0], home.devices[1], home.devices[2], home.devices[3])
        home.connect(2, 1)
        home.disconnect()
        carl.give(carl.add("milk", to: "Shopping"))
        ben.give(.user(.lists(.create(NewList(title: "Camping"))), ben.principal), ben.add("tent", to: "Camping"))
        anna.monotonic += 1_000_000
        home.connect(1, 0)
        #expect(anna.chainCounts(in: scope)[dora.id] == 65)
        #expect(anna.titles(in: "Camping") == ["tent"])
        #expect(anna.closed.isEmpty)
        anna.monotonic += 30_000
        home.compareAgain()
        #expect(anna.chainCounts(in: scope)[dora.id] == 71)
        home.connect(2, 0)
        anna.monotonic += 30_000
        home.compareAgain()
        #expect(anna.titles(in: "Shopping").contains("milk"))
        #expect(anna.agrees(with: ben))
        #expect(try anna.faultOfLog() == nil)
    }
}
