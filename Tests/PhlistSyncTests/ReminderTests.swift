import PhlistSimulator
import PhlistTestKit
import PhlistVocabulary
import Testing

@testable import PhlistHousehold
@testable import PhlistModel
@testable import PhlistSync

/// Reminders, where they meet what else happens to items.
struct ReminderTests {
    private let device: Device

    init() throws {
        device = try Device("anna")
        device.make("Home", ["bins", "-paper", "-glass", "rent"])
    }

    private func items(_ title: String) -> [ItemState] {
        device.items(in: "Home").filter { $0.title == title }
    }

    private func open(_ title: String) -> ItemState? {
        items(title).first { $0.state == .open && !$0.isTrashed }
    }

    private func reference(_ title: String) throws -> EntityReference {
        let scope = try #require(device.scope(ofList: "Home"))
        return EntityReference(scope: scope, entity: try #require(items(title).first).entity)
    }

    private static func due(_ day: String) -> DueChange { DueChange(CivilDate(day)) }

    @Test func `what is before the due date needs one when it is written, and none later`() throws {
        let refused = device.give(device.change("rent", ItemChange(reminder: "-P1D")))[0]
        #expect(refused == .failure(.item(.reminderWithoutDate(try reference("rent")))))
        device.give(device.change("rent", ItemChange(reminder: "20261128T090000")))
        #expect(items("rent")[0].record.reminder == "20261128T090000")
        device.give(device.change("rent", ItemChange(due: Self.due("2026-12-01"), reminder: "20261128T090000,-pt24h")))
        #expect(items("rent")[0].record.reminder == "-P1D,20261128T090000")
        let both = device.give(device.change("rent", ItemChange(due: .never, reminder: "PT0S")))[0]
        #expect(both == .failure(.item(.reminderWithoutDate(try reference("rent")))))
        device.give(device.change("rent", ItemChange(due: .never)))
        let moments = items("rent")[0].reminder?.moments(due: items("rent")[0].due)
        #expect(moments?.map(\.description) == ["2026-11-28T09:00"])
    }

    @Test func `a new item with a reminder before no date is refused, and one with a rule has its date`() {
        var fields = ItemPatch()
        fields.reminder = "-P1D"
        var new = NewItems(list: "Home", titles: ["plants"], fields: ItemChange(fields: fields))
        #expect(device.give([.items(.add(new))]) == .failure(.item(.reminderWithoutDate(nil))))
        fields.recurrence = "FREQ=DAILY"
        new.fields = ItemChange(fields: fields)
        device.give([.items(.add(new))])
        #expect(open("plants")?.reminder?.moments(due: open("plants")?.due).count == 1)
    }

    @Test func `an item that is added again has the reminder that is asked for, not that of the last time`() {
        device.give(device.change("rent", ItemChange(due: Self.due("2026-12-01"), reminder: "-P1D")))
        device.give(device.change("rent", ItemChange(state: .done)))
        var fields = ItemPatch()
        fields.reminder = "PT0S"
        var again = NewItems(list: "Home", titles: ["rent"], fields: ItemChange(fields: fields))
        guard case .failure(.item(.reminderWithoutDate)) = device.give([.items(.add(again))]) else {
            Issue.record("its date was that of the last time")
            return
        }
        again.fields = ItemChange()
        device.give([.items(.add(again))])
        #expect(open("rent")?.record.reminder == "" && open("rent")?.due == nil)
    }

    // MARK: Occurrences

    private func makeSeries() {
        var every = ItemChange.every("FREQ=WEEKLY;BYDAY=TU", today: "2026-11-27")
        every.fields.reminder = "-P1D,20261129T180000"
        device.give(device.change("bins", every))
        device.give(device.change("glass", ItemChange(reminder: "20261130T070000")))
    }

    @Test func `the next occurrence has reminders as many days later, also below it`() {
        makeSeries()
        device.give(device.change("bins", .done(on: "2026-12-15")))
        #expect(open("bins")?.due == CivilDate("2026-12-22"))
        #expect(open("bins")?.record.reminder == "-P1D,20261220T180000")
        #expect(open("glass")?.record.reminder == "20261221T070000")
        #expect(open("paper")?.record.reminder == "")
    }

    @Test func `an occurrence with reminders is taken back with the completion before it, unless one was changed`() {
        makeSeries()
        device.give(device.change("bins", .done(on: "2026-12-01")))
        let closed = items("bins").first { $0.state == .done }?.entity.description ?? ""
        device.give(device.change(closed, ItemChange(state: .open)))
        #expect(items("bins").count { !$0.isTrashed } == 1)
        device.give(device.change(closed, .done(on: "2026-12-01")))
        let next = open("bins")?.entity.description ?? ""
        device.give(device.change(next, ItemChange(reminder: "-P2D")))
        device.give(device.change(closed, ItemChange(state: .open)))
        #expect(items("bins").count { !$0.isTrashed } == 2)
    }

    @Test func `undo takes back a completion with the next occurrence, and a reminder`() {
        makeSeries()
        device.give(device.change("bins", .done(on: "2026-12-01")))
        device.give([.undo(list: nil)])
        #expect(items("bins").count { !$0.isTrashed } == 1)
        device.give(device.change("bins", ItemChange(reminder: "")))
        #expect(open("bins")?.reminder == nil)
        device.give([.undo(list: nil)])
        #expect(open("bins")?.record.reminder == "-P1D,20261129T180000")
    }

    // MARK: Conflicts

    /// Anna and Ben, who gave one item other fields while they were apart.
    private static func apart(_ first: ItemChange, _ second: ItemChange) throws -> Home {
        let home = Home(try Device("anna"), try Device("ben"))
        let (anna, ben) = (home.devices[0], home.devices[1])
        anna.make("Home", ["rent"])
        try home.join(1, to: 0)
        home.connect(0, 1)
        anna.give(anna.change("rent", ItemChange(due: due("2026-12-01"))))
        home.settle()
        home.disconnect()
        anna.give(anna.change("rent", first))
        ben.give(ben.change("rent", second))
        home.connect(0, 1)
        return home
    }

    private static func resolve(_ field: String, _ choice: Resolution.Choice, on device: Device) -> Command {
        .user(.resolve(Resolution(reference: "rent", field: field, choice: choice)), device.principal)
    }

    private static func rent(_ device: Device) throws -> ItemState {
        try #require(device.items(in: "Home").first { $0.title == "rent" })
    }

    @Test func `two reminders that were set apart are a conflict, settled with one or with another`() throws {
        let home = try Self.apart(ItemChange(reminder: "-P1D"), ItemChange(reminder: "-P2D"))
        let (anna, ben) = (home.devices[0], home.devices[1])
        let conflict = try #require(try anna.conflicts().first)
        let values = conflict.siblings.map { String(decoding: $0.value, as: UTF8.self) }
        #expect(conflict.fieldName == "reminder" && Set(values) == ["-P1D", "-P2D"])
        let wrong = anna.give(Self.resolve("reminder", .text("soon"), on: anna))[0]
        #expect(wrong == .failure(.text(.notValid(.reminder, "soon"))))
        anna.give(Self.resolve("reminder", .text("-p3d"), on: anna))
        home.settle()
        #expect(try Self.rent(ben).record.reminder == "-P3D" && ben.conflicts().isEmpty)
    }

    @Test func `what counts back from a date that went meanwhile can be taken, but not newly typed`() throws {
        let home = try Self.apart(ItemChange(reminder: "-P1D"), ItemChange(reminder: "-P2D"))
        let anna = home.devices[0]
        anna.give(anna.change("rent", ItemChange(due: .never)))
        let typed = anna.give(Self.resolve("reminder", .text("-P3D"), on: anna))[0]
        guard case .failure(.item(.reminderWithoutDate)) = typed else {
            Issue.record("\(String(describing: typed))")
            return
        }
        #expect(anna.give(Self.resolve("reminder", .take(1), on: anna))[0]?.outcome != nil)
        #expect(try anna.conflicts().isEmpty && Self.rent(anna).reminder?.moments(due: nil) == [])
        #expect(try Self.rent(anna).reminder != nil)
    }

    @Test func `a reminder that one settles with none is gone`() throws {
        let home = try Self.apart(ItemChange(reminder: "-P1D"), ItemChange(reminder: "-P2D"))
        let anna = home.devices[0]
        anna.give(Self.resolve("reminder", .text("none"), on: anna))
        home.settle()
        #expect(try Self.rent(home.devices[1]).reminder == nil && anna.conflicts().isEmpty)
    }

    // MARK: Copies

    @Test func `copies and merged items keep reminders`() throws {
        device.give(device.change("rent", ItemChange(due: Self.due("2026-12-01"), reminder: "-P1D")))
        device.give(.copy("Home", title: "Flat", isReset: true))
        #expect(device.items(in: "Flat").first { $0.title == "rent" }?.record.reminder == "-P1D")
        let merged = [try reference("glass"), try reference("rent")].map(\.entity.description)
        device.give([.items(.merge(merged))])
        #expect(open("glass")?.record.reminder == "-P1D" && open("glass")?.due == CivilDate("2026-12-01"))
    }

    @Test func `reminders come along into another household, and with a backup`() throws {
        device.give(device.change("rent", ItemChange(due: Self.due("2026-12-01"), reminder: "-P1D,20261130T070000")))
        let new = try Device("new")
        new.give(.restoreBackup(try RecoveryTests.backup(of: device)))
        let home = Home(try Device("host"), device)
        try home.join(1, to: 0, shareLists: true)
        home.connect(0, 1)
        for device in [new, device, home.devices[0]] {
            let rent = try Self.rent(device)
            #expect(rent.record.reminder == "-P1D,20261130T070000" && rent.due == CivilDate("2026-12-01"))
        }
    }
}
