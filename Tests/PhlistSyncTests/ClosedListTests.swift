import Testing

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
}
