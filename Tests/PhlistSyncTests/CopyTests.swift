import PhlistSimulator
import PhlistTestKit
import PhlistVocabulary
import Testing

@testable import PhlistHousehold
@testable import PhlistModel
@testable import PhlistSync

/// Devices that use numbers twice: a copied disk, an older state put back, a disk that lied, a log that is lost.
struct CopyTests {
    @Test func `what a device and its copy have written is all there in the end, the same everywhere`() throws {
        let home = try Home.household(of: "anna", "ben")
        let (anna, ben) = (home.devices[0], home.devices[1])
        let copy = try anna.copied()
        anna.give(anna.add("milk"), anna.change("eggs", ItemChange(state: .done)))
        copy.give(copy.add("tea"))
        copy.give(copy.add("salt"))
        let all = Home(anna, ben, copy)
        all.connect(0, 1)
        all.connect(2, 1)
        #expect(try all.difference(faults: ["anna": 1]) == nil)
        #expect(Set(ben.titles(in: "Shopping")) == ["milk", "tea", "salt"])
        anna.give(anna.add("a"))
        copy.give(copy.add("b"))
        all.settle()
        // Each goes on with its own chain.
        #expect(try all.difference(faults: ["anna": 1]) == nil)
        #expect(Set(ben.titles(in: "Shopping")) == ["milk", "tea", "salt", "a", "b"])
        #expect(all.connections.count == 4)
    }

    @Test func `two names that copies gave one item compete, also with what others write, until somebody chooses`()
        throws
    {
        let home = try Home.household(of: "anna", "ben")
        let (anna, ben) = (home.devices[0], home.devices[1])
        let scope = try #require(anna.scope(ofList: "Shopping"))
        let copy = try anna.copied()
        anna.give(anna.change("eggs", ItemChange(title: "six eggs")))
        copy.give(copy.change("eggs", ItemChange(title: "ten eggs")))
        copy.give(copy.change("ten eggs", ItemChange(title: "twelve eggs")))
        let all = Home(anna, ben, copy)
        all.meet()
        #expect(try all.difference(faults: ["anna": 1]) == nil)
        for device in all.devices {
            let conflicts = try device.conflicts()
            #expect(conflicts.count == 1)
            let values = conflicts.first?.siblings.map { String(decoding: $0.value, as: UTF8.self) }
            #expect(Set(values ?? []) == ["six eggs", "twelve eggs"])
        }
        let item = try #require(ben.items(in: "Shopping").first).entity.description
        ben.give(ben.change(item, ItemChange(title: "eggs")))
        all.settle()
        #expect(try all.difference(faults: ["anna": 1]) == nil)
        #expect(try all.devices.allSatisfy { try $0.conflicts().isEmpty })
        #expect(all.devices.allSatisfy { $0.view(of: scope) == ben.view(of: scope) })
    }

    @Test func `an older state that is put back and writes first keeps both times, on two chains`() throws {
        let home = try Home.household(of: "anna", "ben")
        let (anna, ben) = (home.devices[0], home.devices[1])
        let old = anna.log
        home.connect(0, 1)
        anna.give(anna.add("milk"))
        home.settle()
        try anna.putBack(old)
        anna.give(anna.add("tea"))
        home.reconnect()
        ben.give(ben.change("milk", ItemChange(note: "two litres")))
        home.settle()
        #expect(try home.difference(faults: ["anna": 1]) == nil)
        #expect(Set(anna.titles(in: "Shopping")) == ["eggs", "milk", "tea"])
        anna.give(anna.change("tea", ItemChange(state: .done)))
        home.settle()
        #expect(try home.difference(faults: ["anna": 1]) == nil)
        #expect(Set(ben.titles(in: "Shopping")) == ["eggs", "milk"])
        #expect(anna.replica.returnedCount > 0)
    }

