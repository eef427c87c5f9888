import PhlistTestKit
import PhlistVocabulary
import Testing

@testable import PhlistHousehold
@testable import PhlistModel
@testable import PhlistSync

/// Lists that everybody sees: what a new one says, and what becomes of it for whoever leaves it.
struct LeavingTests {
    /// Anna's device with the list "Shopping"; Ben's phone and his tablet, which joined her household.
    private static func household() throws -> (home: Home, shopping: ScopeID) {
        let home = Home(try Device("anna"), try Device("phone"), try Device("tablet"))
        let (anna, phone) = (home.devices[0], home.devices[1])
        anna.give(anna.add("milk"))
        anna.give([.members(.add(name: "Ben", email: ""))])
        let ben = try anna.member(named: "Ben")
        for joiner in [1, 2] { try home.join(joiner, to: 0, for: .people([ben])) }
        connectAll(home)
        let shopping = try #require(anna.scope(ofList: "Shopping"))
        #expect(phone.titles(in: "Shopping") == ["milk"] && home.devices[2].titles(in: "Shopping") == ["milk"])
        return (home, shopping)
    }

    private static func connectAll(_ home: Home) {
        home.disconnect()
        for (first, second) in [(0, 1), (0, 2), (1, 2)] { home.connect(first, second) }
    }

