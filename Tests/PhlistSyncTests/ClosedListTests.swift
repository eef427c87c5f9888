import PhlistVocabulary
import Testing

@testable import PhlistHousehold
@testable import PhlistModel
@testable import PhlistSync

/// Old copies of lists that are closed to somebody: who is told, and that nobody goes on in one.
struct ClosedListTests {
    @Test func `what a full disk did not take of invitations and ends is taken at a later comparison, without noise`()
        throws
    {
        let home = try InvitationTests.three()
        let (anna, ben) = (home.devices[0], home.devices[1])
        ben.diskFailure = .diskFull
        anna.give(.create(NewList(title: "Gift", guests: ["user of ben"])))
        anna.give(anna.add("telescope", to: "Gift"))
        home.settle()
        home.compareAgain()
        #expect(ben.offers.isEmpty)
        ben.diskFailure = nil
        home.compareAgain()
        #expect(ben.offers.count == 1)
        ben.give([.sharing(.answer("Gift", isAccepted: true))])
        home.settle()
        let gift = try #require(ben.scope(ofList: "Gift"))
        ben.diskFailure = .diskFull
        anna.give([.sharing(.unshare("Gift", with: ["user of ben"]))])
        home.settle()
        home.compareAgain()
        #expect(!ben.isSaidToHaveEnded(gift))
        ben.diskFailure = nil
        home.compareAgain()
        #expect(ben.isSaidToHaveEnded(gift))
        let (log, told) = (ben.log.count, Self.tellings(home))
        for _ in 0..<3 { home.compareAgain() }
        #expect(ben.log.count == log && Self.tellings(home) == told)
    }

    private static func tellings(_ home: Home) -> Int {
        home.frames.count { if case .invitations? = $0.message { true } else { false } }
    }

