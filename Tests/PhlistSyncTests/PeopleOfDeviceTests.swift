import PhlistTestKit
import PhlistVocabulary
import Testing

@testable import PhlistHousehold
@testable import PhlistModel
@testable import PhlistSync

/// Who acts on a device that has joined, where nobody has said who they are.
struct PeopleOfDeviceTests {
    /// Anna's device, and one in the hall that joined before anybody had used it.
    static func household() throws -> (home: Home, anna: Device, hall: Device) {
        let home = Home(try Device("anna"), try Device("hall"))
        let (anna, hall) = (home.devices[0], home.devices[1])
        anna.give(anna.add("milk"))
        anna.give(.create(NewList(title: "Holiday", guests: ["house"])))
        try home.join(1, to: 0)
        home.connect(0, 1)
        return (home, anna, hall)
    }

    private static let guest = Principal(uid: 2000, name: "guest", isOwner: false)

    @Test func `where others were in the household once, another login is not made a person`() throws {
        let (home, anna, _) = try Self.household()
        anna.give([.devices(.remove("hall"))])
        home.settle()
        let addition = UserCommand.items(.add(NewItems(list: "Shopping", titles: ["bread"])))
        anna.turn([.command(anna.nextCommand(), .user(addition, Self.guest))])
        #expect(anna.household?.members == [try #require(anna.member)])
        #expect(anna.titles(in: "Shopping") == ["milk"])
    }

    @Test func `who shares a new device with somebody else is not taken for that person, but root is`() throws {
        func sharing(by caller: Principal, with name: String) throws -> (device: Device, people: [MemberID]) {
            let device = try Device("anna")
            device.give(.user(.members(.add(name: name, email: "")), caller))
            device.give(.user(.devices(.share("anna", with: [name])), caller))
            return (device, device.replica.library.roster?.devices[device.id]?.members ?? [])
        }
        let login = Principal(uid: 1000, name: "anna", isOwner: true)
        let (given, both) = try sharing(by: login, with: "Ben")
        let own = given.replica.library.member(of: login)
        #expect(try both.count == 2 && own != nil && own != given.member(named: "Ben"))
        let (kept, one) = try sharing(by: login, with: "Anna")
        #expect(try one == [kept.member(named: "Anna")] && kept.replica.library.member(of: login) == one.first)
        kept.give(.user(.members(.add(name: "Ben", email: "")), login))
        kept.give(.user(.devices(.share("anna", with: ["Ben"])), login))
        #expect(kept.replica.library.member(of: login) == one.first)
        let root = Principal(uid: 0, name: "root", isOwner: true)
        let (rooted, people) = try sharing(by: root, with: "Ben")
        #expect(people.count == 1 && rooted.replica.library.member(of: root) == people.first)
        rooted.give(.user(.members(.add(name: "Zoe", email: "")), root))
        rooted.give(.user(.devices(.share("anna", with: ["Zoe"])), root))
        let garden = UserCommand.lists(.create(NewList(title: "Garden")))
        #expect(rooted.give(.user(garden, root)) == [.failure(.login(.severalPeople))])
    }

    @Test func `who shares a new device under the name of the other is not taken for that person either`() throws {
        let device = try Device("anna")
        let login = Principal(uid: 1000, name: "anna", isOwner: true)
        device.give(.user(.members(.add(name: "Ben", email: "")), login))
        let asBen = Principal(uid: 1000, name: "anna", isOwner: true, actsAs: "Ben")
        device.give(.user(.devices(.share("anna", with: ["Ben"])), asBen))
        let own = device.replica.library.member(of: login)
        #expect(try own != nil && own != device.member(named: "Ben"))
    }

    @Test func `a device that has not heard of its household does not say that it has left`() throws {
        let home = Home(try Device("anna"), try Device("ben"))
        home.devices[0].give(home.devices[0].add("milk"))
        try home.join(1, to: 0)
        let ben = home.devices[1]
        #expect(ben.give([.household(.leave)]) == .failure(.household(.notIn)))
        home.connect(0, 1)
        #expect(throws: Never.self) { try ben.give([.household(.leave)]).get() }
    }

