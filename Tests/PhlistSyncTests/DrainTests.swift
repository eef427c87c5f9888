import Testing

@testable import PhlistModel
@testable import PhlistSync

/// What a device writes in a list that it is not to see any more, and has not heard of that.
struct DrainTests {
    /// Anna's list, which Ben had; she made it private while he was away, and he goes on writing.
    private static func household() throws -> (home: Home, scope: ScopeID) {
        let home = Home(try Device("anna"), try Device("ben"))
        let (anna, ben) = (home.devices[0], home.devices[1])
        anna.give(anna.add("milk"))
        try home.join(1, to: 0)
        home.connect(0, 1)
        home.disconnect()
        let scope = try #require(anna.scope(ofList: "Shopping"))
        anna.write([FieldWrite(.visibility, Visibility.participants)], to: .root, in: scope)
        anna.give(anna.add("diamonds"))
        ben.give(ben.add("bread"))
        return (home, scope)
    }

    private static func count(_ home: Home, from sender: Int, of scope: ScopeID) -> Int {
        home.frames.count { $0.from == sender && $0.batchesScope == scope }
    }

    @Test func `it is taken, and nothing of the list goes back`() throws {
        let (home, scope) = try Self.household()
        let before = home.frames.count
        home.connect(0, 1)
        #expect(home.devices[0].titles(in: "Shopping").sorted() == ["bread", "diamonds", "milk"])
        #expect(home.devices[1].titles(in: "Shopping").sorted() == ["bread", "milk"])
        let answers = home.frames[before...].filter { $0.from == 0 }
        #expect(!answers.isEmpty)
        for frame in answers {
            #expect(!frame.body.indices.contains { frame.body[$0...].starts(with: scope.bytes) })
        }
    }

    @Test func `it is sent again a few times in a session, and what is new alone after that`() throws {
        let (home, scope) = try Self.household()
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
