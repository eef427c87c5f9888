import PhlistTestKit
import PhlistVocabulary
import Testing

@testable import PhlistHousehold
@testable import PhlistModel
@testable import PhlistSync

/// How a list is shown to one login, by that login's own choice.
struct OwnViewTests {
    private typealias View = ListChange.View

    private static let kid = Principal(uid: 7, name: "kid", isOwner: true)

    /// How a device shows a list to somebody.
    private static func view(of title: String, on device: Device, to caller: Principal? = nil) throws -> DefaultView {
        let caller = caller ?? device.principal
        let list = device.replica.library.lists(for: caller).first { $0.title == title }
        return device.replica.library.view(of: try #require(list), for: caller)
    }

    private static func change(_ view: View) -> ListChange {
        var change = ListChange()
        change.view = view
        return change
    }

    @Test func `a choice is one login's on one device, outlives a restart, and holds until it is taken back`() throws {
        let home = Home(try Device("anna"), try Device("ben"))
        let (anna, ben) = (home.devices[0], home.devices[1])
        anna.make("Garden", ["weed"])
        try home.join(1, to: 0)
        home.meet()
        anna.give(.setOwnView("garden", View(sort: .name, showsDone: true)))
        try anna.restart()
        let own = DefaultView(sort: .name, showsDone: true)
        #expect(try Self.view(of: "Garden", on: anna) == own)
        #expect(try Self.view(of: "Garden", on: anna, to: Self.kid) == DefaultView())
        home.meet()
        #expect(try Self.view(of: "Garden", on: ben) == DefaultView())
        // What everybody's view says from now on is not asked.
        ben.give(.change(["Garden"], Self.change(View(sort: .due, isReversed: true))))
        home.settle()
        #expect(try Self.view(of: "Garden", on: anna) == own)
        #expect(try Self.view(of: "Garden", on: anna, to: Self.kid) == DefaultView(sort: .due, isReversed: true))
        anna.give(.setOwnView("Garden", nil))
        try anna.restart()
        #expect(try Self.view(of: "Garden", on: anna) == DefaultView(sort: .due, isReversed: true))
        #expect(anna.replica.library.choices == LoginChoices())
    }

    @Test func `a choice begins with what was seen before, and one that changes nothing is not logged`() throws {
        let anna = try Device("anna")
        anna.make("Garden", ["weed"])
        anna.give(.change(["Garden"], Self.change(View(sort: .name))))
        anna.give(.setOwnView("Garden", View(showsDone: true)))
        #expect(try Self.view(of: "Garden", on: anna) == DefaultView(sort: .name, showsDone: true))
        let logged = anna.log.count
        anna.give(.setOwnView("Garden", View(showsDone: true)))
        #expect(anna.log.count == logged)
        // What is chosen as everybody has it stays so when they change it.
        anna.give(.setOwnView("Garden", View(showsDone: false)))
        anna.give(.change(["Garden"], Self.change(View(sort: .due))))
        #expect(try Self.view(of: "Garden", on: anna) == DefaultView(sort: .name))
    }

    @Test func `words of a later version in everybody's view are no part of a choice`() throws {
        let anna = try Device("anna")
        anna.make("Garden", ["weed"])
        let scope = try #require(anna.scope(ofList: "Garden"))
        let fact = LogEntry.local(.ownView(uid: 1000, list: scope, DefaultView(decoding: "sort=name colour=red")))
        #expect(try LogEntry(fact.record) == fact)
        #expect(DefaultView(decoding: "sort=name colour=red").ofThisVersion.encoded == "sort=name")
    }

    @Test func `whoever joins another household has the copies of his lists shown as before`() throws {
        let home = Home(try Device("anna"), try Device("ben"))
        let (anna, ben) = (home.devices[0], home.devices[1])
        anna.give(anna.add("milk"))
        ben.make("Camping", ["tent"])
        ben.give(.setOwnView("Camping", View(sort: .name)))
        try home.join(1, to: 0)
        home.meet()
        #expect(try Self.view(of: "Camping", on: ben) == DefaultView(sort: .name))
        try ben.restart()
        #expect(try Self.view(of: "Camping", on: ben) == DefaultView(sort: .name))
    }

    @Test func `a backup brings choices to a login that has none`() throws {
        let anna = try Device("anna")
        anna.make("Garden", ["weed"])
        anna.give(.setOwnView("Garden", View(sort: .due)))
        let new = try Device("new")
        let result = new.give(.restoreBackup(try RecoveryTests.backup(of: anna)))[0]
        #expect(throws: Never.self) { try result?.get() }
        #expect(try Self.view(of: "Garden", on: new) == DefaultView(sort: .due))
    }

    @Test func `whoever takes part in a list chooses for himself, also where he may change nothing`() throws {
        let home = Home(try Device("anna"), try Device("ben"))
        let (anna, ben) = (home.devices[0], home.devices[1])
        anna.make("Garden", ["weed"])
        try home.join(1, to: 0)
        home.meet()
        anna.give([.devices(.remove("ben"))])
        home.settle()
        let result = ben.give(.setOwnView("Garden", View(sort: .name)))
        #expect(throws: Never.self) { try result.get() }
        #expect(try Self.view(of: "Garden", on: ben) == DefaultView(sort: .name))
    }
}