    @Test func `whoever leaves a list of everybody's sees it on none of their devices, and nothing of it comes there`()
        throws
    {
        let (home, shopping) = try Self.household()
        let (anna, phone, tablet) = (home.devices[0], home.devices[1], home.devices[2])
        phone.give([.sharing(.leave("Shopping"))])
        home.settle()
        let before = home.frames.count
        anna.give(anna.add("secret", to: "Shopping"))
        home.settle()
        Self.connectAll(home)
        home.compareAgain()
        for device in [phone, tablet] {
            #expect(device.scope(ofList: "Shopping") == nil && device.offers.isEmpty)
            #expect(device.all.map(\.scope) == [shopping])
        }
        for frame in home.frames[before...] where frame.to != 0 { #expect(!frame.holds(Array("secret".utf8))) }
        #expect(anna.titles(in: "Shopping") == ["milk", "secret"])
        #expect(anna.replica.library.audience(of: shopping)?.isEverybodys == true)
        #expect(phone.give([.undo(list: nil)]) == .failure(.history(.cannotBeUndone(.answer(.left), in: shopping))))
    }

    @Test func `a list that was hidden again is nobody else's after its reader has left the household`() throws {
        let (home, _) = try Self.household()
        let (anna, phone) = (home.devices[0], home.devices[1])
        anna.give(.create(NewList(title: "Surprise", isPrivate: true)))
        anna.give(anna.add("cake", to: "Surprise"))
        anna.give([.sharing(.show("Surprise", toEverybody: true))])
        home.settle()
        anna.give([.sharing(.show("Surprise", toEverybody: false))])
        home.settle()
        phone.give([.household(.leave)])
        home.settle()
        #expect(phone.give(.goOnAlone) == [.success(.done)])
        let copies = phone.lists(for: phone.principal)
        #expect(copies.map(\.title).sorted() == ["Shopping", "Surprise"])
        for copy in copies {
            #expect(phone.replica.library.isEverybodys(copy) == (copy.title == "Shopping"), "\(copy.title)")
        }
    }

    @Test func `a list that somebody left stays away when they go on alone`() throws {
        let (home, _) = try Self.household()
        let (anna, phone) = (home.devices[0], home.devices[1])
        anna.give(.create(NewList(title: "Trip")))
        anna.give(.create(NewList(title: "Gift", guests: ["Ben"])))
        home.settle()
        for title in ["Gift", "Shopping"] {
            if title == "Gift" { phone.give([.sharing(.answer(title, isAccepted: true))]) }
            home.settle()
            phone.give([.sharing(.leave(title))])
            home.settle()
        }
        phone.give([.household(.leave)])
        home.settle()
        #expect(phone.give(.goOnAlone) == [.success(.done)])
        #expect(phone.lists(for: phone.principal).map(\.title) == ["Trip"])
    }

    @Test func `a device that nobody uses brings along what everybody saw`() throws {
        let home = Home(try Device("anna"), try Device("hall"), try Device("ben"))
        let (anna, hall, ben) = (home.devices[0], home.devices[1], home.devices[2])
        for device in [anna, ben] { device.give(device.add("milk")) }
        try home.join(1, to: 0, for: .people([]))
        home.connect(0, 1)
        hall.give(.create(NewList(title: "Chores")))
        hall.give(hall.add("dust", to: "Chores"))
        home.settle()
        hall.give([.household(.leave)])
        home.settle()
        #expect(hall.give(.goOnAlone) == [.success(.done)])
        let request = try hall.replica.newDevice()
        #expect(request.people.filter(\.isUser).compactMap(\.member).isEmpty)
        try home.join(1, to: 2, for: .people([]), shareLists: true)
        home.disconnect()
        home.connect(1, 2)
        home.settle()
        #expect(ben.titles(in: "Chores") == ["dust"])
    }

    @Test func `a copy goes to the user who takes part, and to none who declined`() throws {
        let home = Home(try Device("anna"), try Device("shared"))
        let (anna, shared) = (home.devices[0], home.devices[1])
        anna.give(anna.add("milk"))
        for name in ["Kid", "Cleo"] { anna.give([.members(.add(name: name, email: ""))]) }
        let users = try ["Kid", "Cleo"].map { try anna.member(named: $0) }
        try home.join(1, to: 0, for: .people(users))
        home.connect(0, 1)
        func answer(_ title: String, _ name: String, isAccepted: Bool) {
            var caller = shared.principal
            caller.actsAs = name
            shared.give(.user(.sharing(.answer(title, isAccepted: isAccepted)), caller))
        }
        for title in ["Gift", "Trip"] { anna.give(.create(NewList(title: title, guests: ["Kid", "Cleo"]))) }
        home.settle()
        answer("Gift", "Kid", isAccepted: false)
        answer("Gift", "Cleo", isAccepted: true)
        for name in ["Kid", "Cleo"] { answer("Trip", name, isAccepted: false) }
        home.settle()
        shared.give([.household(.leave)])
        home.settle()
        #expect(shared.give(.goOnAlone) == [.success(.done)])
        let library = shared.replica.library
        let copies = library.listScopes.compactMap { library.list($0) }.filter { $0.owner.map(users.contains) ?? false }
        #expect(copies.map(\.title).sorted() == ["Gift", "Shopping"])
        #expect(copies.first { $0.title == "Gift" }?.owner == users[1])
    }

    @Test func `what one changed while another removed it is in the copies of who goes on alone`() throws {
        let (home, _) = try Self.household()
        let (anna, phone) = (home.devices[0], home.devices[1])
        home.disconnect()
        anna.give(anna.change("milk", ItemChange(title: "oat milk")))
        phone.wall += 1000
        phone.give(phone.change("milk", ItemChange(isTrashed: true)))
        Self.connectAll(home)
        #expect(phone.titles(in: "Shopping") == ["oat milk"])
        phone.give([.household(.leave)])
        home.settle()
        #expect(phone.give(.goOnAlone) == [.success(.done)])
        #expect(phone.titles(in: "Shopping") == ["oat milk"])
    }

    @Test func `whoever left takes part again by accepting where the no is known, and gets what came since`() throws {
        let (home, shopping) = try Self.household()
        let (anna, phone, tablet) = (home.devices[0], home.devices[1], home.devices[2])
        phone.give([.sharing(.leave("Shopping"))])
        anna.give(anna.add("bread", to: "Shopping"))
        home.settle()
        let refused = tablet.give([.sharing(.answer("Shopping", isAccepted: true))])
        #expect(refused == .failure(.sharing(.leftElsewhere(shopping, title: "Shopping"))))
        home.disconnect()
        try phone.restart()
        #expect(try phone.give([.sharing(.answer("Shopping", isAccepted: true))]).get().changed.count == 1)
        Self.connectAll(home)
        home.compareAgain()
        for device in [phone, tablet] {
            #expect(device.titles(in: "Shopping") == ["milk", "bread"] && device.agrees(with: anna))
        }
    }

    @Test func `whoever left a list that was hidden meanwhile is told that nobody shares it with them`() throws {
        let home = try InvitationTests.three()
        let (anna, ben, carl) = (home.devices[0], home.devices[1], home.devices[2])
        anna.give(.create(NewList(title: "Plans", isPrivate: true)))
        let plans = try #require(anna.scope(ofList: "Plans"))
        anna.give([.sharing(.show("Plans", toEverybody: true))])
        home.settle()
        anna.give([.sharing(.show("Plans", toEverybody: false))])
        home.settle()
        ben.give([.sharing(.leave("Plans"))])
        home.settle()
        // Carl's device knows the words as old as Ben's does, and the answer.
        #expect(carl.scope(ofList: "Plans") != nil && ben.scope(ofList: "Plans") == nil)
        home.disconnect()
        home.connect(1, 2)
        let accepted = ben.give([.sharing(.answer("Plans", isAccepted: true))])
        #expect(accepted == .failure(.sharing(.withdrawn(plans))))
        #expect(ben.offers.isEmpty)
    }

    @Test func `a list that is hidden and shown again is shown to whoever left it`() throws {
        let (home, _) = try Self.household()
        let (anna, phone) = (home.devices[0], home.devices[1])
        phone.give([.sharing(.leave("Shopping"))])
        home.settle()
        anna.give([.sharing(.show("Shopping", toEverybody: false)), .sharing(.show("Shopping", toEverybody: true))])
        home.settle()
        #expect(phone.titles(in: "Shopping") == ["milk"])
    }

    @Test func `a device of several people has the list while one of them sees it, and shows it to that one`() throws {
        let (home, shopping) = try Self.household()
        let (anna, phone) = (home.devices[0], home.devices[1])
        anna.give([.members(.add(name: "Cleo", email: ""))])
        anna.give([.devices(.share("phone", with: ["Cleo"]))])
        home.settle()
        phone.give([.members(.act(as: "Ben"))])
        let cleo = Principal(uid: 3000, name: "cleo", isOwner: false)
        phone.bind(cleo.uid, to: try anna.member(named: "Cleo"))
        phone.give([.sharing(.leave("Shopping"))])
        anna.give(anna.add("bread", to: "Shopping"))
        home.settle()
        #expect(phone.scope(ofList: "Shopping") == nil && phone.lists(for: cleo).map(\.scope) == [shopping])
        #expect(phone.state(shopping)?.list?.items.map(\.title) == ["milk", "bread"])
        #expect(home.devices[2].scope(ofList: "Shopping") == nil)
        phone.give(.user(.sharing(.leave("Shopping")), cleo))
        home.settle()
        let isEntitled = anna.replica.access.isEntitled(phone.id, to: shopping)
        #expect(!isEntitled)
    }

    @Test func `an invitation that was declined can be accepted as long as it stands`() throws {
        let (home, _) = try Self.household()
        let (anna, phone) = (home.devices[0], home.devices[1])
        anna.give(.create(NewList(title: "Trip", guests: ["Ben"])))
        home.settle()
        phone.give([.sharing(.answer("Trip", isAccepted: false))])
        home.settle()
        for device in home.devices[1...] { #expect(device.offers.isEmpty) }
        phone.give([.sharing(.answer("Trip", isAccepted: true))])
        home.settle()
        let trip = try #require(phone.scope(ofList: "Trip"))
        #expect(home.devices[2].scope(ofList: "Trip") == trip)
        phone.give([.sharing(.leave("Trip"))])
        anna.give([.sharing(.unshare("Trip", with: ["Ben"]))])
        home.settle()
        let accepted = phone.give([.sharing(.answer("Trip", isAccepted: true))])
        #expect(accepted == .failure(.sharing(.withdrawn(trip))))
    }

    @Test func `the owner cannot leave, and nobody leaves what they do not see`() throws {
        let (home, shopping) = try Self.household()
        let anna = home.devices[0]
        #expect(anna.give([.sharing(.leave("Shopping"))]) == .failure(.sharing(.leavesOwnList(shopping))))
        anna.give(.create(NewList(title: "Diary", isPrivate: true)))
        home.settle()
        #expect(home.devices[1].give([.sharing(.leave("Diary"))]) == .failure(.list(.notFound("Diary"))))
    }

    // MARK: New lists

    /// The ops of the first batch of control, which makes the list.
    private static func beginning(of title: String, on device: Device) throws -> [Op] {
        let scope = try #require(device.scope(ofList: title))
        return try #require(device.batches(of: scope).first { $0.tier == .control }).batch.decodedOps()
    }

    @Test func `what makes a list says in its first batch that everybody sees it, unless it is to be private`() throws {
        let anna = try Device("anna")
        anna.give(anna.add("milk"))
        for isPrivate in [false, true] {
            let kind = isPrivate ? "private" : "common"
            anna.give(.create(NewList(title: "\(kind) list", isPrivate: isPrivate)))
            anna.give(.copy("\(kind) list", title: "\(kind) copy", isReset: false))
            let file = ImportedList(title: "\(kind) file", isPrivate: isPrivate)
            anna.give([.importLists(ImportCommand(lists: [file]))])
            try anna.makeForm("\(kind) form", [NewFormField("Name", .text)], isForHousehold: !isPrivate)
            for road in ["list", "copy", "file", "form"] {
                let ops = try Self.beginning(of: "\(kind) \(road)", on: anna)
                guard case .originate? = ops.first else { Issue.record("\(kind) \(road): no origin"); continue }
                let words = isPrivate ? [] : [Op.write(.root, [SharingWord.forEverybody])]
                #expect(Array(ops.dropFirst()) == words, "\(kind) \(road)")
            }
        }
        #expect(try Self.beginning(of: "Shopping", on: anna).last == .write(.root, [SharingWord.forEverybody]))
    }

    @Test func `a list that is made while all others are away is everybody's, or for some, once they meet`() throws {
        let (home, _) = try Self.household()
        let (anna, phone) = (home.devices[0], home.devices[1])
        home.disconnect()
        phone.give(.create(NewList(title: "Party")), .create(NewList(title: "Gift", guests: ["user of anna"])))
        Self.connectAll(home)
        #expect(anna.scope(ofList: "Party") != nil && anna.scope(ofList: "Gift") == nil)
        #expect(anna.offers.map(\.invitation.title) == ["Gift"])
    }

    @Test func `what the house made stays everybody's when its device becomes somebody's`() throws {
        let home = Home(try Device("anna"), try Device("hall"), try Device("late"))
        let (anna, hall, late) = (home.devices[0], home.devices[1], home.devices[2])
        anna.give(anna.add("milk"))
        anna.give([.members(.add(name: "Ben", email: ""))])
        try home.join(1, to: 0)
        home.connect(0, 1)
        hall.give(.create(NewList(title: "Chores")))
        hall.give(hall.add("dust", to: "Chores"))
        home.settle()
        anna.give([.devices(.share("hall", with: ["Ben"]))])
        home.settle()
        anna.give(anna.add("sweep", to: "Chores"))
        home.settle()
        #expect(hall.titles(in: "Chores") == ["dust", "sweep"])
        try home.join(2, to: 0)
        home.connect(0, 2)
        #expect(late.titles(in: "Chores") == ["dust", "sweep"])
    }

    @Test func `whoever only signs on a lone device makes lists of the one it is for, and no private ones`() throws {
        let home = Home(try Device("anna"), try Device("ben"))
        let (anna, ben) = (home.devices[0], home.devices[1])
        anna.give(anna.add("milk", to: nil))
        anna.give([.members(.add(name: "Cleo", email: ""))])
        let cleo = Principal(uid: anna.principal.uid, name: "anna", isOwner: true, actsAs: "Cleo")
        anna.give(.user(.lists(.create(NewList(title: "Party"))), cleo))
        anna.give(.user(.items(.add(NewItems(list: "Party", titles: ["cake"]))), cleo))
        let refused = anna.give(.user(.lists(.create(NewList(title: "Diary", isPrivate: true))), cleo))
        #expect(refused == [.failure(.member(.notListed(try anna.member(named: "Cleo"))))])
        try home.join(1, to: 0)
        home.connect(0, 1)
        #expect(ben.titles(in: "Party") == ["cake"] && ben.list("Party")?.owner == anna.member)
    }
}

extension Device {
    /// The lists that `list ls --all` shows.
    fileprivate var all: [ListState] { replica.library.lists(ListQuery(includesTrash: true), for: principal) }
}
