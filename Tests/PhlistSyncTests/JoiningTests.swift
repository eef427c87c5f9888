import PhlistSimulator
import PhlistVocabulary
import Testing

@testable import PhlistHousehold
@testable import PhlistModel
@testable import PhlistSync

/// Entering a household, and what others may see.
struct JoiningTests {
    /// Whether any frame holds these bytes.
    private static func wasSaid(_ bytes: [UInt8], in home: Home) -> Bool {
        home.frames.contains { frame in
            frame.body.indices.contains { frame.body[$0...].starts(with: bytes) }
        }
    }

    private static func pair(shareLists: Bool) throws -> Home {
        let home = Home(try Device("anna"), try Device("ben"), try Device("carl"))
        let ben = home.devices[1]
        ben.give(
            .user(.lists(.create(NewList(title: "Diary of Ben"))), ben.principal),
            ben.add("buy a ring", to: "Diary of Ben")
        )
        try home.join(1, to: 0, shareLists: shareLists)
        try home.join(2, to: 0)
        home.connect(0, 1)
        home.connect(2, 0)
        return home
    }

    @Test func `a list that stays private is in no message, not by its id, its title or an item`() throws {
        let home = try Self.pair(shareLists: false)
        let ben = home.devices[1]
        ben.give(ben.add("a secret", to: "Diary of Ben"), ben.change("ring", ItemChange(state: .done)))
        home.settle()
        home.connect(1, 2)
        home.compareAgain()
        let scope = try #require(ben.scope(ofList: "Diary of Ben"))
        let batches = ben.batches(of: scope)
        #expect(!batches.isEmpty)
        let texts = ["Diary of Ben", "buy a ring", "a secret"].map { Array($0.utf8) }
        for bytes in [scope.bytes] + texts + batches.map(\.name.bytes) {
            #expect(!Self.wasSaid(bytes, in: home))
        }
        #expect(ben.titles(in: "Diary of Ben") == ["a secret"])
        // The search would find it: the household is in the messages.
        #expect(Self.wasSaid(try #require(ben.householdID).bytes, in: home))
    }

    @Test func `a list that is shared on joining is on every device`() throws {
        let home = try Self.pair(shareLists: true)
        for device in home.devices {
            #expect(device.titles(in: "Diary of Ben") == ["buy a ring"])
        }
    }

    @Test(arguments: [false, true])
    func `joining says which lists are shared and which stay private`(shareLists: Bool) throws {
        let (anna, ben) = (try Device("anna"), try Device("ben"))
        ben.give(ben.add("eggs"))
        let request = try ben.replica.newDevice()
        guard case .success(.admitted(let welcome))? = anna.give(.admitDevice(request))[0] else { return }
        let reply = ben.give(.joinHousehold(welcome, with: request, shareLists: shareLists))[0]
        guard case .success(.joined(let joining))? = reply else {
            Issue.record("\(String(describing: reply))")
            return
        }
        #expect(joining.users == ["user of ben"])
        #expect(joining.shared == (shareLists ? ["Shopping"] : []))
        #expect(joining.private == (shareLists ? [] : ["Shopping"]))
    }

    @Test func `a list that is made in the turn of the joining stays private too`() throws {
        let home = Home(try Device("anna"), try Device("ben"))
        let (anna, ben) = (home.devices[0], home.devices[1])
        ben.give(ben.add("eggs"))
        let request = try ben.replica.newDevice()
        guard case .success(.admitted(let welcome))? = anna.give(.admitDevice(request))[0] else { return }
        ben.give(
            .user(.lists(.create(NewList(title: "Diary of Ben"))), ben.principal),
            .joinHousehold(welcome, with: request, shareLists: false)
        )
        home.settle()
        home.connect(0, 1)
        #expect(!Self.wasSaid(Array("Diary of Ben".utf8), in: home))
    }

    @Test func `a device whose household has others cannot join another`() throws {
        let home = Home(try Device("anna"), try Device("ben"), try Device("carl"))
        try home.join(1, to: 0)
        home.connect(0, 1)
        for device in home.devices[0...1] {
            var refusal: CommandError?
            do throws(CommandError) {
                _ = try device.replica.newDevice()
            } catch {
                refusal = error
            }
            #expect(refusal == .household(.hasOtherDevices(1)))
        }
    }

