import PhlistTestKit
import PhlistVocabulary
import Testing

@testable import PhlistHousehold
@testable import PhlistModel
@testable import PhlistSync

/// Lists that their owners show to single members: who hears of them, who gets them, and what the others see.
struct InvitationTests {
    /// Anna founded the household; ben and carl joined it with their people.
    static func three() throws -> Home {
        let home = Home(try Device("anna"), try Device("ben"), try Device("carl"))
        for device in home.devices { device.give(device.add("milk")) }
        for joiner in [1, 2] {
            try home.join(joiner, to: 0)
            home.connect(0, joiner)
        }
        home.connect(1, 2)
        return home
    }

    static func connectAll(_ home: Home) {
        home.disconnect()
        for (first, second) in [(0, 1), (0, 2), (1, 2)] { home.connect(first, second) }
    }

    /// Anna's list "Gift", to which she has invited ben.
    static func invited() throws -> (home: Home, gift: ScopeID) {
        let home = try three()
        let anna = home.devices[0]
        anna.give(.create(NewList(title: "Gift", guests: ["user of ben"])))
        let gift = try #require(anna.scope(ofList: "Gift"))
        anna.give(anna.add("telescope", to: "Gift"))
        home.settle()
        return (home, gift)
    }

    private static func error(_ result: Result<Outcome, CommandError>) -> CommandError? {
        guard case .failure(let error) = result else { return nil }
        return error
    }

    @Test func `whoever removes a member ends the member's part in their own lists`() throws {
        let (home, _) = try Self.invited()
        let (anna, ben) = (home.devices[0], home.devices[1])
        ben.give([.sharing(.answer("Gift", isAccepted: true))])
        home.settle()
        #expect(ben.items(in: "Gift").map(\.title) == ["telescope"])
        anna.give([.members(.change("user of ben", MemberChange(isRemoved: true)))])
        anna.give(anna.add("card", to: "Gift"))
        home.settle()
        #expect(anna.items(in: "Gift").map(\.title) == ["telescope", "card"])
        #expect(ben.items(in: "Gift").map(\.title) == ["telescope"])
    }

    @Test func `a list is taken from a member who was removed, by the name that they had`() throws {
        let (home, _) = try Self.invited()
        let (anna, ben, carl) = (home.devices[0], home.devices[1], home.devices[2])
        ben.give([.sharing(.answer("Gift", isAccepted: true))])
        anna.give([.devices(.assign("carl", .admin))])
        home.settle()
        carl.give([.members(.change("user of ben", MemberChange(isRemoved: true)))])
        home.settle()
        #expect(try anna.give([.sharing(.unshare("Gift", with: ["user of ben"]))]).get().changed.count == 1)
        anna.give(anna.add("card", to: "Gift"))
        home.settle()
        #expect(ben.items(in: "Gift").map(\.title) == ["telescope"])
    }