    @Test func `an older state that meets a peer before it writes goes on with the one chain`() throws {
        let home = try Home.household(of: "anna", "ben")
        let (anna, ben) = (home.devices[0], home.devices[1])
        home.connect(0, 1)
        for cut in [1, 2, 5] {
            let old = anna.log
            for number in 0..<cut { anna.give(anna.add("milk \(cut) \(number)")) }
            home.settle()
            let truth = anna.holdings
            try anna.putBack(old)
            home.reconnect()
            #expect(anna.holdings == truth)
            #expect(anna.replica.returnedCount == cut)
            anna.give(anna.add("tea \(cut)"))
            home.settle()
            #expect(try home.difference() == nil)
        }
        #expect(ben.titles(in: "Shopping").count == 12)
    }

    @Test(arguments: [false, true])
    func `a disk that lied about its last records loses nothing that a peer has`(writesFirst: Bool) throws {
        let home = try Home.household(of: "anna", "ben")
        let (anna, ben) = (home.devices[0], home.devices[1])
        home.connect(0, 1)
        for title in ["milk", "bread", "salt"] { anna.give(anna.add(title)) }
        home.settle()
        let kept = anna.log.indices.filter { anna.log[$0].kind == .batch }.suffix(2)
        try anna.putBack(Array(anna.log[..<(kept.first ?? 0)]))
        #expect(Set(anna.titles(in: "Shopping")) == ["eggs", "milk"])
        if writesFirst { anna.give(anna.add("tea")) }
        home.reconnect()
        anna.give(anna.add("oil"))
        home.settle()
        #expect(try home.difference(faults: writesFirst ? ["anna": 1] : [:]) == nil)
        let tea: Set<String> = writesFirst ? ["tea"] : []
        #expect(Set(ben.titles(in: "Shopping")) == tea.union(["eggs", "milk", "bread", "salt", "oil"]))
        #expect(anna.replica.returnedCount == 2)
    }

    /// Ben's key is all that is left; he is let in once more.
    @Test(arguments: [false, true])
    func `a log that is lost with the key kept comes back, and the device's own chain with it`(
        meetsAnotherFirst: Bool
    )
        throws
    {
        let home = try Home.household(of: "anna", "ben", "carl")
        let (anna, ben, carl) = (home.devices[0], home.devices[1], home.devices[2])
        let scope = try #require(anna.scope(ofList: "Shopping"))
        home.connect(0, 1)
        for title in ["milk", "bread"] { ben.give(ben.add(title, to: "Shopping")) }
        home.settle()
        home.disconnect()
        try ben.putBack([])
        try home.join(1, to: 0)
        if meetsAnotherFirst {
            // Carl has heard nothing of what Ben wrote there.
            home.isLost = { $0.from == 0 && $0.batchesScope == scope }
            home.connect(0, 1)
            home.connect(2, 0)
            home.connect(1, 2)
            #expect(ben.titles(in: "Shopping") == ["eggs"])
            ben.give(ben.add("tea", to: "Shopping"))
            home.isLost = { _ in false }
        }
        home.meet()
        ben.give(ben.add("oil", to: "Shopping"))
        home.settle()
        #expect(try home.difference(faults: ["ben": 1]) == nil)
        #expect(ben.chainCounts(in: scope)[ben.id] == (meetsAnotherFirst ? 2 : 1))
        let tea: Set<String> = meetsAnotherFirst ? ["tea"] : []
        #expect(Set(carl.titles(in: "Shopping")) == tea.union(["eggs", "milk", "bread", "oil"]))
    }