    @Test func `only an admin lets a device in, and each device counts once`() throws {
        let home = Home(try Device("anna"), try Device("ben"), try Device("carl"))
        try home.join(1, to: 0)
        home.connect(0, 1)
        let request = try home.devices[2].replica.newDevice()
        guard case .failure(.device(.notAdmin))? = home.devices[1].give(.admitDevice(request))[0] else {
            Issue.record("a member let a device in")
            return
        }
        home.devices[0].give(.admitDevice(request))
        // Whoever lost the answer proves the code again, and is told the same.
        guard case .success(.admitted(let welcome))? = home.devices[0].give(.admitDevice(request))[0] else {
            Issue.record("a device that lost the answer was turned away")
            return
        }
        #expect(welcome.deviceCount == 3)
        #expect(home.devices[0].household?.roster.devices.count == 3)
    }

    @Test func `a device that says it is a member's is not let in before somebody confirms it`() throws {
        let home = Home(try Device("anna"), try Device("mallory"))
        let (anna, mallory) = (home.devices[0], home.devices[1])
        anna.give(.create(NewList(title: "Diary", isPrivate: true)))
        anna.give(anna.add("a secret", to: "Diary"))
        let victim = try #require(anna.member)
        let request = try mallory.replica.newDevice(for: "user of anna")
        let claimed = anna.replica.library.peopleClaimed(by: request)
        #expect(claimed == [victim])
        #expect(anna.give(.admitDevice(request))[0] == .failure(.household(.unconfirmedMembers([victim]))))
        #expect(anna.household?.roster.contains(mallory.id) == false)
        // Somebody else's word is none about her.
        let other = DeviceUse.wished(confirmed: [MemberID(rawValue: 7)])
        #expect(anna.give(.admitDevice(request, for: other))[0] == .failure(.household(.unconfirmedMembers([victim]))))
        #expect(anna.household?.roster.contains(mallory.id) == false)
        try home.join(1, to: 0, for: .people([]))
        home.connect(0, 1)
        #expect(anna.household?.roster.devices[mallory.id]?.members == [])
        #expect(!home.frames.contains { $0.to == 1 && $0.holds(Array("a secret".utf8)) })
        // Said by somebody who is in, it holds; and it stays when the device is let in once more.
        anna.give([.devices(.share("mallory", with: ["user of anna"]))])
        home.settle()
        #expect(mallory.titles(in: "Diary") == ["a secret"])
        anna.give(.admitDevice(request))
        #expect(anna.household?.roster.devices[mallory.id]?.members == [victim])
    }

    @Test func `who joins under the name of a member and is confirmed is one person with them`() throws {
        let home = Home(try Device("anna"), try Device("laptop"))
        let (anna, laptop) = (home.devices[0], home.devices[1])
        anna.give(.create(NewList(title: "Diary", isPrivate: true)))
        anna.give(anna.add("a secret", to: "Diary"))
        laptop.give(.create(NewList(title: "Ideas", isPrivate: true)))
        laptop.give(laptop.add("a boat", to: "Ideas"))
        let request = try laptop.replica.newDevice(for: "User of Anna")
        let victim = try #require(anna.member)
        let use = DeviceUse.wished(confirmed: [victim])
        guard case .success(.admitted(let welcome))? = anna.give(.admitDevice(request, for: use))[0] else {
            Issue.record("the device was turned away")
            return
        }
        laptop.give(.joinHousehold(welcome, with: request, shareLists: false))
        home.connect(0, 1)
        for device in home.devices {
            #expect(device.household?.members == [victim] && device.member == victim)
            #expect(device.titles(in: "Diary") == ["a secret"] && device.titles(in: "Ideas") == ["a boat"])
        }
        #expect(try home.difference() == nil)
    }

