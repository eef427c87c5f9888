import PhlistSimulator
import PhlistTestKit
import PhlistVocabulary
import Testing

@testable import PhlistHousehold
@testable import PhlistModel
@testable import PhlistSync

/// Items that come back.
struct RecurrenceTests {
    private let device: Device

    init() throws {
        device = try Device("anna")
        device.make("Home", ["bins", "-paper", "-glass", "rent"])
        device.give(device.change("bins", .every("FREQ=WEEKLY;BYDAY=TU", today: "2026-11-27")))
    }

    private func items(_ title: String) -> [ItemState] {
        device.items(in: "Home").filter { $0.title == title }
    }

    private func open(_ title: String) -> [ItemState] { items(title).filter { $0.state == .open && !$0.isTrashed } }

    @Test func `a rule without a due date gives the item its first one`() {
        #expect(items("bins").map(\.due) == [CivilDate("2026-12-01")])
        #expect(items("bins")[0].record.recurrence == "DTSTART=20261201;FREQ=WEEKLY;BYDAY=TU")
    }

    @Test func `completing it makes the next one with all that it has, and what is below it`() throws {
        let fields = ItemChange(note: "at the gate", tagsAdded: ["home"], quantity: "2", priority: .high)
        device.give(device.change("bins", fields))
        device.give(device.change("paper", ItemChange(percent: 30)))
        device.give(device.change("glass", ItemChange(due: .on(try #require(CivilDate("2026-11-30"))))))
        device.give(device.change("paper", ItemChange(state: .done)))
        device.give(device.change("bins", .done(on: "2026-12-01")))
        let next = try #require(open("bins").first)
        #expect(open("bins").count == 1 && items("bins").count == 2)
        #expect(next.due == CivilDate("2026-12-08") && next.note == "at the gate" && next.tags == ["home"])
        #expect(next.quantity == "2" && next.priority == .high)
        let below = device.list("Home")?.items(below: next.entity) ?? []
        #expect(below.map(\.title) == ["paper", "glass"] && below.allSatisfy { $0.state == .open && $0.percent == 0 })
        #expect(below.map(\.due) == [nil, CivilDate("2026-12-07")])
        #expect(items("paper").map(\.state) == [.done, .open] && items("glass").map(\.state) == [.done, .open])
        #expect(device.list("Home")?.outline.flatMap(\.items).map(\.item.title).suffix(1) == ["rent"])
    }

    @Test func `of two open occurrences a title means the earlier one`() {
        var once = ItemChange(note: "back door")
        (once.occurrence, once.today) = (.once, CivilDate("2026-12-01"))
        device.give(device.change("bins", once))
        #expect(open("bins").map(\.note).sorted() == ["", "back door"])
        // A rule is for all later ones.
        device.give(device.change("bins", .every("FREQ=WEEKLY;BYDAY=TU", today: "2026-12-01")))
        #expect(open("bins").filter { $0.recurrence != nil }.map(\.note) == [""])
        device.give(device.change("bins", .done(on: "2026-12-01")))
        #expect(open("bins").map(\.due) == [CivilDate("2026-12-08")])
        device.give(device.change("bins", .done(on: "2026-12-08")))
        #expect(open("bins").map(\.due) == [CivilDate("2026-12-15")])
    }

    @Test func `a completion is taken back with the next one, unless somebody has changed that`() {
        device.give(device.change("bins", .done(on: "2026-12-01")))
        device.give([.undo(list: nil)])
        #expect(open("bins").map(\.due) == [CivilDate("2026-12-01")])
        #expect(items("bins").count { !$0.isTrashed } == 1)
        device.give([.redo(list: nil)])
        #expect(open("bins").map(\.due) == [CivilDate("2026-12-08")])
        device.give(device.change("bins", ItemChange(note: "both")))
        device.give([.undo(list: nil), .undo(list: nil)])
        #expect(open("bins").map(\.due) == [CivilDate("2026-12-01")])
    }

    @Test(
        arguments: [
            [ItemChange(state: .cancelled), ItemChange(state: .open)],
            [ItemChange(isTrashed: true), ItemChange(isTrashed: false)],
            [.every("", today: "2026-11-27"), .every("FREQ=WEEKLY;BYDAY=TU", today: "2026-11-27")],
        ],
        [ItemChange.done(on: "2026-12-01"), .skip(on: "2026-12-01")]
    )
    func `a completion is taken back with the next one, though the series had been ended before`(
        endAndBeginning: [ItemChange],
        closing: ItemChange
    ) throws {
        let bins = try #require(items("bins").first).entity.description
        for change in endAndBeginning + [closing] { device.give(device.change(bins, change)) }
        for day in ["2026-12-08", "2026-12-08"] {
            #expect(open("bins").map(\.due) == [CivilDate(day)])
            device.give([.undo(list: nil)])
            #expect(open("bins").map(\.due) == [CivilDate("2026-12-01")])
            #expect(device.items(in: "Home").allSatisfy { $0.isTrashed || !$0.title.isEmpty })
            device.give([.redo(list: nil)])
        }
        #expect(open("bins").map(\.record.recurrence) == ["DTSTART=20261208;FREQ=WEEKLY;BYDAY=TU"])
        device.give([.undo(list: nil)])
        device.give(device.change(bins, .done(on: "2026-12-01")))
        #expect(open("bins").map(\.due) == [CivilDate("2026-12-08")])
    }

    @Test(arguments: [ItemChange(state: .cancelled), .every("", today: "2026-11-27")])
    func `the history of a series that ends names what was there alone`(end: ItemChange) throws {
        device.give(device.change("bins", end))
        let entry = try #require(device.list("Home")?.history(atMost: 1).entries.first)
        #expect(entry.changes.allSatisfy { $0.title == Array("bins".utf8) } && !entry.changes.isEmpty)
    }

    @Test func `an item that is opened again takes back the next one, unless somebody has changed that`() {
        device.give(device.change("bins", .done(on: "2026-12-01")))
        let closed = items("bins").first { $0.state == .done }?.entity.description ?? ""
        device.give(device.change("bins", ItemChange(state: .open)))
        #expect(open("bins").map(\.due) == [CivilDate("2026-12-01")] && items("bins").count { $0.isTrashed } == 1)
        device.give(device.change(closed, .done(on: "2026-12-02")))
        #expect(open("bins").map(\.due) == [CivilDate("2026-12-08")] && open("glass").count == 1)
        let next = open("bins")[0].entity.description
        device.give(device.change(next, ItemChange(note: "both")))
        device.give(device.change(closed, ItemChange(state: .open)))
        #expect(open("bins").count == 2)
    }

    @Test func `skipping cancels one and makes the next; cancelling ends the series`() throws {
        device.give(device.change("bins", .skip(on: "2026-11-27")))
        #expect(items("bins").map(\.state).sorted { $0.rawValue < $1.rawValue } == [.open, .cancelled])
        #expect(open("bins").map(\.due) == [CivilDate("2026-12-08")])
        // What is done is not left out.
        device.give(device.change("bins", .done(on: "2026-12-08")))
        let done = try #require(items("bins").first { $0.state == .done })
        device.give(device.change(done.entity.description, .skip(on: "2026-12-08")))
        #expect(items("bins").map(\.state).sorted { $0.rawValue < $1.rawValue } == [.open, .done, .cancelled])
        device.give(device.change("bins", ItemChange(state: .cancelled)))
        #expect(open("bins").isEmpty && items("bins").count == 3)
        let rent = try #require(items("rent").first)
        let reference = EntityReference(scope: try #require(device.scope(ofList: "Home")), entity: rent.entity)
        let reply = device.give(device.change("rent", .skip(on: "2026-11-27")))[0]
        #expect(reply == .failure(.item(.notRecurring(reference))))
    }

    @Test func `what is changed once leaves the series, which goes on as it was`() throws {
        var change = ItemChange(title: "bins, paper too", due: .on(try #require(CivilDate("2026-12-02"))))
        (change.occurrence, change.today) = (.once, CivilDate("2026-11-27"))
        device.give(device.change("bins", change))
        #expect(open("bins").map(\.due) == [CivilDate("2026-12-08")])
        let once = try #require(open("bins, paper too").first)
        #expect(once.due == CivilDate("2026-12-02") && once.recurrence == nil)
        device.give(device.change("bins, paper too", .done(on: "2026-12-02")))
        #expect(open("bins, paper too").isEmpty && open("bins").count == 1)
    }

    @Test func `a date that is put off leaves the rest of the series where it is`() throws {
        device.give(device.change("bins", ItemChange(due: .on(try #require(CivilDate("2026-12-03"))))))
        device.give(device.change("bins", .done(on: "2026-12-03")))
        #expect(open("bins").map(\.due) == [CivilDate("2026-12-08")])
        device.give(device.change("bins", ItemChange(due: .on(try #require(CivilDate("2026-12-06"))))))
        device.give(device.change("bins", .done(on: "2026-12-06")))
        #expect(open("bins").map(\.due) == [CivilDate("2026-12-15")])
    }

    /// Europe skips 2:30 on 28 March 2027 and has it twice on 31 October; the calendar on the wall has it every day.
    @Test(arguments: [
        ("FREQ=DAILY", "2027-03-27T02:30", "2027-03-28T02:30"), ("FREQ=DAILY", "2027-10-30T02:30", "2027-10-31T02:30"),
        ("FREQ=DAILY", "2027-10-31T02:30", "2027-11-01T02:30"), ("FREQ=WEEKLY", "2027-03-21T23:59", "2027-03-28T23:59"),
        ("FREQ=YEARLY", "2028-02-29T08:00", "2029-02-28T08:00"), ("FREQ=MONTHLY", "2028-01-31", "2028-02-29"),
        ("FREQ=MONTHLY", "2027-01-31", "2027-02-28"), ("FREQ=MONTHLY;INTERVAL=13", "2027-01-31", "2028-02-29"),
        ("FREQ=YEARLY;INTERVAL=4", "2096-02-29", "2100-02-28"), ("FREQ=DAILY", "2027-12-31T00:00", "2028-01-01T00:00"),
    ])
    func `a change of the clocks, a leap day and the end of a month move no time`(
        rule: String,
        due: String,
        next: String
    ) throws {
        let date = try #require(CivilDate(due))
        var change = ItemChange.every(rule, today: due)
        change.fields.due = .on(date)
        device.give(device.change("rent", change))
        device.give(device.change("rent", .done(on: date.withoutTime.description)))
        #expect(open("rent").map(\.due) == [CivilDate(next)])
    }

    /// What is asked for on a Friday at 13:00, and the due date that the item gets.
    @Test(arguments: [
        ("FREQ=WEEKLY;BYDAY=TU;BYHOUR=18;BYMINUTE=30", nil, "2026-12-01T18:30"),
        ("FREQ=WEEKLY;BYDAY=FR;BYHOUR=14", nil, "2026-11-27T14:00"), ("FREQ=DAILY;BYHOUR=9", nil, "2026-11-28T09:00"),
        ("FREQ=WEEKLY;BYDAY=FR;BYHOUR=12", nil, "2026-12-04T12:00"), ("FREQ=WEEKLY;BYHOUR=8", nil, "2026-12-04T08:00"),
        ("FREQ=MONTHLY;BYHOUR=8", nil, "2026-12-27T08:00"), ("FREQ=YEARLY;BYHOUR=8", nil, "2027-11-27T08:00"),
        ("FREQ=WEEKLY;BYHOUR=8", "2030-04-16", "2030-04-16T08:00"),
        ("FREQ=WEEKLY;BYHOUR=8", "2030-04-16T10:00", "2030-04-16T10:00"),
    ])
    func `a rule with a time gives the first date that time, unless it has one`(
        rule: String,
        due: String?,
        first: String
    ) throws {
        if let due { device.give(device.change("rent", ItemChange(due: .on(try #require(CivilDate(due)))))) }
        device.give(device.change("rent", .every(rule, today: "2026-11-27T13:00")))
        let rent = try #require(open("rent").first)
        #expect(rent.due == CivilDate(first) && rent.recurrence?.start == CivilDate(first))
        #expect(!rent.record.recurrence.contains("BYHOUR"))
    }

    @Test func `an item for which no due date is asked gets none from its rule`() throws {
        var change = ItemChange.every("FREQ=WEEKLY;BYDAY=TU;BYHOUR=18", today: "2026-11-27")
        change.fields.due = .never
        device.give(device.change("rent", change))
        let rent = try #require(open("rent").first)
        #expect(rent.due == nil && rent.recurrence?.start == CivilDate("2026-12-01T18:00"))
    }

    @Test func `a rule that ends before its first date is refused`() throws {
        let reply = device.give(
            device.change("rent", .every("FREQ=WEEKLY;BYDAY=TU;UNTIL=20261129", today: "2026-11-27"))
        )
        let (first, last) = (try #require(CivilDate("2026-12-01")), try #require(CivilDate("2026-11-29")))
        #expect(reply[0] == .failure(.item(.endsBefore(first, last: last))))
    }

    @Test func `what is skipped comes back after its own date, though the rule counts from completion`() throws {
        var change = ItemChange.every("FREQ=DAILY;INTERVAL=3;FROM=COMPLETION", today: "2026-11-27")
        change.fields.due = .on(try #require(CivilDate("2026-12-07")))
        device.give(device.change("rent", change))
        for day in ["2026-12-10", "2026-12-13"] {
            device.give(device.change("rent", .skip(on: "2026-11-27")))
            #expect(open("rent").map(\.due) == [CivilDate(day)])
        }
    }

    @Test func `a part that recurs goes along with the whole, and ends when its rule does`() throws {
        let rule = "FREQ=WEEKLY;COUNT=3"
        device.give(device.change("paper", .every(rule, today: "2026-11-27")))
        for (day, count) in [("2026-12-01", 2), ("2026-12-08", 1)] {
            device.give(device.change("bins", .done(on: day)))
            #expect(open("paper").map(\.recurrence?.end) == [.after(count: count)])
            #expect(open("paper").map(\.recurrence?.start) == open("paper").map(\.due))
        }
        device.give(device.change("bins", .done(on: "2026-12-15")))
        #expect(open("paper").isEmpty && open("glass").count == 1)
    }

    @Test func `opening it again opens what was closed with it, so that the next one has it, too`() throws {
        device.give(device.change("paper", .every("FREQ=WEEKLY", today: "2026-11-27")))
        device.give(device.change("glass", ItemChange(state: .done)))
        let first = try #require(open("bins").first).entity.description
        device.wall += 1000
        device.give(device.change("bins", .done(on: "2026-12-01")))
        device.give(device.change(first, ItemChange(state: .open)))
        #expect(open("paper").count == 1 && open("glass").isEmpty)
        device.give(device.change(first, .done(on: "2026-12-01")))
        #expect(open("paper").count == 1 && open("glass").count == 1)
    }

    @Test func `of what was missed for a year one comes back`() {
        device.give(device.change("bins", .done(on: "2027-11-27")))
        #expect(open("bins").map(\.due) == [CivilDate("2027-11-30")])
    }

    @Test func `the last occurrence has none after it`() {
        device.give(device.change("bins", .every("DTSTART=20261201;FREQ=WEEKLY;BYDAY=TU;COUNT=2", today: "2026-11-27")))
        device.give(device.change("bins", .done(on: "2026-12-01")))
        #expect(open("bins").count == 1)
        device.give(device.change("bins", .done(on: "2026-12-08")))
        #expect(open("bins").isEmpty && items("bins").count == 2)
    }

    @Test func `the one that was closed last is opened again by its title`() throws {
        for day in ["2026-12-01", "2026-12-08"] { device.give(device.change("bins", .done(on: day))) }
        device.give(device.change("bins", ItemChange(state: .cancelled)))
        device.give(device.change("bins", ItemChange(state: .open)))
        #expect(open("bins").map(\.due) == [CivilDate("2026-12-15")])
    }

    @Test func `a copy of a list that begins anew has each series once`() throws {
        for day in ["2026-12-01", "2026-12-08"] { device.give(device.change("bins", .done(on: day))) }
        device.give(.copy("Home", title: "Flat", isReset: true))
        #expect(device.items(in: "Flat").filter { $0.title == "bins" }.map(\.due) == [CivilDate("2026-12-15")])
    }

    /// Anna and Ben, who gave the rent other rules while they were apart.
    private static func apart(_ rules: String...) throws -> Home {
        let home = Home(try Device("anna"), try Device("ben"))
        home.devices[0].make("Home", ["rent"])
        try home.join(1, to: 0)
        home.connect(0, 1)
        home.disconnect()
        for (device, rule) in zip(home.devices, rules) {
            device.give(device.change("rent", .every(rule, today: "2026-11-27")))
        }
        home.connect(0, 1)
        return home
    }

    @Test func `a rule that settles a conflict begins at the due date, and none of it ends the series`() throws {
        let home = try Self.apart("FREQ=WEEKLY;BYDAY=TU", "FREQ=WEEKLY;BYDAY=TU,TH")
        let anna = home.devices[0]
        func resolve(_ rule: String) -> Result<CommandResult, CommandError>? {
            let resolution = Resolution(reference: "rent", field: "recurrence", choice: .text(rule))
            return anna.give(.user(.resolve(resolution), anna.principal))[0]
        }
        #expect(try anna.conflicts().map(\.fieldName) == ["recurrence"])
        #expect(resolve("mon") == .failure(.text(.notValid(.recurrence, "mon"))))
        #expect(resolve("FREQ=MONTHLY;BYHOUR=18")?.outcome != nil)
        let rent = try #require(anna.items(in: "Home").first)
        #expect(rent.record.recurrence == "DTSTART=20261201T180000;FREQ=MONTHLY;BYMONTHDAY=1")
        #expect(rent.due == CivilDate("2026-12-01T18:00"))
        let other = try Self.apart("FREQ=WEEKLY", "FREQ=DAILY")
        let ben = other.devices[1]
        let none = Resolution(reference: "rent", field: "recurrence", choice: .text("none"))
        ben.give(.user(.resolve(none), ben.principal))
        other.settle()
        #expect(try other.devices[0].conflicts().filter { $0.fieldName == "recurrence" }.isEmpty)
        #expect(other.devices[0].items(in: "Home").first?.recurrence == nil)
    }

    @Test func `a list that is merged with closed occurrences goes on with the open one`() throws {
        for day in ["2026-12-01", "2026-12-08"] { device.give(device.change("bins", .done(on: day))) }
        device.make("Flat", ["lamp"])
        device.give(.merge("Home", into: "Flat"))
        func flat(_ state: WorkState) -> [ItemState] {
            device.items(in: "Flat").filter { $0.title == "bins" && $0.state == state && !$0.isTrashed }
        }
        #expect(flat(.done).count == 2 && flat(.open).map(\.due) == [CivilDate("2026-12-15")])
        device.give(device.change("Flat/bins", .done(on: "2026-12-15")))
        #expect(flat(.done).count == 3 && flat(.open).map(\.due) == [CivilDate("2026-12-22")])
        device.give([.undo(list: nil)])
        #expect(flat(.done).count == 2 && flat(.open).map(\.due) == [CivilDate("2026-12-15")])
    }

    @Test func `closed occurrences that are cleared away come back with undo, and change no later one`() throws {
        for day in ["2026-12-01", "2026-12-08"] { device.give(device.change("bins", .done(on: day))) }
        let next = try #require(open("bins").first)
        device.give(.clearDone("Home"))
        #expect(items("bins").count { !$0.isTrashed } == 1)
        // It goes on from where it is, though the one before it is in the trash.
        device.give(device.change("bins", .done(on: "2026-12-15")))
        #expect(open("bins").map(\.due) == [CivilDate("2026-12-22")])
        device.give([.undo(list: nil), .undo(list: nil)])
        #expect(items("bins").count { $0.state == .done && !$0.isTrashed } == 2)
        #expect(open("bins").map(\.entity) == [next.entity])
    }

    @Test func `the last day of the calendar has nothing after it`() throws {
        var change = ItemChange.every("FREQ=YEARLY", today: "9998-12-31")
        change.fields.due = .on(try #require(CivilDate("9999-06-01")))
        device.give(device.change("rent", change))
        device.give(device.change("rent", .done(on: "9999-06-01")))
        #expect(open("rent").isEmpty && items("rent").map(\.state) == [.done])
    }

    @Test func `who may not remove items can open one again, and the next one stays`() {
        var change = ListChange()
        change.deletion = .cancelOnly
        device.give(.change(["Home"], change))
        device.give(device.change("bins", .done(on: "2026-12-01")))
        let closed = items("bins").first { $0.state == .done }?.entity.description ?? ""
        // With it, paper and glass.
        #expect(device.give(device.change(closed, ItemChange(state: .open)))[0]?.outcome?.changed.count == 3)
        #expect(open("bins").count == 2)
    }
}

extension ItemChange {
    static func every(_ rule: String, today: String) -> ItemChange {
        var change = ItemChange()
        (change.fields.recurrence, change.today) = (rule, CivilDate(today))
        return change
    }

    static func done(on day: String) -> ItemChange {
        var change = ItemChange(state: .done)
        change.today = CivilDate(day)
        return change
    }

    static func skip(on day: String) -> ItemChange {
        var change = ItemChange()
        (change.occurrence, change.today) = (.skip, CivilDate(day))
        return change
    }
}