    @Test func `the invited member is told, and gets nothing of the list before he accepts; others hear nothing`()
        throws
    {
        let (home, gift) = try Self.invited()
        let offers = home.devices[1].offers
        #expect(offers.map(\.invitation.title) == ["Gift"])
        #expect(offers.map(\.invitation.inviter) == [home.devices[0].member])
        #expect(offers.map(\.teller) == [home.devices[0].id])
        #expect(home.devices[1].holdings[gift] == nil && home.devices[2].offers.isEmpty)
        for frame in home.frames where frame.to == 2 { #expect(!frame.holds(gift.bytes) && !frame.holds("Gift")) }
        for frame in home.frames where frame.to == 1 { #expect(!frame.holds("telescope")) }
    }

    @Test func `who accepts gets the list, and both go on in it`() throws {
        let (home, gift) = try Self.invited()
        let (anna, ben) = (home.devices[0], home.devices[1])
        ben.give([.sharing(.answer("gift", isAccepted: true))])
        home.settle()
        #expect(ben.titles(in: "Gift") == ["telescope"] && ben.offers.isEmpty)
        #expect(anna.participation(of: ben, in: gift) == .accepted)
        ben.give(ben.add("paper", to: "Gift"))
        home.settle()
        #expect(anna.titles(in: "Gift") == ["telescope", "paper"])
        home.compareAgain()
        #expect(anna.agrees(with: ben) && anna.isInSyncWithAll)
        #expect(home.devices[2].holdings[gift] == nil)
    }

    @Test func `an invitation can be answered while the inviter is away, also after a restart`() throws {
        for isAccepted in [true, false] {
            let (home, gift) = try Self.invited()
            let (anna, ben) = (home.devices[0], home.devices[1])
            home.disconnect()
            try ben.restart()
            #expect(ben.offers.count == 1)
            ben.give([.sharing(.answer("Gift", isAccepted: isAccepted))])
            #expect(ben.offers.map(\.isAccepted) == (isAccepted ? [true] : []))
            try ben.restart()
            #expect(ben.scope(ofList: "Gift") == nil)
            Self.connectAll(home)
            #expect(anna.participation(of: ben, in: gift) == (isAccepted ? .accepted : .declined))
            #expect((ben.scope(ofList: "Gift") == gift) == isAccepted)
            #expect(ben.offers.isEmpty)
            home.compareAgain()
            #expect(anna.agrees(with: ben) && ben.isInSyncWithAll)
        }
    }

    @Test func `who declines is told of nothing but the invitation, and can be invited again`() throws {
        let (home, gift) = try Self.invited()
        let (anna, ben) = (home.devices[0], home.devices[1])
        ben.give([.sharing(.answer("Gift", isAccepted: false))])
        home.settle()
        let before = home.frames.count
        for _ in 0..<3 { home.compareAgain() }
        Self.connectAll(home)
        for frame in home.frames[before...] where frame.holds(gift.bytes) {
            guard case .invitations? = frame.message else { Issue.record("\(frame) tells of the list"); continue }
        }
        #expect(ben.offers.isEmpty)
        anna.give([.sharing(.share("Gift", with: ["user of ben"]))])
        home.settle()
        #expect(ben.offers.count == 1)
        ben.give([.sharing(.answer("Gift", isAccepted: true))])
        home.settle()
        #expect(ben.titles(in: "Gift") == ["telescope"])
    }

    @Test func `left, re-invited: who leaves gets nothing more, the others keep the list, and he may come back`() throws
    {
        let (home, gift) = try Self.invited()
        let (anna, ben) = (home.devices[0], home.devices[1])
        ben.give([.sharing(.answer("Gift", isAccepted: true))])
        home.settle()
        ben.give([.sharing(.leave("Gift"))])
        home.settle()
        #expect(ben.scope(ofList: "Gift") == nil && anna.participation(of: ben, in: gift) == .left)
        anna.give(anna.add("secret", to: "Gift"))
        home.settle()
        for frame in home.frames where frame.to == 1 { #expect(!frame.holds("secret")) }
        anna.give([.sharing(.share("Gift", with: ["user of ben"]))])
        home.settle()
        ben.give([.sharing(.answer("Gift", isAccepted: true))])
        home.settle()
        #expect(ben.titles(in: "Gift") == ["telescope", "secret"])
    }

    @Test func `an invitation that is taken back is gone, and who has lost the list gets nothing more of it`() throws {
        let (home, gift) = try Self.invited()
        let (anna, ben) = (home.devices[0], home.devices[1])
        anna.give([.sharing(.unshare("Gift", with: ["user of ben"]))])
        home.settle()
        #expect(ben.offers.isEmpty)
        #expect(
            Self.error(ben.give([.sharing(.answer("Gift", isAccepted: true))])) == .sharing(.invitationNotFound("Gift"))
        )
        anna.give([.sharing(.share("Gift", with: ["user of ben"]))])
        home.settle()
        ben.give([.sharing(.answer("Gift", isAccepted: true))])
        home.settle()
        anna.give([.sharing(.unshare("Gift", with: ["user of ben"]))])
        home.settle()
        anna.give(anna.add("secret", to: "Gift"))
        home.settle()
        #expect(anna.participation(of: ben, in: gift) == .removed)
        for frame in home.frames where frame.to == 1 { #expect(!frame.holds("secret")) }
        #expect(ben.isSaidToHaveEnded(gift))
    }

    @Test func `a list comes from whoever has it while its owner is away`() throws {
        let (home, _) = try Self.invited()
        let (anna, ben, carl) = (home.devices[0], home.devices[1], home.devices[2])
        ben.give([.sharing(.answer("Gift", isAccepted: true))])
        home.settle()
        anna.give([.sharing(.share("Gift", with: ["user of carl"]))])
        home.settle()
        home.disconnect()
        carl.give([.sharing(.answer("Gift", isAccepted: true))])
        home.connect(1, 2)
        #expect(carl.titles(in: "Gift") == ["telescope"])
    }

    @Test func `an invitation by e-mail reaches who is given that address before his first device joins`() throws {
        let home = Home(try Device("anna"), try Device("dora"))
        let (anna, dora) = (home.devices[0], home.devices[1])
        anna.give([.members(.add(name: "Dora", email: "dora@example.org"))])
        #expect(
            Self.error(anna.give(.create(NewList(title: "Trip", guests: ["nobody@example.org"]))))
                == .member(.notFound("nobody@example.org"))
        )
        anna.give(.create(NewList(title: "Trip", guests: ["Dora@Example.org"])))
        try home.join(1, to: 0)
        home.connect(0, 1)
        anna.give([.devices(.share("dora", with: ["Dora"]))])
        home.settle()
        dora.give([.members(.act(as: "Dora"))])
        #expect(dora.offers.map(\.invitation.title) == ["Trip"])
        dora.give([.sharing(.answer("Trip", isAccepted: true))])
        home.settle()
        #expect(dora.titles(in: "Trip") == [])
    }

    @Test func `the house gets what it is given without an answer, on the devices that nobody is listed on`() throws {
        let home = Home(try Device("anna"), try Device("nas"), try Device("ben"))
        let (anna, nas, ben) = (home.devices[0], home.devices[1], home.devices[2])
        anna.give(anna.add("milk"))
        ben.give(ben.add("bread"))
        for joiner in [1, 2] {
            try home.join(joiner, to: 0)
            home.connect(0, joiner)
        }
        anna.give(.create(NewList(title: "Keys", guests: ["house"])))
        home.settle()
        let keys = try #require(anna.scope(ofList: "Keys"))
        #expect(nas.holdings[keys] != nil && nas.holdings[keys] == anna.holdings[keys])
        #expect(ben.holdings[keys] == nil && ben.offers.isEmpty)
    }

    @Test func `a private list comes to another device of its owner after somebody declined and the owner went on`()
        throws
    {
        let home = Home(try Device("anna"), try Device("ben"), try Device("tablet"))
        let (anna, ben, tablet) = (home.devices[0], home.devices[1], home.devices[2])
        for device in home.devices[..<2] { device.give(device.add("milk")) }
        try home.join(1, to: 0)
        home.connect(0, 1)
        anna.give(.create(NewList(title: "Gift", guests: ["user of ben"])))
        anna.give(anna.add("telescope", to: "Gift"))
        home.settle()
        ben.give([.sharing(.answer("Gift", isAccepted: false))])
        home.settle()
        anna.give([.sharing(.unshare("Gift", with: ["user of ben"]))])
        let (gift, owner) = try (#require(anna.scope(ofList: "Gift")), #require(anna.member))
        try home.join(2, to: 0, for: .people([owner]))
        home.connect(0, 2)
        #expect(tablet.titles(in: "Gift") == ["telescope"])
        #expect(tablet.holdings[gift] == anna.holdings[gift] && anna.agrees(with: tablet))
        try tablet.restart()
        #expect(tablet.titles(in: "Gift") == ["telescope"])
    }

    @Test(arguments: [false, true])
    func `a device of the house learns that a list was taken back from the house`(wasAway: Bool) throws {
        let home = Home(try Device("anna"), try Device("nas"), try Device("ben"))
        let (anna, nas, ben) = (home.devices[0], home.devices[1], home.devices[2])
        for device in [anna, ben] { device.give(device.add("milk")) }
        for joiner in [1, 2] {
            try home.join(joiner, to: 0)
            home.connect(0, joiner)
        }
        anna.give(.create(NewList(title: "Keys", guests: ["house"])))
        anna.give(anna.add("cellar", to: "Keys"))
        home.settle()
        let keys = try #require(anna.scope(ofList: "Keys"))
        #expect(nas.holdings[keys] != nil && !nas.isSaidToHaveEnded(keys))
        if wasAway { home.disconnect() }
        anna.give([.sharing(.unshare("Keys", with: ["house"]))])
        anna.give(anna.add("secret", to: "Keys"))
        if wasAway {
            home.connect(0, 1)
            home.connect(0, 2)
        }
        home.settle()
        #expect(nas.isSaidToHaveEnded(keys))
        #expect(nas.give(nas.add("attic", to: "Keys")) == [.failure(.sharing(.ended(keys)))])
        for frame in home.frames where frame.to != 0 { #expect(!frame.holds("secret")) }
        for frame in home.frames where frame.to == 2 { #expect(!frame.holds(keys.bytes)) }
        anna.give([.sharing(.share("Keys", with: ["house"]))])
        home.settle()
        #expect(!nas.isSaidToHaveEnded(keys) && nas.titles(in: "Keys").contains("secret"))
    }

    @Test func `only the owner says who sees a list, on a device where he is listed`() throws {
        let (home, gift) = try Self.invited()
        let (anna, ben) = (home.devices[0], home.devices[1])
        let owner = anna.member
        ben.give([.sharing(.answer("Gift", isAccepted: true))])
        home.settle()
        let refused: [SharingCommand] = [
            .share("Gift", with: ["user of carl"]), .unshare("Gift", with: ["user of carl"]),
            .show("Gift", toEverybody: true),
        ]
        for command in refused {
            #expect(Self.error(ben.give([.sharing(command)])) == .sharing(.notOwner(gift, owner: owner)))
        }
        var trash = ListChange()
        trash.isTrashed = true
        #expect(Self.error(ben.give(.change(["Gift"], trash))) == .sharing(.notOwner(gift, owner: owner)))
        #expect(Self.error(anna.give([.sharing(.leave("Gift"))])) == .sharing(.leavesOwnList(gift)))
        #expect(Self.error(anna.give([.sharing(.share("Gift", with: ["user of anna"]))])) != nil)
        let guest = Principal(uid: 7, name: "guest", isOwner: false)
        let id = ben.nextCommand()
        let list = NewList(title: "Mine", isPrivate: true)
        ben.turn([.command(id, .user(.lists(.create(list)), guest))])
        #expect(ben.replies[id] == .failure(.login(.severalPeople)))
    }

    @Test func `a list of one's own is shown to everybody and hidden again`() throws {
        let home = try Self.three()
        let (anna, carl) = (home.devices[0], home.devices[2])
        anna.give(.create(NewList(title: "Plans", isPrivate: true)))
        home.settle()
        anna.give([.sharing(.show("Plans", toEverybody: true))])
        home.settle()
        #expect(carl.scope(ofList: "Plans") != nil)
        anna.give([.sharing(.show("Plans", toEverybody: false))])
        anna.give(anna.add("secret", to: "Plans"))
        home.settle()
        for frame in home.frames where frame.to == 2 { #expect(!frame.holds("secret")) }
    }

    /// The devices of a household share, answer, leave and write in any order, mostly apart from each other.
    @Test(arguments: 0..<60) func `whatever they say, those who are in hold the same, and nobody else a byte`(
        seed: Int
    ) throws {
        var random = SeededRandom(seed: UInt64(seed))
        let home = try Self.three()
        home.random = SeededRandom(seed: UInt64(seed) + 1)
        let anna = home.devices[0]
        anna.give(.create(NewList(title: "Gift", isPrivate: true)))
        anna.give(anna.add("telescope", to: "Gift"))
        let gift = try #require(anna.scope(ofList: "Gift"))
        for _ in 0..<20 { Self.step(home, &random) }
        Self.connectAll(home)
        Self.connectAll(home)
        home.compareAgain()
        for device in home.devices[1...] {
            let participation = anna.participation(of: device, in: gift)
            let hasList = device.scope(ofList: "Gift") == gift && !device.isSaidToHaveEnded(gift)
            #expect((participation == .accepted) == hasList)
            if participation == .accepted {
                #expect(device.holdings[gift] == anna.holdings[gift])
                #expect(anna.agrees(with: device))
            }
            #expect(anna.invites(device, to: gift) == (device.offers.count == 1))
            let wasIn = anna.everAccepted(device, in: gift)
            let frames = home.frames.filter { $0.to == home.devices.firstIndex { $0 === device } }
            #expect(wasIn || !frames.contains { $0.holds("telescope") })
        }
    }

    private static func step(_ home: Home, _ random: inout SeededRandom) {
        let guest = home.devices[Int.random(in: 1...2, using: &random)]
        let anna = home.devices[0]
        switch Int.random(in: 0..<9, using: &random) {
        case 0: anna.give([.sharing(.share("Gift", with: ["user of \(guest.name)"]))])
        case 1: anna.give([.sharing(.unshare("Gift", with: ["user of \(guest.name)"]))])
        case 2, 3: guest.give([.sharing(.answer("Gift", isAccepted: Bool.random(using: &random)))])
        case 4: guest.give([.sharing(.leave("Gift"))])
        case 5: guest.give(guest.add("by \(guest.name)", to: "Gift"))
        case 6: home.disconnect()
        case 7: home.connect(Int.random(in: 1...2, using: &random), 0)
        default: home.settle()
        }
    }
}

extension Device {
    func isSaidToHaveEnded(_ list: ScopeID) -> Bool { replica.library.isSaidToHaveEnded(list) }

    var offers: [Offer] { replica.library.offers(for: principal) }

    fileprivate func participation(of other: Device, in scope: ScopeID) -> Audience.Participation? {
        other.member.flatMap { replica.library.audience(of: scope)?.participation(of: $0) }
    }

    fileprivate func invites(_ other: Device, to scope: ScopeID) -> Bool {
        if case .invited? = participation(of: other, in: scope) { true } else { false }
    }

    /// Whether a device's member has ever accepted an invitation to a list, by all that is known here.
    fileprivate func everAccepted(_ other: Device, in scope: ScopeID) -> Bool {
        let deeds = replica.library.list(scope)?.sharing.deeds ?? []
        return deeds.contains { deed in
            guard case .answer(let answer) = deed.content else { return false }
            return answer.member == other.member && answer.state == .accepted
        }
    }
}

extension Home.Frame {
    func holds(_ bytes: [UInt8]) -> Bool {
        body.count >= bytes.count && (0...(body.count - bytes.count)).contains { body[$0...].starts(with: bytes) }
    }

    func holds(_ text: String) -> Bool {
        holds(Array(text.utf8))
    }
}