    @Test func `somebody new becomes a member, under an id of the household's`() throws {
        let home = Home(try Device("anna"), try Device("ben"))
        let (anna, ben) = (home.devices[0], home.devices[1])
        ben.give(ben.add("eggs"))
        ben.give([.members(.change("user of ben", MemberChange(email: "ben@example.org")))])
        let former = try #require(ben.member)
        try home.join(1, to: 0)
        home.connect(0, 1)
        let member = try #require(ben.member)
        #expect(member != former && anna.replica.library.memberName(member) == "user of ben")
        #expect(anna.household?.member(member)?.email == "ben@example.org")
        #expect(anna.household?.roster.devices[ben.id]?.members == [member])
        #expect(ben.list("Shopping")?.owner == member && anna.list("Shopping") == nil)
    }

    @Test func `for whom a device is let in says whoever lets it in, and else whoever joins`() throws {
        for (wish, use, expected) in [
            (nil, nil, []), ("Cleo", nil, ["Cleo"]), ("house", nil, []), ("Cleo", DeviceUse.people([]), []),
        ] as [(String?, DeviceUse?, [String])] {
            let home = Home(try Device("anna"), try Device("new"))
            let (anna, new) = (home.devices[0], home.devices[1])
            anna.give(anna.add("milk"))
            let request = try new.replica.newDevice(for: wish)
            let admit = Command.admitDevice(request, for: use ?? .wished())
            guard case .success(.admitted(let welcome))? = anna.give(admit)[0] else {
                Issue.record("\(String(describing: wish)) was turned away")
                return
            }
            new.give(.joinHousehold(welcome, with: request, shareLists: false))
            home.connect(0, 1)
            let members = anna.household?.roster.devices[new.id]?.members ?? []
            #expect(members.map { anna.replica.library.memberName($0) } == expected)
            #expect(welcome.users.map(\.name) == expected)
        }
    }

    @Test func `what belongs to somebody who does not come along stays behind, and nobody else gets it`() throws {
        let home = Home(try Device("anna"), try Device("pc"))
        let (anna, pc) = (home.devices[0], home.devices[1])
        anna.give(anna.add("milk"))
        pc.give(.create(NewList(title: "Camping")))
        pc.give(pc.add("tent", to: "Camping"))
        let kid = Principal(uid: 2000, name: "kid", isOwner: false)
        let diary = UserCommand.lists(.create(NewList(title: "Diary of Kid", isPrivate: true)))
        pc.give(.user(diary, kid), .user(.items(.add(NewItems(list: "Diary of Kid", titles: ["a secret"]))), kid))
        let request = try pc.replica.newDevice()
        let member = try #require(anna.member)
        let admit = Command.admitDevice(request, for: .people([member]))
        guard case .success(.admitted(let welcome))? = anna.give(admit)[0] else {
            Issue.record("the device was turned away")
            return
        }
        let join = Command.joinHousehold(welcome, with: request, shareLists: false)
        guard case .success(.joined(let joining))? = pc.give(join)[0] else { throw CommandError.device(.notAdmin) }
        // The title is nobody else's business either.
        #expect(joining.leftBehind.isEmpty && joining.hiddenLeftBehindCount == 1 && joining.private == ["Camping"])
        home.connect(0, 1)
        #expect(home.devices.allSatisfy { $0.scope(ofList: "Diary of Kid") == nil })
        #expect(!Self.wasSaid(Array("a secret".utf8), in: home))
        #expect(anna.titles(in: "Camping") == ["tent"])
    }

