import PhlistTestKit
import PhlistVocabulary
import Testing

@testable import PhlistModel

/// Who may see a list: what is said, and what becomes of what somebody wrote who may not see it any more.
struct SharingTests {
    private static let (anna, ben) = (SharingHistory.members[0], SharingHistory.members[1])
    static let origin = ListOrigin(owner: anna, household: ScopeID(rawValue: 2), nonce: 1)

    /// One of the devices that the household of the histories has.
    static func device(_ number: UInt8) -> Writer {
        var writer = Writer.device(number, scope: origin.scope)
        writer.clockOffset = Int64(number)
        return writer
    }

    /// Anna's device with a list that she keeps for those whom she invites.
    static func annasDevice() -> Writer {
        var device = device(0)
        device.say(.originate(origin), as: anna)
        device.say(.visibility(.participants), as: anna)
        return device
    }

    @Test func `an invitation lets nobody in before it is accepted, nor after it is taken back`() throws {
        var (annas, bens) = (Self.annasDevice(), Self.device(2))
        #expect(annas.audience.participation(of: Self.ben) == .none)
        annas.say(.grant(Grant(Self.ben, .invited)), as: Self.anna)
        let invitation = annas.newestDot
        #expect(annas.audience.participation(of: Self.ben) == .invited(invitation))
        #expect(!annas.audience.includes(SharingHistory.devices[2]))
        bens.hear(annas)
        bens.say(.answer(Answer(Self.ben, to: invitation, .accepted)), as: Self.ben)
        annas.hear(bens)
        #expect(
            annas.audience.includes(SharingHistory.devices[2]) && !annas.audience.includes(SharingHistory.devices[3])
        )
        annas.say(.grant(Grant(Self.ben, .removed)), as: Self.anna)
        #expect(annas.audience.participation(of: Self.ben) == .removed)
        annas.say(.grant(Grant(Self.ben, .invited)), as: Self.anna)
        #expect(annas.audience.participation(of: Self.ben) == .invited(annas.newestDot))
    }

    @Test func `who left on a device of somebody else still sees the list, and writes in it after accepting again`() {
        var (annas, bens) = (Self.device(0), Self.device(2))
        annas.say(.originate(Self.origin), as: Self.anna)
        annas.say(.visibility(.household), as: Self.anna)
        let showing = annas.newestDot
        annas.say(.answer(Answer(Self.ben, to: showing, .left)), as: Self.ben)
        bens.hear(annas)
        #expect(bens.audience.sees(Self.ben) && !bens.audience.mayWrite(Self.ben, knowing: bens.state.sharing))
        bens.say(.answer(Answer(Self.ben, to: showing, .accepted)), as: Self.ben)
        annas.hear(bens)
        for device in [annas, bens] { #expect(device.audience.mayWrite(Self.ben, knowing: device.state.sharing)) }
    }

    @Test func `an acceptance does not bring back an invitation that was taken back meanwhile`() {
        var (annas, bens) = (Self.annasDevice(), Self.device(2))
        annas.say(.grant(Grant(Self.ben, .invited)), as: Self.anna)
        let invitation = annas.newestDot
        bens.hear(annas)
        bens.say(.answer(Answer(Self.ben, to: invitation, .accepted)), as: Self.ben)
        annas.say(.grant(Grant(Self.ben, .removed)), as: Self.anna)
        annas.hear(bens)
        bens.hear(annas)
        for device in [annas, bens] { #expect(device.audience.participation(of: Self.ben) == .removed) }
    }

    @Test func `of an acceptance and a refusal that know nothing of each other the refusal holds, until he knows both`()
    {
        // His device was copied.
        var (annas, bens, copy) = (Self.annasDevice(), Self.device(2), Self.device(2))
        annas.say(.grant(Grant(Self.ben, .invited)), as: Self.anna)
        let invitation = annas.newestDot
        bens.hear(annas)
        copy.hear(annas)
        bens.say(.answer(Answer(Self.ben, to: invitation, .accepted)), as: Self.ben)
        copy.say(.answer(Answer(Self.ben, to: invitation, .declined)), as: Self.ben)
        annas.hear(bens, copy)
        #expect(annas.audience.participation(of: Self.ben) == .declined)
        bens.hear(copy)
        bens.say(.answer(Answer(Self.ben, to: invitation, .accepted)), as: Self.ben)
        annas.hear(bens)
        #expect(annas.audience.participation(of: Self.ben) == .accepted)
    }

    @Test func `who may not see a list cannot let himself in, whatever name he uses`() {
        var (annas, thief) = (Self.annasDevice(), Self.device(2))
        thief.hear(annas)
        for name in [Self.ben, Self.anna] {
            thief.say(.visibility(.household), as: name)
            thief.say(.grant(Grant(Self.ben, .invited)), as: name)
            thief.say(.answer(Answer(Self.ben, to: thief.newestDot, .accepted)), as: Self.ben)
        }
        annas.hear(thief)
        #expect(annas.audience.visibility == .participants && !annas.audience.includes(SharingHistory.devices[2]))
    }

    @Test func `purging a list shows it to nobody else`() {
        var annas = Self.annasDevice()
        annas.act([.purge(.root)])
        #expect(annas.state.list?.visibility == .participants && annas.audience.visibility == .participants)
    }

    @Test func `a purge and a snapshot keep what was said`() throws {
        var annas = Self.annasDevice()
        annas.say(.grant(Grant(Self.ben, .invited)), as: Self.anna)
        let read = try ScopeState(snapshot: annas.state.snapshot)
        #expect(read.sharing == annas.state.sharing && read.digest == annas.state.digest)
    }

    @Test func `every word tells two states apart, with its author and what he knew, also when the list is purged`() {
        var annas = Self.annasDevice()
        annas.act([.purge(.root)])
        let deaf: ScopeState.Decoder = { batch throws(CodecError) in
            try batch.decodedOps().map { op in
                guard case .write(let entity, let fields) = op else { return op }
                return .write(entity, fields.filter { SharingWord($0) == nil })
            }
        }
        let other = annas.state.folded(from: annas.log, decode: deaf)
        #expect(other.versionVector == annas.state.versionVector)
        // Also without what the words have left among the values.
        #expect(other.digest &- other.table.digest != annas.state.digest &- annas.state.table.digest)
        // The name of a batch stands for its author, for who acted, and for what was known.
        let others = [(UInt8(0), Self.ben, true), (0, Self.anna, true), (0, Self.anna, false), (1, Self.anna, true)]
        let digests = others.map { number, author, isKnown in
            var (first, second) = (Self.device(9), Self.device(number))
            first.say(.visibility(.participants), as: Self.anna)
            if isKnown { second.hear(first) }
            second.say(.visibility(.household), as: author)
            second.hear(first)
            return second.state.sharing.digest
        }
        #expect(Set(digests).count == others.count)
    }

    @Test func `two hundred edits of one who was taken out while he was away are edits like any other`() {
        var (annas, bens) = (Self.annasDevice(), Self.device(2))
        annas.say(.grant(Grant(Self.ben, .invited)), as: Self.anna)
        bens.hear(annas)
        bens.say(.answer(Answer(Self.ben, to: annas.newestDot, .accepted)), as: Self.ben)
        annas.hear(bens)
        for number in 1...200 as ClosedRange<UInt64> {
            let fields = [FieldWrite(.life, Life.alive), FieldWrite(.title, text: "\(number)")]
            bens.say(.write(EntityID(rawValue: number), fields), as: Self.ben)
        }
        annas.say(.grant(Grant(Self.ben, .removed)), as: Self.anna)
        // He still may send, though nothing is sent to him.
        annas.hear(bens)
        #expect(!annas.audience.includes(SharingHistory.devices[2]))
        #expect(annas.state.list?.items.count == 200)
        #expect(annas.state.versionVector.entries.count == 3)
    }

    @Test func `a list that is about to become private is private for the next command`() {
        let annas = Self.device(0)
        var draft = ScopeDraft()
        let hide = SharingWord.visibility(.participants).write
        let act = Act(stamp: Stamp(rawValue: 1), by: Self.anna, device: SharingHistory.devices[0])
        let making: [Op] = [.originate(Self.origin), .write(.root, [SharingWord.forEverybody])]
        draft.anticipate(making, upon: annas.state, act: act)
        #expect(ListState(annas.state, with: draft).visibility == .household)
        draft.anticipate([.write(.root, [hide])], upon: annas.state, act: act)
        #expect(ListState(annas.state, with: draft).visibility == .participants)
    }
}

extension Writer {
    mutating func say(_ word: SharingWord, as member: MemberID) {
        say(.write(.root, [word.write]), as: member)
    }

    mutating func say(_ op: Op, as member: MemberID) {
        _ = author([op], at: Self.start + Int64(log.count), by: member, group: UInt64(log.count))
    }

    /// The identity of the op that came last.
    var newestDot: Dot {
        let newest = log[log.count - 1]
        return Dot(batch: newest.name, op: newest.header.opCount - 1)
    }

    var audience: Audience {
        Audience(state.sharing, owner: SharingHistory.members[0], in: SharingHistory.roster)
    }
}
