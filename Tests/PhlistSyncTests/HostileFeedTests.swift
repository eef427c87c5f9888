import PhlistTestKit
import Testing

@testable import PhlistHousehold
@testable import PhlistModel
@testable import PhlistSync

/// Branches without end of a member device that has turned hostile, and what it says of scopes that nobody knows.
struct HostileFeedTests {
    /// So many branches of a device, all behind one batch.
    private static func branches(_ range: Range<Int>, after trunk: BatchReference?, _ forger: inout Forger) -> Message {
        forger.message(range.map { forger.write("x\($0)", item: UInt64($0) + 100, after: trunk) })
    }

    @Test func `who branches without end gets sixty-four at once and one a second, also on new connections`()
        throws
    {
        let home = try Home.household(of: "anna", "ben", "mallory")
        let (anna, ben, mallory) = (home.devices[0], home.devices[1], home.devices[2])
        let scope = try #require(anna.scope(ofList: "Shopping"))
        var forger = Forger(mallory, in: scope)
        let trunk = forger.write("trunk", knowing: anna.ends(in: scope))
        for (victim, first) in [(anna, 0), (ben, 5000)] {
            victim.monotonic += 1_000_000
            var connection = ConnectionID(rawValue: 50_000)
            victim.accept(mallory.id, as: connection)
            victim.hear(forger.message([trunk]), on: connection)
            #expect(victim.chainCounts(in: scope)[mallory.id] == 1)
            // All in one message, each in a message of its own, and on another connection.
            let many = Self.branches(first..<first + 300, after: trunk.reference, &forger)
            victim.hear(many, on: connection)
            // One of them prolongs the chain.
            #expect(victim.chainCounts(in: scope)[mallory.id] == 65)
            for number in 0..<100 {
                let next = first + 300 + number
                victim.hear(Self.branches(next..<next + 1, after: trunk.reference, &forger), on: connection)
            }
            victim.turn([.disconnected(connection)])
            connection = ConnectionID(rawValue: 50_001)
            victim.accept(mallory.id, as: connection)
            victim.hear(many, on: connection)
            #expect(victim.chainCounts(in: scope)[mallory.id] == 65)
            victim.monotonic += 10_000
            victim.hear(many, on: connection)
            #expect(victim.chainCounts(in: scope)[mallory.id] == 75)
            victim.turn([.disconnected(connection)])
            _ = victim.takeSaid()
        }

        anna.give(anna.add("milk"))
        ben.give(ben.add("bread", to: "Shopping"))
        let honest = Home(anna, ben)
        for _ in 0..<3 {
            for device in [anna, ben] { device.monotonic += 60_000 }
            honest.meet()
        }
        #expect(try honest.difference() == nil)
        #expect(Set(ben.titles(in: "Shopping")).isSuperset(of: ["eggs", "milk", "bread"]))
        #expect(anna.chainCounts(in: scope)[mallory.id] == 150)
    }

    @Test func `branches that wait for what they follow count as soon as there are two`() throws {
        let home = try Home.household(of: "anna", "mallory")
        let (anna, mallory) = (home.devices[0], home.devices[1])
        let scope = try #require(anna.scope(ofList: "Shopping"))
        var forger = Forger(mallory, in: scope)
        let trunk = forger.write("trunk", knowing: anna.ends(in: scope))
        anna.monotonic += 1_000_000
        home.connect(1, 0)
        try home.deliver(Self.branches(0..<300, after: trunk.reference, &forger), to: 0)
        try home.deliver(forger.message([trunk]), to: 0)
        #expect(anna.chainCounts(in: scope)[mallory.id] == 65)
        #expect(try anna.faultOfLog() == nil)
    }

    @Test func `beginnings without end are branches, too`() throws {
        let home = try Home.household(of: "anna", "mallory")
        let (anna, mallory) = (home.devices[0], home.devices[1])
        let scope = try #require(anna.scope(ofList: "Shopping"))
        var forger = Forger(mallory, in: scope)
        anna.monotonic += 1_000_000
        home.connect(1, 0)
        try home.deliver(Self.branches(0..<300, after: nil, &forger), to: 0)
        #expect(anna.chainCounts(in: scope)[mallory.id] == 65)
        #expect(try anna.faultOfLog() == nil)
    }

    @Test func `a scope that is full of branches still takes the first batch of whoever comes`() throws {
        let home = try Home.household(of: "anna", "carl", "mallory")
        let (anna, carl, mallory) = (home.devices[0], home.devices[1], home.devices[2])
        let scope = try #require(anna.scope(ofList: "Shopping"))
        var forger = Forger(mallory, in: scope)
        let trunk = forger.write("trunk", knowing: anna.ends(in: scope))
        let count = PhlistModel.Limits.scopeChainsMax - SyncLimits.newcomersChainsMax
        for number in 0..<count { forger.write("x", item: UInt64(number) + 10, after: trunk.reference) }
        for device in [anna, carl] {
            let feed = (device.log.feeds.keys.max() ?? 0) + 1
            device.edit { _ in
                [.feed(feed, forger.feed)]
                    + forger.batches.map { .batch(StoredBatch(feed: feed, isMinted: false, batch: $0.batch)) }
            }
        }
        #expect(anna.chainCounts(in: scope)[mallory.id] == count)
        let connection = ConnectionID(rawValue: 50_000)
        anna.accept(mallory.id, as: connection)
        anna.hear(Self.branches(9000..<9002, after: trunk.reference, &forger), on: connection)
        anna.turn([.disconnected(connection)])
        #expect(anna.chainCounts(in: scope)[mallory.id] == count)
        carl.give(carl.add("milk", to: "Shopping"))
        home.connect(1, 0)
        #expect(anna.titles(in: "Shopping").contains("milk"))
        #expect(anna.agrees(with: carl))
    }

    @Test func `scopes that nobody has ever heard of fill neither memory nor the table of lists`() throws {
        let home = try Home.household(of: "anna", "ben", "mallory")
        let (anna, mallory) = (home.devices[0], home.devices[2])
        home.connect(2, 0)
        for number in 0..<UInt64(HouseholdLimits.scopesMax + 50) {
            var forger = Forger(mallory, in: ScopeID(rawValue: UInt128(number) + 77))
            forger.write("x")
            try home.deliver(forger.message(), to: 0)
        }
        _ = anna.takeSaid()
        #expect(anna.replica.library.scopes.count < HouseholdLimits.scopesMax / 2)
        #expect(anna.scope(ofList: "Shopping") != nil)
        #expect(anna.replica.waitingByteCount <= SyncLimits.inboxesBytesMax)
    }
}
