import PhlistTestKit
import PhlistVocabulary
import Testing

@testable import PhlistHousehold
@testable import PhlistModel
@testable import PhlistSync

/// What people do to whole lists.
struct ListTests {
    private static let day = CivilDate(year: 2027, month: 2, day: 3)

    @Test func `a list is made with all that is said of it, in one batch of each tier`() throws {
        let anna = try Device("anna")
        anna.give(
            .create(
                NewList(title: " Camping ", description: "two\r\nlines", due: Self.day, isPrivate: true, sort: .name)
            )
        )
        let list = try #require(anna.list("Camping"))
        #expect(list.description == "two\nlines")
        #expect(list.due == Self.day)
        #expect(list.visibility == .participants)
        #expect(list.defaultView == DefaultView(sort: .name))
        #expect(list.owner == anna.member)
        #expect(anna.batches(of: list.scope).map(\.tier) == [.control, .content])
    }

    @Test func `a private list never leaves its owner's devices`() throws {
        let home = Home(try Device("anna"), try Device("ben"))
        home.devices[0].give(home.devices[0].add("milk"))
        try home.join(1, to: 0)
        home.connect(0, 1)
        home.devices[0].give(
            .create(NewList(title: "Gifts", isPrivate: true)),
            .create(NewList(title: "Garden"))
        )
        home.settle()
        #expect(home.devices[1].list("Gifts") == nil)
        #expect(home.devices[1].list("Garden") != nil)
        let gifts = try #require(home.devices[0].scope(ofList: "Gifts"))
        #expect(home.devices[1].holdings[gifts] == nil)
    }

    @Test func `a change writes what really changes, once`() throws {
        let anna = try Device("anna")
        anna.give(.create(NewList(title: "Garden")))
        var change = ListChange()
        change.title = "Balcony"
        change.due = Self.day.map { .on($0) }
        change.state = .done
        change.deletion = .cancelOnly
        change.view = ListChange.View(sort: .due, isReversed: true)
        let outcome = try anna.give(.change(["garden"], change)).get()
        #expect(outcome.changed.map(\.entity) == [.root] && outcome.unchanged.isEmpty)
        let logged = anna.log.count
        #expect(try anna.give(.change(["Balcony"], change)).get().unchanged.map(\.entity) == [.root])
        #expect(anna.log.count == logged)
        let list = try #require(anna.list("Balcony"))
        #expect((list.due, list.workState, list.deletionPolicy) == (Self.day, .done, .cancelOnly))
        #expect(list.defaultView == DefaultView(sort: .due, isReversed: true))
        change = ListChange()
        change.due = .never
        change.view.showsDone = true
        anna.give(.change(["Balcony"], change))
        #expect(anna.list("Balcony")?.due == nil)
        #expect(anna.list("Balcony")?.defaultView == DefaultView(sort: .due, isReversed: true, showsDone: true))
    }

    @Test func `a removed list is found in the trash by its name, and undo brings it back`() throws {
        let anna = try Device("anna")
        anna.make("Garden", ["weed"])
        var change = ListChange()
        change.isTrashed = true
        anna.give(.change(["Garden"], change))
        #expect(anna.scope(ofList: "Garden") == nil)
        #expect(try anna.give(.change(["Garden"], change)).get().unchanged.count == 1)
        anna.give(.user(.undo(list: nil), anna.principal))
        #expect(anna.text(of: "Garden") == ["weed"])
        #expect(anna.scope(ofList: "Garden") != nil)
        anna.give(.change(["Garden"], change))
        change.isTrashed = false
        #expect(try anna.give(.change(["garden"], change)).get().changed.count == 1)
        #expect(anna.scope(ofList: "Garden") != nil)
    }

