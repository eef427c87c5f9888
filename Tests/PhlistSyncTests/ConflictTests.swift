import PhlistSimulator
import PhlistTestKit
import PhlistVocabulary
import Testing

@testable import PhlistHousehold
@testable import PhlistModel
@testable import PhlistSync

/// What was written apart: shown with all its values, settled by one write that knows them.
struct ConflictTests {
    private static func together() throws -> Home {
        let home = Home(try Device("anna"), try Device("ben"))
        try home.join(1, to: 0)
        home.connect(0, 1)
        return home
    }

    /// Two devices that renamed milk and gave it other notes while they were apart.
    private static func apart(by milliseconds: Int64 = 1000, ahead: Int64 = 0) throws -> Home {
        let home = try Self.together()
        home.devices[0].give(home.devices[0].add("milk", "bread"))
        home.settle()
        home.isLost = { _ in true }
        home.devices[1].wall += ahead
        for (device, title) in zip(home.devices, ["oat milk", "soy milk"]) {
            device.wall += milliseconds
            device.give(device.change("milk", ItemChange(title: title)))
        }
        home.isLost = { _ in false }
        home.reconnect()
        return home
    }

    private static func resolve(_ of: String, _ field: String, _ choice: Resolution.Choice, _ device: Device) -> Command
    {
        .user(.resolve(Resolution(reference: of, field: field, choice: choice)), device.principal)
    }

    private static func titles(_ device: Device) throws -> [String] {
        try device.conflicts().flatMap { conflict in
            conflict.siblings.map { String(decoding: $0.value, as: UTF8.self) }
        }
    }

    @Test func `both devices show the same values in the same order`() throws {
        let home = try Self.apart()
        let shown = try Self.titles(home.devices[0])
        #expect(Set(shown) == ["oat milk", "soy milk"])
        #expect(try Self.titles(home.devices[1]) == shown)
        #expect(try home.devices[0].conflicts().map(\.fieldName) == ["title"])
    }

