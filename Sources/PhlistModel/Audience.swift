/// Who may see one list, by what was said in it and by who is in the household.
///
/// A list is seen by its owner and by those to whom a grant stands; where nothing is said it is seen by nobody else. A
/// grant stands if every revocation for the same people is in its past. One to a person takes effect once that person
/// has answered it with yes, one to the house or to everybody at once, except for whoever has answered it with no.
///
/// A word counts when it is by the owner, or an answer by the member. What lets more people see the list has to come
/// from a device on which that person is listed, whatever name it carries: a device that may not see the list grants
/// nothing to itself. What lets fewer see it needs less.
package struct Audience: Sendable {
    private let owner: MemberID
    private let roster: Roster
    /// The words that count.
    private let words: [Deed<SharingWord>]
    /// The grants that stand, each behind those that its author knew.
    private let standing: [SharingSubject: [Deed<SharingWord>]]
    /// What members answered to each grant, as it holds.
    private let answers: Answers
    /// Those who see the list by a grant to them, the owner not among them.
    private let participants: Set<MemberID>
    /// Those who have said no to all that shows the list to everybody.
    private let absentees: Set<MemberID>
    /// Whether everybody in the household may see the list, apart from those who left it.
    package let isEverybodys: Bool

    /// What a member is to a list.
    package enum Participation: Hashable, Sendable {
        case owner
        /// Not invited, and it is not everybody's.
        case none
        /// Sees it because everybody does.
        case household
        /// Not answered yet; the op that invites.
        case invited(Dot)
        case accepted
        case declined
        case left
        /// The owner has taken the invitation back.
        case removed
    }

    /// Puts together what a list says with what a household is.
    package init(_ sharing: Sharing, owner: MemberID, in roster: Roster) {
        self.init(sharing.deeds.filter { $0.isSaid(owner: owner, in: roster) }, owner, roster)
    }

    /// Puts together what a list said to somebody who wrote in it: which devices are whose was asked before.
    init(_ sharing: Sharing, owner: MemberID, knownAt position: CausalPosition) {
        let words = sharing.deeds.filter { word in
            word.isSigned(owner: owner) && position.knows(word.position)
        }
        self.init(words, owner, Roster())
    }

    private init(_ words: [Deed<SharingWord>], _ owner: MemberID, _ roster: Roster) {
        (self.words, self.owner, self.roster) = (words, owner, roster)
        standing = words.standingGrants()
        answers = Answers(words)
        let shown = standing[.everybody] ?? []
        isEverybodys = !shown.isEmpty
        absentees = answers.refusing(all: shown)
        let members = standing.keys.compactMap(\.member)
        participants = Set(
            members.filter { [standing, answers] member in
                (standing[.member(member)] ?? []).contains { answers.isActive($0, for: member) }
            }
        )
    }

    // MARK: Who sees it

    /// Whether a member sees the list.
    package func sees(_ member: MemberID) -> Bool {
        isParticipant(member) || isEverybodys && !absentees.contains(member)
    }

    /// Whether a member sees the list though it is not everybody's: as the owner, or by a grant of their own.
    package func isParticipant(_ member: MemberID) -> Bool {
        member == owner || participants.contains(member)
    }

    /// Whether a device may have the list: somebody who uses it sees the list.
    package func includes(_ device: DeviceID) -> Bool {
        roster.contains(device) && mayHave(device)
    }

    /// The same for a device that is in, though perhaps the roster does not show it yet.
    package func mayHave(_ device: DeviceID) -> Bool {
        users(of: device)?.contains { sees($0) } ?? isEverybodys
    }

    /// Whether somebody may use a device who sees the list though it is not everybody's.
    package func includesParticipant(on device: DeviceID) -> Bool {
        users(of: device)?.contains { isParticipant($0) } ?? false
    }

    /// Whether the owner may use a device.
    package func includesOwner(on device: DeviceID) -> Bool {
        users(of: device)?.contains(owner) ?? false
    }

    /// A device that nobody is listed on is the house's; nil for one that is not in.
    private func users(of device: DeviceID) -> [MemberID]? {
        roster.devices[device].map { $0.members.isEmpty ? [.house] : $0.members }
    }

    // MARK: What somebody is to it

    /// What a member is to the list; the house cannot answer, and takes part once it is invited.
    package func participation(of member: MemberID) -> Participation {
        guard member != owner else { return .owner }
        guard !participants.contains(member) else { return .accepted }
        guard !sees(member) else { return .household }
        let grants = grants(shownTo: member)
        if let open = grants.last(where: { answers.state(of: member, to: $0) == nil }) { return .invited(open.dot) }
        let refusals = grants.compactMap { answers.state(of: member, to: $0) }
        guard refusals.isEmpty else { return refusals.contains(.left) ? .left : .declined }
        return words.contains { $0.content.subject == .member(member) } ? .removed : .none
    }

    /// The grants that stand and show the list to a member, those to everybody included; of several that know nothing
    /// of each other the greatest is the last.
    private func grants(shownTo member: MemberID) -> [Deed<SharingWord>] {
        [.everybody, .member(member)].flatMap { subject in
            (standing[subject] ?? []).sorted { ($0.act.stamp, $0.dot) < ($1.act.stamp, $1.dot) }
        }
    }

    /// The op that a member answers to take part: the newest grant that stands; nil when there is none.
    package func invitation(of member: MemberID) -> Dot? {
        if case .invited(let dot) = participation(of: member) { return dot }
        return grants(shownTo: member).last?.dot
    }

    /// The ops that a member says no to by leaving the list.
    package func grantsToLeave(_ member: MemberID) -> [Dot] {
        grants(shownTo: member).filter { answers.state(of: member, to: $0)?.isRefusal != true }.map(\.dot)
    }

    /// Those who see the list though it is not everybody's, without its owner, in the order of their ids.
    package var accepted: [MemberID] {
        participants.filter { $0 != owner }.sorted()
    }

    /// The members who were ever invited, or have answered, in the order of their ids.
    package var invited: [MemberID] {
        Set(words.compactMap { $0.content.subject.member ?? $0.content.answer?.member }).sorted()
    }

    // MARK: What became of it

    /// Whether everybody in the household might ever see the list.
    package var wasShown: Bool {
        words.contains { $0.content.visibility == .household }
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
        var (reversal, told): (Reversal, Set<SharingSubject>) = (Reversal(), [])
        let said = Set(deeds.map(\.dot))
        // The last of several about one person is the one that was meant.
        for word in deeds.reversed().map(\.content) {
            guard let opposite = word.opposite, told.insert(word.subject).inserted else { continue }
            let standing = words.filter { $0.content.opposite != nil && $0.content.subject == word.subject }.newest()
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
        let subject = word.content.subject
        while let next = waiting.popLast() {
            guard seen.insert(next.dot).inserted else { continue }
            found.append(next)
            let taken = undone(next).filter { $0.content.subject == subject }
            waiting += words.filter { earlier in
                earlier.content.opposite != nil && earlier.content.subject == subject
                    && earlier.content.widens == word.content.widens && taken.contains { $0.knows(earlier) }
            }.newest()
        }
        return found
    }
}

/// What members answered: of answers to one grant that know nothing of each other any no holds.
private struct Answers: Sendable {
    private var states: [Key: Answer.State] = [:]

    private struct Key: Hashable {
        var member: MemberID
        var grant: Dot
    }

    init(_ words: [Deed<SharingWord>]) {
        var said: [Key: [Deed<SharingWord>]] = [:]
        for word in words {
            guard let answer = word.content.answer else { continue }
            said[Key(member: answer.member, grant: answer.invitation), default: []].append(word)
        }
        states = said.compactMapValues { answers in
            let newest = answers.count == 1 ? answers : answers.newest()
            let states = newest.compactMap(\.content.answer?.state)
            return states.first { $0 == .left } ?? states.first { $0 == .declined } ?? states.first
        }
    }

    func state(of member: MemberID, to grant: Deed<SharingWord>) -> Answer.State? {
        states[Key(member: member, grant: grant.dot)]
    }

    /// Whether a grant to a member shows them the list; the house needs no answer.
    func isActive(_ grant: Deed<SharingWord>, for member: MemberID) -> Bool {
        switch state(of: member, to: grant) {
        case .accepted: true
        case .declined, .left: false
        case nil: member == .house
        }
    }

    /// Those who have said no to each of some grants.
    func refusing(all grants: [Deed<SharingWord>]) -> Set<MemberID> {
        guard !grants.isEmpty, states.contains(where: { $0.value.isRefusal }) else { return [] }
        let members = Set(states.lazy.filter(\.value.isRefusal).map(\.key.member))
        return members.filter { member in grants.allSatisfy { state(of: member, to: $0)?.isRefusal ?? false } }
    }
}

extension [Deed<SharingWord>] {
    /// The grants that stand, by whom they show the list to.
    fileprivate func standingGrants() -> [SharingSubject: [Deed<SharingWord>]] {
        var (grants, revocations): ([SharingSubject: [Deed<SharingWord>]], [SharingSubject: [Deed<SharingWord>]])
        (grants, revocations) = ([:], [:])
        for word in self where word.content.answer == nil {
            if word.content.widens {
                grants[word.content.subject, default: []].append(word)
            } else {
                revocations[word.content.subject, default: []].append(word)
            }
        }
        var standing: [SharingSubject: [Deed<SharingWord>]] = [:]
        for (subject, grants) in grants {
            standing[subject] = grants.known(by: revocations[subject] ?? [])
        }
        return standing.filter { !$0.value.isEmpty }
    }

    /// Those grants that know all of some revocations.
    private func known(by revocations: [Deed<SharingWord>]) -> [Deed<SharingWord>] {
        guard !revocations.isEmpty else { return self }
        var last = LastPositions()
        for revocation in revocations { last.insert(revocation.position) }
        return filter { last.areKnown(by: $0.position) }
    }
}

extension Deed<SharingWord> {
    /// Whether it is a word of the member whose word it has to be, on a device where that has to be known.
    fileprivate func isSaid(owner: MemberID, in roster: Roster) -> Bool {
        guard isSigned(owner: owner) else { return false }
        guard content.widens else {
            // A no holds as soon as anybody might have said it there, also where that admission counts no more.
            return content.answer == nil || roster.lets(act.by, answerOn: act.device)
        }
        // What is on its way to the disk was said here, where it was asked before whether it would count.
        return position.isDraft || roster.lets(act.by, speakOn: act.device)
    }

    /// Whether it has the name of the member whose word it has to be.
    fileprivate func isSigned(owner: MemberID) -> Bool {
        content.isSpoken(by: act.by, owner: owner)
    }
}

/// Those to whom the owner of a list shows it.
enum SharingSubject: Hashable, Sendable {
    case everybody
    case member(MemberID)
    /// Of an answer, which shows the list to nobody by itself.
    case nobody

    var member: MemberID? {
        if case .member(let member) = self { member } else { nil }
    }
}

extension SharingWord {
    /// Whether it is a member's to say: an answer is of whoever was asked, all else of the owner.
    func isSpoken(by member: MemberID, owner: MemberID) -> Bool {
        member == answer?.member ?? owner
    }

    /// Those to whom a word of the owner shows the list, or from whom it hides it.
    fileprivate var subject: SharingSubject {
        switch self {
        case .visibility: .everybody
        case .grant(let grant): .member(grant.member)
        case .answer: .nobody
        }
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
