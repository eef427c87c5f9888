import Testing

@testable import PhlistModel
@testable import PhlistSync

/// When a run goes on with the feeds of the last one.
struct ContinuityTests {
    private static func household() throws -> Home {
        let home = Home(try Device("anna"), try Device("ben"))
        home.devices[0].give(home.devices[0].add("eggs"))
        try home.join(1, to: 0)
        home.connect(0, 1)
        return home
    }

    @Test func `a run that continues writes no new feeds and gives what one long run would have given`() throws {
        let home = try Self.household()
        let (anna, ben) = (home.devices[0], home.devices[1])
        ben.give(ben.add("milk", to: "Shopping"))
        home.settle()
        let (incarnation, feeds) = (anna.replica.incarnation, anna.log.feeds)
        for round in 0..<3 {
            try anna.restart(continuing: incarnation)
            anna.give(anna.add("a\(round)"), anna.change("milk", ItemChange(title: "milk \(round)")))
            home.reconnect()
            anna.give(anna.change("milk \(round)", ItemChange(title: "milk")))
            home.settle()
            #expect(ben.agrees(with: anna))
        }
        #expect(anna.replica.incarnation == incarnation)
        #expect(anna.log.feeds == feeds)
        #expect(ben.titles(in: "Shopping") == ["eggs", "milk", "a0", "a1", "a2"])
        let holdings = anna.holdings
        try anna.restart()
        #expect(anna.holdings == holdings)
        anna.give(anna.add("bread"))
        #expect(anna.log.feeds.count == feeds.count + 1)
    }

    @Test func `a log with holes is never continued`() throws {
        let anna = try Self.household().devices[0]
        let incarnation = anna.replica.incarnation
        try anna.restart(holes: 2, continuing: incarnation)
        #expect(anna.replica.incarnation != incarnation)
    }

    @Test func `who says again and again that there is more of this run's feeds ends few runs`() throws {
        let home = try Self.household()
        let anna = home.devices[0]
        let scope = try #require(anna.scope(ofList: "Shopping"))
        let connection = try #require(anna.replica.openSession(with: home.devices[1].id)?.connection)
        var runs: Set<Incarnation> = []
        for second in 0..<40 as Range<Int64> {
            anna.monotonic += 1000 + second
            let version = FeedVersion(sequence: 1_000_000, tag: 1)
            let (type, body) = Message.versionVector(scope, [anna.replica.ownOrigin(in: scope).feed: version]).encoded
            anna.turn([.received(connection, type: type, body: body)])
            anna.give(anna.change("eggs", ItemChange(note: "\(second)")))
            runs.insert(anna.replica.incarnation)
        }
        #expect(runs.count > 1 && runs.count <= 1 + Int(SyncLimits.sealPace.atOnce))
    }

    @Test func `an old disk that is put back takes from its peer what it had written, and gets a new name`() throws {
        let home = try Self.household()
        let (anna, ben) = (home.devices[0], home.devices[1])
        let (copy, incarnation) = (anna.log, anna.replica.incarnation)
        anna.give(anna.add("milk"))
        anna.give(anna.change("eggs", ItemChange(state: .done)))
        home.settle()
        let truth = ben.holdings
        anna.replaceLog(copy)
        try anna.restart(continuing: incarnation)
        home.reconnect()
        home.compareAgain()
        #expect(anna.replica.incarnation != incarnation)
        #expect(anna.agrees(with: ben))
        #expect(truth.allSatisfy { ben.holdings[$0.key] == $0.value })
        anna.give(anna.add("bread"))
        home.settle()
        #expect(ben.titles(in: "Shopping") == ["milk", "bread"])
        #expect(ben.agrees(with: anna))
        try anna.restart()
        #expect(anna.agrees(with: ben))
    }

    @Test func `the first batch under a new name says all that its author knew`() throws {
        let home = try Self.household()
        let (anna, ben) = (home.devices[0], home.devices[1])
        ben.give(ben.add("salt", to: "Shopping"))
        home.settle()
        anna.give(anna.change("salt", ItemChange(note: "for the sea")))
        let (copy, incarnation) = (anna.log, anna.replica.incarnation)
        anna.give(anna.add("milk"))
        home.settle()
        anna.replaceLog(copy)
        try anna.restart(continuing: incarnation)
        home.reconnect()
        anna.give(anna.change("salt", ItemChange(title: "sea salt")))
        let last = try #require(anna.log.batches.last)
        let others = Set(anna.feeds(in: try #require(anna.scope(ofList: "Shopping")))).subtracting([last.feed])
        #expect(others.count == 2)
        #expect(Set(last.batch.header.context.map(\.feed)) == others)
    }

    @Test func `an old disk that wrote before it met its peer has split, and everything else goes on`() throws {
        let home = try Self.household()
        let (anna, ben) = (home.devices[0], home.devices[1])
        let (copy, incarnation) = (anna.log, anna.replica.incarnation)
        anna.give(anna.add("milk"))
        home.settle()
        anna.replaceLog(copy)
        try anna.restart(continuing: incarnation)
        anna.give(anna.add("tea"))
        home.reconnect()
        home.compareAgain()
        #expect(anna.replica.incarnation != incarnation)
        anna.give(anna.add("bread"))
        ben.give(ben.add("cheese", to: "Shopping"))
        home.settle()
        home.compareAgain()
        #expect(home.connections.count == 2)
        // What builds on the other branch has to wait for it; what was said here since has its own name.
        let dots = anna.log.numbers
        #expect(dots.count == anna.log.feeds.count)
        try anna.restart()
        #expect(anna.titles(in: "Shopping").contains("tea"))
    }
}
