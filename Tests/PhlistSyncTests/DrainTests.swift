import PhlistSimulator
import PhlistTestKit
import PhlistVocabulary
import Testing

@testable import PhlistHousehold
@testable import PhlistModel
@testable import PhlistSync

/// What a device writes in a list that it is not to see any more, and has not heard of that.
struct DrainTests {
    /// Anna's list, which Ben had; she made it private while he was away, and he goes on writing.
    private static func household(isWriting: Bool = true) throws -> (home: Home, scope: ScopeID) {
        let home = Home(try Device("anna"), try Device("ben"))
        let (anna, ben) = (home.devices[0], home.devices[1])
        anna.give(anna.add("milk"))
        try home.join(1, to: 0)
        home.connect(0, 1)
        home.disconnect()
        let scope = try #require(anna.scope(ofList: "Shopping"))
        anna.write([FieldWrite(.visibility, Visibility.participants)], to: .root, in: scope)
        anna.give(anna.add("diamonds"))
        if isWriting { ben.give(ben.add("bread")) }
        return (home, scope)
    }

    /// Anna's list, which Ben and Carl have, too.
    private static func threeWithAList() throws -> Home {
        let home = Home(try Device("anna"), try Device("ben"), try Device("carl"))
        home.devices[0].give(home.devices[0].add("milk"))
        for guest in [1, 2] {
            try home.join(guest, to: 0)
            home.connect(0, guest)
        }
        return home
    }

    private static func count(_ home: Home, from sender: Int, of scope: ScopeID) -> Int {
        home.frames.count { $0.from == sender && $0.batchesScope == scope && $0.tier == .content }
    }

    /// Whether a device would hear by it that a list is not for it any more: until then it goes on writing.
    private static func tellsOfEnd(_ frame: Home.Frame) -> Bool {
        if case .invitations? = frame.message { true } else { false }
    }

    private static func hasEnded(_ scope: ScopeID, for device: Device) -> Bool {
        device.replica.library.isSaidToHaveEnded(scope)
    }

    @Test func `it is taken, and nothing of the list goes back`() throws {
        let (home, scope) = try Self.household()
        let before = home.frames.count
        home.connect(0, 1)
        #expect(home.devices[0].titles(in: "Shopping").sorted() == ["bread", "diamonds", "milk"])
        #expect(home.devices[1].titles(in: "Shopping").sorted() == ["bread", "milk"])
        let answers = home.frames[before...].filter { frame in
            if case .invitations? = frame.message { false } else { frame.from == 0 }
        }
        #expect(!answers.isEmpty)
        for frame in answers {
            #expect(!frame.body.indices.contains { frame.body[$0...].starts(with: scope.bytes) })
        }
    }

    @Test func `it comes with what it was written upon, though whoever wrote that has gone`() throws {
        let home = Home(try Device("anna"), try Device("ben"), try Device("carl"))
        let (anna, ben, carl) = (home.devices[0], home.devices[1], home.devices[2])
        for device in home.devices { device.give(device.add("milk")) }
        for guest in [1, 2] {
            try home.join(guest, to: 0)
            home.connect(guest, 0)
        }
        anna.give(.create(NewList(title: "Trip", guests: ["user of ben", "user of carl"])))
        home.settle()
        for guest in [ben, carl] { guest.give([.sharing(.answer("Trip", isAccepted: true))]) }
        home.settle()
        home.disconnect()
        carl.give(carl.add("lamp", to: "Trip"))
        home.connect(1, 2)
        ben.give(ben.change("lamp", ItemChange(note: "the small one")))
        home.disconnect()
        anna.give([.sharing(.unshare("Trip", with: ["user of ben"]))])
        home.connect(1, 0)
        #expect(anna.titles(in: "Trip") == ["lamp"])
        #expect(anna.items(in: "Trip").first?.note == "the small one")
    }

    @Test func `it is taken also when the disk had no room for it at many comparisons before`() throws {
        let (home, _) = try Self.household()
        let anna = home.devices[0]
        home.isLost = Self.tellsOfEnd
        home.connect(0, 1)
        anna.diskFailure = .diskFull
        home.devices[1].give(home.devices[1].add("butter"))
        home.settle()
        for _ in 0...2 * SyncLimits.unnamedRepeatsMax { home.compareAgain() }
        anna.diskFailure = nil
        home.compareAgain()
        #expect(anna.titles(in: "Shopping").contains("butter"))
    }

