import Testing

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
        for bytes in [scope.bytes, Array("Diary of Ben".utf8), Array("buy a ring".utf8), Array("a secret".utf8)] {
            #expect(!Self.wasSaid(bytes, in: home))
        }
        for batch in batches {
            #expect(!Self.wasSaid(batch.name.bytes, in: home))
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
        let reply = ben.give(.joinHousehold(welcome, shareLists: shareLists))[0]
        guard case .success(.joined(let shared, let hidden))? = reply else {
            Issue.record("\(String(describing: reply))")
            return
        }
        #expect(shared == (shareLists ? ["Shopping"] : []))
        #expect(hidden == (shareLists ? [] : ["Shopping"]))
    }

    @Test func `a list that is made in the turn of the joining stays private too`() throws {
        let home = Home(try Device("anna"), try Device("ben"))
        let (anna, ben) = (home.devices[0], home.devices[1])
        ben.give(ben.add("eggs"))
        let request = try ben.replica.newDevice()
        guard case .success(.admitted(let welcome))? = anna.give(.admitDevice(request))[0] else { return }
        ben.give(
            .user(.lists(.create(NewList(title: "Diary of Ben"))), ben.principal),
            .joinHousehold(welcome, shareLists: false)
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
            #expect(refusal == .householdHasOtherDevices(1))
        }
    }

    @Test func `only an admin lets a device in, and each device counts once`() throws {
        let home = Home(try Device("anna"), try Device("ben"), try Device("carl"))
        try home.join(1, to: 0)
        home.connect(0, 1)
        let request = try home.devices[2].replica.newDevice()
        guard case .failure(.notAdmin)? = home.devices[1].give(.admitDevice(request))[0] else {
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

    @Test func `a device that joins does not say who of the household uses it, nor which other devices are in`() throws
    {
        let home = Home(try Device("anna"), try Device("mallory"))
        let (anna, mallory) = (home.devices[0], home.devices[1])
        anna.give(.create(NewList(title: "Diary", isPrivate: true)))
        anna.give(anna.add("a secret", to: "Diary"))
        let (victim, somebody) = (try #require(anna.member), MemberID(rawValue: 7 << 64))
        let accomplice = Admission(
            publicKey: Array("key of accomplice".utf8),
            deviceName: "accomplice",
            role: .admin,
            members: [victim, somebody]
        )
        var request = try mallory.replica.newDevice()
        (request.users, request.former) = ([victim, somebody], [accomplice])
        let claimed = anna.replica.peopleClaimed(by: request)
        #expect(claimed == [victim])
        guard case .success(.admitted(let welcome))? = anna.give(.admitDevice(request))[0] else {
            Issue.record("the device was not let in")
            return
        }
        mallory.give(.joinHousehold(welcome, shareLists: false))
        mallory.give([.members(.act(as: "user of anna"))])
        home.connect(0, 1)
        let roster = try #require(anna.household?.roster)
        #expect(roster.devices[mallory.id]?.members == [somebody])
        #expect(roster.authors[accomplice.device]?.members == [somebody])
        #expect(!roster.contains(accomplice.device))
        #expect(!home.frames.contains { $0.to == 1 && $0.holds(Array("a secret".utf8)) })
        // Said by somebody who is in, it holds; and it stays when the device is let in once more.
        anna.give([.devices(.share("mallory", with: ["user of anna"]))])
        home.settle()
        #expect(mallory.titles(in: "Diary") == ["a secret"])
        anna.give(.admitDevice(request))
        #expect(anna.household?.roster.devices[mallory.id]?.members.contains(victim) == true)
    }

    @Test func `members come along when their device joins`() throws {
        let home = Home(try Device("anna"), try Device("ben"))
        home.devices[1].give(home.devices[1].add("eggs"))
        let member = try #require(home.devices[1].member)
        try home.join(1, to: 0)
        home.connect(0, 1)
        #expect(home.devices[0].replica.memberName(member) == "user of ben")
        #expect(home.devices[0].household?.roster.devices[home.devices[1].id]?.members == [member])
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
        ben.give(.joinHousehold(welcome, shareLists: true))
        home.connect(1, 0)
        ben.give(ben.add("stove", to: "Camping"))
        ben.give(.user(.items(.add(NewItems(list: "Camping", titles: ["rope"]))), kid))
        home.settle()
        for _ in 0..<2 {
            for device in home.devices {
                #expect(device.titles(in: "Camping") == ["tent", "lamp", "stove", "rope"])
                #expect(device.replica.waitingBatchCountMax == 0)
                #expect(device.isInSyncWithAll)
                try device.restart()
            }
            home.reconnect()
        }
    }
}
