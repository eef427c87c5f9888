import PhlistSimulator
import PhlistTestKit
import PhlistVocabulary
import Testing

@testable import PhlistHousehold
@testable import PhlistModel
@testable import PhlistSync

/// What people may do in each other's lists, by whatever command.
struct RightsTests {
    /// Anna's list "Trip", whose items are cancelled and not removed, and in which ben takes part; he has one himself.
    private static func shared() throws -> (home: Home, anna: Device, ben: Device) {
        let (home, anna, ben) = try Home.trip("stove", "tent")
        ben.give(.create(NewList(title: "Own")))
        home.settle()
        #expect(ben.titles(in: "Trip") == ["stove", "tent"])
        return (home, anna, ben)
    }

    private static func error(_ result: Result<Outcome, CommandError>) -> CommandError? {
        if case .failure(let error) = result { error } else { nil }
    }

    private static func removed(_ error: CommandError?) -> Int? {
        if case .list(.cancelOnly(let items)) = error { items.count } else { nil }
    }

    /// Says what a command comes to, and that it changes nothing when it is refused.
    private static func refusal(_ command: UserCommand, by device: Device) -> CommandError? {
        let before = (device.log.count, device.holdings)
        let error = error(device.give([command]))
        if error != nil { #expect(device.log.count == before.0 && device.holdings == before.1) }
        return error
    }

    @Test func `on no road does an item leave a list in which items are only cancelled`() throws {
        let (home, anna, ben) = try Self.shared()
        ben.give(ben.change("stove", ItemChange(state: .done)))
        home.settle()
        let trip = ItemTarget(list: "Trip"), own = ItemTarget(list: "Own")
        for device in [anna, ben] {
            let trash = ItemChange(isTrashed: true)
            #expect(Self.removed(Self.refusal(.items(.change(["tent"], trash)), by: device)) == 1)
            #expect(Self.removed(Self.refusal(.lists(.clearDone("Trip")), by: device)) == 1)
        }
        #expect(Self.removed(Self.refusal(.items(.move(["tent"], own)), by: ben)) == 1)
        #expect(Self.refusal(.lists(.merge("Trip", into: "Own")), by: ben) != nil)
        ben.give(ben.add("lamp", to: "Own"))
        #expect(Self.refusal(.items(.move(["lamp"], trip)), by: ben) == nil)
        #expect(ben.titles(in: "Trip") == ["tent", "lamp"])
    }

    @Test func `where items are only cancelled the owner lifts that before the list is merged away or purged`() throws {
        let (home, anna, ben) = try Self.shared()
        let scope = try #require(anna.scope(ofList: "Trip"))
        anna.give(.change(["Trip"], .policy(.allowed)))
        anna.give(.create(NewList(title: "Camping")))
        anna.give(anna.change("stove", ItemChange(isTrashed: true)))
        anna.give(.change(["Trip"], .policy(.cancelOnly)))
        home.settle()
        let purge = UserCommand.items(.purge(["stove"]))
        let merge = UserCommand.lists(.merge("Trip", into: "Camping"))
        for command in [purge, merge] {
            #expect(Self.refusal(command, by: anna) == .list(.itemsAreKept(scope)), "\(command)")
        }
        #expect(Self.refusal(purge, by: ben) == .sharing(.notOwner(scope, owner: anna.member)))
        anna.give([.items(.purgeTrash(before: .max))])
        #expect(anna.items(in: "Trip").count == 2)
        anna.give(.change(["Trip"], .policy(.allowed)))
        for command in [purge, merge] { #expect(Self.refusal(command, by: anna) == nil, "\(command)") }
        #expect(anna.scope(ofList: "Trip") == nil)
    }

    @Test func `whoever has added an item by mistake takes it back, as long as nobody else has changed it`() throws {
        let (home, anna, ben) = try Self.shared()
        ben.give(ben.add("oops", to: "Trip"))
        #expect(Self.refusal(.undo(list: "Trip"), by: ben) == nil)
        #expect(ben.titles(in: "Trip") == ["stove", "tent"])
        ben.give(ben.add("lamp", to: "Trip"))
        home.settle()
        anna.give(anna.change("lamp", ItemChange(percent: 20)))
        home.settle()
        #expect(Self.refusal(.undo(list: "Trip"), by: ben) == nil)
        #expect(ben.titles(in: "Trip") == ["stove", "tent", "lamp"])
    }

    @Test func `a list with participants is its owner's to trash, to merge away, and to say what is removed`() throws {
        let (home, anna, ben) = try Self.shared()
        let scope = try #require(anna.scope(ofList: "Trip"))
        let commands: [UserCommand] = [
            .lists(.merge("Trip", into: "Own")), .lists(.change(["Trip"], .trash)),
            .lists(.change(["Trip"], .policy(.allowed))), .sharing(.show("Trip", toEverybody: true)),
            .sharing(.unshare("Trip", with: ["user of ben"])),
        ]
        for command in commands {
            #expect(Self.refusal(command, by: ben) == .sharing(.notOwner(scope, owner: anna.member)), "\(command)")
        }
        anna.give(.change(["Trip"], .policy(.allowed)))
        home.settle()
        ben.give(ben.change("tent", ItemChange(isTrashed: true)))
        #expect(ben.titles(in: "Trip") == ["stove"])
        #expect(Self.refusal(.items(.purge(["tent"])), by: ben) == .sharing(.notOwner(scope, owner: anna.member)))
        #expect(Self.refusal(.items(.purgeTrash(before: .max)), by: ben) == nil)
        home.settle()
        #expect(anna.items(in: "Trip").count == 2)
        #expect(Self.refusal(.items(.purge(["tent"])), by: anna) == nil)
        #expect(Self.refusal(.lists(.change(["Trip"], .trash)), by: anna) == nil)
    }

    @Test func `everybody's list is everybody's to trash and to empty, until its owner says otherwise`() throws {
        let (home, anna, ben, party) = try Home.party("cake")
        let trash = UserCommand.lists(.change(["Party"], .trash))
        #expect(Self.refusal(trash, by: ben) == nil)
        #expect(Self.refusal(.undo(list: nil), by: ben) == nil)
        let policy = UserCommand.lists(.change(["Party"], .policy(.cancelOnly)))
        #expect(Self.refusal(policy, by: ben) == .sharing(.notOwner(party, owner: anna.member)))
        #expect(Self.refusal(policy, by: anna) == nil)
        home.settle()
        #expect(Self.refusal(trash, by: ben) == .sharing(.notOwner(party, owner: anna.member)))
        #expect(Self.refusal(trash, by: anna) == nil)
    }

    @Test func `who knows that a list is not shared with him any more changes nothing in it, and copies it`() throws {
        let (home, anna, ben) = try Self.shared()
        let scope = try #require(anna.scope(ofList: "Trip"))
        home.disconnect()
        anna.give([.sharing(.unshare("Trip", with: ["user of ben"]))])
        ben.give(ben.add("before he heard", to: "Trip"))
        home.connect(0, 1)
        #expect(anna.titles(in: "Trip").contains("before he heard"))
        let commands: [UserCommand] = [
            .items(.add(NewItems(list: "Trip", titles: ["lamp"]))),
            .items(.change(["stove"], ItemChange(state: .done))),
            .lists(.change(["Trip"], .title("Mine"))), .lists(.change(["Trip"], .trash)),
            .undo(list: "Trip"),
        ]
        for command in commands { #expect(Self.refusal(command, by: ben) == .sharing(.ended(scope)), "\(command)") }
        #expect(Self.refusal(.lists(.copy("Trip", title: "Mine", isReset: false)), by: ben) == nil)
        #expect(ben.titles(in: "Mine") == ["stove", "tent", "before he heard"])
        anna.give([.sharing(.share("Trip", with: ["user of ben"]))])
        home.settle()
        ben.give([.sharing(.answer("Trip", isAccepted: true))])
        home.settle()
        #expect(Self.refusal(.items(.add(NewItems(list: "Trip", titles: ["lamp"]))), by: ben) == nil)
        home.settle()
        #expect(anna.titles(in: "Trip").contains("lamp"))
    }

    @Test func `where no list is named, and in a file, a list that has ended is none`() throws {
        let (home, anna, ben) = try Self.shared()
        ben.give(.setDefault("Trip"))
        anna.give([.sharing(.unshare("Trip", with: ["user of ben"]))])
        home.settle()
        // What was meant for it must not go where others see it.
        let trip = try #require(ben.scope(ofList: "Trip"))
        let bare = UserCommand.items(.add(NewItems(titles: ["lamp"])))
        #expect(Self.refusal(bare, by: ben) == .list(.defaultGone(trip)))
        ben.give(.setDefault(nil))
        #expect(Self.refusal(bare, by: ben) == nil)
        #expect(
            ben.replica.library.lists(for: ben.principal).filter { $0.title == "Shopping" }.map(\.items.count).max()
                == 2
        )
        let file = ImportedList(
            title: "Trip",
            sections: [ImportedSection(name: nil, items: [ImportedItem(ItemRecord(title: "rope"))])]
        )
        #expect(Self.refusal(.importLists(ImportCommand(lists: [file], into: nil)), by: ben) == nil)
        #expect(ben.replica.library.lists(for: ben.principal).filter { $0.title == "Trip" }.count == 2)
    }

    @Test func `a text means an item that can be changed before one of a list that has ended`() throws {
        let (home, anna, ben) = try Self.shared()
        anna.give(anna.add("lamp oil", to: "Trip"))
        home.settle()
        ben.give(.create(NewList(title: "Shed")))
        ben.give(ben.add("lamp oil", to: "Shed"))
        anna.give([.sharing(.unshare("Trip", with: ["user of ben"]))])
        home.settle()
        for text in ["lamp oil", "lamp"] {
            let found = try ben.replica.library.item(matching: text, for: ben.principal, purpose: .close)
            #expect(found.scope == ben.scope(ofList: "Shed"))
        }
        ben.give(ben.change("lamp oil", ItemChange(title: "petrol")))
        #expect(ben.titles(in: "Shed") == ["petrol"])
        let left = try ben.replica.library.item(matching: "lamp oil", for: ben.principal, purpose: .look)
        #expect(left.scope == ben.scope(ofList: "Trip"))
    }

    @Test func `to act as the owner on a device that is not for him gives no right`() throws {
        let (home, anna, ben) = try Self.shared()
        let scope = try #require(anna.scope(ofList: "Trip"))
        let owner = try #require(anna.member)
        ben.bind(ben.principal.uid, to: owner)
        for command in [
            UserCommand.lists(.merge("Trip", into: "milk")), .lists(.change(["Trip"], .trash)),
            .lists(.change(["Trip"], .policy(.allowed))),
        ] {
            #expect(Self.refusal(command, by: ben) != nil, "\(command)")
        }
        #expect(Self.refusal(.lists(.change([scope.description], .trash)), by: ben) != nil)
        anna.give([.devices(.share("ben", with: ["user of anna"]))])
        home.settle()
        #expect(Self.refusal(.lists(.change(["Trip"], .policy(.allowed))), by: ben) == nil)
    }

    @Test func `a device of the owner that has not heard that a list is shared again locks nobody out`() throws {
        let (home, anna, ben) = try Self.shared()
        home.disconnect()
        anna.give([.sharing(.unshare("Trip", with: ["user of ben"]))])
        home.connect(0, 1)
        let scope = try #require(anna.scope(ofList: "Trip"))
        var told = Invitations()
        told.ended = [scope]
        // Another device of hers says the same, and is never seen again.
        let drawer = DeviceID(publicKey: Array("key of the drawer".utf8))
        let admission = Admission(
            publicKey: Array("key of the drawer".utf8),
            deviceName: "drawer",
            role: .member,
            members: [try #require(anna.member)]
        )
        anna.write([.roster(.admit(admission))], inScope: try #require(anna.householdID))
        home.settle()
        ben.edit { _ in [.local(.invitations(from: drawer, told))] }
        #expect(
            Self.refusal(.items(.add(NewItems(list: "Trip", titles: ["lamp"]))), by: ben) == .sharing(.ended(scope))
        )
        anna.give([.sharing(.share("Trip", with: ["user of ben"]))])
        home.settle()
        ben.give([.sharing(.answer("Trip", isAccepted: true))])
        home.settle()
        #expect(Self.refusal(.items(.add(NewItems(list: "Trip", titles: ["lamp"]))), by: ben) == nil)
        try ben.restart()
        #expect(Self.refusal(.items(.add(NewItems(list: "Trip", titles: ["oil"]))), by: ben) == nil)
    }

    @Test func `the copy of a list that has ended is private, though it was everybody's`() throws {
        let (home, anna, ben) = try Self.shared()
        anna.give(.create(NewList(title: "Diary")))
        home.settle()
        ben.give(ben.add("by ben", to: "Diary"))
        home.settle()
        anna.wall += 1000
        anna.give([.sharing(.show("Diary", toEverybody: false))])
        home.settle()
        home.compareAgain()
        let diary = try #require(anna.scope(ofList: "Diary"))
        #expect(Self.refusal(.items(.add(NewItems(list: "Diary", titles: ["x"]))), by: ben) == .sharing(.ended(diary)))
        #expect(Self.refusal(.lists(.copy("Diary", title: "Mine", isReset: false)), by: ben) == nil)
        let mine = try #require(ben.scope(ofList: "Mine"))
        #expect(ben.replica.library.list(mine)?.visibility == .participants)
    }

    @Test func `that a list has ended is taken from devices of its owner and of admins alone`() throws {
        let home = try Home.household(of: "anna", "ben", "carl")
        for (first, second) in [(0, 1), (0, 2), (1, 2)] { home.connect(first, second) }
        let (anna, ben, carl) = (home.devices[0], home.devices[1], home.devices[2])
        anna.give(.create(NewList(title: "Party")))
        home.settle()
        let party = try #require(anna.scope(ofList: "Party"))
        var told = Invitations()
        told.ended = [party]
        ben.edit { _ in [.local(.invitations(from: carl.id, told))] }
        let isSaid = ben.replica.library.isSaidToHaveEnded(party)
        #expect(isSaid)
        #expect(Self.refusal(.items(.add(NewItems(list: "Party", titles: ["cake"]))), by: ben) == nil)
        anna.give([.devices(.assign("carl", .admin))])
        home.settle()
        ben.edit { _ in [.local(.invitations(from: carl.id, told))] }
        #expect(
            Self.refusal(.items(.add(NewItems(list: "Party", titles: ["tea"]))), by: ben) == .sharing(.ended(party))
        )
    }
}

extension ListChange {
    fileprivate static var trash: ListChange {
        var change = ListChange()
        change.isTrashed = true
        return change
    }

    fileprivate static func policy(_ policy: DeletionPolicy) -> ListChange {
        var change = ListChange()
        change.deletion = policy
        return change
    }

    fileprivate static func title(_ title: String) -> ListChange {
        var change = ListChange()
        change.title = title
        return change
    }
}