    @Test func `it hears that the list is not for it any more, and both are in sync in what is left`() throws {
        let home = Home(try Device("anna"), try Device("ben"))
        let (anna, ben) = (home.devices[0], home.devices[1])
        anna.give(anna.add("milk"))
        try home.join(1, to: 0)
        home.connect(0, 1)
        let scope = try #require(anna.scope(ofList: "Shopping"))
        ben.give(ben.add("bread", to: "Shopping"))
        home.settle()
        anna.wall += 1000
        anna.give([.sharing(.show("Shopping", toEverybody: false))])
        anna.give(anna.add("diamonds"))
        home.settle()
        home.compareAgain()
        #expect(Self.hasEnded(scope, for: ben))
        #expect(anna.isInSyncWithAll && ben.isInSyncWithAll)
        anna.give([.sharing(.show("Shopping", toEverybody: true))])
        home.settle()
        #expect(!Self.hasEnded(scope, for: ben))
        #expect(ben.titles(in: "Shopping").sorted() == ["bread", "diamonds", "milk"])
        #expect(anna.agrees(with: ben))
    }

    @Test func `whoever was away then hears it, though only the owner had made anything, and goes on no more`() throws {
        let (home, scope) = try Self.household()
        let (anna, ben) = (home.devices[0], home.devices[1])
        home.connect(0, 1)
        #expect(Self.hasEnded(scope, for: ben))
        #expect(anna.titles(in: "Shopping").contains("bread"))
        #expect(ben.give(ben.add("butter", to: "Shopping")) == [.failure(.sharing(.ended(scope)))])
        home.compareAgain()
        #expect(anna.isInSyncWithAll && ben.isInSyncWithAll)
        home.disconnect()
        try ben.restart()
        #expect(ben.give(ben.add("butter", to: "Shopping")) == [.failure(.sharing(.ended(scope)))])
        anna.give([.sharing(.show("Shopping", toEverybody: true))])
        home.connect(0, 1)
        ben.give(ben.add("butter", to: "Shopping"))
        home.settle()
        #expect(anna.titles(in: "Shopping").sorted() == ["bread", "butter", "diamonds", "milk"])
        #expect(anna.agrees(with: ben))
    }