    @Test func `nobody is asked about dates and percentages of what is done, until it is opened again`() throws {
        let home = try Self.apart()
        let today = CivilDate("2026-11-28")
        func change(_ change: ItemChange) -> ItemChange {
            var change = change
            change.today = today
            return change
        }
        home.devices[0].give(home.devices[0].change("Shopping/milk", change(ItemChange(recurrence: "FREQ=WEEKLY"))))
        home.settle()
        let days = try ["2026-12-01", "2026-12-02"].map { try #require(CivilDate($0)) }
        home.isLost = { _ in true }
        for (index, device) in home.devices.enumerated() {
            let other = ItemChange(due: .on(days[index]), percent: [20, 80][index])
            device.give(device.change("Shopping/milk", change(other)))
        }
        home.isLost = { _ in false }
        home.reconnect()
        let anna = home.devices[0]
        let milk = try #require(anna.items(in: "Shopping").first { $0.title.hasSuffix("milk") }).entity.description
        #expect(try Set(anna.conflicts().map(\.fieldName)) == ["title", "due", "percent"])
        let all = ["due", "percent", "title"]
        for (state, fields) in [(WorkState.done, ["title"]), (.open, all), (.cancelled, ["title"])] {
            anna.give(anna.change(milk, change(ItemChange(state: state))))
            home.settle()
            for device in home.devices { #expect(try device.conflicts().map(\.fieldName).sorted() == fields) }
        }
    }

    @Test func `two rules compete after somebody has ticked the item, too`() throws {
        let home = try Self.apart()
        home.isLost = { _ in true }
        for (device, rule) in zip(home.devices, ["FREQ=WEEKLY", "FREQ=DAILY"]) {
            var change = ItemChange(recurrence: rule)
            change.today = CivilDate("2026-11-28")
            device.give(device.change("Shopping/milk", change))
        }
        home.isLost = { _ in false }
        home.reconnect()
        let anna = home.devices[0]
        let milk = try #require(anna.items(in: "Shopping").first { $0.title.hasSuffix("milk") }).entity.description
        anna.give(anna.change(milk, .done(on: "2026-11-28")))
        home.settle()
        for device in home.devices { #expect(try device.conflicts().map(\.fieldName).contains("recurrence")) }
    }

    @Test(arguments: [1, 2])
    func `taking a value by its number settles it everywhere`(number: Int) throws {
        let home = try Self.apart()
        let (anna, ben) = (home.devices[0], home.devices[1])
        let wanted = try Self.titles(anna)[number - 1]
        anna.give(Self.resolve("Shopping/milk", "Title", .take(number), anna))
        home.settle()
        for device in home.devices {
            #expect(try Self.titles(device).isEmpty)
            #expect(device.titles(in: "Shopping").sorted() == ["bread", wanted])
        }
        #expect(anna.agrees(with: ben))
    }

    @Test(arguments: [1, 2], [0, 1])
    func `under a clock that is years off a value that is taken is the one that stands`(number: Int, by: Int) throws {
        for years in [-30, 2] as [Int64] {
            let home = try Self.apart(by: years * 31_557_600_000)
            home.devices[0].wall += 31_557_600_000
            home.settle()
            let wanted = try Self.titles(home.devices[by])[number - 1]
            home.devices[by].give(Self.resolve("Shopping/milk", "title", .take(number), home.devices[by]))
            home.settle()
            for device in home.devices {
                #expect(device.titles(in: "Shopping").contains(wanted), "\(years)")
                #expect(try device.conflicts().isEmpty, "\(years)")
            }
        }
    }

    @Test func `the reply to a choice is made from what was chosen, also beside a clock that is far ahead`() throws {
        let home = try Self.apart(ahead: 34_560_000_000)
        let anna = home.devices[0]
        let titles = try Self.titles(anna)
        let number = try #require(titles.firstIndex(of: "oat milk")) + 1
        anna.give(Self.resolve("Shopping/milk", "title", .take(number), anna))
        let library = anna.replica.library
        let item = try library.item(matching: "oat milk", for: anna.principal, purpose: .look)
        let told = library.newestAction(on: item)?.changes.first { $0.field == .title }
        #expect(told?.value == Array("oat milk".utf8))
        #expect(library.newestAction(in: item.scope)?.act == library.newestAction(on: item)?.act)
    }

    @Test func `a value that nobody wrote settles it too, and undo leaves what it cannot bring back`() throws {
        let home = try Self.apart()
        let ben = home.devices[1]
        ben.give(Self.resolve("milk", "title", .text("rice milk"), ben))
        home.settle()
        #expect(try Self.titles(home.devices[0]).isEmpty)
        #expect(home.devices[0].titles(in: "Shopping").contains("rice milk"))
    }

    @Test func `a conflict is found by an id, a text, either value and its list`() throws {
        let anna = try Self.apart().devices[0]
        let conflict = try anna.conflicts()[0]
        for reference in [
            conflict.entity.description, String(conflict.entity.description.prefix(4)), "oat milk", "soy milk", "milk",
            "Shopping/milk", "shopping", "SOY MILK",
        ] {
            #expect(try anna.conflicts(of: reference).map(\.entity) == [conflict.entity])
        }
    }

    @Test func `what cannot settle a conflict is refused and nothing is written`() throws {
        let anna = try Self.apart().devices[0]
        let logged = anna.log.count
        let refusals: [(Command, CommandError)] = [
            (Self.resolve("bread", "title", .take(1), anna), .conflict(.notFound("bread"))),
            (Self.resolve("milk", "note", .take(1), anna), .conflict(.fieldNotFound("note", conflicting: ["title"]))),
            (Self.resolve("milk", "title", .take(3), anna), .conflict(.noSuchCompetitor(3, count: 2))),
            (Self.resolve("milk", "title", .take(0), anna), .conflict(.noSuchCompetitor(0, count: 2))),
            (Self.resolve("milk", "title", .text(" "), anna), .text(.emptyTitle)),
        ]
        for (command, error) in refusals {
            #expect(anna.give(command) == [.failure(error)])
        }
        #expect(anna.log.count == logged)
    }

    @Test(arguments: [Int.min, -1, 0, 3, .max])
    func `a number of no value is refused`(number: Int) throws {
        let home = try Self.apart()
        let anna = home.devices[0]
        let reply = anna.give(Self.resolve("Shopping/milk", "Title", .take(number), anna))[0]
        #expect(reply == .failure(.conflict(.noSuchCompetitor(number, count: 2))))
        #expect(try Self.titles(anna).count == 2)
    }

    @Test(arguments: [40, 70, 200, 300])
    func `a note that is too long settles nothing, and the device starts again`(kilobytes: Int) throws {
        let home = try Self.apart()
        let (anna, ben) = (home.devices[0], home.devices[1])
        for (device, note) in [(anna, "one"), (ben, "two")] {
            home.isLost = { _ in true }
            device.give(device.change("bread", ItemChange(note: note)))
        }
        home.isLost = { _ in false }
        home.reconnect()
        let note = String(repeating: "n", count: kilobytes * 1024)
        let reply = anna.give(Self.resolve("Shopping/bread", "Note", .text(note), anna))[0]
        guard case .failure(.text(.tooLong(.note, _)))? = reply else {
            Issue.record("\(kilobytes) KiB: \(String(describing: reply))")
            return
        }
        try anna.restart()
        #expect(anna.agrees(with: ben))
    }

    /// Two values of each field that a person sets on an item; nobody is asked for the percentage of a closed one.
    private static let itemChanges: [(String, ItemChange, ItemChange)] = [
        ("quantity", ItemChange(quantity: "12"), ItemChange(quantity: "20")),
        ("url", ItemChange(.url, "https://a.example/tent"), ItemChange(.url, "https://b.example/tent")),
        ("location", ItemChange(.location, "town hall"), ItemChange(.location, "library")),
        ("priority", ItemChange(priority: .high), ItemChange(priority: .low)),
        ("percent", ItemChange(percent: 20), ItemChange(percent: 80)),
        ("state", ItemChange(state: .done), ItemChange(state: .cancelled)),
    ]

    private static func item(with field: String) -> String { field == "state" ? "bread" : "milk" }

    @Test func `whatever two set apart on an item or a list competes, is counted as often, and is settled`() throws {
        let home = try Self.together()
        let (anna, ben) = (home.devices[0], home.devices[1])
        anna.give(anna.add("milk"), anna.add("bread"))
        home.settle()
        home.isLost = { _ in true }
        for (field, one, other) in Self.itemChanges {
            anna.give(anna.change(Self.item(with: field), one))
            ben.give(ben.change(Self.item(with: field), other))
        }
        for (device, text) in [(anna, "for us"), (ben, "for all")] {
            var change = ListChange()
            (change.description, change.view.sort) = (text, device === anna ? .name : .due)
            device.give(.user(.lists(.change(["Shopping"], change)), device.principal))
        }
        home.isLost = { _ in false }
        home.reconnect()
        let fields = Self.itemChanges.map(\.0) + ["description", "view"]
        for device in home.devices {
            #expect(try Set(device.conflicts().map(\.fieldName)) == Set(fields))
            #expect(device.replica.library.conflictCount(for: device.principal) == fields.count)
            let counts = device.replica.library.lists(ListQuery(), for: device.principal).map(\.overview.conflictCount)
            #expect(counts.reduce(0, +) == fields.count)
        }
        for (field, _, _) in Self.itemChanges {
            anna.give(Self.resolve(Self.item(with: field), field, .take(2), anna))
        }
        for field in ["description", "view"] { anna.give(Self.resolve("Shopping", field, .take(1), anna)) }
        home.settle()
        #expect(try ben.conflicts().isEmpty && ben.agrees(with: anna))
    }

    @Test func `a conflict is settled with a value that nobody wrote yet, read as in a change`() throws {
        let home = try Self.together()
        let (anna, ben) = (home.devices[0], home.devices[1])
        anna.give(anna.add("milk"))
        home.settle()
        home.isLost = { _ in true }
        for (device, quantity, priority, percent) in [(anna, "2 l", Priority.high, 20), (ben, "3 l", .low, 80)] {
            device.give(
                device.change("milk", ItemChange(quantity: quantity, priority: priority, percent: percent))
            )
        }
        home.isLost = { _ in false }
        home.reconnect()
        let former = anna.items(in: "Shopping").first?.quantity
        for (field, value) in [("priority", "medium"), ("percent", "50%"), ("quantity", "+1 l")] {
            anna.give(Self.resolve("milk", field, .text(value), anna))
        }
        home.settle()
        for device in home.devices {
            let item = try #require(device.items(in: "Shopping").first)
            #expect(item.priority == .medium && item.percent == 50)
            #expect(item.quantity == (former == "2 l" ? "3 l" : "4 l"))
            #expect(try device.conflicts().isEmpty)
        }
    }

    @Test(arguments: [("priority", "urgent"), ("percent", "101"), ("percent", "-1"), ("state", "finished")])
    func `a conflict is not settled with a value that the field cannot have`(field: String, value: String) throws {
        let home = try Self.together()
        let (anna, ben) = (home.devices[0], home.devices[1])
        anna.give(anna.add("milk"), anna.add("bread"))
        home.settle()
        home.isLost = { _ in true }
        for (field, one, other) in Self.itemChanges.suffix(3) {
            anna.give(anna.change(Self.item(with: field), one))
            ben.give(ben.change(Self.item(with: field), other))
        }
        home.isLost = { _ in false }
        home.reconnect()
        let refused = CommandError.conflict(.valueNotCompeting(value, field: field))
        #expect(anna.give(Self.resolve(Self.item(with: field), field, .text(value), anna)) == [.failure(refused)])
    }

    @Test func `photos, lists, names of sections and fields of forms compete and are settled`() throws {
        let home = try Self.together()
        let (anna, ben) = (home.devices[0], home.devices[1])
        anna.give(anna.add("milk"))
        anna.give(.add(list: "Shopping", names: ["Fruit"]))
        try anna.makeForm("pets", .pets)
        home.settle()
        home.isLost = { _ in true }
        for (number, device) in home.devices.enumerated() {
            device.setPhoto(of: "milk", seed: UInt8(number))
            var change = ListChange()
            change.due = CivilDate(year: 2027, month: 1, day: number + 1).map { .on($0) }
            (change.title, change.state) = ("Shop \(number)", number == 0 ? .done : .cancelled)
            let field = FormFieldChange(field: "Born", name: "Born \(number)", isRequired: true)
            let kind = FormFieldChange(field: "Kind", addChoices: ["fox \(number)"])
            device.give([
                .sections(.rename("Shopping/Fruit", to: "Fruit \(number)")),
                .forms(.change("pets", FormChange(fields: [field, kind]))), .lists(.change(["Shopping"], change)),
            ])
        }
        home.isLost = { _ in false }
        home.reconnect()
        let fields = ["photo", "title", "due", "state", "name", "name", "choices"]
        for device in home.devices {
            let conflicts = try device.conflicts()
            #expect(conflicts.map(\.fieldName).sorted() == fields.sorted())
            #expect(device.replica.library.conflictCount(for: device.principal) == fields.count)
        }
        for conflict in try anna.conflicts() {
            let list = conflict.entity == .root ? conflict.scope.description : conflict.entity.description
            anna.give(Self.resolve(list, conflict.fieldName, .take(2), anna))
        }
        home.settle()
        #expect(try anna.conflicts().map(\.fieldName) == [])
        #expect(try ben.conflicts().isEmpty && ben.agrees(with: anna))
    }

    @Test func `dates, notes, people, sections and fields of records compete and are settled`() throws {
        let home = try Self.together()
        let (anna, ben) = (home.devices[0], home.devices[1])
        anna.give(anna.add("milk"), .user(.members(.add(name: "Zoe", email: "")), anna.principal))
        home.settle()
        let scope = try #require(anna.scope(ofList: "Shopping"))
        let item = try #require(anna.items(in: "Shopping").first)
        let zoe = try anna.member(named: "Zoe")
        let (fruit, form) = (EntityID(rawValue: 71), EntityID(rawValue: 72))
        anna.write(
            [FieldWrite(.kind, EntityKind.section), FieldWrite(.life, Life.alive), FieldWrite(.title, text: "Fruit")],
            to: fruit,
            in: scope
        )
        anna.write(
            [
                FieldWrite(.kind, EntityKind.formField), FieldWrite(.life, Life.alive),
                FieldWrite(.title, text: "Language"),
            ],
            to: form,
            in: scope
        )
        let record = EntityID(rawValue: 73)
        anna.write(
            [FieldWrite(.kind, EntityKind.record), FieldWrite(.life, Life.alive), FieldWrite(.recordKey, text: "S1")],
            to: record,
            in: scope
        )
        home.settle()
        home.isLost = { _ in true }
        let place = Place(section: fruit, key: item.place.key)
        let values: [(EntityID, FieldID, [UInt8], [UInt8])] = [
            (item.entity, .due, [7, 234, 12, 24], [7, 234, 12, 25]),
            (item.entity, .note, Array("a".utf8), Array("b".utf8)),
            (item.entity, .assignee, zoe.bytes, []),
            (item.entity, .place, place.encoded, item.place.encoded + [1]),
            (record, .recordValue(of: form), Array("de".utf8), Array("fr".utf8)),
        ]
        for (entity, field, first, second) in values {
            anna.write([FieldWrite(field, first)], to: entity, in: scope)
            ben.write([FieldWrite(field, second)], to: entity, in: scope)
        }
        home.isLost = { _ in false }
        home.reconnect()
        let names = try ben.conflicts().map(\.fieldName)
        #expect(Set(names) == ["due", "note", "assignee", "section", "Language"])
        #expect(
            ben.give(Self.resolve("S1", "language", .text("it"), ben)) == [
                .failure(.conflict(.valueNotCompeting("it", field: "Language")))
            ]
        )
        ben.give(
            Self.resolve("milk", "due", .date(CivilDate(year: 2026, month: 12, day: 26)), ben),
            Self.resolve("milk", "note", .text("c"), ben),
            Self.resolve("milk", "assignee", .text("zoe"), ben),
            Self.resolve("milk", "section", .text("fruit"), ben),
            Self.resolve("S1", "language", .text("de"), ben)
        )
        home.settle()
        for device in home.devices {
            #expect(try device.conflicts().isEmpty)
            let item = try #require(device.items(in: "Shopping").first)
            #expect(item.due == CivilDate(year: 2026, month: 12, day: 26))
            #expect(item.note == "c" && item.assignee == zoe && item.place.section == fruit)
        }
        #expect(anna.agrees(with: ben))
    }
}
