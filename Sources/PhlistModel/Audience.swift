/// Who may see one list, by what was said in it and by who is in the household.
///
/// A word counts when it is by the owner, or an answer by the member himself. What lets more people see the list has to
/// come from a device on which that person is listed, whatever name it carries: a device that may not see the list
/// grants nothing to itself. What lets fewer see it counts on the name alone: a person who writes on a device where
/// nobody has listed him yet keeps what he keeps. Of words that know nothing of each other the narrower one holds.
package struct Audience: Sendable {
    private let owner: MemberID
    private let roster: Roster
    /// The words that count, each kind as it stands for itself.
    private let words: [Deed<SharingWord>]
    /// What else replaces words; of a planted defect.
    private let noise: [Deed<SharingWord>]
    private let defect: PlantedDefect?

    /// What a member is to a list that only its participants see.
    package enum Participation: Hashable, Sendable {
        case owner
        /// Nobody has invited him.
        case none
        /// He has not answered; the op that invites him.
        case invited(Dot)
        case accepted
        case declined
        case left
        /// The owner has taken the invitation back.
        case removed
    }

    /// Puts together what a list says with what a household is.
    package init(_ sharing: Sharing, owner: MemberID, in roster: Roster) {
        (self.owner, self.roster, defect) = (owner, roster, sharing.defect)
        let counts = { [defect = sharing.defect] (deed: Deed<SharingWord>) in
            deed.isSaid(owner: owner, in: roster, defect: defect)
        }
        words = sharing.deeds.filter(counts)
        noise = sharing.defect == .voidWordsReplace ? sharing.deeds.filter { !counts($0) } : []
    }

    /// Puts together what a list said to somebody who wrote in it: which devices are whose was asked before.
    init(_ sharing: Sharing, owner: MemberID, knownAt position: CausalPosition) {
        (self.owner, roster, noise, defect) = (owner, Roster(), [], sharing.defect)
        words = sharing.deeds.filter { [defect = sharing.defect] word in
            guard word.isSigned(owner: owner) else { return false }
            guard word.content.widens || defect != .contentForgetsWords else { return false }
            return position.knows(word.position) || defect == .verdictOnArrival
        }
    }

    /// Whether everybody in the household may see the list.
    package var visibility: Visibility {
        holds(.participants, of: newest { $0.visibility != nil }.map(\.content.visibility), over: .household)
    }

    /// Whether everybody in the household might ever see the list: it was not hidden when it was made, or shown later.
    package var wasShown: Bool {
        let wasMadeHidden = words.contains { $0.content.visibility == .participants && $0.position.isFirst }
        return !wasMadeHidden || words.contains { $0.content.visibility == .household }
    }

    /// Whether a device may have the list.
    package func includes(_ device: DeviceID) -> Bool {
        roster.contains(device) && (visibility == .household || includesParticipant(on: device))
    }

    /// Whether somebody may use a device who may have the list though it is not everybody's.
    ///
    /// A device that nobody is listed on is the house's.
    package func includesParticipant(on device: DeviceID) -> Bool {
        guard let members = roster.devices[device]?.members else { return false }
        return members.isEmpty ? isParticipant(.house) : members.contains { isParticipant($0) }
    }

    /// Whether a member is the owner, or has accepted an invitation that stands.
    package func isParticipant(_ member: MemberID) -> Bool {
        let participation = participation(of: member)
        return participation == .owner || participation == .accepted
    }

    /// What a member is to the list; the house cannot answer, and takes part once it is invited.
    package func participation(of member: MemberID) -> Participation {
        guard member != owner else { return .owner }
        let grants = grants(to: member)
        let invitations = grants.filter { $0.content.grant?.state == .invited }
        guard let invitation = invitations.greatest() else { return grants.isEmpty ? .none : .removed }
        guard invitations.count == grants.count || defect == .widerWins else { return .removed }
        let dots = Set(invitations.map(\.dot))
        let answers = newest { word in
            guard let answer = word.answer, answer.member == member else { return false }
            return dots.contains(answer.invitation) || defect == .oldAnswersCount
        }
        let states = answers.compactMap(\.content.answer?.state)
        if states.contains(.accepted), defect == .widerWins { return .accepted }
        if states.contains(.left) { return .left }
        if states.contains(.declined) { return .declined }
        return states.isEmpty && member != .house ? .invited(invitation.dot) : .accepted
    }

    /// The op that invites a member and that nothing has replaced; the newest of several.
    package func invitation(of member: MemberID) -> Dot? {
        grants(to: member).filter { $0.content.grant?.state == .invited }.greatest()?.dot
    }

    private func grants(to member: MemberID) -> [Deed<SharingWord>] {
        newest { $0.grant?.member == member }
    }

    /// The members who were ever invited, in the order of their ids.
    package var invited: [MemberID] {
        Set(words.compactMap(\.content.grant?.member)).sorted()
    }

    /// The words of one register that count and that no other one of it has replaced.
    private func newest(_ isOfRegister: (SharingWord) -> Bool) -> [Deed<SharingWord>] {
        let (words, noise) = (words.filter { isOfRegister($0.content) }, noise.filter { isOfRegister($0.content) })
        let newest = words.newest().filter { word in !noise.contains { $0.knows(word) } }
        return defect == .laterWordHolds ? newest.greatest().map { [$0] } ?? [] : newest
    }

    // MARK: Undo

    /// The words that take other words back.
    struct Reversal: Hashable, Sendable {
        var words: [SharingWord] = []
        /// The words that no longer stand as they were said.
        var leftAlone: [SharingWord] = []
    }

    /// The opposites of some words of the owner, as far as these still stand.
    ///
    /// A word that shows the list to fewer people may take the place of equal words said without knowing of each other;
    /// one that shows it to more people may not, as each of them was meant.
    ///
    /// - Parameters:
    ///   - deeds: The words of one action.
    ///   - undone: The words that the action of a word took back; none when it is not an undo.
    /// - Returns: What to say, and what is left alone.
    func reversal(
        of deeds: [Deed<SharingWord>],
        undone: (Deed<SharingWord>) -> [Deed<SharingWord>]
    ) -> Reversal {
        var (reversal, told): (Reversal, Set<MemberID?>) = (Reversal(), [])
        let said = Set(deeds.map(\.dot))
        // The last of several about one person is the one that was meant.
        for word in deeds.reversed().map(\.content) {
            guard let opposite = word.opposite, told.insert(subject(of: word)).inserted else { continue }
            let standing = newest { $0.opposite != nil && subject(of: $0) == subject(of: word) }
            let areSaid = standing.map { origins(of: $0, undone).contains { said.contains($0.dot) } }
            let isUncontested = opposite.widens ? !areSaid.contains(false) : areSaid.contains(true)
            if !standing.isEmpty, isUncontested, standing.allSatisfy({ $0.content.widens == word.widens }) {
                reversal.words.insert(opposite, at: 0)
            } else {
                reversal.leftAlone.insert(word, at: 0)
            }
        }
        return reversal
    }

    /// The words that a word brings back: an undo, or a redo, says again what stood before the word that it took back.
    private func origins(
        of word: Deed<SharingWord>,
        _ undone: (Deed<SharingWord>) -> [Deed<SharingWord>]
    ) -> [Deed<SharingWord>] {
        var (found, waiting, seen): ([Deed<SharingWord>], [Deed<SharingWord>], Set<Dot>) = ([], [word], [])
        while let next = waiting.popLast() {
            guard seen.insert(next.dot).inserted else { continue }
            found.append(next)
            let taken = undone(next).filter { subject(of: $0.content) == subject(of: word.content) }
            waiting += words.filter { earlier in
                earlier.content.opposite != nil && subject(of: earlier.content) == subject(of: word.content)
                    && earlier.content.widens == word.content.widens && taken.contains { $0.knows(earlier) }
            }.newest()
        }
        return found
    }

    /// The person that a word of the owner is about; nil for everybody.
    private func subject(of word: SharingWord) -> MemberID? {
        word.grant?.member
    }

    private func holds(_ narrow: Visibility, of values: [Visibility?], over wide: Visibility) -> Visibility {
        guard defect == .widerWins else { return values.contains(narrow) ? narrow : wide }
        return values.contains(wide) || values.isEmpty ? wide : narrow
    }
}

