import PhlistTestKit
import PhlistVocabulary
import Testing

@testable import PhlistHousehold
@testable import PhlistModel
@testable import PhlistSync

/// What a hole has swallowed may be what made a list private: nobody is told of it who does not hold it.
struct PrivacyAfterDamageTests {
    /// Anna founded the household; Ben and Carl joined it.
    ///
    /// Her diary, which nobody has seen, is private since then.
    private static func household() throws -> (home: Home, diary: ScopeID, hiding: Int) {
        let home = Home(try Device("anna"), try Device("ben"), try Device("carl"))
        let anna = home.devices[0]
        anna.give(anna.add("eggs"))
        for joiner in 1...2 { try home.join(joiner, to: 0, shareLists: true) }
        let title = Command.user(.lists(.create(NewList(title: "Diary"))), anna.principal)
        anna.give(title, anna.add("dear diary", to: "Diary"))
        let diary = try #require(anna.scope(ofList: "Diary"))
        anna.write([.write(.root, [FieldWrite(.visibility, Visibility.participants)])], in: "Diary")
        let hiding = try #require(anna.log.lastIndex { $0.kind == .batch })
        anna.give(anna.add("what nobody shall know", to: "Diary"))
        home.connect(1, 0)
        home.connect(2, 0)
        return (home, diary, hiding)
    }

    /// Loses the record that hid the diary, and what is behind it there.
    private static func damage(_ home: Home, from hiding: Int) throws {
        let anna = home.devices[0]
        let batches = anna.log.indices[hiding...].filter { anna.log[$0].kind == .batch }
        anna.replaceLog(DamagedLog(anna.log, without: batches.map { $0..<$0 + 1 }).records)
        home.disconnect()
        try anna.restart(holes: 2)
    }

    private static func connectAll(_ home: Home) {
        for joiner in 1..<home.devices.count { home.connect(joiner, 0) }
        for _ in 0..<3 { home.compareAgain() }
    }

    @Test func `a list whose hiding is lost is not told to those who hold nothing of it`() throws {
        let (home, diary, hiding) = try Self.household()
        try Self.damage(home, from: hiding)
        let anna = home.devices[0]
        let list = anna.replica.library.list(diary)
        #expect(list?.visibility == .household)
        anna.give(anna.add("later", to: "Diary"))
        let before = home.frames.count
        Self.connectAll(home)
        #expect(home.devices.dropFirst().allSatisfy { $0.holdings[diary] == nil })
        let told = home.frames[before...].filter { $0.from == 0 && $0.body.contains(diary.bytes) }
        #expect(told.isEmpty)
        #expect(anna.replica.damage?.unconfirmed.map(\.id) == [diary])
        // Everything else is as it was.
        #expect(anna.agrees(with: home.devices[1]))
        #expect(home.devices[2].titles(in: "Shopping") == ["eggs"])
    }

    @Test func `whoever names the id of such a list without holding it gets nothing`() throws {
        let (home, diary, hiding) = try Self.household()
        try Self.damage(home, from: hiding)
        Self.connectAll(home)
        let (anna, before) = (home.devices[0], home.frames.count)
        for connection in home.connections {
            let (type, body) = Message.versionVector(.init(scope: diary, vector: VersionVector())).encoded
            anna.turn([.received(connection, type: type, body: body)])
        }
        home.settle()
        #expect(home.frames[before...].allSatisfy { !$0.body.contains(diary.bytes) })
    }

    @Test func `who shows that he holds something of a list gets the rest, and when he agrees all do`() throws {
        let home = Home(try Device("anna"), try Device("ben"), try Device("carl"))
        let (anna, ben, carl) = (home.devices[0], home.devices[1], home.devices[2])
        anna.give(anna.add("eggs"))
        for joiner in 1...2 { try home.join(joiner, to: 0, shareLists: true) }
        home.connect(1, 0)
        let shopping = try #require(anna.scope(ofList: "Shopping"))
        home.disconnect()
        anna.give(anna.add("milk"), anna.add("bread"))
        let lost = try #require(anna.log.lastIndex { $0.kind == .batch })
        try Self.damage(home, from: lost)
        home.isLost = { $0.from == 1 }
        home.connect(2, 0)
        home.connect(1, 0)
        #expect(carl.holdings[shopping] == nil)
        home.isLost = { _ in false }
        home.disconnect()
        home.connect(2, 0)
        #expect(carl.holdings[shopping] == nil)
        home.connect(1, 0)
        #expect(ben.titles(in: "Shopping") == ["eggs", "milk"])
        #expect(carl.titles(in: "Shopping") == ["eggs", "milk"])
        home.compareAgain()
        #expect(anna.replica.damage == nil)
        #expect(anna.agrees(with: carl))
    }

    @Test func `a list that is made while something is missing is everybody's at once`() throws {
        let (home, _, hiding) = try Self.household()
        try Self.damage(home, from: hiding)
        let anna = home.devices[0]
        Self.connectAll(home)
        anna.give(.user(.lists(.create(NewList(title: "Camping"))), anna.principal), anna.add("tent", to: "Camping"))
        home.settle()
        #expect(home.devices[1].titles(in: "Camping") == ["tent"])
    }
}

extension Home {
    /// Whether nothing is missing on a device but somebody's word for lists that nobody else may be told of.
    func isWhole(but device: Device) -> Bool {
        guard let damage = device.replica.damage else { return true }
        let others = devices.filter { $0 !== device }
        return damage.feeds.isEmpty
            && damage.unconfirmed.allSatisfy { scope in others.allSatisfy { $0.holdings[scope.id] == nil } }
    }
}

extension [UInt8] {
    /// Whether some bytes are in these, one behind the other.
    fileprivate func contains(_ bytes: [UInt8]) -> Bool {
        indices.contains { self[$0...].starts(with: bytes) }
    }
}
