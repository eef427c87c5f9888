import Testing

@testable import PhlistHousehold
@testable import PhlistModel
@testable import PhlistSync

/// Batches that take longer than devices wait between two comparisons.
struct SlowLinkTests {
    private static func pair() throws -> Home {
        let home = Home(try Device("anna"), try Device("ben"))
        home.devices[0].give(home.devices[0].add("eggs"))
        try home.join(1, to: 0, shareLists: true)
        return home
    }

    /// The batches that were sent, in their order.
    private static func sent(in home: Home) -> [[UInt8]] {
        home.frames.flatMap { frame -> [[UInt8]] in
            guard case .batches(let message)? = frame.message else { return [] }
            return message.batches.map(\.bytes)
        }
    }

    @Test func `however often both compare meanwhile, what waits to be sent is sent once`() throws {
        let home = try Self.pair()
        let anna = home.devices[0]
        for number in 0..<200 { anna.give(anna.add("old \(number)")) }
        home.holdsBatchesBack = true
        home.connect(0, 1)
        for number in 0..<5 {
            anna.give(anna.add("new \(number)"))
            anna.give(.user(.lists(.create(NewList(title: "List \(number)"))), anna.principal))
            home.compareAgain()
            anna.give(.synchronize)
            home.settle()
        }
        home.releaseBatches()
        home.settle()
        let batches = Self.sent(in: home)
        #expect(batches.count > 200)
        #expect(Set(batches).count == batches.count)
        home.compareAgain()
        #expect(home.devices[1].agrees(with: anna))
        #expect(home.devices.allSatisfy { $0.isInSyncWithAll })
    }

    @Test func `what was sent and dropped is sent again by the next comparison`() throws {
        let home = try Self.pair()
        let (anna, ben) = (home.devices[0], home.devices[1])
        home.connect(0, 1)
        ben.diskFailure = .diskFull
        anna.give(anna.add("milk"))
        home.settle()
        ben.diskFailure = nil
        #expect(!ben.agrees(with: anna))
        home.compareAgain()
        #expect(ben.agrees(with: anna))
    }
}
