import Testing

@testable import PhlistModel
@testable import PhlistSync

/// A hole in a log, and the author of what is missing put back to an old state: under the same numbers it writes
/// another history.
struct OtherHistoryTests {
    /// Anna, who was put back, Ben, who has lost her milk and holds back her bread and salt, and Carl, who
    /// has so many of the three.
    private static func home(carlsCount: Int) throws -> Home {
        let home = Home(try Device("anna"), try Device("ben"), try Device("carl"))
        let (anna, ben) = (home.devices[0], home.devices[1])
        anna.give(anna.add("eggs"))
        for joiner in 1...2 {
            try home.join(joiner, to: 0)
            home.connect(0, joiner)
        }
        home.compareAgain()
        home.disconnect()
        let old = try anna.copied()
        for (number, title) in ["milk", "bread", "salt"].enumerated() {
            home.disconnect()
            home.connect(0, 1)
            if number < carlsCount { home.connect(0, 2) }
            anna.give(anna.add(title))
            home.settle()
        }
        home.disconnect()
        let lost = ben.log.indices.filter { ben.log[$0].kind == .batch }.suffix(3)
        let milk = try #require(lost.first)
        ben.replaceLog(DamagedLog(ben.log, without: [milk..<milk + 1]).records)
        try ben.restart(holes: 1)
        #expect(ben.heldBack.count == 2)
        try anna.putBack(old)
        anna.give(anna.add("tea"))
        home.connect(0, 1)
        home.compareAgain()
        return home
    }

    @Test func `what is signed to follow another history waits, is told as damage, and can be written again`() throws {
        let home = try Self.home(carlsCount: 0)
        let (anna, ben) = (home.devices[0], home.devices[1])
        anna.give(anna.add("oil"))
        home.settle()
        for _ in 0..<2 {
            #expect(anna.agrees(with: ben))
            #expect(Set(ben.titles(in: "Shopping")) == ["eggs", "tea", "oil"])
            #expect(ben.replica.damage?.heldBackCount == 2)
            try ben.restart(holes: 1)
            home.reconnect()
            home.compareAgain()
        }
        let answer = ben.give(.giveUp(GiveUp(isForced: true), ben.principal))[0]
        guard case .success(.gaveUp(let outcome))? = answer else {
            Issue.record("\(String(describing: answer))")
            return
        }
        #expect(outcome.rewrittenCount == 2)
        home.settle()
        #expect(ben.replica.damage == nil)
        #expect(anna.agrees(with: ben))
        #expect(Set(anna.titles(in: "Shopping")) == ["eggs", "tea", "oil", "bread", "salt"])
    }

    @Test(arguments: [1, 3])
    func `what waits finds its place when the history that it follows comes back`(carlsCount: Int) throws {
        let home = try Self.home(carlsCount: carlsCount)
        let ben = home.devices[1]
        home.meet()
        for _ in 0..<2 {
            #expect(ben.heldBack.isEmpty)
            #expect(ben.forks.count == 1)
            for device in home.devices {
                #expect(device.agrees(with: ben))
                #expect(Set(device.titles(in: "Shopping")) == ["eggs", "tea", "milk", "bread", "salt"])
            }
            try ben.restart(holes: 1)
            home.meet()
        }
    }
}
