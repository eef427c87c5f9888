import PhlistTestKit
import PhlistVocabulary
import Testing

@testable import PhlistHousehold
@testable import PhlistModel
@testable import PhlistSync

/// What comes of it when somebody's own program writes in a list what he may not.
struct ForgedRightsTests {
    /// What Ben's device says to Anna's about her list "Trip", in which he takes part.
    private struct Intrusion {
        let (home, anna, ben): (Home, Device, Device)
        let trip: ScopeID
        private let connection = ConnectionID(rawValue: 1_000)

        init() throws {
            (home, anna, ben) = try Home.trip("stove", "tent")
            trip = try #require(anna.scope(ofList: "Trip"))
        }

        var storedCount: Int { anna.state(trip)?.ledger.batchCount ?? 0 }
        var voidCount: Int { anna.state(trip)?.voidCount ?? 0 }

        /// Has Ben's device write in a list behind all that it knows, or that another one does, and Anna's hear it.
        func write(
            _ ops: [Op],
            by member: MemberID?,
            forHouse: Bool = false,
            in list: ScopeID? = nil,
            knowingAs other: Device? = nil
        ) throws {
            let scope = list ?? trip
            var forger = Forger(ben, in: scope)
            let end = ben.end(in: scope)
            let others = (other ?? ben).ends(in: scope).filter { $0 != end }
            forger.write(ops, after: end, knowing: others, by: try #require(member), forHouse: forHouse)
            anna.accept(ben.id, as: connection)
            anna.hear(forger.message(), on: connection)
            anna.turn([.disconnected(connection)])
        }
    }

    private static let lamp = Op.write(
        EntityID(rawValue: 77),
        [FieldWrite(.life, Life.alive), FieldWrite(.title, text: "lamp")]
    )
    private static let trash = Op.write(.root, [FieldWrite(.life, Life.dead)])

    @Test func `whoever only takes part trashes no list, empties no trash, and does not say what is removed`() throws {
        let intrusion = try Intrusion()
        let anna = intrusion.anna
        let tent = try #require(anna.items(in: "Trip").last).entity
        let policy = Op.write(.root, [FieldWrite(.deletionPolicy, DeletionPolicy.allowed)])
        for (count, op) in [Self.trash, .purge(tent), policy].enumerated() {
            let stored = intrusion.storedCount
            try intrusion.write([op], by: intrusion.ben.member)
            #expect(intrusion.storedCount == stored + 1 && intrusion.voidCount == count + 1)
        }
        #expect(anna.titles(in: "Trip") == ["stove", "tent"])
        #expect(anna.replica.library.list(intrusion.trip)?.deletionPolicy == .cancelOnly)
        try intrusion.write([Self.lamp], by: intrusion.ben.member)
        #expect(anna.titles(in: "Trip") == ["lamp", "stove", "tent"])
    }

    @Test func `of one action in which something is not allowed nothing counts`() throws {
        let intrusion = try Intrusion()
        try intrusion.write([Self.lamp, Self.trash], by: intrusion.ben.member)
        #expect(intrusion.anna.titles(in: "Trip") == ["stove", "tent"] && intrusion.voidCount == 1)
    }

    @Test func `whoever has heard that a list is closed to him writes in it without effect`() throws {
        let intrusion = try Intrusion()
        let anna = intrusion.anna
        anna.give([.sharing(.unshare("Trip", with: ["user of ben"]))])
        intrusion.home.settle()
        intrusion.home.disconnect()
        let stored = intrusion.storedCount
        // The word itself is not sent to him; he has it from somebody who should not have told.
        try intrusion.write([Self.lamp], by: intrusion.ben.member, knowingAs: anna)
        #expect(intrusion.storedCount == stored + 1 && intrusion.voidCount == 1)
        #expect(anna.titles(in: "Trip") == ["stove", "tent"])
        let (digest, bytes) = (anna.state(intrusion.trip)?.digest, anna.replica.snapshot?.encoded)
        try anna.restart()
        #expect(anna.state(intrusion.trip)?.digest == digest && intrusion.voidCount == 1)
        var copy = Device.emptyReplica("anna", Array("key of anna".utf8), seed: 9)
        try copy.restore(snapshot: try #require(bytes))
        let voidCount = copy.library.scopes[intrusion.trip]?.state.voidCount
        #expect(voidCount == 1)
    }

    @Test func `whoever was never let into a list writes in it without effect`() throws {
        let intrusion = try Intrusion()
        let anna = intrusion.anna
        anna.give(.create(NewList(title: "Diary", isPrivate: true)), .create(NewList(title: "Ours")))
        let diary = try #require(anna.scope(ofList: "Diary"))
        try intrusion.write([Self.lamp], by: intrusion.ben.member, in: diary, knowingAs: anna)
        #expect(anna.titles(in: "Diary").isEmpty && anna.state(diary)?.voidCount == 1)
    }

    @Test func `a batch in the name of somebody whose device it is not is not taken`() throws {
        let intrusion = try Intrusion()
        let stored = intrusion.storedCount
        for member in [intrusion.anna.member, MemberID(rawValue: 99)] as [MemberID?] {
            try intrusion.write([Self.lamp, Self.trash], by: member)
        }
        #expect(intrusion.storedCount == stored)
        #expect(intrusion.anna.titles(in: "Trip") == ["stove", "tent"])
    }

    @Test func `a device acts for the house where the house may, in whatever name, and nowhere else`() throws {
        let intrusion = try Intrusion()
        let anna = intrusion.anna
        anna.give(.create(NewList(title: "Ours")))
        intrusion.home.settle()
        let ours = try #require(anna.scope(ofList: "Ours"))
        try intrusion.write([Self.lamp], by: anna.member, forHouse: true)
        try intrusion.write([Self.lamp], by: anna.member, forHouse: true, in: ours)
        #expect(anna.titles(in: "Trip") == ["stove", "tent"] && intrusion.voidCount == 1)
        #expect(anna.titles(in: "Ours") == ["lamp"])
    }
}
