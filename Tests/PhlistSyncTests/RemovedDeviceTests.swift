import PhlistTestKit
import PhlistVocabulary
import Testing

@testable import PhlistHousehold
@testable import PhlistModel
@testable import PhlistSync

/// A device that has heard that it was put out: it keeps all as it is, until it goes on alone or elsewhere.
struct RemovedDeviceTests {
    /// Anna's household, with ben and carl, whose device is put out while it is off, writes once more, and then hears
    /// of it from anna's.
    private static func removed() throws -> (home: Home, carl: Device, before: [Record]) {
        let home = Home(try Device("anna"), try Device("ben"), try Device("carl"))
        let (anna, carl) = (home.devices[0], home.devices[2])
        anna.give(anna.add("milk"))
        carl.give(.create(NewList(title: "Diary", isPrivate: true)))
        for joiner in [1, 2] { try home.join(joiner, to: 0) }
        home.meet()
        home.disconnect()
        let before = anna.log
        anna.give([.devices(.remove("carl"))])
        carl.give(carl.add("eggs", to: "Shopping"))
        home.connect(2, 0)
        return (home, carl, before)
    }

    private static func refusal(_ reply: Result<Outcome, CommandError>) -> CommandError? {
        guard case .failure(let error) = reply else { return nil }
        return error
    }

    private static func refusal(_ command: Command, by device: Device) -> CommandError? {
        guard case .failure(let error)?? = device.give(command).first else { return nil }
        return error
    }

    @Test func `a device that heard of its removal refuses every change, and says who removed it`() throws {
        let (home, carl, _) = try Self.removed()
        let anna = home.devices[0]
        let removal = try #require(carl.removal)
        #expect(removal.device == anna.id && removal.person == anna.member && removal.at >= anna.wall)
        let before = carl.log.count
        let titles = ["soap"]
        let list = ImportedList(title: "Camping", sections: [])
        let form = NewForm(title: "Form", fields: [NewFormField("Number", .alphanumeric)], isForHousehold: true)
        let changes: [UserCommand] = [
            .items(.add(NewItems(list: "Shopping", titles: titles))),
            .items(.change(["milk"], ItemChange(state: .done))),
            .lists(.create(NewList(title: "New"))), .lists(.copy("Shopping", title: "Copy", isReset: false)),
            .lists(.clearDone("Shopping")), .sections(.add(list: "Shopping", names: ["Dairy"])),
            .members(.add(name: "Dora", email: "")), .devices(.remove("ben")), .devices(.rename("carl", to: "x")),
            .devices(.share("carl", with: ["user of anna"])), .household(.rename("x")),
            .sharing(.share("Diary", with: ["user of anna"])), .sharing(.leave("Shopping")),
            .forms(.create(form)), .records(.setTrashed(form: "Form", keys: ["1"], true)),
            .importLists(ImportCommand(lists: [list], into: nil)), .undo(list: nil), .redo(list: nil),
            .resolve(Resolution(reference: "milk", field: "title", choice: .take(1))),
        ]
        for change in changes {
            #expect(Self.refusal(carl.give([change])) == .household(.deviceRemoved), "\(change)")
        }
        let request = try Device("dora").replica.newDevice()
        #expect(Self.refusal(.admitDevice(request), by: carl) == .household(.deviceRemoved))
        #expect(carl.log.count == before)
        // What it wrote before it heard stays in its log, and goes to nobody.
        #expect(carl.titles(in: "Shopping") == ["milk", "eggs"])
        #expect(anna.titles(in: "Shopping") == ["milk"])
    }

    @Test func `what concerns only the device itself is still done there`() throws {
        let (_, carl, _) = try Self.removed()
        #expect(Self.refusal(carl.give([.lists(.setDefault("Diary"))])) == nil)
        #expect(Self.refusal(carl.give([.members(.act(as: "user of carl"))])) == nil)
        #expect(Self.refusal(carl.give([.members(.act(as: "user of anna"))])) != .household(.deviceRemoved))
    }

    @Test func `the removal is known after a restart, until the device that told of it takes this one in`() throws {
        let (home, carl, before) = try Self.removed()
        let removal = carl.removal
        try carl.restart()
        #expect(carl.removal == removal && removal != nil)
        // Anna's disk forgets the removal, of which nobody else has heard.
        let anna = home.devices[0]
        home.disconnect()
        try anna.putBack(before)
        let again = Home(anna, carl)
        again.connect(1, 0)
        #expect(carl.removal == nil)
        #expect(Self.refusal(carl.give(carl.add("tea", to: "Shopping")).first ?? nil) == nil)
    }

    private static func refusal(_ reply: Result<CommandResult, CommandError>?) -> CommandError? {
        guard case .failure(let error)? = reply else { return nil }
        return error
    }

