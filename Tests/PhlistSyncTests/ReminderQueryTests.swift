import PhlistSimulator
import PhlistTestKit
import PhlistVocabulary
import Testing

@testable import PhlistHousehold
@testable import PhlistModel
@testable import PhlistSync

/// The items of which a person is reminded.
struct ReminderQueryTests {
    private static let lists = ["Shopping", "Garden", "Trip"]

    /// A device with random items in lists, one of which may be done or in the trash.
    private static func device(_ random: inout SeededRandom) throws -> Device {
        let device = try Device("anna")
        for name in ["eva", "ben"] { device.give([.members(.add(name: name, email: "\(name)@example.org"))]) }
        for list in lists {
            device.give(.create(NewList(title: list)))
            for number in 0..<Int.random(in: 0...9, using: &random) {
                let title = "thing \(number) of \(list)"
                device.give(device.add(title, to: list))
                for _ in 0..<4 { device.give(device.change("\(list)/\(title)", change(&random))) }
            }
        }
        var change = ListChange()
        switch Int.random(in: 0..<3, using: &random) {
        case 0: change.state = .done
        case 1: change.isTrashed = true
        default: change.description = "as it was"
        }
        device.give(.change(["Trip"], change))
        return device
    }

    private static func change(_ random: inout SeededRandom) -> ItemChange {
        switch Int.random(in: 0..<9, using: &random) {
        case 0: ItemChange(state: .done)
        case 1: ItemChange(isTrashed: true)
        case 2: ItemChange(assignee: "eva")
        case 3: ItemChange(assignee: "ben")
        case 4: ItemChange(reminder: "")
        default: ItemChange(reminder: "203001\(Int.random(in: 10...30, using: &random))T090000")
        }
    }

    @Test(arguments: 1...30 as ClosedRange<UInt64>)
    func `they are the open ones with a reminder that are for them, or for nobody`(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let device = try Self.device(&random)
        let library = device.replica.library
        let (eva, ben) = (try library.member(named: "eva"), try library.member(named: "ben"))
        let expected = Self.lists.compactMap { title in
            device.scope(ofList: title).flatMap { library.list($0) }
        }.filter { !$0.isTrashed && $0.workState == .open }.flatMap(\.items).filter { item in
            item.state == .open && !item.isTrashed && !item.record.reminder.isEmpty
        }
        for (member, other) in [(eva, ben), (ben, eva)] {
            let found = library.remindedItems(of: member, for: device.principal).map(\.item.entity)
            #expect(Set(found) == Set(expected.filter { $0.assignee != other }.map(\.entity)))
            #expect(Set(found).count == found.count)
        }
    }

    @Test func `what is for somebody who was removed, or does not see the list, reminds everybody else`() throws {
        let home = Home(try Device("anna"), try Device("ben"))
        let (anna, ben) = (home.devices[0], home.devices[1])
        for device in home.devices { device.give(device.add("milk")) }
        try home.join(1, to: 0)
        home.connect(0, 1)
        anna.make("Home", ["bins"])
        anna.give(.create(NewList(title: "Gift", isPrivate: true)))
        anna.give(anna.add("lamp", to: "Gift"))
        let change = ItemChange(assignee: "user of ben", reminder: "20300101T090000")
        anna.give(anna.change("bins", change), anna.change("lamp", change))
        home.settle()
        func reminded(_ device: Device) throws -> [String] {
            let member = try #require(device.member)
            return device.replica.library.remindedItems(of: member, for: device.principal).map(\.item.title).sorted()
        }
        #expect(try reminded(anna) == ["lamp"] && reminded(ben) == ["bins"])
        anna.give([.members(.change("user of ben", MemberChange(isRemoved: true)))])
        home.settle()
        #expect(try reminded(anna) == ["bins", "lamp"])
    }

    @Test func `what is for a child without a device reminds everybody, until there is one`() throws {
        let home = Home(try Device("anna"), try Device("ben"))
        let (anna, ben) = (home.devices[0], home.devices[1])
        for device in home.devices { device.give(device.add("milk")) }
        try home.join(1, to: 0)
        home.connect(0, 1)
        anna.give([.members(.add(name: "Kim", email: ""))])
        anna.make("Home", ["bins"])
        anna.give(anna.change("bins", ItemChange(assignee: "Kim", reminder: "20300101T090000")))
        home.settle()
        let kim = try anna.replica.library.member(named: "Kim")
        func reminded(_ device: Device, _ member: MemberID?) throws -> [String] {
            let member = try #require(member)
            return device.replica.library.remindedItems(of: member, for: device.principal).map(\.item.title)
        }
        #expect(try reminded(anna, anna.member) == ["bins"] && reminded(ben, ben.member) == ["bins"])
        anna.give([.devices(.share("ben", with: ["Kim"]))])
        home.settle()
        // Without a login of her own, she is reminded by those of the device that she uses.
        #expect(try reminded(anna, anna.member).isEmpty && reminded(ben, ben.member) == ["bins"])
        #expect(try reminded(ben, kim) == ["bins"])
        var login = ben.principal
        login.uid += 1
        ben.give(.user(.members(.act(as: "Kim")), login))
        #expect(try reminded(ben, ben.member).isEmpty && reminded(ben, kim) == ["bins"])
    }

    @Test func `people who share a login are reminded of what each of them sees`() throws {
        let anna = try Device("anna")
        anna.give(anna.add("milk"))
        anna.give([.members(.add(name: "Dan", email: ""))])
        var dan = anna.principal
        dan.actsAs = "Dan"
        anna.give([.devices(.share("anna", with: ["Dan"]))])
        for (caller, list, title) in [(anna.principal, "Diary", "lamp"), (dan, "Gift", "globe")] {
            let add = NewItems(list: list, titles: [title], fields: ItemChange(reminder: "20300101T090000"))
            anna.give(.user(.lists(.create(NewList(title: list, isPrivate: true))), caller))
            anna.give(.user(.items(.add(add)), caller))
        }
        let library = anna.replica.library
        for (caller, title) in [(anna.principal, "lamp"), (dan, "globe")] {
            let member = try #require(anna.member(of: caller))
            #expect(library.remindedItems(of: member, for: caller).map(\.item.title) == [title])
        }
    }

    @Test func `what is set again is set at that time, and a title changes nothing`() throws {
        let device = try Device("anna")
        device.give(device.add("milk"))
        device.wall += 60_000
        device.give(device.change("milk", ItemChange(reminder: "20300101T090000")))
        let first = device.items(in: "Shopping")[0].reminderSetAt
        device.wall += 60_000
        device.give(device.change("milk", ItemChange(title: "oat milk")))
        #expect(device.items(in: "Shopping")[0].reminderSetAt == first)
        device.give(device.change("oat milk", ItemChange(due: DueChange(CivilDate("2030-01-02")))))
        #expect(device.items(in: "Shopping")[0].reminderSetAt >= first + 60_000)
    }
}