    @Test func `what is typed on a device of the house is the house's, and the device stays the house's`() throws {
        let (home, anna, hall) = try Self.household()
        #expect(hall.list("Holiday") != nil)
        hall.give(hall.add("bread", to: "Shopping"))
        hall.give(.create(NewList(title: "Chores")))
        let addition = UserCommand.items(.add(NewItems(list: "Chores", titles: ["dust"])))
        hall.turn([.command(hall.nextCommand(), .user(addition, Self.guest))])
        home.settle()
        #expect(anna.household?.members == [try #require(anna.member)])
        #expect(anna.replica.library.roster?.devices[hall.id]?.members == [])
        #expect(anna.items(in: "Shopping").map(\.created.by) == [try #require(anna.member), .house])
        #expect(anna.list("Chores")?.owner == .house && anna.titles(in: "Chores") == ["dust"])
        #expect(hall.titles(in: "Holiday") == [])
        anna.give(anna.add("tickets", to: "Holiday"))
        home.settle()
        #expect(hall.titles(in: "Holiday") == ["tickets"])
        #expect(try home.difference() == nil)
    }

    @Test func `a list of the house is shared and hidden on its devices, and never private to anybody`() throws {
        let (home, anna, hall) = try Self.household()
        let refused = hall.give(.create(NewList(title: "Mine", isPrivate: true)))
        #expect(refused == .failure(.login(.privateListOfHouse)))
        hall.give(.create(NewList(title: "Chores")))
        home.settle()
        hall.give([.sharing(.show("Chores", toEverybody: false))])
        home.settle()
        let chores = try #require(hall.scope(ofList: "Chores"))
        let isShown = hall.replica.access.isEntitled(anna.id, to: chores)
        #expect(!isShown)
        hall.give([.sharing(.share("Chores", with: ["user of anna"]))])
        home.settle()
        anna.give([.sharing(.answer("Chores", isAccepted: true))])
        home.settle()
        hall.give(hall.add("dust", to: "Chores"))
        home.settle()
        #expect(anna.titles(in: "Chores") == ["dust"])
        let refusal = anna.give([.sharing(.show("Chores", toEverybody: true))])
        #expect(refusal == .failure(.sharing(.notOwner(chores, owner: .house))))
    }

    @Test func `undo on a device of the house takes back what was done there, and nothing from elsewhere`() throws {
        let home = Home(try Device("anna"), try Device("hall"), try Device("kitchen"))
        let (anna, hall, kitchen) = (home.devices[0], home.devices[1], home.devices[2])
        anna.give(anna.add("milk"))
        for joiner in 1...2 { try home.join(joiner, to: 0) }
        home.meet()
        hall.give(hall.add("bread", to: "Shopping"))
        home.meet()
        hall.wall += 1000
        kitchen.wall += 2000
        kitchen.give(kitchen.add("tea", to: "Shopping"))
        home.meet()
        hall.give([.undo(list: nil)])
        home.settle()
        #expect(anna.titles(in: "Shopping") == ["milk", "tea"])
        #expect(hall.give([.undo(list: nil)]) == .failure(.history(.nothingToUndo)))
        hall.give([.redo(list: nil)])
        home.settle()
        #expect(anna.titles(in: "Shopping") == ["milk", "bread", "tea"])
    }

    @Test func `on a device of one person its owner acts as that person, and no other login does`() throws {
        let (home, anna, hall) = try Self.household()
        anna.give([.members(.add(name: "Ben", email: ""))])
        anna.give([.devices(.share("hall", with: ["Ben"]))])
        home.settle()
        hall.give(hall.add("bread", to: "Shopping"))
        hall.give(.create(NewList(title: "Diary", isPrivate: true)))
        home.settle()
        let ben = try #require(try? anna.replica.library.member(named: "Ben"))
        #expect(anna.items(in: "Shopping").map(\.created.by) == [try #require(anna.member), ben])
        #expect(hall.list("Diary")?.owner == ben && anna.list("Diary") == nil)
        // Once a login has chosen to be Ben, another one is not.
        hall.give([.members(.act(as: "Ben"))])
        let guest = hall.member(of: Self.guest)
        #expect(guest == nil)
        let id = hall.nextCommand()
        hall.turn([.command(id, .user(.items(.add(NewItems(list: "Shopping", titles: ["x"]))), Self.guest))])
        #expect(hall.replies[id] == .failure(.login(.severalPeople)))
        #expect(anna.household?.members.count == 2)
    }