    @Test func `who came behind that hears nothing, nor does anybody of a list that was hidden from its beginning`()
        throws
    {
        let home = Home(try Device("anna"), try Device("ben"), try Device("carl"))
        let anna = home.devices[0]
        anna.give(anna.add("milk"))
        anna.give(.create(NewList(title: "Diary", isPrivate: true)))
        try home.join(1, to: 0)
        home.connect(0, 1)
        let (shopping, diary) = try (#require(anna.scope(ofList: "Shopping")), #require(anna.scope(ofList: "Diary")))
        home.devices[1].give(home.devices[1].add("bread", to: "Shopping"))
        home.settle()
        anna.wall += 1000
        anna.give([.sharing(.show("Shopping", toEverybody: false))])
        anna.wall += 1000
        try home.join(2, to: 0)
        home.connect(0, 2)
        home.connect(1, 2)
        home.compareAgain()
        #expect(Self.hasEnded(shopping, for: home.devices[1]))
        for frame in home.frames where frame.from == 0 {
            #expect(!frame.holds(diary.bytes))
            #expect(frame.to != 2 || !frame.holds(shopping.bytes))
        }
    }

    @Test func `a device that was told that a list is closed to it does not hand it out to devices that join later`()
        throws
    {
        let (home, scope) = try Self.household()
        let (anna, ben) = (home.devices[0], home.devices[1])
        home.connect(0, 1)
        #expect(Self.hasEnded(scope, for: ben))
        let all = Home(anna, ben, try Device("carl"))
        try all.join(2, to: 0)
        all.connect(0, 2)
        all.connect(1, 2)
        all.compareAgain()
        try ben.restart()
        all.disconnect()
        all.connect(2, 1)
        all.compareAgain()
        #expect(all.devices[2].holdings[scope] == nil)
        for frame in all.frames where frame.to == 2 {
            #expect(!frame.holds(scope.bytes))
        }
    }

    @Test func `a device that was told that a list is closed to it still gives what it wrote to whoever has the list`()
        throws
    {
        let home = try Self.threeWithAList()
        let (anna, ben, carl) = (home.devices[0], home.devices[1], home.devices[2])
        let scope = try #require(anna.scope(ofList: "Shopping"))
        home.disconnect()
        anna.give([.sharing(.show("Shopping", toEverybody: false))])
        home.isLost = { $0.batchesScope == scope }
        ben.give(ben.add("bread", to: "Shopping"))
        home.connect(0, 1)
        #expect(Self.hasEnded(scope, for: ben) && !anna.titles(in: "Shopping").contains("bread"))
        home.isLost = { _ in false }
        home.disconnect()
        home.connect(2, 1)
        #expect(carl.titles(in: "Shopping") == ["milk", "bread"])
        home.connect(1, 0)
        #expect(anna.titles(in: "Shopping") == ["milk", "bread"])
    }

    @Test func `who lost the list hears how far has come what he wrote, and of nobody else's`() throws {
        let (home, scope) = try Self.household()
        let (anna, ben, before) = (home.devices[0], home.devices[1], home.frames.count)
        home.connect(0, 1)
        anna.give(anna.add("rubies"))
        home.compareAgain()
        let frames = home.frames[before...].filter { $0.from == 0 }
        let told = frames.compactMap(\.message).compactMap { message in
            if case .versionVector(let told) = message, told.scope == scope {
                told.vector
            } else {
                nil as VersionVector?
            }
        }
        let vector = try #require(ben.state(scope)).versionVector
        let own = vector.entries.filter { $0.hint == ben.id.hint }
        #expect(own.count == 1)
        #expect(try #require(told.last) == VersionVector(own))
        for batch in anna.batches(of: scope) where batch.device != ben.id {
            #expect(!frames.contains { $0.holds(batch.name.bytes) })
        }
    }

    @Test func `who goes on writing does not repeat what others wrote`() throws {
        let (home, scope) = try Self.household()
        let (anna, ben) = (home.devices[0], home.devices[1])
        home.isLost = Self.tellsOfEnd
        home.connect(0, 1)
        for round in 0..<9 {
            ben.give(ben.add("item \(round)"))
            home.settle()
            home.compareAgain()
        }
        let sent = home.frames.filter {
            $0.from == 1 && $0.batchesScope == scope && $0.tier == .content && $0.holds(anna.id.bytes)
        }
        #expect(!sent.isEmpty)
        #expect(sent.count <= 1 + SyncLimits.unnamedRepeatsMax)
        #expect(ben.chainCounts(in: scope)[anna.id] == 1)
        #expect(anna.titles(in: "Shopping").contains("item 8"))
    }

    @Test func `what is passed on for others is not taken for arrived while it waits to be sent`() throws {
        let home = try Self.threeWithAList()
        let (anna, ben, carl) = (home.devices[0], home.devices[1], home.devices[2])
        ben.give(ben.add("bread", to: "Shopping"))
        home.settle()
        home.disconnect()
        let scope = try #require(anna.scope(ofList: "Shopping"))
        anna.write([FieldWrite(.visibility, Visibility.participants)], to: .root, in: scope)
        carl.give(carl.add("oil", to: "Shopping"))
        home.connect(1, 2)
        home.disconnect()
        #expect(ben.titles(in: "Shopping").contains("oil"))
        home.holdsBatchesBack = true
        home.connect(1, 0)
        home.compareAgain()
        home.isLost = { $0.batchesScope == scope }
        home.releaseBatches()
        home.settle()
        #expect(!anna.titles(in: "Shopping").contains("oil"))
        home.isLost = { _ in false }
        for _ in 0..<3 { home.compareAgain() }
        #expect(anna.titles(in: "Shopping").contains("oil"))
    }

    @Test func `what is lost behind all that was repeated is sent again`() throws {
        let (home, _) = try Self.household()
        home.isLost = Self.tellsOfEnd
        home.connect(0, 1)
        for _ in 0..<6 { home.compareAgain() }
        home.isLost = { $0.from == 1 && $0.batchesScope != nil || Self.tellsOfEnd($0) }
        home.devices[1].give(home.devices[1].add("eggs"))
        home.settle()
        #expect(!home.devices[0].titles(in: "Shopping").contains("eggs"))
        home.isLost = { _ in false }
        home.compareAgain()
        #expect(home.devices[0].titles(in: "Shopping").contains("eggs"))
    }

    /// Ben's disk is put back to the time before he wrote that, or anything, and he writes again under the same names.
    @Test(arguments: 1...3, [false, true])
    func `what he writes on an old disk, under used names, is kept beside the rest`(
        edits: Int,
        isFromTheBeginning: Bool
    ) throws {
        let (home, scope) = try Self.household(isWriting: !isFromTheBeginning)
        let (anna, ben) = (home.devices[0], home.devices[1])
        let (old, before) = (ben.log, home.frames.count)
        ben.give(ben.add("tea"))
        ben.give(ben.add("salt"))
        home.connect(0, 1)
        home.disconnect()
        #expect(anna.titles(in: "Shopping").contains("salt"))
        try ben.putBack(old)
        let late = (0..<edits).map { "late \($0)" }
        for title in late { ben.give(ben.add(title)) }
        home.connect(0, 1)
        home.compareAgain()
        home.compareAgain()
        #expect(Set(anna.titles(in: "Shopping")).isSuperset(of: late + ["tea", "salt", "diamonds"]))
        #expect(home.connections.count == 2)
        #expect(anna.chainCounts(in: scope)[ben.id] == 2)
        #expect(!ben.titles(in: "Shopping").contains("diamonds"))
        #expect(try anna.faultOfLog() == nil)
        #expect(try ben.faultOfLog() == nil)
        for frame in home.frames[before...] where frame.from == 0 {
            #expect(frame.batchesScope != scope)
        }
        let replies = ben.give(ben.add("last", to: "Shopping"))
        #expect(replies == [.failure(.sharing(.ended(scope)))])
        home.settle()
        #expect(!anna.titles(in: "Shopping").contains("last"))
    }

    /// Ben holds what Carl wrote before his disk was put back, and Anna what he wrote then, under the same numbers.
    @Test func `who passes on another history than the one that is here is not hung up on`() throws {
        let home = try Self.threeWithAList()
        let (anna, ben, carl) = (home.devices[0], home.devices[1], home.devices[2])
        home.disconnect()
        let scope = try #require(anna.scope(ofList: "Shopping"))
        anna.write([FieldWrite(.visibility, Visibility.participants)], to: .root, in: scope)
        ben.give(ben.add("bread", to: "Shopping"))
        let old = carl.log
        for title in ["tea", "salt"] { carl.give(carl.add(title, to: "Shopping")) }
        home.connect(1, 2)
        home.disconnect()
        try carl.putBack(old)
        carl.give(carl.add("late", to: "Shopping"))
        home.connect(0, 2)
        home.disconnect()
        home.connect(0, 1)
        for _ in 0..<3 { home.compareAgain() }
        #expect(home.connections.count == 2)
        #expect(Set(anna.titles(in: "Shopping")).isSuperset(of: ["late", "bread"]))
        #expect(try anna.faultOfLog() == nil)
        home.connect(1, 2)
        home.connect(0, 2)
        for _ in 0..<3 { home.compareAgain() }
        #expect(Set(anna.titles(in: "Shopping")).isSuperset(of: ["late", "bread", "tea", "salt"]))
    }

    @Test func `it is sent again a few times in a session, and what is new alone after that`() throws {
        let (home, scope) = try Self.household()
        home.isLost = Self.tellsOfEnd
        home.connect(0, 1)
        for _ in 0..<6 { home.compareAgain() }
        let count = Self.count(home, from: 1, of: scope)
        #expect(count <= 1 + SyncLimits.unnamedRepeatsMax)
        for _ in 0..<6 { home.compareAgain() }
        #expect(Self.count(home, from: 1, of: scope) == count)
        let frames = home.frames.count
        home.devices[1].give(home.devices[1].add("eggs"))
        home.settle()
        #expect(home.devices[0].titles(in: "Shopping").contains("eggs"))
        let sent = home.frames[frames...].filter { $0.batchesScope == scope }
        #expect(sent.count == 1)
        #expect(sent.allSatisfy { $0.body.count < 400 })
    }
}