extension Deed<SharingWord> {
    /// Whether it is a word of the member whose word it has to be, on a device where that has to be known.
    fileprivate func isSaid(owner: MemberID, in roster: Roster, defect: PlantedDefect?) -> Bool {
        if content.grant != nil, defect == .anybodyMayGrant { return true }
        guard isSigned(owner: owner) else { return false }
        let mustBeListed = content.widens || content.answer != nil || defect == .narrowingNeedsListing
        guard mustBeListed, defect != .unlistedMayGrant else { return true }
        return roster.isListed(act.by, on: act.device)
    }

    /// Whether it has the name of the member whose word it has to be.
    fileprivate func isSigned(owner: MemberID) -> Bool {
        content.isSpoken(by: act.by, owner: owner)
    }
}

extension SharingWord {
    /// Whether it is a member's to say: an answer is of whoever was asked, all else of the owner.
    func isSpoken(by member: MemberID, owner: MemberID) -> Bool {
        member == answer?.member ?? owner
    }

    /// The word of the owner that says the contrary; nil for an answer, which is not the owner's.
    fileprivate var opposite: SharingWord? {
        switch self {
        case .visibility(let visibility): .visibility(visibility == .household ? .participants : .household)
        case .grant(let grant): .grant(Grant(grant.member, grant.state == .invited ? .removed : .invited))
        case .answer: nil
        }
    }

    fileprivate var grant: Grant? {
        if case .grant(let grant) = self { grant } else { nil }
    }

    fileprivate var answer: Answer? {
        if case .answer(let answer) = self { answer } else { nil }
    }
}
