import PhlistSimulator
import PhlistTestKit
import PhlistVocabulary
import Testing

@testable import PhlistHousehold
@testable import PhlistModel
@testable import PhlistSync

/// Recurring items that three people complete, skip, put off and rename while they are apart.
///
/// The oracle counts what people did: it knows no ids and no fold. Of each series there must be one occurrence more
/// than were closed by the one who was furthest, on every device, and only one may be open.
struct SeriesHistoryTests {
    private static let titles = ["bins", "plants", "rent"]
    private static let rules = ["FREQ=WEEKLY;BYDAY=TU", "FREQ=DAILY;INTERVAL=3;FROM=COMPLETION", "FREQ=MONTHLY"]

    /// A person's view of the series: how many occurrences that person has closed or heard to be closed.
    private struct Person {
        var closed = [0, 0, 0]
        var today = CivilDate("2026-11-27") ?? .first
    }

    @Test func `a tick beside two others tells of nothing, though the rule counts the occurrences`() throws {
        let home = try Self.home(with: .every("FREQ=DAILY;COUNT=5", today: "2026-11-27"))
        let (anna, ben) = (home.devices[0], home.devices[1])
        for device in [anna, ben, ben] { device.give(device.change("bins", .done(on: "2026-11-27"))) }
        home.connect(0, 1)
        for device in [anna, ben] { #expect(device.list("Home")?.lateEdits.isEmpty == true) }
    }

    @Test(arguments: 0..<60)
    func `however people complete them apart, each occurrence has one that comes after it`(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let home = try Self.home()
        var people = [Person(), Person(), Person()]
        for _ in 0..<12 {
            for number in home.devices.indices { act(home.devices[number], &people[number], &random) }
            guard random.happens(percent: 30) else { continue }
            let (one, other) = [(0, 1), (1, 2), (0, 2)].randomElement(using: &random) ?? (0, 1)
            home.connect(one, other)
            home.disconnect()
            for series in Self.titles.indices {
                let furthest = max(people[one].closed[series], people[other].closed[series])
                (people[one].closed[series], people[other].closed[series]) = (furthest, furthest)
            }
        }
        for _ in 0..<2 {
            for (one, other) in [(0, 1), (1, 2), (0, 2)] { home.connect(one, other) }
        }
        for device in home.devices { #expect(device.agrees(with: home.devices[0])) }
        for (series, title) in Self.titles.enumerated() {
            let furthest = people.map { $0.closed[series] }.max() ?? 0
            for device in home.devices { Self.check(device, title, closed: furthest) }
        }
    }

    private static func home(with change: ItemChange? = nil) throws -> Home {
        let home = Home(try Device("anna"), try Device("ben"), try Device("cleo"))
        // Who has written something is a person of the household after joining.
        for device in home.devices { device.give(device.add("milk")) }
        try home.join(1, to: 0)
        try home.join(2, to: 0)
        home.devices[0].make("Home", titles)
        for (title, rule) in zip(titles, rules) {
            home.devices[0].give(home.devices[0].change(title, .every(rule, today: "2026-11-27")))
        }
        for (one, other) in [(0, 1), (0, 2)] { home.connect(one, other) }
        if let change { home.devices[0].give(home.devices[0].change("bins", change)) }
        for (one, other) in [(0, 1), (0, 2)] { home.connect(one, other) }
        home.disconnect()
        return home
    }

    /// One thing that a person does: the open occurrence is the one with the title, whatever was put behind it.
    private func act(_ device: Device, _ person: inout Person, _ random: inout SeededRandom) {
        person.today = person.today.adding(days: Int.random(in: 0...9, using: &random)) ?? .last
        device.wall += 1000
        let series = Int.random(in: 0..<3, using: &random)
        let title = Self.titles[series]
        let open = device.items(in: "Home").filter { $0.title.hasPrefix(title) && $0.state == .open && !$0.isTrashed }
        guard let item = open.first?.entity.description else { return }
        switch Int.random(in: 0..<6, using: &random) {
        case 0, 1, 2:
            device.give(device.change(item, .done(on: person.today.description)))
            person.closed[series] += 1
        case 3:
            device.give(device.change(item, .skip(on: person.today.description)))
            person.closed[series] += 1
        case 4: device.give(device.change(item, ItemChange(due: .on(person.today))))
        default: device.give(device.change(item, ItemChange(title: "\(title) \(device.name)")))
        }
    }

    private static func check(_ device: Device, _ title: String, closed: Int) {
        let all = device.items(in: "Home").filter { $0.title.hasPrefix(title) && !$0.isTrashed }
        #expect(all.count == closed + 1, "\(device.name): \(title)")
        #expect(all.count { $0.state == .open } == 1, "\(device.name): \(title)")
        #expect(all.allSatisfy { $0.recurrence?.start != nil }, "\(device.name): \(title)")
    }

    @Test func `a change that met a completion is told until somebody changes the next one, and no later change is`()
        throws
    {
        let home = try Self.home()
        let (anna, ben) = (home.devices[0], home.devices[1])
        anna.give(anna.change("bins", .done(on: "2026-12-01")))
        ben.give(ben.change("bins", ItemChange(title: "paper bins")))
        ben.give(ben.change("paper bins", .every("FREQ=WEEKLY;INTERVAL=2;BYDAY=TU", today: "2026-11-27")))
        home.connect(0, 1)
        for device in [anna, ben] {
            let items = device.items(in: "Home").filter { $0.title.hasSuffix("bins") }
            #expect(items.filter { $0.state == .open }.map(\.title) == ["bins"])
            #expect(items.filter { $0.state == .done }.map(\.title) == ["paper bins"])
            let told = try #require(device.list("Home")?.lateEdits)
            #expect(told.map(\.past.title) == ["paper bins"] && told.map(\.next.title) == ["bins"])
            #expect(told.map(\.edited.by) == [ben.member] && told.map(\.closed.by) == [anna.member])
        }
        let next = try #require(anna.items(in: "Home").first { $0.title == "bins" }).entity.description
        anna.give(anna.change(next, ItemChange(title: "bins out")))
        #expect(anna.list("Home")?.lateEdits.count == 1)
        anna.give(anna.change(next, .every("FREQ=WEEKLY;INTERVAL=3;BYDAY=TU", today: "2026-11-27")))
        #expect(anna.list("Home")?.lateEdits.isEmpty == true)
        // Whoever knows that it is closed changes that one alone.
        let other = try #require(anna.items(in: "Home").first { $0.title == "paper bins" }).entity.description
        anna.give(anna.change(other, ItemChange(title: "old bins")))
        #expect(anna.list("Home")?.lateEdits.isEmpty == true)
    }

    @Test func `a tag that met a completion is told until the next one has it`() throws {
        let home = try Self.home()
        let (anna, ben) = (home.devices[0], home.devices[1])
        anna.give(anna.change("bins", .done(on: "2026-12-01")))
        ben.give(ben.change("bins", ItemChange(tagsAdded: ["wet"])))
        home.connect(0, 1)
        #expect(home.devices.prefix(2).map { $0.list("Home")?.lateEdits.count } == [1, 1])
        let next = try #require(anna.items(in: "Home").first { $0.title == "bins" && $0.state == .open })
        #expect(next.tags.isEmpty)
        anna.give(anna.change(next.entity.description, ItemChange(tagsAdded: ["wet"])))
        home.settle()
        #expect(home.devices.prefix(2).map { $0.list("Home")?.lateEdits.count } == [0, 0])
    }

    private static let turns = "user of anna,user of ben"

    /// A change that meets a completion, and the same change of the next one.
    @Test(arguments: [
        (ItemChange(reminder: "-P2D"), ItemChange(reminder: "-P2D")),
        (ItemChange(reminder: "20261130T200000"), ItemChange(reminder: "20261207T200000")),
        (ItemChange(rotation: "\(Self.turns),user of cleo"), ItemChange(rotation: "\(Self.turns),user of cleo")),
        (ItemChange(rotation: ""), ItemChange(rotation: "")),
    ])
    func `a reminder or turns that met a completion are told until the next one has them`(
        edit: ItemChange,
        same: ItemChange
    ) throws {
        let home = try Self.home(with: ItemChange(rotation: Self.turns, reminder: "20261130T180000"))
        let (anna, ben) = (home.devices[0], home.devices[1])
        anna.give(anna.change("bins", .done(on: "2026-12-01")))
        ben.give(ben.change("bins", edit))
        home.connect(0, 1)
        for device in [anna, ben] { #expect(device.list("Home")?.lateEdits.map(\.past.title) == ["bins"]) }
        let next = try #require(anna.items(in: "Home").first { $0.title == "bins" && $0.state == .open })
        anna.give(anna.change(next.entity.description, same))
        home.settle()
        for device in [anna, ben] { #expect(device.list("Home")?.lateEdits.isEmpty == true) }
    }

    @Test(arguments: [ItemChange(note: "by the gate"), ItemChange(due: .never), ItemChange(title: "bins, paper too")])
    func `a change for one time that met a completion is not told as missing in the next one`(
        change: ItemChange
    ) throws {
        let home = try Self.home(with: ItemChange(rotation: Self.turns, reminder: "20261130T180000"))
        let (anna, ben) = (home.devices[0], home.devices[1])
        anna.give(anna.change("bins", .done(on: "2026-12-01")))
        var once = change
        (once.occurrence, once.today) = (.once, CivilDate("2026-12-01"))
        let bins = try #require(ben.items(in: "Home").first { $0.title == "bins" }).entity.description
        ben.give(ben.change(bins, once))
        ben.give(ben.change(bins, ItemChange(tagsAdded: ["wet"])))
        home.connect(0, 1)
        for device in [anna, ben] {
            #expect(device.list("Home")?.lateEdits.isEmpty == true)
            #expect(device.items(in: "Home").count { $0.title == "bins" && $0.state == .open } == 1)
        }
    }

    @Test(arguments: [("INTERVAL=3", false), ("INTERVAL=4", true)])
    func `one rule that two people give on different days is no conflict`(_ other: String, _ isConflict: Bool) throws {
        let home = try Self.home()
        // Without a due date, each of the rules begins on a day of its own.
        home.devices[0].give(home.devices[0].change("bins", ItemChange(due: .never)))
        home.connect(0, 1)
        home.disconnect()
        for (device, (day, words)) in zip(home.devices, [("2026-11-27", "INTERVAL=3"), ("2026-12-09", other)]) {
            device.give(device.change("bins", .every("FREQ=WEEKLY;\(words);BYDAY=TU", today: day)))
        }
        home.connect(0, 1)
        for device in home.devices.prefix(2) {
            #expect(try device.conflicts().map(\.field).contains(.recurrence) == isConflict)
            let counts = device.replica.library.lists(ListQuery(), for: device.principal).map(\.overview.conflictCount)
            #expect(try counts.reduce(0, +) == device.conflicts().count)
        }
    }

    @Test(
        arguments: [ItemChange(state: .cancelled), ItemChange(isTrashed: true), Self.unruled]
            .flatMap { end in [false, true].map { (end, $0) } }
    )
    func `a series that one ends while another completes it asks whether it goes on, and ends when told`(
        end: ItemChange,
        isEndLater: Bool
    ) throws {
        let home = try Self.home()
        let (anna, ben) = (home.devices[0], home.devices[1])
        (isEndLater ? anna : ben).wall += 1000
        anna.give(anna.change("bins", end))
        ben.give(ben.change("bins", .done(on: "2026-12-01")))
        home.connect(0, 1)
        let next = try #require(anna.items(in: "Home").first { $0.due == CivilDate("2026-12-08") })
        let reference = next.entity.description
        for device in [anna, ben] {
            let shown = device.items(in: "Home").first { $0.entity == next.entity }
            #expect((shown?.recurrence == nil) == isEndLater)
            let told = try device.conflicts(of: reference)
            #expect(told.map(\.fieldName) == ["recurrence"] && told[0].siblings.count == 2)
        }
        let resolution = Resolution(reference: reference, field: "recurrence", choice: .text("none"))
        anna.give(.user(.resolve(resolution), anna.principal))
        home.settle()
        ben.give(ben.change(reference, .done(on: "2026-12-08")))
        home.settle()
        for device in [anna, ben] {
            #expect(!device.items(in: "Home").contains { $0.title == "bins" && $0.state == .open && !$0.isTrashed })
            #expect(device.agrees(with: anna))
        }
    }

    @Test func `a series that is settled to have no rule ends for whoever completes it meanwhile, too`() throws {
        let home = try Self.home()
        let (anna, ben) = (home.devices[0], home.devices[1])
        for (device, rule) in [(anna, "FREQ=WEEKLY;BYDAY=TU;INTERVAL=2"), (ben, "FREQ=WEEKLY;BYDAY=TU;INTERVAL=3")] {
            device.give(device.change("bins", .every(rule, today: "2026-11-27")))
        }
        home.connect(0, 1)
        home.disconnect()
        let resolution = Resolution(reference: "bins", field: "recurrence", choice: .text("none"))
        anna.give(.user(.resolve(resolution), anna.principal))
        ben.give(ben.change("bins", .done(on: "2026-12-01")))
        home.connect(0, 1)
        let next = try #require(ben.items(in: "Home").first { $0.title == "bins" && $0.state == .open })
        #expect(try ben.conflicts(of: next.entity.description).map(\.fieldName) == ["recurrence"])
    }

    private static var unruled: ItemChange {
        var change = ItemChange()
        change.fields.recurrence = ""
        return change
    }

    @Test(arguments: [false, true])
    func `a series that was ended and begins again goes on as before, and so does one whose end is taken back`(
        isTakenBack: Bool
    ) throws {
        let home = try Self.home()
        let anna = home.devices[0]
        let count = anna.items(in: "Home").count
        anna.give(anna.change("bins", Self.unruled))
        #expect(anna.items(in: "Home").count == count && anna.items(in: "Home").allSatisfy { !$0.isTrashed })
        let again = anna.change("bins", .every("FREQ=WEEKLY;BYDAY=TU", today: "2026-11-27"))
        if isTakenBack { anna.give([.undo(list: nil)]) } else { anna.give(again) }
        anna.give(anna.change("bins", .done(on: "2026-12-01")))
        home.connect(0, 1)
        for device in home.devices.prefix(2) {
            let open = device.items(in: "Home").filter { $0.title == "bins" && $0.state == .open }
            #expect(open.map(\.record.recurrence) == ["DTSTART=20261208;FREQ=WEEKLY;BYDAY=TU"])
            #expect(try device.conflicts().isEmpty)
        }
    }

    @Test func `two who complete one on different days make one next item, whose dates are in conflict`() throws {
        let home = try Self.home()
        home.devices[0].give(home.devices[0].change("bins", .done(on: "2026-12-01")))
        home.devices[1].give(home.devices[1].change("bins", .done(on: "2026-12-08")))
        home.connect(0, 1)
        for device in home.devices.prefix(2) {
            #expect(device.items(in: "Home").count { $0.title == "bins" && $0.state == .open } == 1)
            #expect(try device.conflicts().map(\.fieldName) == ["due"])
        }
    }

    @Test(arguments: ["2026-12-08", "2026-12-15"])
    func `the date that settles which one is next is that of the series, too`(day: String) throws {
        let home = try Self.home()
        home.devices[0].give(home.devices[0].change("bins", .done(on: "2026-12-01")))
        home.devices[1].give(home.devices[1].change("bins", .done(on: "2026-12-08")))
        home.connect(0, 1)
        let anna = home.devices[0]
        let open = { anna.items(in: "Home").filter { $0.title == "bins" && $0.state == .open } }
        let next = try #require(open().first).entity.description
        let resolution = Resolution(reference: next, field: "due", choice: .date(CivilDate(day)))
        anna.give(.user(.resolve(resolution), anna.principal))
        #expect(open().map(\.record.recurrence) == ["DTSTART=\(day.replacing("-", with: ""));FREQ=WEEKLY;BYDAY=TU"])
        #expect(open().allSatisfy { !$0.hasRulesOfSeveralDates && $0.due == CivilDate(day) })
        home.settle()
        #expect(try home.devices[1].conflicts().isEmpty && anna.agrees(with: home.devices[1]))
    }

    /// The day that a device believes it is, by the size of its error, and the date of the occurrence that it makes.
    @Test(arguments: [
        (0, "2026-12-01", "2026-12-08"), (1, "2027-12-01", "2027-12-07"), (-1, "2025-12-01", "2026-12-08"),
        (60, "2086-12-01", "2086-12-03"), (-60, "1966-12-01", "2026-12-08"),
    ])
    func `a clock that is years off makes one next item, which the others can take back and make again`(
        years: Int64,
        today: String,
        due: String
    ) throws {
        let home = try Self.home()
        let (anna, ben) = (home.devices[0], home.devices[1])
        let bins = try #require(ben.items(in: "Home").first { $0.title == "bins" }).entity.description
        ben.wall += years * 365 * 86_400_000
        ben.give(ben.change(bins, .done(on: today)))
        home.connect(0, 1)
        func open(_ device: Device) -> [CivilDate?] {
            device.items(in: "Home").filter { $0.title == "bins" && $0.state == .open && !$0.isTrashed }.map(\.due)
        }
        #expect(home.devices.prefix(2).map(open) == [[CivilDate(due)], [CivilDate(due)]])
        anna.give(anna.change(bins, ItemChange(state: .open)))
        anna.give(anna.change(bins, .done(on: "2026-12-01")))
        home.settle()
        #expect(home.devices.prefix(2).map(open) == [[CivilDate("2026-12-08")], [CivilDate("2026-12-08")]])
        #expect(anna.agrees(with: ben))
    }

    @Test(arguments: [ItemChange.skip(on: "2026-12-01"), .done(on: "2026-12-01")], [0, 1])
    func `who takes back a completion leaves the one that another person made apart, and the next one`(
        change: ItemChange,
        undoer: Int
    ) throws {
        let home = try Self.home()
        home.devices[0].give(home.devices[0].change("bins", .done(on: "2026-12-01")))
        home.devices[1].give(home.devices[1].change("bins", change))
        home.connect(0, 1)
        func states(_ device: Device) -> [WorkState] {
            device.items(in: "Home").filter { $0.title == "bins" && !$0.isTrashed }.map(\.state)
        }
        home.devices[undoer].give([.undo(list: nil)])
        home.settle()
        let left = undoer == 0 && change.state != .done ? WorkState.cancelled : .done
        for device in home.devices.prefix(2) { #expect(Set(states(device)) == [left, .open]) }
        #expect(home.devices.prefix(2).allSatisfy { states($0).count { $0 == .open } == 1 })
        // Who takes back his as well takes back the next one.
        home.devices[1 - undoer].give([.undo(list: nil)])
        home.settle()
        for device in home.devices.prefix(2) { #expect(states(device) == [.open]) }
        #expect(home.devices[0].agrees(with: home.devices[1]))
    }

    @Test(arguments: ["2026-12-01", "2026-12-08"])
    func `of two who take turns and complete it apart, both take it back with the next one`(day: String) throws {
        let home = try Self.home(with: ItemChange(rotation: Self.turns))
        let (anna, ben) = (home.devices[0], home.devices[1])
        #expect(anna.items(in: "Home").contains { $0.title == "bins" && $0.rotation.members.count == 2 })
        for (device, day) in [(anna, "2026-12-01"), (ben, day)] { device.give(device.change("bins", .done(on: day))) }
        home.connect(0, 1)
        for device in [anna, ben] {
            device.give([.undo(list: nil)])
            home.settle()
        }
        for device in [anna, ben] {
            let all = device.items(in: "Home").filter { $0.title == "bins" && !$0.isTrashed }
            #expect(all.map(\.state) == [.open])
        }
    }

    @Test func `a change of the title is told beside the end of its series`() throws {
        let home = try Self.home()
        let (anna, ben) = (home.devices[0], home.devices[1])
        anna.give(anna.change("bins", .done(on: "2026-12-01")))
        ben.give(ben.change("bins", ItemChange(title: "paper bins")), ben.change("paper bins", Self.unruled))
        home.connect(0, 1)
        for device in [anna, ben] { #expect(device.list("Home")?.lateEdits.map(\.past.title) == ["paper bins"]) }
    }

    @Test func `a completion that one takes back and another one repeats leaves an open occurrence`() throws {
        let home = try Self.home()
        for device in home.devices.prefix(2) { device.give(device.change("bins", .done(on: "2026-12-01"))) }
        home.devices[0].give([.undo(list: nil)])
        home.connect(0, 1)
        for device in home.devices.prefix(2) {
            let open = device.items(in: "Home").filter { $0.title == "bins" && $0.state == .open && !$0.isTrashed }
            #expect(!open.isEmpty)
            // To remove the next one, as for an item that somebody changed, would end the series.
            #expect(open.allSatisfy { $0.rescue == nil })
        }
        #expect(home.devices[0].agrees(with: home.devices[1]))
    }
}
