import PhlistTestKit
import PhlistVocabulary
import Testing

@testable import PhlistHousehold
@testable import PhlistModel
@testable import PhlistSync

/// Who belongs to the household, and who a login is.
struct MemberTests {
    private static let owner = Principal(uid: 1000, name: "anna", isOwner: true)
    private static let guest = Principal(uid: 2000, name: "Guest", isOwner: false)

    private static func add(_ name: String, _ email: String = "", by caller: Principal = owner) -> Command {
        .user(.members(.add(name: name, email: email)), caller)
    }

    private static func change(_ name: String, _ change: MemberChange, by caller: Principal = owner) -> Command {
        .user(.members(.change(name, change)), caller)
    }

    private static func act(as name: String?, by caller: Principal = owner) -> Command {
        .user(.members(.act(as: name)), caller)
    }

    private static func additem(_ title: String, by caller: Principal) -> Command {
        .user(.items(.add(NewItems(titles: [title]))), caller)
    }

    private static func error(_ reply: Result<CommandResult, CommandError>??) -> CommandError? {
        guard case .failure(let error)?? = reply else { return nil }
        return error
    }

    private static func names(_ device: Device) -> [String] {
        (device.household?.everybody ?? []).filter { !$0.isRemoved }.map(\.name).sorted()
    }

    @Test func `making a member makes nobody else a member, and saying who one is neither`() throws {
        let device = try Device("anna")
        device.give(Self.add("Ann", "ann@example.org"), Self.act(as: "ann"))
        #expect(Self.names(device) == ["Ann"])
        #expect(device.household?.everybody.map(\.email) == ["ann@example.org"])
        #expect(device.member(of: Self.owner) == device.household?.members.first)
    }

    @Test func `who says first who they are becomes a member, and a name that nobody has makes no second one`() throws {
        let device = try Device("anna")
        device.give(Self.act(as: "Kim"))
        #expect(Self.names(device) == ["Kim"])
        device.give(Self.additem("milk", by: Self.owner))
        #expect(device.member(of: Self.owner) == device.household?.members.first && Self.names(device) == ["Kim"])
        #expect(Self.error(device.give(Self.act(as: "Kin")).first) == .member(.notFound("Kin")))
        try device.restart()
        #expect(Self.names(device) == ["Kim"])
        let house = try Device("ben")
        #expect(Self.error(house.give(Self.act(as: "house")).first) == .member(.reservedName("house")))
    }

    @Test func `who was made under the name of a login learns how to have another one`() throws {
        let device = try Device("anna")
        device.give(Self.additem("milk", by: Self.owner))
        let anna = try device.member(named: "anna")
        #expect(Self.error(device.give(Self.act(as: "Kim")).first) == .member(.namedAfterLogin(anna, not: "Kim")))
        device.give(Self.add("Kim"), Self.act(as: "Kim"))
        let former = device.replica.library.forsakenMember(of: Self.owner)
        #expect(former?.member == anna && former?.listCount == 1)
        device.give(Self.act(as: "anna"))
        #expect(device.replica.library.forsakenMember(of: Self.owner) == nil)
    }

