import PhlistSimulator
import PhlistVocabulary
import Testing

@testable import PhlistHousehold
@testable import PhlistModel
@testable import PhlistSync

/// What a restored backup shows to whom.
extension RecoveryTests {
    @Test func `a private list of another person listed on the device is theirs again, and nobody else's`() throws {
        let before = try Self.household()
        let anna = before.devices[0]
        anna.give([.members(.add(name: "Tom", email: ""))])
        anna.give([.devices(.share("anna", with: ["Tom"]))])
        var tom = anna.principal
        tom.actsAs = "Tom"
        anna.give(.user(.lists(.create(NewList(title: "Wishes", isPrivate: true))), tom))
        anna.give(.user(.items(.add(NewItems(list: "Wishes", titles: ["bike"]))), tom))
        #expect(!anna.lists(for: anna.principal).contains { $0.title == "Wishes" })
        before.settle()
        let backup = try Self.backup(of: anna)
        before.disconnect()
        let new = try Self.restored(backup)
        func expectSame(sourceLocation: SourceLocation = #_sourceLocation) {
            func sees(_ caller: Principal) -> Bool { new.lists(for: caller).contains { $0.title == "Wishes" } }
            #expect(sees(tom) && !sees(new.principal), sourceLocation: sourceLocation)
            #expect(new.titles(in: "Diary") == ["secret"], sourceLocation: sourceLocation)
        }
        expectSame()
        try new.restart()
        expectSame()
        let ben = before.devices[1]
        let home = Home(ben, new)
        try home.join(1, to: 0, for: ben.replica.library.deviceUse(for: "user of anna, Tom"))
        home.connect(1, 0)
        expectSame()
        let people = Set(new.replica.library.roster?.devices[new.id]?.members ?? [])
        #expect(try people == [#require(anna.member), anna.member(named: "Tom")])
    }

    @Test func `somebody removed since a backup does not come back with it`() throws {
        let before = try Self.household()
        let (anna, ben) = (before.devices[0], before.devices[1])
        anna.give([.members(.add(name: "Tom", email: ""))])
        anna.give([.devices(.share("anna", with: ["Tom"]))])
        var tom = anna.principal
        tom.actsAs = "Tom"
        anna.give(.user(.lists(.create(NewList(title: "Wishes", isPrivate: true))), tom))
        before.settle()
        let backup = try Self.backup(of: anna)
        ben.give([.members(.change("Tom", MemberChange(isRemoved: true)))])
        before.settle()
        before.disconnect()
        let new = try Self.restored(backup)
        let request = try new.replica.newDevice()
        let member = try #require(anna.member)
        #expect(ben.replica.library.peopleClaimed(by: request) == [member])
        #expect(ben.replica.library.names(of: request, apartFrom: [member]) == [])
        let admission = ben.give(.admitDevice(request, for: .wished(confirmed: [member])))[0]
        guard case .success(.admitted(let welcome))? = admission else { throw CommandError.device(.notAdmin) }
        #expect(welcome.users.map(\.id) == [member])
        let joined = new.give(.joinHousehold(welcome, with: request, shareLists: false))[0]
        guard case .success(.joined(let joining))? = joined else { throw CommandError.device(.notAdmin) }
        // Anna, who comes alone, is told of her own lists.
        #expect(joining.private == ["Diary"] && joining.withOthers == ["Trip"])
        #expect(ben.household?.members.count == 2)
    }

    @Test func `lists of everybody listed on a restored device move to another household as theirs`() throws {
        let anna = try Device("anna")
        anna.give(anna.add("milk"))
        anna.give([.members(.add(name: "Tom", email: ""))])
        anna.give([.devices(.share("anna", with: ["Tom"]))])
        var tom = anna.principal
        tom.actsAs = "Tom"
        for list in [NewList(title: "Wishes", isPrivate: true), NewList(title: "Party")] {
            anna.give(.user(.lists(.create(list)), tom))
        }
        let new = try Self.restored(try Self.backup(of: anna))
        let home = Home(try Device("carl"), new)
        home.devices[0].give(home.devices[0].add("rye"))
        try home.join(1, to: 0, shareLists: true)
        home.connect(1, 0)
        let owners = ["Wishes", "Party"].map { title in new.lists(for: tom).first { $0.title == title }?.owner }
        #expect(try owners == [new.member(named: "Tom"), new.member(named: "Tom")])
        #expect(!new.lists(for: new.principal).contains { $0.title == "Wishes" })
    }

    @Test func `who alone used a machine and was removed since comes back as somebody new, and only if asked`() throws {
        let before = try Self.household()
        let (anna, ben) = (before.devices[0], before.devices[1])
        let (backup, member) = (try Self.backup(of: anna), try #require(anna.member))
        ben.give([.members(.change("user of anna", MemberChange(isRemoved: true)))])
        before.disconnect()
        let request = try Self.restored(backup).replica.newDevice()
        let (library, other) = (ben.replica.library, try #require(ben.member))
        #expect(library.peopleClaimed(by: request).isEmpty)
        #expect(library.names(of: request, apartFrom: [other]) == ["user of anna"])
        let admission = ben.give(.admitDevice(request))[0]
        guard case .success(.admitted(let welcome))? = admission else { throw CommandError.device(.notAdmin) }
        #expect(welcome.users.map(\.name) == ["user of anna"] && welcome.users.map(\.id) != [member])
    }
}
