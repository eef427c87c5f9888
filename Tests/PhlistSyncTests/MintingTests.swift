import PhlistSimulator
import PhlistTestKit
import Testing

@testable import PhlistHousehold
@testable import PhlistModel
@testable import PhlistSync

/// What a device says that it knew.
struct MintingTests {
    @Test func `a scope with more chains than fit beside the ops tells all of them, in batches without ops ahead`()
        throws
    {
        let anna = try Device("anna")
        anna.give(anna.add("eggs"))
        let scope = try #require(anna.scope(ofList: "Shopping"))
        let beginning = try #require(anna.end(in: scope))
        let first = anna.log.feeds.keys.max() ?? 0
        for number in 0..<3000 {
            var forger = Forger("device \(number)", in: scope)
            let batch = forger.write("x", item: UInt64(number) + 10, knowing: [beginning]).batch
            let feed = first + 1 + FeedNumber(number)
            anna.edit { _ in
                [.feed(feed, forger.feed), .batch(StoredBatch(feed: feed, isMinted: false, batch: batch))]
            }
        }
        let others = Set(anna.ends(in: scope).filter { $0.hint.tier == .content }).subtracting([beginning])
        #expect(others.count == 3000)
        let before = anna.batches(of: scope).count
        let titles = (0..<500).map { "\($0) " + String(repeating: "y", count: 320) }
        anna.give(.user(.items(.add(NewItems(list: nil, titles: titles))), anna.principal))
        let minted = Array(anna.batches(of: scope)[before...])
        #expect(minted.count > 1)
        #expect(minted[0].header.opCount == 0 && !minted[0].header.continues)
        #expect(Set(minted.flatMap(\.header.context)) == others)
        #expect(minted.flatMap(\.header.context).count == 3000)
        for batch in minted {
            #expect(try Batch(bytes: batch.batch.bytes) == batch.batch)
            #expect(batch.batch.bytes.count <= SyncLimits.batchWithContextBytesMax)
        }
        anna.give(anna.add("tea"))
        #expect(anna.batches(of: scope).last?.header.context == [])
        let holdings = anna.holdings
        try anna.restart()
        #expect(anna.holdings == holdings)
    }

    @Test
    func `a device goes on with its own chain, though another one of its own is longer, and where that was prolonged`()
        throws
    {
        let home = try Home.household(of: "anna", "ben")
        let (anna, ben) = (home.devices[0], home.devices[1])
        let scope = try #require(anna.scope(ofList: "Shopping"))
        home.connect(0, 1)
        let copy = try anna.copied()
        anna.give(anna.add("milk"))
        home.settle()
        let own = try #require(anna.batches(of: scope).last)
        for number in 0..<5 { copy.give(copy.add("tea \(number)")) }
        let end = try #require(copy.end(in: scope))
        Home(copy, ben).connect(0, 1)
        home.compareAgain()
        #expect(anna.chainCounts(in: scope)[anna.id] == 2)
        anna.give(anna.add("bread"))
        let next = try #require(anna.batches(of: scope).last)
        #expect(next.header.previous == own.name)
        #expect(next.header.context == [end])
        home.settle()

        // The disk forgets that, and Ben brings it back: it is where Anna goes on.
        home.disconnect()
        try anna.putBack(Array(anna.log[..<(try #require(anna.log.lastIndex { $0.kind == .batch }))]))
        home.connect(0, 1)
        anna.give(anna.add("salt"))
        #expect(anna.batches(of: scope).last?.header.previous == next.name)
        #expect(anna.batches(of: scope).last?.header.context == [])
        home.settle()
        #expect(anna.agrees(with: ben))
        #expect(anna.chainCounts(in: scope)[anna.id] == 2)
    }

    @Test func `the first batch behind what came back says all that its author knew`() throws {
        let home = try Home.household(of: "anna", "ben")
        let (anna, ben) = (home.devices[0], home.devices[1])
        let scope = try #require(anna.scope(ofList: "Shopping"))
        home.connect(0, 1)
        ben.give(ben.add("salt", to: "Shopping"))
        home.settle()
        let old = anna.log
        anna.give(anna.change("salt", ItemChange(note: "for the sea")))
        home.settle()
        try anna.putBack(old)
        anna.give(anna.add("tea"))
        home.reconnect()
        anna.give(anna.change("salt", ItemChange(title: "sea salt")))
        let last = try #require(anna.batches(of: scope).last)
        let lost = try #require(
            ben.ends(in: scope).first { $0.hint == anna.id.hint && $0.name != last.header.previous }
        )
        #expect(last.header.context.contains(lost))
        home.settle()
        #expect(try home.difference(faults: ["anna": 1]) == nil)
        #expect(ben.items(in: "Shopping").contains { $0.title == "sea salt" && $0.note == "for the sea" })
    }
}