    @Test func `a member who was removed does not come back when the device joins a household`() throws {
        let home = Home(try Device("anna"), try Device("ben"))
        let (anna, ben) = (home.devices[0], home.devices[1])
        anna.give(anna.add("milk"))
        ben.give(.user(.members(.act(as: "Kim")), ben.principal))
        ben.give(.user(.members(.add(name: "Lee", email: "")), ben.principal))
        ben.give(.user(.members(.act(as: "Lee")), ben.principal))
        ben.give(Self.change("Kim", MemberChange(isRemoved: true), by: ben.principal))
        #expect(Self.names(ben) == ["Lee"])
        try home.join(1, to: 0)
        home.connect(0, 1)
        for device in home.devices { #expect(Self.names(device) == ["Lee", "user of anna"]) }
    }

    @Test func `the first change makes a member by the login name, and a name that is taken gets a number`() throws {
        let device = try Device("anna")
        device.give(Self.add("ANNA"), Self.add("anna 2"), Self.additem("milk", by: Self.owner))
        #expect(Self.names(device) == ["ANNA", "anna 2", "anna 3"])
        let odd = Principal(uid: 3, name: "house", isOwner: false)
        let long = Principal(uid: 4, name: String(repeating: "é", count: 40), isOwner: false)
        let longAgain = Principal(uid: 5, name: String(repeating: "é", count: 40), isOwner: false)
        device.give(Self.additem("a", by: odd), Self.additem("b", by: long), Self.additem("c", by: longAgain))
        #expect(Self.names(device).contains("house 2"))
        #expect(Self.names(device).contains(String(repeating: "é", count: 32)))
        #expect(Self.names(device).contains(String(repeating: "é", count: 28) + " 2"))
    }

    @Test func `who somebody is, they and admins say, and nobody else`() throws {
        let home = Home(try Device("anna"), try Device("ben"))
        let (anna, ben) = (home.devices[0], home.devices[1])
        for device in home.devices { device.give(device.add("milk")) }
        try home.join(1, to: 0)
        home.connect(0, 1)
        let member = try #require(anna.member)
        for change in [MemberChange(name: "Nobody"), MemberChange(email: "a@b.org"), MemberChange(isRemoved: true)] {
            let reply = ben.give(.user(.members(.change("user of anna", change)), ben.principal))[0]
            #expect(Self.error(reply) == .device(.mayNotChange(member)))
        }
        ben.give([.members(.change("user of ben", MemberChange(name: "Ben")))])
        home.settle()
        anna.give([.members(.change("Ben", MemberChange(email: "ben@example.org")))])
        home.settle()
        #expect(Self.names(ben) == ["Ben", "user of anna"] && Self.names(anna) == Self.names(ben))
    }

    @Test func `of two equal names in one turn the second is refused`() throws {
        let device = try Device("anna")
        let replies = device.give(Self.add("Élodie"), Self.add("elodie "), Self.add("Elodie 2"))
        guard case .member(.nameTaken("elodie", _))? = Self.error(replies[1]) else {
            Issue.record("\(replies)")
            return
        }
        #expect(Self.names(device) == ["Elodie 2", "Élodie"])
    }

    @Test func `names and addresses that no member can have are refused and nothing is written`() throws {
        let device = try Device("anna")
        device.give(Self.add("Ann"))
        let logged = device.log.count
        let long = String(repeating: "x", count: 65)
        let refusals: [(Command, CommandError)] = [
            (Self.add(" \t"), .member(.emptyName)),
            (Self.add(long), .member(.nameTooLong(bytes: 65))),
            (Self.add("a\u{1B}b"), .member(.badName("a\u{1B}b"))),
            (Self.add("a\u{2028}b"), .member(.badName("a\u{2028}b"))),
            (Self.add("None"), .member(.reservedName("None"))),
            (Self.add("House"), .member(.reservedName("House"))),
            (Self.add("Everybody"), .member(.reservedName("Everybody"))),
            (Self.add("nobody"), .member(.reservedName("nobody"))),
            (Self.add("Ben", "ben"), .member(.badEmail("ben"))),
            (Self.add("Ben", "@x"), .member(.badEmail("@x"))),
            (Self.add("Ben", "b@x@y"), .member(.badEmail("b@x@y"))),
            (Self.add("Ben", "b en@x"), .member(.badEmail("b en@x"))),
            (Self.act(as: "Zoe"), .member(.notFound("Zoe"))),
        ]
        for (command, error) in refusals {
            #expect(Self.error(device.give(command).first) == error)
        }
        #expect(device.log.count == logged)
    }

    @Test func `a dry run shows the member and writes nothing`() throws {
        let device = try Device("anna")
        let logged = device.log.count
        let dry = Command.user(.members(.add(name: "Ann", email: "")), Self.owner, CommandOptions(isDryRun: true))
        guard case .success(.acted(let outcome, let preview))? = device.give(dry)[0] else {
            Issue.record("refused")
            return
        }
        let household = device.replica.library.household(with: preview[outcome.changed[0].scope])
        #expect(household?.everybody.map(\.name) == ["Ann"])
        #expect(device.household?.everybody.isEmpty ?? false)
        #expect(device.log.count == logged)
    }

    @Test func `a login stays the member that it said, over a restart, until it says nobody`() throws {
        let device = try Device("anna")
        device.give(Self.add("Ann"), Self.act(as: "Ann"))
        let ann = device.member(of: Self.owner)
        try device.restart()
        #expect(device.member(of: Self.owner) == ann)
        device.give(Self.act(as: nil))
        try device.restart()
        #expect(device.member(of: Self.owner) == nil)
        #expect(device.isLoggedOut(Self.owner))
        let logged = device.log.count
        #expect(Self.error(device.give(Self.additem("milk", by: Self.owner)).first) == .login(.nobodyActs))
        #expect(Self.error(device.give(.user(.undo(list: nil), Self.owner)).first) == .login(.nobodyActs))
        #expect(device.log.count == logged)
        device.give(Self.act(as: "Ann"), Self.additem("milk", by: Self.owner))
        #expect(device.titles(in: "Shopping") == ["milk"])
        #expect(Self.names(device) == ["Ann"])
    }

    @Test func `what the disk did not take leaves a login who it was`() throws {
        let device = try Device("anna")
        device.give(Self.add("Ann"), Self.add("Ben"), Self.act(as: "Ann"))
        let ann = device.member(of: Self.owner)
        device.diskFailure = .diskFull
        device.give(Self.act(as: "Ben"))
        #expect(device.member(of: Self.owner) == ann)
        device.give(Self.act(as: nil))
        #expect(device.member(of: Self.owner) == ann)
    }

    @Test func `another login takes only a member of this device whom nobody else is`() throws {
        let device = try Device("anna")
        device.give(Self.add("Ann"), Self.add("Ben"), Self.act(as: "Ann"))
        let (ann, ben) = (try device.member(named: "Ann"), try device.member(named: "Ben"))
        #expect(Self.error(device.give(Self.act(as: "Ben", by: Self.guest)).first) == .member(.notListed(ben)))
        #expect(Self.error(device.give(Self.act(as: "Ann", by: Self.guest)).first) == .member(.inUse(ann)))
        // The owner lists Ben for this device by having been him.
        device.give(Self.act(as: "Ben"))
        device.give(Self.act(as: "Ann"))
        device.give(Self.act(as: "Ben", by: Self.guest))
        #expect(device.member(of: Self.guest) == ben)
        #expect(device.household?.roster.devices[device.id]?.members.count == 2)
    }

    @Test func `an e-mail address names a member, and several who share it are told`() throws {
        let device = try Device("anna")
        for name in ["Ben", "Zoe"] {
            device.give(.user(.members(.add(name: name, email: "us@home")), Self.guest))
        }
        device.give(.user(.members(.add(name: "Kim", email: "kim@home")), Self.guest))
        let (ben, zoe) = (try device.member(named: "Ben"), try device.member(named: "Zoe"))
        #expect(try device.member(named: "KIM@home") == device.member(named: "Kim"))
        let shared = CommandError.member(.ambiguous("us@home", candidates: [ben, zoe].sorted()))
        #expect(throws: shared) { try device.member(named: "us@home") }
    }

    @Test func `assignments follow the member whatever the name, and say when he is removed`() throws {
        let device = try Device("anna")
        device.give(Self.add("Ben"), Self.act(as: nil))
        let ben = try device.member(named: "Ben")
        device.give(Self.change("Ben", MemberChange(name: "Benno"), by: Self.guest))
        #expect(try device.member(named: "benno") == ben)
        #expect(device.assigneeName(ben) == "Benno")
        device.give(Self.change("Benno", MemberChange(isRemoved: true), by: Self.guest))
        #expect(device.name(of: ben) == "Benno")
        #expect(device.assigneeName(ben) == "Benno (removed)")
        #expect(throws: CommandError.member(.notFound("Benno"))) { try device.member(named: "Benno") }
        #expect(try device.member(named: "Benno", includesRemoved: true) == ben)
        #expect(try device.member(named: "benno (removed)", includesRemoved: true) == ben)
    }

    @Test func `undo takes back what was done to members, and never who somebody is`() throws {
        let device = try Device("anna")
        device.give(Self.additem("milk", by: Self.owner), Self.add("Ben"), Self.change("Ben", MemberChange(name: "B")))
        device.give(.user(.undo(list: nil), Self.owner))
        #expect(Self.names(device) == ["Ben", "anna"])
        device.give(.user(.undo(list: nil), Self.owner))
        #expect(Self.names(device) == ["anna"])
        device.give(.user(.redo(list: nil), Self.owner))
        #expect(Self.names(device) == ["Ben", "anna"])
        device.give(.user(.undo(list: nil), Self.owner), .user(.undo(list: nil), Self.owner))
        #expect(device.titles(in: "Shopping").isEmpty)
        #expect(Self.error(device.give(.user(.undo(list: nil), Self.owner)).first) == .history(.nothingToUndo))
        #expect(Self.names(device) == ["anna"])
    }

    @Test func `nobody is removed who acts here or owns what only he sees`() throws {
        let device = try Device("anna")
        device.give(Self.additem("milk", by: Self.owner), Self.add("Ben"))
        let ben = try device.member(named: "Ben")
        let anna = try device.member(named: "anna")
        let remove = MemberChange(isRemoved: true)
        #expect(Self.error(device.give(Self.change("anna", remove)).first) == .member(.inUse(anna)))
        device.give(Self.act(as: "Ben", by: Self.owner))
        #expect(Self.error(device.give(Self.change("Ben", remove)).first) == .member(.inUse(ben)))
        #expect(Self.error(device.give(.user(.undo(list: nil), Self.owner)).first) == .history(.nothingToUndo))
        device.give(Self.act(as: "anna"))
        device.hide("Shopping")
        device.give(Self.act(as: "Ben"))
        #expect(Self.error(device.give(Self.change("anna", remove)).first) == .member(.ownsLists(anna, count: 1)))
    }

    @Test(arguments: [false, true])
    func `somebody on another device is removed though a list that they once shared is here`(hasLeft: Bool) throws {
        let home = try InvitationTests.three()
        let (anna, cleo) = (home.devices[0], home.devices[2])
        cleo.give(.create(NewList(title: "Flat", isPrivate: true)))
        cleo.give([.sharing(.share("Flat", with: ["user of anna"]))])
        home.meet()
        anna.give([.sharing(.answer("Flat", isAccepted: true))])
        home.meet()
        #expect(anna.scope(ofList: "Flat") != nil)
        if hasLeft {
            anna.give([.sharing(.leave("Flat"))])
        } else {
            cleo.give([.sharing(.unshare("Flat", with: ["user of anna"]))])
        }
        home.meet()
        let removal = UserCommand.members(.change("user of carl", MemberChange(isRemoved: true)))
        #expect(try anna.give([removal]).get().changed.count == 1)
    }

    @Test func `somebody who is there because of a change beside their removal is told of`() throws {
        let home = try InvitationTests.three()
        let (anna, ben, name) = (home.devices[0], home.devices[1], "user of ben")
        home.disconnect()
        let member = try #require(ben.member(of: ben.principal))
        anna.give([.members(.change(name, MemberChange(isRemoved: true)))])
        ben.give([.members(.change(name, MemberChange(email: "ben@example.org")))])
        home.meet()
        for device in home.devices {
            let state = try #require(device.household?.everybody.first { $0.id == member })
            #expect(!state.isRemoved && state.rescue?.edited.by == member)
        }
        // Saying the name again settles that.
        anna.give([.members(.change(name, MemberChange(name: name)))])
        #expect(anna.household?.everybody.first { $0.id == member }?.rescue == nil)
    }

    @Test func `undoing that a member was made is refused while somebody is him`() throws {
        let device = try Device("anna")
        device.give(Self.additem("milk", by: Self.owner), Self.add("Ben"))
        let ben = try device.member(named: "Ben")
        device.bind(3000, to: ben)
        #expect(Self.error(device.give(.user(.undo(list: nil), Self.owner)).first) == .member(.inUse(ben)))
        #expect(Self.names(device) == ["Ben", "anna"])
    }

    @Test func `the owner acts and reads as anybody, others only as themselves`() throws {
        let device = try Device("anna")
        device.give(Self.additem("milk", by: Self.owner), Self.add("Ben"))
        device.hide("Shopping")
        var asBen = Self.owner
        asBen.actsAs = "ben"
        #expect(device.lists(for: Self.owner).map(\.title) == ["Shopping"])
        #expect(device.lists(for: asBen).isEmpty)
        #expect(device.name(of: device.member(of: asBen)) == "Ben")
        device.give(.user(.lists(.create(NewList(title: "Garden"))), asBen))
        // Whoever only signs there makes a list of the one whom the device is for.
        #expect(device.name(of: device.lists(for: asBen).first?.owner) == "anna")
        var guest = Self.guest
        guest.actsAs = "Ben"
        #expect(throws: CommandError.login(.mayNotActAs("Ben"))) { try device.actingMember(of: guest) }
        #expect(Self.error(device.give(Self.additem("x", by: guest)).first) == .login(.mayNotActAs("Ben")))
        guest.actsAs = "Zoe"
        #expect(throws: CommandError.member(.notFound("Zoe"))) { try device.actingMember(of: guest) }
    }

    @Test func `a rename on one device wins over a removal on the other, and names written apart compete`() throws {
        let home = Home(try Device("anna"), try Device("ben"))
        try home.join(1, to: 0)
        home.connect(0, 1)
        let (anna, ben) = (home.devices[0], home.devices[1])
        anna.give([.devices(.assign("ben", .admin))])
        anna.give(Self.add("Zoe"), Self.add("Max"))
        home.settle()
        home.isLost = { _ in true }
        anna.give(Self.change("Zoe", MemberChange(isRemoved: true)), Self.change("Max", MemberChange(name: "Maxi")))
        ben.give(Self.change("Zoe", MemberChange(name: "Zoé")), Self.change("Max", MemberChange(name: "Maxim")))
        home.isLost = { _ in false }
        home.reconnect()
        #expect(anna.agrees(with: ben))
        for device in home.devices {
            #expect(try device.name(of: device.member(named: "Zoé")) == "Zoé")
            let conflicts = try device.conflicts()
            #expect(conflicts.map(\.fieldName) == ["name"])
            #expect(Set(conflicts[0].siblings.map { String(decoding: $0.value, as: UTF8.self) }) == ["Maxi", "Maxim"])
        }
    }
}

extension Device {
    /// Makes a list visible to its owner alone.
    fileprivate func hide(_ title: String) {
        guard let scope = scope(ofList: title), let owner = replica.library.lists(for: principal).first?.owner else {
            return
        }
        let now = Now(monotonic: monotonic, wall: wall)
        let hide = Op.write(.root, [FieldWrite(.visibility, Visibility.participants)])
        edit { $0.mint([hide], in: scope, by: owner, now: now) }
    }
}