    @Test func `only a device of the household is believed, and only about this household`() throws {
        let (home, carl, _) = try Self.removed()
        let other = ScopeID(rawValue: 7 << 100)
        let forged = Removal(household: other, person: .house, device: home.devices[1].id, at: 1)
        let fresh = Home(try Device("dora"), try Device("erik"))
        try fresh.join(1, to: 0)
        fresh.connect(0, 1)
        let (dora, erik) = (fresh.devices[0], fresh.devices[1])
        let connection = try #require(fresh.connections.last)
        let message = Message.removal(forged).encoded
        erik.turn([.received(connection, type: message.type, body: message.body)])
        #expect(erik.removal == nil && dora.removal == nil && carl.removal != nil)
        // A word without an act behind it only opens the ways out.
        let word = Message.goodbye(.removed).encoded
        erik.turn([.received(connection, type: word.type, body: word.body)])
        #expect(erik.removal == nil)
        #expect(Self.refusal(erik.give(.create(NewList(title: "Mine")))) == nil)
    }

    @Test func `a removed device goes on alone, where all can be changed again and undone`() throws {
        let (_, carl, _) = try Self.removed()
        carl.give([.household(.leave)])
        #expect(carl.give(.goOnAlone) == [.success(.done)])
        #expect(carl.removal == nil)
        #expect(carl.titles(in: "Shopping") == ["milk", "eggs"])
        carl.give(carl.add("tea", to: "Shopping"))
        #expect(carl.titles(in: "Shopping") == ["milk", "eggs", "tea"])
        carl.give([.undo(list: nil)])
        #expect(carl.titles(in: "Shopping") == ["milk", "eggs"])
        try carl.restart()
        #expect(carl.removal == nil)
    }

    @Test func `a removed device goes into another household at once, with copies of what its people own`() throws {
        let (_, carl, _) = try Self.removed()
        let dora = try Device("dora")
        dora.give(dora.add("soap"))
        let home = Home(dora, carl)
        try home.join(1, to: 0)
        home.connect(0, 1)
        #expect(carl.removal == nil)
        #expect(carl.list("Diary")?.owner == carl.member)
        carl.give(carl.add("brush", to: "Diary"))
        home.settle()
        #expect(carl.titles(in: "Diary") == ["brush"] && dora.list("Diary") == nil)
        #expect(dora.titles(in: "Shopping") == ["soap"])
        #expect(dora.household?.roster.contains(carl.id) == true)
        #expect(try home.difference() == nil)
    }

    @Test func `a backup of a removed device can be changed on a new device, which may come back`() throws {
        let (home, carl, _) = try Self.removed()
        let anna = home.devices[0]
        home.disconnect()
        let new = try Device("new")
        #expect(throws: Never.self) { try new.give(.restoreBackup(try RecoveryTests.backup(of: carl)))[0]?.get() }
        #expect(new.removal == nil)
        new.give(new.add("tea", to: "Shopping"))
        #expect(new.titles(in: "Shopping") == ["milk", "eggs", "tea"])
        let both = Home(anna, new)
        try both.join(1, to: 0)
        both.connect(0, 1)
        #expect(anna.titles(in: "Shopping").contains("tea"))
    }

    @Test func `a device that knows but one that was out itself, and was put out by it, is let in by another`() throws {
        let home = Home(try Device("anna"), try Device("ben"), try Device("carl"))
        let (anna, ben, carl) = (home.devices[0], home.devices[1], home.devices[2])
        anna.give(anna.add("milk"))
        try home.join(1, to: 0)
        anna.give([.devices(.assign("ben", .admin))])
        home.connect(0, 1)
        try home.join(2, to: 1)
        home.disconnect()
        anna.give([.devices(.remove("ben"))])
        ben.give([.devices(.remove("carl"))])
        home.connect(2, 1)
        #expect(carl.removal?.device == ben.id && carl.titles(in: "Shopping") == [])
        #expect(anna.household?.roster.contains(carl.id) == true)
        try home.join(2, to: 0)
        home.connect(0, 2)
        #expect(carl.removal == nil && carl.titles(in: "Shopping") == ["milk"])
        carl.give(carl.add("tea", to: "Shopping"))
        home.reconnect()
        home.connect(0, 2)
        try carl.restart()
        #expect(carl.removal == nil && anna.titles(in: "Shopping") == ["milk", "tea"])
    }

    @Test func `a removed device founds the household anew by force only, and stays an admin of nothing else`() throws {
        let (home, carl, _) = try Self.removed()
        let refusal = Self.refusal(.reformHousehold(isForced: false), by: carl)
        #expect(refusal == .household(.hasAdmins([home.devices[0].id])))
        #expect(carl.give(.reformHousehold(isForced: true)) == [.success(.done)])
        #expect(carl.removal == nil)
        #expect(Self.refusal(carl.give(.create(NewList(title: "Mine")))) == nil)
    }
}