    @Test func `a default list that stays behind is the default no more, though nothing else comes along`() throws {
        let home = Home(try Device("anna"), try Device("pc"))
        let (anna, pc) = (home.devices[0], home.devices[1])
        anna.give(anna.add("milk"))
        let kid = Principal(uid: 2000, name: "kid", isOwner: false)
        pc.give(.user(.lists(.create(NewList(title: "Diary", isPrivate: true))), kid))
        pc.give(.user(.lists(.setDefault("Diary")), kid))
        #expect(pc.replica.library.choices.defaultLists.count == 1)
        var request = try pc.replica.newDevice()
        // The kid has only looked in, and does not use the device.
        for index in request.people.indices { request.people[index].isUser = false }
        let admit = Command.admitDevice(request, for: .people([try #require(anna.member)]))
        guard case .success(.admitted(let welcome))? = anna.give(admit)[0] else {
            Issue.record("the device was turned away")
            return
        }
        let join = Command.joinHousehold(welcome, with: request, shareLists: false)
        guard case .success(.joined(let joining))? = pc.give(join)[0] else { throw CommandError.device(.notAdmin) }
        #expect(joining.leftBehind.isEmpty && joining.hiddenLeftBehindCount == 1)
        #expect(pc.replica.library.choices.defaultLists.isEmpty)
    }

    @Test func `what belongs to somebody who does not use the device goes to nobody who is called the same`() throws {
        let home = Home(try Device("anna"), try Device("pc"))
        let (anna, pc) = (home.devices[0], home.devices[1])
        anna.give(anna.add("milk"))
        anna.give([.members(.add(name: "Ben", email: ""))])
        pc.give(.create(NewList(title: "Camping")))
        let ben = Principal(uid: 2000, name: "ben", isOwner: false)
        pc.give(.user(.lists(.create(NewList(title: "Gifts", isPrivate: true))), ben))
        let request = try pc.replica.newDevice()
        // As when he used another device of theirs, which is gone.
        var told = request
        for index in told.people.indices where told.people[index].name == "ben" { told.people[index].isUser = false }
        guard case .success(.admitted(let welcome))? = anna.give(.admitDevice(told))[0] else {
            Issue.record("the device was turned away")
            return
        }
        #expect(welcome.counterparts.compactMap(\.self).count == 2)
        pc.give(.joinHousehold(welcome, with: told, shareLists: true))
        home.connect(0, 1)
        #expect(home.devices.allSatisfy { $0.scope(ofList: "Gifts") == nil })
        #expect(!Self.wasSaid(Array("Gifts".utf8), in: home))
        #expect(anna.scope(ofList: "Camping") != nil)
    }

    @Test func `a key that a joiner names speaks for nobody, and not for the house`() throws {
        let home = Home(try Device("anna"), try Device("hall"), try Device("mallory"))
        let (anna, hall, mallory) = (home.devices[0], home.devices[1], home.devices[2])
        anna.give(anna.add("milk"))
        for joiner in 1...2 { try home.join(joiner, to: 0) }
        home.meet()
        hall.give(.create(NewList(title: "Chores")))
        hall.give([.sharing(.show("Chores", toEverybody: false))])
        home.settle()
        let accomplice = Array("key of accomplice".utf8)
        var request = try Device("second").replica.newDevice()
        request.lineage = try #require(mallory.householdID)
        request.authors = [NewDevice.Author(publicKey: accomplice, name: "accomplice")]
        anna.give(.admitDevice(request))
        let author = DeviceID(publicKey: accomplice)
        let roster = try #require(anna.household?.roster)
        #expect(roster.authors[author] != nil && !roster.contains(author))
        #expect(!roster.isListed(.house, on: author))
        // Where the lineages differ nobody is made known.
        request.lineage = ScopeID(rawValue: 5)
        request.authors = [NewDevice.Author(publicKey: [1, 2], name: "another")]
        anna.give(.admitDevice(request))
        #expect(anna.household?.roster.authors[DeviceID(publicKey: [1, 2])] == nil)
    }

    @Test func `a list goes to nobody before the founding has come, whatever the host says that it continues`() throws {
        let home = Home(try Device("mallory"), try Device("ben"))
        let (mallory, ben) = (home.devices[0], home.devices[1])
        ben.give(.create(NewList(title: "Plans")))
        ben.give(ben.add("a secret", to: "Plans"))
        let request = try ben.replica.newDevice()
        guard case .success(.admitted(var welcome))? = mallory.give(.admitDevice(request))[0] else { return }
        welcome.lineage = request.lineage
        guard
            case .success(.joined(let joining))? = ben.give(
                .joinHousehold(welcome, with: request, shareLists: false)
            )[0]
        else { return }
        // It says so, at least.
        #expect(joining.shared == ["Plans"])
        home.connect(1, 0)
        home.compareAgain()
        #expect(ben.household?.roster.contains(mallory.id) == true)
        #expect(!Self.wasSaid(Array("a secret".utf8), in: home) && !Self.wasSaid(Array("Plans".utf8), in: home))
    }

    @Test func `what is asked for in the turn of the joining is done in the household that is joined`() throws {
        let home = Home(try Device("anna"), try Device("ben"))
        let (anna, ben) = (home.devices[0], home.devices[1])
        ben.give(.create(NewList(title: "Camping")))
        let request = try ben.replica.newDevice()
        guard case .success(.admitted(let welcome))? = anna.give(.admitDevice(request))[0] else { return }
        ben.give(
            .joinHousehold(welcome, with: request, shareLists: true),
            ben.add("tent", to: "Camping")
        )
        home.connect(0, 1)
        for device in home.devices { #expect(device.titles(in: "Camping") == ["tent"]) }
    }

    @Test func `a copy holds what the list held, its people under their names there`() throws {
        let home = Home(try Device("anna"), try Device("ben"))
        let (anna, ben) = (home.devices[0], home.devices[1])
        anna.give(anna.add("milk"))
        for name in ["Cleo", "Dora"] { ben.give([.members(.add(name: name, email: ""))]) }
        anna.give([.members(.add(name: "cleo", email: ""))])
        ben.give(.create(NewList(title: "Camping", guests: [])))
        ben.give(ben.add("tent", "lamp", "stove", "rope", to: "Camping"))
        let before = try #require(ben.scope(ofList: "Camping"))
        for (item, person) in [("tent", "Cleo"), ("lamp", "user of ben"), ("stove", "Dora")] {
            ben.give(ben.change(item, ItemChange(assignee: person)))
        }
        ben.give(ben.change("rope", ItemChange(isTrashed: true)), ben.change("lamp", ItemChange(note: "the red one")))
        try home.join(1, to: 0, shareLists: true)
        home.connect(0, 1)
        for device in home.devices {
            let items = device.items(in: "Camping").filter { !$0.isTrashed }
            #expect(items.map(\.title) == ["tent", "lamp", "stove"] && items[1].note == "the red one")
            let names = items.map { $0.assignee.flatMap { device.replica.library.memberName($0) } }
            #expect(names == ["cleo", "user of ben", nil])
        }
        // The original is no list of this household, on no device.
        #expect(ben.isLeft(before) && ben.scope(ofList: "Camping") != before)
        ben.give(.user(.items(.change(["rope"], ItemChange(isTrashed: false))), ben.principal))
        home.settle()
        #expect(anna.titles(in: "Camping") == ["tent", "lamp", "stove", "rope"])
        try ben.restart()
        #expect(ben.isLeft(before) && ben.titles(in: "Camping") == ["tent", "lamp", "stove", "rope"])
    }

    /// People type codes for a minute; meanwhile somebody uses the joining machine for the first time.
    @Test func `a login that first acts while its device is being let in holds up nothing`() throws {
        let home = Home(try Device("anna"), try Device("ben"))
        let (anna, ben) = (home.devices[0], home.devices[1])
        ben.give(.user(.lists(.create(NewList(title: "Camping"))), ben.principal), ben.add("tent", to: "Camping"))
        let request = try ben.replica.newDevice()
        guard case .success(.admitted(let welcome))? = anna.give(.admitDevice(request))[0] else {
            Issue.record("the device was turned away")
            return
        }
        let kid = Principal(uid: 2000, name: "kid", isOwner: false)
        ben.give(.user(.items(.add(NewItems(list: "Camping", titles: ["lamp"]))), kid))
        ben.give(.joinHousehold(welcome, with: request, shareLists: true))
        home.connect(1, 0)
        ben.give(ben.add("stove", to: "Camping"))
        ben.give(.user(.items(.add(NewItems(list: "Camping", titles: ["rope"]))), kid))
        home.settle()
        for _ in 0..<2 {
            for device in home.devices {
                // Whoever does not come along has no name there yet.
                #expect(device.titles(in: "Camping") == ["tent", "lamp", "stove"])
                #expect(device.replica.waitingBatchCountMax == 0)
                #expect(device.isInSyncWithAll)
                try device.restart()
            }
            home.reconnect()
        }
    }
}