    @Test func `of three copies that part at two places every order of meeting gives the same`() throws {
        for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
            let pair = try Home.household(of: "anna", "ben")
            let (anna, ben) = (pair.devices[0], pair.devices[1])
            let second = try anna.copied()
            anna.give(anna.add("milk"))
            anna.give(anna.add("bread"))
            let third = try anna.copied()
            second.give(second.add("tea"))
            anna.give(anna.add("salt"))
            third.give(third.add("oil"))
            third.give(third.add("rice"))
            let copies = [anna, second, third]
            let home = Home(copies[order[0]], copies[order[1]], copies[order[2]], ben)
            for copy in 0..<3 {
                home.connect(copy, 3)
                home.disconnect()
            }
            home.meet()
            #expect(try home.difference(faults: ["anna": 2]) == nil)
            #expect(Set(ben.titles(in: "Shopping")) == ["eggs", "milk", "bread", "tea", "salt", "oil", "rice"])
        }
    }

    @Test func `copies that never meet have each other's changes through a third`() throws {
        let pair = try Home.household(of: "anna", "ben")
        let (anna, ben) = (pair.devices[0], pair.devices[1])
        let copy = try anna.copied()
        let home = Home(anna, ben, copy)
        for round in 0..<5 {
            anna.give(anna.add("a\(round)"))
            copy.give(copy.add("c\(round)"))
            home.connect(0, 1)
            home.disconnect()
            home.connect(2, 1)
            home.disconnect()
        }
        home.connect(0, 1)
        #expect(try Home(anna, ben, copy).difference(faults: ["anna": 1]) == nil)
        #expect(anna.titles(in: "Shopping").count == 11)
    }

    @Test func `twins that meet are told so, stay connected once, and each goes on with its own chain`() throws {
        let pair = try Home.household(of: "anna", "ben")
        let (anna, ben) = (pair.devices[0], pair.devices[1])
        let copy = try anna.copied()
        let home = Home(anna, copy, ben)
        home.open(0, to: 1)
        home.open(1, to: 0)
        home.settle()
        #expect(home.connections.count == 2)
        #expect(anna.replica.twins.count == 1 && copy.replica.twins.count == 1)
        anna.give(anna.add("milk"))
        copy.give(copy.add("tea"))
        home.settle()
        home.connect(0, 2)
        home.connect(1, 2)
        #expect(ben.closed.isEmpty && home.connections.count == 6)
        anna.give(anna.add("salt"))
        copy.give(copy.add("oil"))
        home.settle()
        #expect(try home.difference(faults: ["anna": 1]) == nil)
        #expect(Set(ben.titles(in: "Shopping")) == ["eggs", "milk", "tea", "salt", "oil"])
        home.reconnect()
        #expect(anna.replica.twins.count == 1 && copy.replica.twins.count == 1)
    }

    @Test func `a device that comes later takes a household with branches as it is`() throws {
        let pair = try Home.household(of: "anna", "ben")
        let (anna, ben) = (pair.devices[0], pair.devices[1])
        let copy = try anna.copied()
        anna.give(anna.add("milk"))
        anna.write([FieldWrite(.title, text: "Home of Anna")], to: .root, in: try #require(anna.householdID))
        copy.give(copy.add("tea"))
        copy.write([FieldWrite(.title, text: "Another home")], to: .root, in: try #require(anna.householdID))
        let home = Home(anna, ben, copy, try Device("carl"))
        home.connect(0, 1)
        home.connect(2, 1)
        try home.join(3, to: 0)
        home.connect(3, 0)
        home.connect(3, 1)
        home.compareAgain()
        #expect(try home.difference(faults: ["anna": 1]) == nil)
        #expect(Set(home.devices[3].titles(in: "Shopping")) == ["eggs", "milk", "tea"])
    }

    @Test func `devices that are equal say an overview and no more, however many branches there are`() throws {
        let pair = try Home.household(of: "anna", "ben")
        let (anna, ben) = (pair.devices[0], pair.devices[1])
        let copies = try (0..<5).map { number in
            let copy = try anna.copied()
            copy.give(copy.add("tea \(number)"))
            return copy
        }
        let home = Home([anna, ben] + copies)
        home.meet()
        #expect(try home.difference(faults: ["anna": 5]) == nil)
        let before = home.frames.count
        home.disconnect()
        home.connect(0, 1)
        home.compareAgain()
        let said = home.messages(from: before) { message -> Message? in
            switch message {
            case .hello, .overview, .addresses, .invitations: nil
            default: message
            }
        }
        #expect(said.isEmpty)
        #expect(anna.isInSyncWithAll && ben.isInSyncWithAll)
    }

    @Test(arguments: 1...60 as ClosedRange<UInt64>)
    func `however copies part, meet and start anew, all is the same everywhere and nothing is lost`(seed: UInt64) throws
    {
        var random = SeededRandom(seed: seed)
        var life = try HardLife(seed: seed &+ 1000)
        for round in 0..<40 { try life.step(round, &random) }
        let difference = try life.difference()
        #expect(difference == nil)
        #expect(life.written.subtracting(life.home.devices[1].titles(in: "Shopping")) == [])
    }
}
