import PhlistVocabulary
import Testing

@testable import PhlistHousehold
@testable import PhlistModel
@testable import PhlistSync

/// Who is in the household, and what becomes of those who are not any more.
struct DeviceTests {
    /// Anna founded the household; ben and carl are members of it.
    private static func three() throws -> Home {
        let home = Home(try Device("anna"), try Device("ben"), try Device("carl"))
        home.devices[0].give(home.devices[0].add("milk"))
        for joiner in [1, 2] {
            try home.join(joiner, to: 0)
            home.connect(0, joiner)
        }
        home.connect(1, 2)
        return home
    }

    private static func names(_ device: Device) -> [String] {
        device.household?.roster.sorted.map(\.device.name).sorted() ?? []
    }

    private static func keys(_ device: Device) -> [DiscoveryKey] {
        device.household?.roster.discoveryKeys ?? []
    }

    private static func error(_ reply: Result<Outcome, CommandError>) -> CommandError? {
        guard case .failure(let error) = reply else { return nil }
        return error
    }

    private static func error(_ replies: [Result<CommandResult, CommandError>?]) -> CommandError? {
        guard case .failure(let error)?? = replies.last else { return nil }
        return error
    }

    @Test func `a device that is removed is out on all others, told so and by whom, and unknown to the new secret`()
        throws
    {
        let home = try Self.three()
        let before = home.frames.count
        let key = Self.keys(home.devices[0]).first
        home.devices[0].give([.devices(.remove("carl"))])
        home.settle()
        #expect(Self.names(home.devices[0]) == ["anna", "ben"])
        #expect(Self.names(home.devices[1]) == ["anna", "ben"])
        #expect(Self.names(home.devices[2]).contains("carl"))
        let toCarl = home.frames[before...].filter { $0.to == 2 }.compactMap(\.message)
        let removal = Message.removal(try #require(home.devices[2].removal))
        #expect(toCarl == [removal, .goodbye(.removed), removal, .goodbye(.removed)])
        #expect(home.devices[2].removalClaims == [home.devices[0].id, home.devices[1].id])
        #expect(home.devices[2].isOut)
        #expect(Self.keys(home.devices[0]).first != key)
        #expect(Self.keys(home.devices[1]) == Self.keys(home.devices[0]))
        #expect(Self.keys(home.devices[2]).first == key)
    }

    @Test func `who was removed and calls again is told once more, and what it wrote before it heard goes nowhere`()
        throws
    {
        let home = try Self.three()
        home.disconnect()
        home.devices[0].give([.devices(.remove("carl"))])
        home.devices[2].give(home.devices[2].add("poison"))
        home.connect(2, 0)
        let before = home.frames.count
        home.open(2, to: 0)
        home.settle()
        let toCarl = home.frames[before...].filter { $0.to == 2 }.compactMap(\.message)
        #expect(toCarl == [.removal(try #require(home.devices[2].removal)), .goodbye(.removed)])
        #expect(home.devices[0].titles(in: "Shopping") == ["milk"])
        #expect(home.devices[2].titles(in: "Shopping") == ["milk", "poison"])
    }

    @Test func `two admins who put out each other's neighbour replace the secret that each has told`() throws {
        let home = try Self.three()
        home.devices[0].give([.devices(.assign("ben", .admin))])
        home.settle()
        let dora = try Device("dora")
        let all = Home(home.devices[0], home.devices[1], home.devices[2], dora)
        try all.join(3, to: 0)
        all.connect(0, 3)
        all.connect(0, 1)
        all.disconnect()
        all.devices[0].give([.devices(.remove("carl"))])
        all.devices[1].give([.devices(.remove("dora"))])
        all.connect(0, 1)
        all.connect(0, 1)
        for device in all.devices[0...1] {
            #expect(Self.names(device) == ["anna", "ben"])
            #expect(device.household?.roster.isDiscoveryKeyStale == false)
        }
        #expect(Self.keys(all.devices[0]).first == Self.keys(all.devices[1]).first)
    }

    @Test func `only an admin removes, names others, gives roles and lists people; anybody names himself`() throws {
        let home = try Self.three()
        let ben = home.devices[1]
        let refused: [DeviceCommand] = [
            .remove("carl"), .rename("carl", to: "pc"), .assign("ben", .admin), .share("ben", with: ["user of anna"]),
        ]
        for command in refused {
            #expect(Self.error(ben.give([.devices(command)])) == .device(.notAdmin))
        }
        ben.give([.devices(.rename("ben", to: "Ben’s laptop"))])
        home.settle()
        #expect(Self.names(home.devices[0]) == ["Ben’s laptop", "anna", "carl"])
    }

    @Test func `what cannot be is refused with its reason`() throws {
        let home = try Self.three()
        let anna = home.devices[0]
        #expect(Self.error(anna.give([.devices(.remove("anna"))])) == .device(.removesItself))
        #expect(Self.error(anna.give([.devices(.remove("dora"))])) == .device(.notFound("dora")))
        #expect(Self.error(anna.give([.devices(.assign("anna", .member))])) == .device(.lastAdmin))
        #expect(Self.error(anna.give([.household(.leave)])) == .device(.lastAdmin))
        #expect(Self.error(anna.give([.devices(.rename("ben", to: "CARL"))])) == .device(.nameTaken("CARL")))
        #expect(Self.error(anna.give([.devices(.rename("ben", to: " "))])) == .member(.emptyName))
        #expect(Self.error(try Device("dora").give([.household(.leave)])) == .household(.alone))
        #expect(Self.names(anna) == ["anna", "ben", "carl"])
    }

    @Test func `the key of a removed device does not come back`() throws {
        let home = try Self.three()
        home.devices[0].give([.devices(.remove("carl"))])
        let request = try Device("carl").replica.newDevice()
        #expect(Self.error(home.devices[0].give(.admitDevice(request))) == .household(.keyWasRemoved))
    }

    @Test func `who leaves tells the others, and goes on with copies that nobody else sees`() throws {
        let home = try Self.three()
        let carl = home.devices[2]
        carl.give(carl.add("eggs"))
        home.settle()
        #expect(Self.error(carl.give(.goOnAlone)) == .household(.hasOtherDevices(2)))
        let former = try #require(carl.scope(ofList: "Shopping"))
        carl.give([.household(.leave)])
        home.settle()
        #expect(Self.names(home.devices[0]) == ["anna", "ben"])
        #expect(Self.names(home.devices[1]) == ["anna", "ben"])
        #expect(carl.give(.goOnAlone) == [.success(.done)])
        home.settle()
        let copy = try #require(carl.scope(ofList: "Shopping"))
        #expect(copy != former)
        #expect(carl.titles(in: "Shopping") == ["milk", "eggs"])
        #expect(Self.names(carl) == ["carl"])
        try carl.restart()
        #expect(carl.titles(in: "Shopping") == ["milk", "eggs"])
        #expect(carl.listScopes == [copy])
        // It is a household like any other.
        let dora = Home(carl, try Device("dora"))
        try dora.join(1, to: 0)
        dora.connect(0, 1)
        #expect(dora.devices[1].titles(in: "Shopping") == ["milk", "eggs"])
    }

    @Test func `the word of a device that was put out itself counts for nothing`() throws {
        let home = try Self.three()
        let (ben, carl) = (home.devices[1], home.devices[2])
        ben.edit { replica in
            replica.journal.claimedRemoval(carl.id)
            return []
        }
        #expect(ben.isOut)
        home.devices[0].give([.devices(.remove("carl"))])
        home.settle()
        #expect(Self.names(ben) == ["anna", "ben"])
        #expect(ben.removalClaims.isEmpty && !ben.isOut)
    }

    @Test func `who was put out while it was off goes on alone once somebody says so`() throws {
        let home = try Self.three()
        home.disconnect()
        home.devices[0].give([.devices(.remove("carl"))])
        let carl = home.devices[2]
        #expect(!carl.isOut)
        home.open(2, to: 0)
        home.settle()
        #expect(carl.isOut)
        carl.give([.household(.leave)])
        #expect(carl.give(.goOnAlone) == [.success(.done)])
        #expect(carl.titles(in: "Shopping") == ["milk"])
        // What the others said does not hold in the new household, also once somebody is in it.
        let other = Home(carl, try Device("dora"))
        try other.join(1, to: 0)
        #expect(!carl.isOut && carl.removalClaims.isEmpty)
        #expect(Self.error(carl.give([.household(.leave)])) == .device(.lastAdmin))
    }

    @Test func `two admins who remove each other are both out, and another forms the household anew`() throws {
        let three = try Self.three()
        let home = Home(three.devices[0], three.devices[1], three.devices[2], try Device("dora"))
        let (anna, ben, carl, dora) = (home.devices[0], home.devices[1], home.devices[2], home.devices[3])
        three.disconnect()
        try home.join(3, to: 0)
        home.connect(0, 3)
        anna.give([.devices(.assign("ben", .admin))])
        for other in [1, 2, 3] { home.connect(0, other) }
        #expect(Self.error(carl.give(.reformHousehold())) == .household(.hasAdmins([anna.id, ben.id].sorted())))
        home.disconnect()
        anna.give([.devices(.remove("ben"))])
        ben.give([.devices(.remove("anna"))])
        home.connect(0, 2)
        home.connect(1, 3)
        #expect(Self.names(carl) == ["anna", "carl", "dora"])
        #expect(Self.names(dora) == ["ben", "carl", "dora"])
        home.connect(2, 3)
        for device in [carl, dora] {
            #expect(Self.names(device) == ["carl", "dora"])
        }
        #expect(carl.give(.reformHousehold()) == [.success(.done)])
        #expect(carl.household?.roster.admins == [carl.id])
        #expect(carl.titles(in: "Shopping") == ["milk"])
        // Who follows keeps the lists, and what was written in them meanwhile.
        dora.give(dora.add("bread"))
        try home.join(3, to: 2)
        // Anna has heard of nothing; she may follow once somebody has told her.
        home.open(0, to: 2)
        home.settle()
        try home.join(0, to: 2)
        for joiner in [0, 3] { home.connect(2, joiner) }
        home.compareAgain()
        for device in [anna, carl, dora] {
            #expect(Self.names(device) == ["anna", "carl", "dora"])
            #expect(device.titles(in: "Shopping") == ["milk", "bread"])
            #expect(device.listScopes.count == 1)
        }
    }

    @Test func `a device that was just let in reaches one that has not heard of it while the other is off`() throws {
        let home = try Self.three()
        home.disconnect()
        let dora = try Device("dora")
        let all = Home(home.devices[0], home.devices[1], dora)
        let (anna, ben) = (all.devices[0], all.devices[1])
        try all.join(2, to: 0)
        all.connect(0, 2)
        all.disconnect()
        #expect(!Self.isOpen(ben, to: dora.id, with: []))
        #expect(!Self.isOpen(ben, to: dora.id, with: Array(dora.letter.dropLast())))
        #expect(!Self.isOpen(ben, to: DeviceID(publicKey: [9]), with: dora.letter))
        #expect(Self.isOpen(ben, to: dora.id, with: dora.letter))
        dora.give(dora.add("eggs"))
        all.connect(2, 1)
        #expect(Self.names(ben) == ["anna", "ben", "carl", "dora"])
        #expect(ben.titles(in: "Shopping") == ["milk", "eggs"])
        #expect(ben.agrees(with: dora))
        // The word of one who is out is worth nothing, nor is anybody's for one who was put out.
        ben.give(.user(.lists(.create(NewList(title: "x"))), ben.principal))
        anna.give([.devices(.remove("dora"))])
        all.connect(0, 1)
        #expect(!Self.isMember(dora.id, of: ben))
        #expect(Self.names(ben) == ["anna", "ben", "carl"])
    }

    private static func isOpen(_ device: Device, to other: DeviceID, with letter: [UInt8]) -> Bool {
        device.replica.door.opens(to: other, with: letter)
    }

    private static func isMember(_ other: DeviceID, of device: Device) -> Bool {
        device.replica.access.isMember(other)
    }

    @Test func `in a household that was formed anew a device is for those who were named there, not before`() throws {
        let home = Home(try Device("anna"), try Device("ben"), try Device("carl"))
        let (ben, carl) = (home.devices[1], home.devices[2])
        for device in home.devices { device.give(device.add("by \(device.name)")) }
        for joiner in 1...2 { try home.join(joiner, to: 0) }
        home.meet()
        let person = try #require(carl.member)
        home.disconnect()
        ben.give(.reformHousehold(isForced: true))
        let both = Home(ben, carl)
        carl.give(.reformHousehold(isForced: true))
        let request = try carl.replica.newDevice()
        let claimed = ben.replica.library.peopleClaimed(by: request)
        #expect(claimed == [person])
        try both.join(1, to: 0, for: .people([]))
        both.connect(0, 1)
        #expect(ben.household?.roster.devices[carl.id]?.members == [])
        #expect(ben.household?.roster.authors[carl.id]?.members == [person])
    }

    @Test func `who is left of a household takes copies of their lists along, with what others wrote there`() throws {
        let home = try Self.three()
        let (anna, carl) = (home.devices[0], home.devices[2])
        carl.give(carl.add("eggs"))
        home.settle()
        for name in ["ben", "carl"] { anna.give([.devices(.remove(name))]) }
        home.settle()
        let dora = try Device("dora")
        let both = Home(anna, dora)
        try both.join(0, to: 1, shareLists: true)
        both.connect(0, 1)
        #expect(dora.titles(in: "Shopping") == ["milk", "eggs"])
        #expect(Self.names(dora) == ["anna", "dora"])
        #expect(dora.agrees(with: anna))
    }
}

extension Device {
    fileprivate var isOut: Bool { replica.isOut }
    fileprivate var unseenDevices: [DeviceID] {
        (household?.roster.devices.keys.sorted() ?? []).filter { replica.isUnseen($0) }
    }
    fileprivate var removalClaims: Set<DeviceID> { replica.removalClaims }
    fileprivate var letter: [UInt8] { replica.membership.letter }
    fileprivate var listScopes: [ScopeID] { replica.library.listScopes }
}
