import PhlistTestKit
import Testing

@testable import PhlistModel

/// How many words on who may see a list count: nobody can say so many that another one's are not heard.
struct WordLimitTests {
    private static let (anna, ben) = (SharingHistory.members[0], SharingHistory.members[1])
    private static let origin = ListOrigin(owner: anna, household: ScopeID(rawValue: 2), nonce: 1)
    private static let (invite, remove) = (
        SharingWord.grant(Grant(ben, .invited)), SharingWord.grant(Grant(ben, .removed))
    )

    /// A device with Anna's list, which she has begun.
    private static func list() -> Writer {
        let device = SharingHistory.devices[0]
        var annas = Writer(state: ScopeState(.list, origin.scope), device: device)
        annas.say([.originate(origin)], as: anna)
        return annas
    }

    /// Whether Anna, who has said all that she may, can still take back an invitation.
    private static func canTakeBack() -> Bool {
        var annas = list()
        while annas.number < Limits.wideningNumberMax { annas.say([invite.op], as: anna) }
        annas.say([remove.op], as: anna)
        return annas.state.sharing.deeds.last?.content == remove
    }

    /// Whether Anna is heard after Ben has said more than he may.
    private static func isHeardAfterMany() -> Bool {
        var annas = list()
        var bens = Writer(state: annas.state, device: SharingHistory.devices[2])
        let refusal = SharingWord.answer(Answer(ben, to: Dot(batch: .none, op: 0), .left))
        for _ in 0..<Limits.narrowingNumberMax + 9 { bens.say([refusal.op], as: ben) }
        annas.hear(bens)
        annas.say([invite.op], as: anna)
        return annas.state.sharing.deeds.last?.content == invite
    }

    @Test func `whoever has said as many words as count can still take back what was shared`() {
        #expect(Self.canTakeBack())
    }

    @Test func `whoever says more words than count keeps nobody else from saying his`() {
        #expect(Self.isHeardAfterMany())
    }

    @Test func `one word more than counts is kept, and not heard`() {
        var annas = Self.list()
        while annas.number < Limits.wideningNumberMax { annas.say([Self.invite.op], as: Self.anna) }
        let count = annas.state.sharing.wordCount
        annas.say([Self.invite.op], as: Self.anna)
        #expect(annas.state.sharing.wordCount == count)
        while annas.number < Limits.narrowingNumberMax { annas.say([Self.remove.op], as: Self.anna) }
        let all = annas.state.sharing.wordCount
        annas.say([Self.remove.op], as: Self.anna)
        #expect(annas.state.sharing.wordCount == all)
        #expect(annas.state.ledger.batchCount == annas.log.count)
    }

    @Test func `of one batch as many words are heard as one action may say`() {
        var annas = Self.list()
        annas.say(Array(repeating: Self.invite.op, count: Limits.batchWordsMax + 1), as: Self.anna)
        #expect(annas.state.sharing.wordCount == Limits.batchWordsMax)
    }
}

extension SharingWord {
    fileprivate var op: Op { .write(.root, [write]) }
}

extension Writer {
    /// The number of the batch of control that it wrote last.
    fileprivate var number: UInt64 { log.last?.header.number ?? 0 }

    fileprivate mutating func say(_ ops: [Op], as member: MemberID) {
        _ = author(ops, at: Self.start + Int64(log.count), by: member, group: UInt64(log.count))
    }
}
