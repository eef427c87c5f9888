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

    /// Whether everybody in the household may see the list.
    package var visibility: Visibility {
        holds(.participants, of: newest { $0.visibility != nil }.map(\.content.visibility), over: .household)
    }

    /// The newest word that hid the list from the household; nil while everybody in it may see the list.
    package var hiding: Act? {
        guard visibility == .participants else { return nil }
        return words.filter { $0.content.visibility == .participants }.map(\.act).max()
    }

    /// Whether the owner has said in this household that everybody may see the list.
    package var wasShown: Bool {
        words.contains { $0.content.visibility == .household && isOfHousehold($0.act) }
    }

    /// Whether the owner of the list uses a device.
    package func isOwners(_ device: DeviceID) -> Bool {
        roster.isListed(owner, on: device)
    }

    private func isOfHousehold(_ act: Act) -> Bool {
        roster.authors[act.device]?.admission.map { $0 < act } ?? false
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
        let person = roster.person(member)
        guard person != roster.person(owner) else { return .owner }
        let grants = grants(to: person)
        let invitations = grants.filter { $0.content.grant?.state == .invited }
        guard let invitation = invitations.greatest() else { return grants.isEmpty ? .none : .removed }
        guard invitations.count == grants.count || defect == .widerWins else { return .removed }
        let dots = Set(invitations.map(\.dot))
        let answers = newest { word in
            guard let answer = word.answer, roster.person(answer.member) == person else { return false }
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
        grants(to: roster.person(member)).filter { $0.content.grant?.state == .invited }.greatest()?.dot
    }

    private func grants(to person: MemberID) -> [Deed<SharingWord>] {
        newest { $0.grant.map { roster.person($0.member) == person } ?? false }
    }

    /// The members who were ever invited, in the order of their ids.
    package var invited: [MemberID] {
        Set(words.compactMap(\.content.grant?.member)).sorted()
    }

    /// The words of one register that count and that no other one of it has replaced.
    private func newest(_ isOfRegister: (SharingWord) -> Bool) -> [Deed<SharingWord>] {
        let (words, noise) = (words.filter { isOfRegister($0.content) }, noise.filter { isOfRegister($0.content) })
        return words.newest().filter { word in !noise.contains { $0.knows(word) } }
    }

    private func holds(_ narrow: Visibility, of values: [Visibility?], over wide: Visibility) -> Visibility {
        guard defect == .widerWins else { return values.contains(narrow) ? narrow : wide }
        return values.contains(wide) || values.isEmpty ? wide : narrow
    }
}

extension Deed<SharingWord> {
    /// Whether it is a word of the member whose word it has to be.
    fileprivate func isSaid(owner: MemberID, in roster: Roster, defect: PlantedDefect?) -> Bool {
        let speaker = content.answer?.member ?? owner
        if content.grant != nil, defect == .anybodyMayGrant { return true }
        guard roster.person(act.by) == roster.person(speaker) else { return false }
        guard content.widens || content.answer != nil, defect != .unlistedMayGrant else { return true }
        return roster.isListed(speaker, on: act.device)
    }
}

extension SharingWord {
    fileprivate var grant: Grant? {
        if case .grant(let grant) = self { grant } else { nil }
    }

    fileprivate var answer: Answer? {
        if case .answer(let answer) = self { answer } else { nil }
    }
}