    @Test func `of a list that one edits while another removes it the removal wins, until it is restored`() throws {
        let home = Home(try Device("anna"), try Device("ben"))
        try home.join(1, to: 0)
        home.connect(0, 1)
        let (anna, ben) = (home.devices[0], home.devices[1])
        anna.make("Garden", ["weed"])
        home.settle()
        home.isLost = { _ in true }
        var (trash, rename) = (ListChange(), ListChange())
        trash.isTrashed = true
        rename.title = "Balcony"
        anna.give(.change(["Garden"], trash))
        ben.give(.change(["Garden"], rename))
        home.isLost = { _ in false }
        home.compareAgain()
        for device in home.devices { #expect(device.list("Balcony")?.isTrashed == true) }
        trash.isTrashed = false
        ben.give(.change(["Balcony"], trash))
        home.settle()
        #expect(anna.text(of: "Balcony") == ["weed"])
        #expect(anna.list("Balcony")?.isTrashed == false)
    }

    @Test func `a list in the trash knows of what was written beside that, and of nothing else`() throws {
        let home = Home(try Device("anna"), try Device("ben"))
        let (anna, ben) = (home.devices[0], home.devices[1])
        for title in ["Attic", "Cellar", "Hall", "Shopping"] { anna.make(title, ["lamp"]) }
        var (trash, restore) = (ListChange(), ListChange())
        (trash.isTrashed, restore.isTrashed) = (true, false)
        try home.join(1, to: 0)
        home.meet()
        ben.give(ben.add("rope", to: "Hall"))
        home.settle()
        home.isLost = { _ in true }
        anna.give(.change(["Attic"], trash), .merge("Cellar", into: "Shopping"), .change(["Hall"], trash))
        ben.give(ben.add("late", to: "Attic"))
        ben.wall -= 86_400_000
        ben.give(ben.change("Cellar/lamp", ItemChange(state: .done)))
        func late(_ device: Device) -> [String] {
            device.replica.library.listsWithTrash(for: device.principal).filter(\.hasEditsBesideTrash).map(\.title)
                .sorted()
        }
        #expect(late(anna).isEmpty)
        home.isLost = { _ in false }
        home.compareAgain()
        for device in home.devices { #expect(late(device) == ["Attic", "Cellar"], "\(device.name)") }
        // Who knows of the late item may put the list into the trash with it.
        ben.give(.change(["Attic"], restore))
        ben.give(.change(["Attic"], trash))
        home.settle()
        for device in home.devices { #expect(late(device) == ["Cellar"], "\(device.name)") }
    }

    @Test func `the default list is each login's own, outlives a restart, and is only followed while it is there`()
        throws
    {
        let anna = try Device("anna")
        anna.make("Garden", ["weed"])
        anna.make("Shopping", [])
        anna.give(.setDefault("garden"))
        anna.give(anna.add("water"))
        try anna.restart()
        anna.give(anna.add("mow"))
        #expect(anna.titles(in: "Garden") == ["weed", "water", "mow"])
        let guest = Principal(uid: 7, name: "guest", isOwner: true)
        anna.give(.user(.items(.add(NewItems(titles: ["milk"]))), guest))
        #expect(anna.titles(in: "Shopping") == ["milk"])
        let logged = anna.log.count
        anna.give(.setDefault("Garden"))
        #expect(anna.log.count == logged)
        var trash = ListChange()
        trash.isTrashed = true
        anna.give(.change(["Garden"], trash))
        anna.give(anna.add("bread"))
        #expect(anna.titles(in: "Shopping") == ["milk", "bread"])
        anna.give(.setDefault(nil))
        try anna.restart()
        #expect(anna.replica.library.chosenList(of: anna.principal) == nil)
    }

    @Test func `what was meant for a private list that is gone does not go where others see it`() throws {
        let anna = try Device("anna")
        anna.make("Shopping", ["milk"])
        anna.give(.create(NewList(title: "Diary", isPrivate: true)))
        anna.give(.setDefault("Diary"))
        anna.give(anna.add("dear diary"))
        let diary = try #require(anna.scope(ofList: "Diary"))
        var trash = ListChange()
        trash.isTrashed = true
        anna.give(.change(["Diary"], trash))
        let refused = anna.give([.items(.add(NewItems(titles: ["secret"])))])
        #expect(refused == .failure(.list(.defaultGone(diary))))
        #expect(anna.titles(in: "Shopping") == ["milk"])
        // A member whom she acts as has chosen nothing.
        anna.give([.members(.add(name: "Mia", email: ""))])
        let mia = Principal(uid: anna.principal.uid, name: "anna", isOwner: true, actsAs: "Mia")
        anna.give(.user(.items(.add(NewItems(titles: ["pencils"]))), mia))
        #expect(anna.titles(in: "Shopping") == ["milk", "pencils"])
        anna.give(.setDefault(nil))
        anna.give(anna.add("bread"))
        #expect(anna.titles(in: "Shopping") == ["milk", "pencils", "bread"])
    }

    @Test func `items of a list that allows cancelling only are not deleted, one by one or as done ones`() throws {
        let anna = try Device("anna")
        anna.make("Chores", ["dishes", "windows"])
        var change = ListChange()
        change.deletion = .cancelOnly
        anna.give(.change(["Chores"], change))
        anna.give(anna.change("dishes", ItemChange(state: .done)))
        let logged = anna.log.count
        let chores = try #require(anna.list("Chores"))
        let items = chores.items.map { EntityReference(scope: chores.scope, entity: $0.entity) }
        let both = Command.user(
            .items(.change(["windows", "dishes"], ItemChange(isTrashed: true))),
            anna.principal
        )
        #expect(anna.give(both) == [.failure(.list(.cancelOnly([items[1], items[0]])))])
        #expect(anna.give(.clearDone("Chores")) == .failure(.list(.cancelOnly([items[0]]))))
        #expect(anna.log.count == logged)
        anna.give(anna.change("windows", ItemChange(state: .cancelled)))
        #expect(anna.text(of: "Chores") == ["x dishes", "~ windows"])
        change.deletion = .allowed
        anna.give(.change(["Chores"], change))
        #expect(try anna.give(.clearDone("Chores")).get().changed == items)
    }

    @Test func `clearing takes what is done and cancelled, and one undo brings all of it back`() throws {
        let anna = try Device("anna")
        anna.make("Chores", ["a", "b", "c"])
        anna.give(anna.change("a", ItemChange(state: .done)), anna.change("b", ItemChange(state: .cancelled)))
        #expect(try anna.give(.clearDone("Chores")).get().changed.count == 2)
        #expect(anna.text(of: "Chores") == ["c"])
        #expect(try anna.give(.clearDone("Chores")).get().changed.isEmpty)
        anna.give(.user(.undo(list: nil), anna.principal))
        #expect(anna.text(of: "Chores") == ["x a", "~ b", "c"])
    }

    @Test func `a list leaves the trash for good when it is purged, by name or by age`() throws {
        let anna = try Device("anna")
        for title in ["Party", "Camping", "Chores"] { anna.make(title, ["a"]) }
        let chores = try #require(anna.scope(ofList: "Chores"))
        #expect(anna.give(.purge(["Chores"])) == .failure(.list(.notInTrash(chores))))
        var trash = ListChange()
        trash.isTrashed = true
        anna.give(.change(["Party", "Camping"], trash))
        #expect(try anna.give(.purge(["party"])).get().changed.count == 1)
        #expect(anna.give(.purge(["Party"])) == .failure(.list(.notFound("Party"))))
        #expect(
            anna.replica.library.listsWithTrash(for: anna.principal).map(\.title).sorted() == ["Camping", "Chores"]
        )
        #expect(try anna.give(.purgeTrash(before: anna.wall - 60_000)).get().changed.isEmpty)
        anna.wall += 120_000
        #expect(try anna.give(.purgeTrash(before: anna.wall - 60_000)).get().changed.count == 1)
        #expect(anna.replica.library.listsWithTrash(for: anna.principal).map(\.title) == ["Chores"])
        // What was purged cannot be undone, and hides nothing that was done before.
        anna.give(.user(.undo(list: nil), anna.principal))
        #expect(anna.replica.library.listsWithTrash(for: anna.principal).map(\.title) == ["Chores"])
    }

    @Test func `what cannot be is refused, and nothing is written`() throws {
        let anna = try Device("anna")
        anna.make("Garden")
        anna.give(.create(NewList(title: "Students")))
        let students = try #require(anna.scope(ofList: "Students"))
        anna.write([FieldWrite(.listKind, ListKind.form)], to: .root, in: students)
        let garden = try #require(anna.scope(ofList: "Garden"))
        let logged = anna.log.count
        var change = ListChange()
        change.title = "a\tb"
        let refusals: [(ListCommand, CommandError)] = [
            (.create(NewList(title: "  ")), .text(.emptyTitle)),
            (.create(NewList(title: "\u{200B}\u{2060}")), .text(.emptyTitle)),
            (.create(NewList(title: "\u{2800} \u{3164}")), .text(.emptyTitle)),
            (.create(NewList(title: "a\u{1B}[2J")), .text(.controlCharacter(.title, 0x1B))),
            (.create(NewList(title: "a\nb")), .text(.controlCharacter(.title, 0x0A))),
            (.create(NewList(title: String(repeating: "x", count: 1025))), .text(.tooLong(.title, bytes: 1025))),
            (
                .create(NewList(title: "a", description: String(repeating: "x", count: 1 << 20))),
                .text(.tooLong(.description, bytes: 1 << 20))
            ),
            (.create(NewList(title: "a", description: "b\u{1B}[2J")), .text(.controlCharacter(.description, 0x1B))),
            (.create(NewList(title: "a", template: "Nowhere")), .list(.notFound("Nowhere"))),
            (.create(NewList(title: "a", template: "Students")), .list(.notChecklist(students))),
            (.change(["Garden", "Nowhere"], change), .text(.controlCharacter(.title, 0x09))),
            (.change(["Garden", "Nowhere"], ListChange()), .list(.notFound("Nowhere"))),
            (.merge("Garden", into: "garden"), .list(.mergedWithItself(garden))),
            (.merge("Students", into: "Garden"), .list(.notChecklist(students))),
            (.copy("Students", title: nil, isReset: false), .list(.notChecklist(students))),
            (.setDefault("Students"), .list(.notChecklist(students))),
            (.clearDone("Nowhere"), .list(.notFound("Nowhere"))),
        ]
        for (command, error) in refusals { #expect(anna.give(command) == .failure(error)) }
        #expect(anna.log.count == logged)
    }
}
