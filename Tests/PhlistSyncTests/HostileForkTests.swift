import PhlistTestKit
import Testing

@testable import PhlistModel
@testable import PhlistSync

/// Splits without end: of a member device that has turned hostile.
struct HostileForkTests {
    @Test func `who shows different splits to two devices does not part them, and shows few of them`() throws {
        let home = try Home.household(of: "anna", "ben", "mallory")
        let (anna, ben, mallory) = (home.devices[0], home.devices[1], home.devices[2])
        let scope = try #require(anna.scope(ofList: "Shopping"))
        let history = SplitHistory(of: mallory, in: scope, run: 99, count: 40)
        for (victim, places) in [(0, 0..<20), (1, 20..<40)] {
            home.connect(2, victim)
            try home.deliver(history.message, to: victim)
            for place in places {
                try home.deliver(.forkProof(history.proof(behind: place)), to: victim)
            }
            _ = home.devices[victim].takeSaid()
            home.disconnect()
            #expect(home.devices[victim].forks.count == SyncLimits.splitsShownByAuthorMax)
        }
        anna.give(anna.add("milk"))
        ben.give(ben.add("bread"))
        let honest = Home(anna, ben)
        honest.connect(0, 1)
        honest.compareAgain()
        #expect(try honest.difference() == nil)
        #expect(anna.forks.count == 2 * SyncLimits.splitsShownByAuthorMax)
        #expect(Set(anna.titles(in: "Shopping")).isSuperset(of: ["eggs", "milk", "bread"]))
    }

    @Test func `splits that come one after the other are folded several at once`() throws {
        let home = try Home.household(of: "anna", "ben", "mallory")
        let (anna, mallory) = (home.devices[0], home.devices[2])
        let scope = try #require(anna.scope(ofList: "Shopping"))
        home.connect(1, 0)
        let before = anna.readCount
        for run in 0..<8 as Range<UInt64> {
            let history = SplitHistory(of: mallory, in: scope, run: run, count: 16)
            try home.deliver(history.message, to: 0)
            for place in 0..<16 {
                try home.deliver(.forkProof(history.proof(behind: place)), to: 0)
            }
        }
        _ = anna.takeSaid()
        #expect(anna.readCount - before <= Int(SyncLimits.readingPace.atOnce))
        anna.monotonic += 10_000
        anna.turn([.timerFired(.upkeep)])
        #expect(anna.readCount - before <= Int(SyncLimits.readingPace.atOnce) + 1)
        #expect(anna.forks.count == SyncLimits.splitsOfDeviceMax)
        #expect(try anna.faultOfLog() == nil)
    }

    @Test func `who asks again and again where histories part is answered a few times`() throws {
        let home = try Home.household(of: "anna", "ben", "mallory")
        let (anna, ben) = (home.devices[0], home.devices[1])
        let scope = try #require(anna.scope(ofList: "Shopping"))
        for number in 0..<200 {
            anna.give(anna.change("eggs", ItemChange(note: "\(number)")))
        }
        home.connect(1, 0)
        let feed = anna.replica.ownOrigin(in: scope).feed
        let (before, end) = (anna.readCount, try #require(anna.state(scope)?.ledger[feed]?.head.sequence))
        for start in 0..<end {
            let trail = Trail(start: start, marks: [FeedVersion(sequence: start + 1, tag: 1)], isComplete: true)
            try home.deliver(.trail(.init(scope: scope, feed: feed, trail: trail)), to: 0)
        }
        #expect(anna.readCount - before <= Int(SyncLimits.trailPace.atOnce))
        #expect(anna.agrees(with: ben))
    }

    @Test func `a device that renames itself without end fills no roster, and is put out like any other`() throws {
        let home = try Home.household(of: "anna", "ben", "mallory")
        let (anna, ben, mallory) = (home.devices[0], home.devices[1], home.devices[2])
        for round in 0..<30 {
            let acts = (0..<64).map { Op.roster(.rename(mallory.id, "m\(round) \($0)")) }
            mallory.write(acts, inScope: try #require(anna.householdID))
        }
        home.connect(2, 0)
        home.compareAgain()
        let household = try #require(anna.householdID)
        #expect(anna.state(household)?.roster.actCount(of: mallory.id) == Limits.rosterActsOfDeviceMax)
        anna.give([.devices(.remove(mallory.name))])
        anna.give([.devices(.remove("\(mallory.id)"))])
        home.disconnect()
        home.connect(0, 1)
        for device in [anna, ben] { #expect(device.household?.roster.devices[mallory.id] == nil) }
        #expect(anna.agrees(with: ben))
    }

    @Test func `proofs wait their turn behind batches, and are never all in one queue`() throws {
        let home = try Home.household(of: "anna", "ben", "mallory")
        let (anna, mallory) = (home.devices[0], home.devices[2])
        let scope = try #require(anna.scope(ofList: "Shopping"))
        let history = SplitHistory(of: mallory, in: scope, run: 99, count: 4)
        home.connect(2, 0)
        try home.deliver(history.message, to: 0)
        try home.deliver(.forkProof(history.proof(behind: 1)), to: 0)
        home.disconnect()
        _ = anna.takeSaid()
        home.open(1, to: 0)
        home.settle()
        #expect(home.devices[1].forks == anna.forks && anna.forks.count == 1)
        home.disconnect()
        let (type, body) = Message.hello(SeededRandom.hello(of: home.devices[1])).encoded
        let connection = ConnectionID(rawValue: 999)
        anna.turn([.connected(connection, home.devices[1].id, .accepted(from: Endpoint("1:9")))])
        anna.turn([.received(connection, type: type, body: body)])
        anna.turn([.received(connection, type: 2, body: Message.summary([], isRequest: true).encoded.body)])
        let said = anna.takeSaid()
        #expect(said.contains { if case .sendInTurn(_, .forkProof) = $0 { true } else { false } })
        #expect(!said.contains { if case .send(_, .forkProof) = $0 { true } else { false } })
    }
}

extension SeededRandom {
    /// The greeting of a run of a device that holds nothing.
    static func hello(of device: Device) -> Message.Hello {
        var random = SeededRandom(seed: 1)
        var hello = random.hello()
        (hello.protocolMin, hello.protocolMax) = (1, 1)
        hello.runNonce = 4242
        return hello
    }
}