    @Test func `on a device of several people whoever has not said who they are changes nothing`() throws {
        let (home, anna, hall) = try Self.household()
        for name in ["Ben", "Cleo"] { anna.give([.members(.add(name: name, email: ""))]) }
        anna.give([.devices(.share("hall", with: ["Ben", "Cleo"]))])
        home.settle()
        #expect(
            hall.give([.items(.add(NewItems(list: "Shopping", titles: ["x"])))]) == .failure(.login(.severalPeople))
        )
        hall.give([.members(.act(as: "Cleo"))])
        hall.give(hall.add("bread", to: "Shopping"))
        #expect(hall.titles(in: "Shopping") == ["milk", "bread"])
    }

    /// The titles of the lists that a login sees, without the house's, which is nobody's here any longer.
    private static func titles(on device: Device, for caller: Principal? = nil) -> [String] {
        device.lists(for: caller ?? device.principal).map(\.title).filter { $0 != "Holiday" }.sorted()
    }

    @Test func `a login that two people share shows the lists of the one who uses it, and not the other's`() throws {
        let (home, anna, hall) = try Self.household()
        for name in ["Ben", "Cleo"] { anna.give([.members(.add(name: name, email: ""))]) }
        anna.give([.devices(.share("hall", with: ["Ben", "Cleo"]))])
        home.settle()
        var asCleo = hall.principal
        asCleo.actsAs = "Cleo"
        hall.give(.user(.lists(.create(NewList(title: "Gift for Ben", isPrivate: true))), asCleo))
        hall.give(.user(.lists(.create(NewList(title: "Trip", isPrivate: true))), asCleo))
        #expect(Self.titles(on: hall) == ["Shopping"])
        hall.give([.members(.act(as: "Ben"))])
        #expect(Self.titles(on: hall) == ["Shopping"])
        #expect(Self.titles(on: hall, for: asCleo) == ["Gift for Ben", "Shopping", "Trip"])
        // An invitation alone shows nothing either; what was shown and is over stays, until the others go on in it.
        hall.give(.user(.sharing(.share("Trip", with: ["Ben"])), asCleo))
        home.settle()
        #expect(Self.titles(on: hall) == ["Shopping"])
        hall.give([.sharing(.answer("Trip", isAccepted: true))])
        #expect(Self.titles(on: hall) == ["Shopping", "Trip"])
        hall.give(.user(.sharing(.unshare("Trip", with: ["Ben"])), asCleo))
        home.settle()
        #expect(Self.titles(on: hall) == ["Shopping"])
    }

    @Test(arguments: [true, false])
    func `what two people of a device see is offered to both after it has moved, and nothing else`(
        isJoining: Bool
    ) throws {
        let home = Home(try Device("eve"), try Device("hall"))
        let (eve, hall) = (home.devices[0], home.devices[1])
        eve.make("Garden", ["tulips"])
        if !isJoining {
            try home.join(1, to: 0)
            home.connect(0, 1)
        }
        let host = isJoining ? hall : eve
        for name in ["Ben", "Cleo"] { host.give([.members(.add(name: name, email: ""))]) }
        host.give([.devices(.share("hall", with: ["Ben", "Cleo"]))])
        home.settle()
        hall.give([.members(.act(as: "Ben"))])
        var asCleo = hall.principal
        asCleo.actsAs = "Cleo"
        for (title, isPrivate) in [("Groceries", false), ("Ring", true)] {
            hall.give(.user(.lists(.create(NewList(title: title, isPrivate: isPrivate))), asCleo))
        }
        if !isJoining {
            hall.give(.user(.sharing(.show("Groceries", toEverybody: false)), asCleo))
            hall.give(.user(.sharing(.share("Groceries", with: ["Ben"])), asCleo))
            hall.give([.sharing(.answer("Groceries", isAccepted: true))])
        }
        #expect(Self.titles(on: hall).contains("Groceries"))
        if isJoining {
            try home.join(1, to: 0)
            home.connect(0, 1)
        } else {
            hall.give([.household(.leave)])
            hall.give(.goOnAlone)
        }
        #expect(hall.replica.library.offers(for: hall.principal).map(\.invitation.title) == ["Groceries"])
        hall.give([.sharing(.answer("Groceries", isAccepted: true))])
        #expect(Self.titles(on: hall).contains("Groceries") && !Self.titles(on: hall).contains("Ring"))
        #expect(Self.titles(on: hall, for: asCleo).contains("Ring"))
        #expect(!Self.titles(on: eve).contains("Ring"))
    }

    @Test func `nobody acts on a device that is not for them, whatever login they have`() throws {
        let (home, anna, hall) = try Self.household()
        let tablet = try Device("tablet")
        let all = Home(anna, hall, tablet)
        home.disconnect()
        anna.give([.members(.add(name: "Ben", email: ""))])
        let ben = try #require(try? anna.replica.library.member(named: "Ben"))
        try all.join(2, to: 0, for: .people([ben]))
        all.meet()
        // Neither on an admin device, nor on one of somebody else, nor on one of the house.
        for (device, name) in [(anna, "Ben"), (tablet, "user of anna"), (hall, "Ben")] {
            let member = try #require(try? device.replica.library.member(named: name))
            #expect(device.give([.members(.act(as: name))]) == .failure(.member(.notListed(member))))
        }
        var asAnna = tablet.principal
        asAnna.actsAs = "user of anna"
        let person = try #require(anna.member)
        let refused = tablet.give(.user(.lists(.create(NewList(title: "Hers"))), asAnna))
        #expect(refused == [.failure(.member(.notListed(person)))])
        #expect(throws: CommandError.member(.notListed(person))) { try tablet.actingMember(of: asAnna) }
        // An admin changes whom a device is for; then they do.
        anna.give([.devices(.share("tablet", with: ["user of anna"]))])
        all.settle()
        tablet.give(.user(.lists(.create(NewList(title: "Hers"))), asAnna))
        #expect(tablet.list("Hers")?.owner == person)
        #expect(tablet.give([.members(.act(as: "user of anna"))]) != .failure(.member(.notListed(person))))
        #expect(tablet.member == person)
    }

    @Test func `a log that has lost whom its device is for makes no lists before it is given up`() throws {
        let anna = try Device("anna")
        let fresh = anna.log
        anna.give(anna.add("milk"))
        anna.replaceLog(fresh)
        try anna.restart(holes: 2)
        let count = anna.log.count
        #expect(anna.give([.items(.add(NewItems(titles: ["bread"])))]) == .failure(.login(.peopleUnknown)))
        #expect(anna.log.count == count && anna.replica.library.household?.members == [])
        _ = anna.give(.giveUp(GiveUp(isForced: true), anna.principal))
        #expect(anna.titles(in: "Shopping") == [])
        anna.give(anna.add("bread"))
        #expect(anna.titles(in: "Shopping") == ["bread"])
    }

    @Test func `on a device of the house a name is a signature: the list is the house's, and never private`() throws {
        let (home, anna, hall) = try Self.household()
        var asAnna = hall.principal
        asAnna.actsAs = "user of anna"
        func give(_ command: UserCommand) -> Result<CommandResult, CommandError>? {
            hall.give(.user(command, asAnna))[0]
        }
        _ = give(.lists(.create(NewList(title: "Chores"))))
        home.settle()
        #expect(anna.list("Chores")?.owner == .house)
        _ = give(.items(.add(NewItems(list: "Chores", titles: ["dust"]))))
        home.settle()
        #expect(anna.list("Chores")?.items.first?.created.by == anna.member)
        let form = NewForm(title: "Pets", fields: [NewFormField("Name", .text)])
        let refused: [UserCommand] = [
            .lists(.create(NewList(title: "Mine", isPrivate: true))), .forms(.create(form)),
            .importLists(ImportCommand(lists: [ImportedList(title: "Mine", isPrivate: true)])),
            .lists(.copy("Holiday", title: "Mine", isReset: false)),
        ]
        for command in refused {
            #expect(give(command) == .failure(.login(.privateListOfHouse)), "\(command)")
            #expect(hall.give([command]) == .failure(.login(.privateListOfHouse)), "\(command)")
        }
        var forAll = form
        forAll.isForHousehold = true
        hall.give([.forms(.create(forAll))])
        #expect(hall.list("Pets")?.visibility == .household)
    }

    // MARK: What is seen of it

    @Test func `who may act as a person is shown on that person's other devices until somebody looks`() throws {
        let (home, anna, hall) = try Self.household()
        let person = try #require(anna.member)
        let (tablet, phone) = (try Device("tablet"), try Device("phone"))
        let all = Home(anna, hall, tablet, phone)
        home.disconnect()
        try all.join(2, to: 0, for: .people([person]))
        all.meet()
        anna.give([.devices(.assign("tablet", .admin))])
        all.settle()
        tablet.wall += 1000
        try all.join(3, to: 2, for: .people([person]))
        all.meet()
        // The tablet did it, the phone is it, and the hall's device is for nobody.
        #expect(anna.unseenPeople(of: phone) == [person])
        for device in [tablet, phone, hall] { #expect(device.unseenPeople(of: phone) == []) }
        anna.give(.noteDevicesSeen)
        #expect(anna.unseenPeople(of: phone) == [])
        // So is somebody who is added to a device that was seen before.
        tablet.give([.devices(.share("hall", with: ["user of anna"]))])
        all.settle()
        #expect(anna.unseenPeople(of: hall) == [person] && phone.unseenPeople(of: hall) == [person])
        try anna.restart()
        #expect(anna.unseenPeople(of: hall) == [person] && anna.unseenPeople(of: phone) == [])
        anna.give(.noteDevicesSeen)
        #expect(anna.unseenPeople(of: hall) == [] && phone.unseenPeople(of: hall) == [person])
    }
}

extension Device {
    fileprivate func unseenPeople(of other: Device) -> [MemberID] {
        replica.unseenPeople(of: other.id).map(\.member)
    }
}