    @Test(arguments: [false, true])
    func `a person who is invited again goes on in no old copy, and in the list that comes`(isShown: Bool) throws {
        let (home, gift) = try InvitationTests.invited()
        let (anna, ben) = (home.devices[0], home.devices[1])
        let refused = [Result<CommandResult, CommandError>?.some(.failure(.sharing(.ended(gift))))]
        if isShown {
            anna.give([.sharing(.show("Gift", toEverybody: true))])
            home.settle()
            anna.give([.sharing(.show("Gift", toEverybody: false))])
        } else {
            ben.give([.sharing(.answer("Gift", isAccepted: true))])
            home.settle()
        }
        #expect(ben.titles(in: "Gift") == ["telescope"])
        anna.give([.sharing(.unshare("Gift", with: ["user of ben"]))])
        anna.give([.sharing(.share("Gift", with: ["user of ben"]))])
        anna.give(anna.add("secret", to: "Gift"))
        home.settle()
        home.compareAgain()
        #expect(ben.offers.count == 1 && ben.isSaidToHaveEnded(gift))
        #expect(ben.give(ben.add("paper", to: "Gift")) == refused)
        #expect(anna.isInSyncWithAll && ben.isInSyncWithAll)
        home.disconnect()
        ben.give([.sharing(.answer("Gift", isAccepted: true))])
        try ben.restart()
        #expect(ben.offers.map(\.isAccepted) == [true])
        #expect(ben.give(ben.add("paper", to: "Gift")) == refused)
        for frame in home.frames where frame.to == 1 { #expect(!frame.holds("secret")) }
        InvitationTests.connectAll(home)
        #expect(ben.titles(in: "Gift") == ["telescope", "secret"] && !ben.isSaidToHaveEnded(gift))
        ben.give(ben.add("paper", to: "Gift"))
        home.settle()
        #expect(anna.titles(in: "Gift") == ["telescope", "secret", "paper"] && anna.agrees(with: ben))
    }

    @Test(arguments: [false, true])
    func `a person who declines after leaving, or after losing the list, goes on in no old copy`(leaves: Bool) throws {
        let (home, gift) = try InvitationTests.invited()
        let (anna, ben) = (home.devices[0], home.devices[1])
        ben.give([.sharing(.answer("Gift", isAccepted: true))])
        home.settle()
        let loss = leaves ? SharingCommand.leave("Gift") : .unshare("Gift", with: ["user of ben"])
        (leaves ? ben : anna).give([.sharing(loss)])
        home.settle()
        anna.give([.sharing(.share("Gift", with: ["user of ben"]))])
        home.settle()
        ben.give([.sharing(.answer("Gift", isAccepted: false))])
        home.settle()
        home.compareAgain()
        InvitationTests.connectAll(home)
        home.compareAgain()
        #expect(ben.isSaidToHaveEnded(gift) && ben.offers.isEmpty)
        #expect(anna.isInSyncWithAll && ben.isInSyncWithAll)
        let (log, told) = (ben.log.count, Self.tellings(home))
        for _ in 0..<3 { home.compareAgain() }
        #expect(ben.log.count == log && Self.tellings(home) == told)
        if !leaves { #expect(ben.give(ben.add("paper", to: "Gift")) == [.failure(.sharing(.ended(gift)))]) }
    }

    @Test func `a device that joined by a clock years ahead hears that a list that it had was hidden, and no other`()
        throws
    {
        let home = Home(try Device("anna"), try Device("tablet"), try Device("ben"), try Device("carl"))
        let (anna, tablet, ben) = (home.devices[0], home.devices[1], home.devices[2])
        anna.give(anna.add("milk"))
        let owner = try #require(anna.member)
        try home.join(1, to: 0, for: .people([owner]))
        anna.give([.devices(.assign("tablet", .admin))])
        home.connect(0, 1)
        tablet.wall += 5 * 365 * 86_400_000
        try home.join(2, to: 1)
        for other in [0, 1] { home.connect(2, other) }
        let scope = try #require(ben.scope(ofList: "Shopping"))
        home.disconnect()
        anna.give([.sharing(.show("Shopping", toEverybody: false))])
        // Carl comes in by a clock that is years behind, when the list is hidden already.
        tablet.wall -= 10 * 365 * 86_400_000
        home.connect(0, 1)
        try home.join(3, to: 1)
        for (first, second) in [(0, 2), (1, 3), (0, 3), (1, 2), (2, 3)] { home.connect(first, second) }
        home.compareAgain()
        #expect(ben.isSaidToHaveEnded(scope))
        #expect(ben.give(ben.add("bread", to: "Shopping")) == [.failure(.sharing(.ended(scope)))])
        #expect(anna.isInSyncWithAll && ben.isInSyncWithAll)
        for frame in home.frames where frame.to == 3 { #expect(!frame.holds(scope.bytes)) }
        let log = ben.log.count
        for _ in 0..<3 { home.compareAgain() }
        home.disconnect()
        home.connect(0, 2)
        #expect(ben.log.count == log && ben.isSaidToHaveEnded(scope))
    }

    @Test func `an answer of no is no copy: a person who never had a hidden list is not told that it is closed`() throws
    {
        let home = Home(try Device("anna"), try Device("ben"))
        let (anna, ben) = (home.devices[0], home.devices[1])
        for device in home.devices { device.give(device.add("milk")) }
        anna.give(.create(NewList(title: "Plans")))
        let plans = try #require(anna.scope(ofList: "Plans"))
        anna.give([.sharing(.show("Plans", toEverybody: false))])
        try home.join(1, to: 0)
        home.connect(0, 1)
        anna.give([.sharing(.share("Plans", with: ["user of ben"]))])
        home.settle()
        #expect(ben.offers.map(\.invitation.list) == [plans])
        ben.give([.sharing(.answer("Plans", isAccepted: false))])
        home.settle()
        for _ in 0..<3 { home.compareAgain() }
        home.disconnect()
        home.connect(0, 1)
        home.compareAgain()
        for frame in home.frames {
            guard case .invitations(let told)? = frame.message else { continue }
            #expect(told.ended == [])
        }
        #expect(anna.isInSyncWithAll && ben.isInSyncWithAll && ben.offers.isEmpty)
    }
}
