import PhlistSimulator
import PhlistTestKit
import Testing

@testable import PhlistHousehold
@testable import PhlistModel
@testable import PhlistSync

/// A hole in the middle of a log, while the author of what is missing, or its own device, runs twice.
struct DamageAndCopyTests {
    @Test func `whatever a hole takes of the log of a device with a copy comes back in its place`() throws {
        let pair = try Home.household(of: "anna", "ben")
        let (anna, ben) = (pair.devices[0], pair.devices[1])
        let copy = try anna.copied()
        let home = Home(anna, ben, copy)
        for title in ["milk", "bread", "salt"] { anna.give(anna.add(title)) }
        home.connect(0, 1)
        ben.give(ben.change("milk", ItemChange(note: "two litres")))
        home.settle()
        home.disconnect()
        let log = anna.log
        copy.give(copy.add("tea"))
        copy.give(copy.add("oil"))
        home.connect(2, 1)
        home.disconnect()
        for start in 1..<log.count {
            for count in 1...3 where start + count <= log.count {
                anna.replaceLog(DamagedLog(log, without: [start..<start + count]).records)
                try anna.restart(holes: 1)
                ben.monotonic += 60_000
                let pair = Home(anna, ben)
                pair.connect(0, 1)
                pair.compareAgain()
                #expect(anna.agrees(with: ben), "\(count) records from \(start) on")
                #expect(Set(anna.titles(in: "Shopping")) == ["eggs", "milk", "bread", "salt", "tea", "oil"])
                #expect(anna.mostChains == 2)
                pair.disconnect()
            }
        }
    }

    @Test func `a device that writes behind a hole branches off there, and all that it had comes back beside`() throws {
        let home = try Home.household(of: "anna", "ben")
        let (anna, ben) = (home.devices[0], home.devices[1])
        let list = try #require(anna.scope(ofList: "Shopping"))
        home.connect(0, 1)
        for title in ["milk", "bread", "salt"] { anna.give(anna.add(title)) }
        home.settle()
        home.disconnect()
        let milk = try #require(anna.log.indices.filter { anna.log[$0].kind == .batch }.suffix(3).first)
        anna.replaceLog(DamagedLog(anna.log, without: [milk..<milk + 1]).records)
        try anna.restart(holes: 1)
        #expect(anna.heldBack.count == 2)
        anna.give(anna.add("tea"))
        anna.give(anna.add("oil"))
        home.connect(0, 1)
        home.compareAgain()
        for _ in 0..<2 {
            #expect(anna.replica.damage == nil)
            #expect(anna.agrees(with: ben))
            #expect(Set(anna.titles(in: "Shopping")) == ["eggs", "milk", "bread", "salt", "tea", "oil"])
            #expect(anna.chainCounts(in: list)[anna.id] == 2)
            try anna.restart(holes: 1)
            home.reconnect()
            anna.give(anna.change("tea", ItemChange(note: "green")))
            home.settle()
        }
    }

    @Test(arguments: 1...60 as ClosedRange<UInt64>)
    func `whatever copies and holes come together, all that is left anywhere is everywhere in the end`(
        seed: UInt64
    )
        throws
    {
        var random = SeededRandom(seed: seed)
        var life = try HardLife(seed: seed &+ 2000)
        for round in 0..<40 {
            try life.step(round, &random)
            if round % 10 == 9 { try life.damage(random.number(below: 5), &random) }
        }
        let difference = try life.difference()
        #expect(difference == nil)
        #expect(life.written.subtracting(life.home.devices[2].titles(in: "Shopping")) == [])
    }

    /// Anna, who was put back, Ben, who has lost her milk and holds back her bread and salt, and Carl, who has so many
    /// of the three.
    private static func home(carlsCount: Int) throws -> Home {
        let home = try Home.household(of: "anna", "ben", "carl")
        let (anna, ben) = (home.devices[0], home.devices[1])
        let old = anna.log
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

    @Test func `what follows a batch that nobody has waits, is told as damage, and can be written again`() throws {
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
        for _ in 0..<2 {
            #expect(ben.replica.damage == nil)
            #expect(anna.agrees(with: ben))
            #expect(Set(anna.titles(in: "Shopping")) == ["eggs", "tea", "oil", "bread", "salt"])
            try ben.restart(holes: 1)
            home.reconnect()
        }
    }

    @Test(arguments: [1, 3])
    func `what waits finds its place when the batch that it follows comes back`(carlsCount: Int) throws {
        let home = try Self.home(carlsCount: carlsCount)
        let ben = home.devices[1]
        let list = try #require(ben.scope(ofList: "Shopping"))
        home.meet()
        for _ in 0..<2 {
            #expect(ben.heldBack.isEmpty)
            #expect(ben.chainCounts(in: list)[home.devices[0].id] == 2)
            for device in home.devices {
                #expect(device.agrees(with: ben))
                #expect(Set(device.titles(in: "Shopping")) == ["eggs", "tea", "milk", "bread", "salt"])
            }
            try ben.restart(holes: 1)
            home.meet()
        }
    }
}
