import PhlistTestKit
import PhlistVocabulary
import Testing

@testable import PhlistModel

/// Grants, revocations and answers: which of them stand, and what they come to.
struct GrantTests {
    private static let (anna, ben) = (SharingHistory.members[0], SharingHistory.members[1])

    @Test func `a list of which nobody said anything is seen by its owner alone, and nobody else changes it`() {
        var (annas, bens) = (SharingTests.device(0), SharingTests.device(2))
        annas.say(.originate(SharingTests.origin), as: Self.anna)
        #expect(!annas.audience.isEverybodys && annas.audience.includes(SharingHistory.devices[1]))
        for other in SharingHistory.devices[2...] { #expect(!annas.audience.includes(other)) }
        bens.hear(annas)
        bens.say(.write(EntityID(rawValue: 7), [FieldWrite(.title, text: "x")]), as: Self.ben)
        #expect(bens.state.voidCount == 1)
    }

    @Test func `the owner can take back what shows a list also on a device where nobody has listed her`() {
        var (annas, kitchen) = (SharingTests.device(0), SharingTests.device(4))
        annas.say(.originate(SharingTests.origin), as: Self.anna)
        annas.say(.visibility(.household), as: Self.anna)
        #expect(annas.audience.isEverybodys)
        kitchen.hear(annas)
        kitchen.say(.visibility(.participants), as: Self.anna)
        annas.hear(kitchen)
        #expect(!annas.audience.isEverybodys)
        kitchen.say(.visibility(.household), as: Self.anna)
        annas.hear(kitchen)
        #expect(!annas.audience.isEverybodys)
    }

    // MARK: What stands

    /// Anna's laptop invites Ben, who accepts; her phone, which does not know that, revokes, and invites anew.
    @Test func `an answer does not count for an invitation that knows another one's revocation, and not that one`() {
        var (laptop, phone, bens) = (SharingTests.annasDevice(), SharingTests.device(1), SharingTests.device(2))
        phone.hear(laptop)
        laptop.say(.grant(Grant(Self.ben, .invited)), as: Self.anna)
        bens.hear(laptop)
        bens.say(.answer(Answer(Self.ben, to: laptop.newestDot, .accepted)), as: Self.ben)
        phone.say(.grant(Grant(Self.ben, .removed)), as: Self.anna)
        laptop.hear(bens, phone)
        #expect(laptop.audience.participation(of: Self.ben) == .removed)
        phone.say(.grant(Grant(Self.ben, .invited)), as: Self.anna)
        laptop.hear(phone)
        #expect(laptop.audience.participation(of: Self.ben) == .invited(phone.newestDot))
        bens.hear(phone)
        bens.say(.answer(Answer(Self.ben, to: phone.newestDot, .accepted)), as: Self.ben)
        laptop.hear(bens)
        #expect(laptop.audience.participation(of: Self.ben) == .accepted)
    }

    @Test func `a second invitation replaces nothing: whoever accepted the first one takes part`() {
        var (annas, bens) = (SharingTests.annasDevice(), SharingTests.device(2))
        annas.say(.grant(Grant(Self.ben, .invited)), as: Self.anna)
        let invitation = annas.newestDot
        bens.hear(annas)
        annas.say(.grant(Grant(Self.ben, .invited)), as: Self.anna)
        bens.say(.answer(Answer(Self.ben, to: invitation, .accepted)), as: Self.ben)
        annas.hear(bens)
        #expect(annas.audience.participation(of: Self.ben) == .accepted)
        // To leave is to say no to both.
        #expect(annas.audience.grantsToLeave(Self.ben).count == 2)
    }

    @Test func `of showing a list to everybody and hiding it, apart from each other, hiding holds`() {
        var (laptop, phone) = (SharingTests.annasDevice(), SharingTests.device(1))
        laptop.say(.visibility(.household), as: Self.anna)
        phone.hear(laptop)
        phone.say(.visibility(.participants), as: Self.anna)
        laptop.say(.visibility(.household), as: Self.anna)
        laptop.hear(phone)
        #expect(!laptop.audience.isEverybodys)
        laptop.say(.visibility(.household), as: Self.anna)
        #expect(laptop.audience.isEverybodys)
    }

    // MARK: Leaving

    @Test func `whoever leaves a list of everybody's is out of it, until they say yes or it is shown anew`() {
        var (annas, bens, copy) = (SharingTests.annasDevice(), SharingTests.device(2), SharingTests.device(2))
        annas.say(.visibility(.household), as: Self.anna)
        let grant = annas.newestDot
        bens.hear(annas)
        copy.hear(annas)
        bens.say(.answer(Answer(Self.ben, to: grant, .left)), as: Self.ben)
        copy.say(.answer(Answer(Self.ben, to: grant, .accepted)), as: Self.ben)
        annas.hear(bens, copy)
        #expect(annas.audience.participation(of: Self.ben) == .left)
        #expect(!annas.audience.includes(SharingHistory.devices[2]))
        #expect(annas.audience.includes(SharingHistory.devices[3]))
        // What he writes, knowing that, has no effect; a yes that knows the no brings him back.
        var editing = bens
        editing.say(.write(EntityID(rawValue: 7), [FieldWrite(.title, text: "x")]), as: Self.ben)
        #expect(editing.state.voidCount == 1)
        bens.hear(copy)
        bens.say(.answer(Answer(Self.ben, to: grant, .accepted)), as: Self.ben)
        annas.hear(bens)
        #expect(annas.audience.participation(of: Self.ben) == .household)
        bens.say(.answer(Answer(Self.ben, to: grant, .left)), as: Self.ben)
        annas.hear(bens)
        annas.say(.visibility(.participants), as: Self.anna)
        annas.say(.visibility(.household), as: Self.anna)
        #expect(annas.audience.participation(of: Self.ben) == .household)
    }

    /// Ben's second device was admitted by one that was removed meanwhile, apart from that.
    @Test func `a no counts from a device whose admission does not count, and a yes does not`() {
        var founder = HouseholdWriter.founder(1)
        var admin = HouseholdWriter(key: 1, of: founder.founding)
        founder.act(.admit(Admission(publicKey: [0], deviceName: "0", role: .admin, members: [Self.anna])))
        founder.act(.admit(Admission(publicKey: [1], deviceName: "1", role: .admin, members: [Self.anna])))
        founder.act(.admit(Admission(publicKey: [2], deviceName: "2", role: .member, members: [Self.ben])))
        admin.hear(founder)
        founder.act(.remove(DeviceID(publicKey: [1])))
        admin.act(.admit(Admission(publicKey: [3], deviceName: "3", role: .member, members: [Self.ben])))
        founder.hear(admin)
        let roster = founder.roster
        #expect(!roster.contains(DeviceID(publicKey: [3])))
        let cases = [(Answer.State.left, UInt8(3), false), (.accepted, 3, false), (.accepted, 2, true)]
        for (state, device, isIn) in cases {
            var (annas, bens) = (SharingTests.annasDevice(), SharingTests.device(2))
            annas.say(.grant(Grant(Self.ben, .invited)), as: Self.anna)
            let grant = annas.newestDot
            bens.hear(annas)
            if state == .left { bens.say(.answer(Answer(Self.ben, to: grant, .accepted)), as: Self.ben) }
            var other = SharingTests.device(device)
            other.hear(bens)
            other.say(.answer(Answer(Self.ben, to: grant, state)), as: Self.ben)
            annas.hear(bens, other)
            let audience = Audience(annas.state.sharing, owner: Self.anna, in: roster)
            #expect(audience.sees(Self.ben) == isIn, "\(state) on \(device)")
        }
    }

    @Test func `what the house said holds when its device becomes somebody's, and in a household formed anew`() {
        let origin = ListOrigin(owner: .house, household: ScopeID(rawValue: 2), nonce: 1)
        var (founder, hall) = (HouseholdWriter.founder(1), Writer.device(4, scope: origin.scope))
        founder.act(.admit(Admission(publicKey: [4], deviceName: "hall", role: .member, members: [])))
        hall.say(.originate(origin), as: .house)
        hall.say(.visibility(.household), as: .house)
        let isEverybodys = { (roster: Roster) in
            Audience(hall.state.sharing, owner: .house, in: roster).isEverybodys
        }
        #expect(isEverybodys(founder.roster))
        founder.act(.list([Self.anna], on: DeviceID(publicKey: [4])))
        #expect(isEverybodys(founder.roster))
        var anew = HouseholdWriter.founder(2)
        let former = founder.roster.formerAuthors(without: DeviceID(publicKey: [0]))
        for act in former.flatMap(\.acts) { anew.act(act) }
        #expect(isEverybodys(anew.roster))
        // A key that somebody only brings along speaks for nobody.
        var stranger = HouseholdWriter.founder(3)
        stranger.act(.admit(Admission(publicKey: [4], deviceName: "hall", role: nil, members: [])))
        #expect(!isEverybodys(stranger.roster))
    }
}

/// A device that acts in a household.
private struct HouseholdWriter {
    private var writer: Writer
    let founding: Founding

    init(key: UInt8, of founding: Founding) {
        writer = Writer(state: ScopeState(.household, founding.scope), device: DeviceID(publicKey: [key]))
        self.founding = founding
    }

    /// A device that has just founded its household.
    static func founder(_ nonce: UInt128) -> HouseholdWriter {
        var founder = HouseholdWriter(key: 0, of: Founding(publicKey: [0], deviceName: "0", nonce: nonce))
        founder.act(.found(founder.founding))
        return founder
    }

    mutating func act(_ act: RosterAct) {
        _ = writer.author([.roster(act)], at: 1, group: 0)
    }

    mutating func hear(_ other: HouseholdWriter) {
        writer.hear(other.writer)
    }

    var roster: Roster { writer.state.household?.roster ?? Roster() }
}
