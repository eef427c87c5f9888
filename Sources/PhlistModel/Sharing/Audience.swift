import PhlistVocabulary

/// The members who may see one list, derived from its sharing words and the roster.
///
/// The owner sees the list, and so does everyone to whom a grant stands. A grant stands if every revocation for the
/// same people is in its past. A grant to a person takes effect once that person accepts it; one to the house or to
/// everybody takes effect at once, except for members who answered no.
///
/// A word counts when it is by the owner, or is a member's own answer. A word that lets more people see the list must
/// come from a device on which its author is listed, so that a device that cannot see the list grants nothing to
/// itself. A word that lets fewer see it needs less.
package struct Audience: Sendable {
    package let owner: MemberID
    private let roster: Roster
    /// The words that count.
    private let words: [Deed<SharingWord>]
    /// The grants that stand, each after those that its author knew.
    private let standing: [SharingSubject: [Deed<SharingWord>]]
    /// The answer of each member to each grant, as it holds.
    private let answers: Answers
    /// Members who see the list by a grant to them, without the owner.
    private let participants: Set<MemberID>
    /// Members who declined every grant that shows the list to everybody.
    private let absentees: Set<MemberID>
    /// Whether everybody in the household may see the list, except members who answered no.
    package let isEverybodys: Bool
    /// Whether there are words by those entitled to them, on devices that do not speak for them.
    private let hasUncountedWords: Bool

    /// The relation of a member to a list.
    package enum Participation: Hashable, Sendable {
        case owner
        /// Not invited, and the list is not everybody's.
        case none
        /// Sees the list because everybody does.
        case household
        /// Has not answered the invitation, which is this op.
        case invited(Dot)
        case accepted
        case declined
        case left
        /// The owner took the invitation back.
        case removed
    }

    /// Combines the sharing words of a list with the roster.
    package init(_ sharing: Sharing, owner: MemberID, in roster: Roster) {
        let words = sharing.deeds.filter { $0.isSaid(owner: owner, in: roster) }
        let signedCount = sharing.deeds.count { $0.isSigned(owner: owner) }
        self.init(words, owner, roster, hasUncountedWords: words.count < signedCount)
    }

    /// Combines the sharing words that the author of an op knew; which devices belong to whom was checked before.
    init(_ sharing: Sharing, owner: MemberID, knownAt position: CausalPosition) {
        let words = sharing.deeds.filter { word in
            word.isSigned(owner: owner) && position.knows(word.position)
        }
        self.init(words, owner, Roster(), hasUncountedWords: false)
    }

    private init(_ words: [Deed<SharingWord>], _ owner: MemberID, _ roster: Roster, hasUncountedWords: Bool) {
        (self.words, self.owner, self.roster) = (words, owner, roster)
        self.hasUncountedWords = hasUncountedWords
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

    // MARK: Visibility

    /// Whether a member sees the list.
    package func sees(_ member: MemberID) -> Bool {
        isParticipant(member) || isEverybodys && !absentees.contains(member)
    }

    /// Whether a member sees the list, and what the member writes there counts.
    ///
    /// A write is judged by what its author knew, whichever devices speak for whom: see docs/decisions/0058. So a
    /// member who left the list on a device that did not speak for the member has to accept again before writing,
    /// though the list is still shown.
    package func mayWrite(_ member: MemberID, knowing sharing: Sharing) -> Bool {
        guard sees(member) else { return false }
        guard hasUncountedWords else { return true }
        let words = sharing.deeds.filter { $0.isSigned(owner: owner) }
        return Audience(words, owner, Roster(), hasUncountedWords: false).sees(member)
    }

    /// Whether a member would see the list even if it were not everybody's: as the owner, or by a grant of their own.
    package func isParticipant(_ member: MemberID) -> Bool {
        member == owner || participants.contains(member)
    }

    /// Whether a device is in the household and one of its users sees the list.
    package func includes(_ device: DeviceID) -> Bool {
        roster.contains(device) && mayHave(device)
    }

    /// Whether a device may have the list; one that the roster does not show yet has what everybody sees.
    package func mayHave(_ device: DeviceID) -> Bool {
        users(of: device)?.contains { sees($0) } ?? isEverybodys
    }

    /// Whether a user of the device would see the list even if it were not everybody's.
    package func includesParticipant(on device: DeviceID) -> Bool {
        users(of: device)?.contains { isParticipant($0) } ?? false
    }

    /// Whether the owner may use a device.
    package func includesOwner(on device: DeviceID) -> Bool {
        users(of: device)?.contains(owner) ?? false
    }

    /// The members listed on a device, or the house if none are; nil for a device that is not in.
    private func users(of device: DeviceID) -> [MemberID]? {
        roster.devices[device].map { $0.members.isEmpty ? [.house] : $0.members }
    }

    // MARK: Participation

    /// Returns the relation of a member to the list; the house cannot answer and takes part once it is invited.
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

    /// The standing grants that show the list to a member, including those to everybody; the greatest of concurrent
    /// grants is the last.
    private func grants(shownTo member: MemberID) -> [Deed<SharingWord>] {
        [.everybody, .member(member)].flatMap { subject in
            (standing[subject] ?? []).sorted { ($0.act.stamp, $0.dot) < ($1.act.stamp, $1.dot) }
        }
    }

    /// The op that a member answers to take part: the newest grant that stands; nil if there is none.
    package func invitation(of member: MemberID) -> Dot? {
        if case .invited(let dot) = participation(of: member) { return dot }
        return grants(shownTo: member).last?.dot
    }

    /// The ops that a member answers with no by leaving the list.
    package func grantsToLeave(_ member: MemberID) -> [Dot] {
        grants(shownTo: member).filter { answers.state(of: member, to: $0)?.isRefusal != true }.map(\.dot)
    }

    /// Participants without the owner, in the order of their ids.
    package var accepted: [MemberID] {
        participants.filter { $0 != owner }.sorted()
    }

    /// The members who were ever invited or have answered, in the order of their ids.
    package var invited: [MemberID] {
        Set(words.compactMap { $0.content.subject.member ?? $0.content.answer?.member }).sorted()
    }

    // MARK: History

    /// Whether the list was ever shown to everybody in the household.
    package var wasShown: Bool {
        words.contains { $0.content.visibility == .household }
    }

    // MARK: Undo

    /// Words that take other words back.
    struct Reversal: Hashable, Sendable {
        var words: [SharingWord] = []
        /// The words that are no longer in effect as they were said.
        var leftAlone: [SharingWord] = []
    }

    /// Returns the opposites of some words of the owner, as far as these still stand.
    ///
    /// A word that shows the list to fewer people may replace equal concurrent words; one that shows it to more people
    /// may not, as each of them was meant.
    ///
    /// - Parameters:
    ///   - deeds: The words of one action.
    ///   - undone: The words that the action of a word took back; empty if the action is not an undo.
    /// - Returns: The words to say and the words left alone.
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

    /// The words that a word brings back: an undo or a redo repeats what stood before the word that it took back.
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

/// The members' answers; of concurrent answers to one grant, a no holds.
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

    /// Members who said no to each of some grants.
    func refusing(all grants: [Deed<SharingWord>]) -> Set<MemberID> {
        guard !grants.isEmpty, states.contains(where: { $0.value.isRefusal }) else { return [] }
        let members = Set(states.lazy.filter(\.value.isRefusal).map(\.key.member))
        return members.filter { member in grants.allSatisfy { state(of: member, to: $0)?.isRefusal ?? false } }
    }
}

extension [Deed<SharingWord>] {
    /// The grants that stand, by the people to whom they show the list.
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
            standing[subject] = grants.knowing(all: revocations[subject] ?? [])
        }
        return standing.filter { !$0.value.isEmpty }
    }

    /// The grants whose authors knew all of some revocations.
    private func knowing(all revocations: [Deed<SharingWord>]) -> [Deed<SharingWord>] {
        guard !revocations.isEmpty else { return self }
        var last = LastPositions()
        for revocation in revocations { last.insert(revocation.position) }
        return filter { last.areKnown(by: $0.position) }
    }
}

extension Deed<SharingWord> {
    /// Whether the word is by the member entitled to it, on a device where that member may say it.
    fileprivate func isSaid(owner: MemberID, in roster: Roster) -> Bool {
        guard isSigned(owner: owner) else { return false }
        guard content.widens else {
            // A no holds once anybody could have said it there, even if that admission no longer counts.
            return content.answer == nil || roster.lets(act.by, answerOn: act.device)
        }
        // A draft was written here, where it was checked before whether it would count.
        return position.isDraft || roster.lets(act.by, speakOn: act.device)
    }

    /// Whether the word carries the name of the member entitled to it.
    fileprivate func isSigned(owner: MemberID) -> Bool {
        content.isSpoken(by: act.by, owner: owner)
    }
}

/// The people to whom the owner of a list shows it.
enum SharingSubject: Hashable, Sendable {
    case everybody
    case member(MemberID)
    /// The subject of an answer, which shows the list to nobody by itself.
    case nobody

    var member: MemberID? {
        if case .member(let member) = self { member } else { nil }
    }
}

extension SharingWord {
    /// Whether a member is entitled to the word: an answer belongs to the member asked, all else to the owner.
    func isSpoken(by member: MemberID, owner: MemberID) -> Bool {
        member == answer?.member ?? owner
    }

    /// The people to whom a word of the owner shows the list, or from whom it hides it.
    fileprivate var subject: SharingSubject {
        switch self {
        case .visibility: .everybody
        case .grant(let grant): .member(grant.member)
        case .answer: .nobody
        }
    }

    /// The word of the owner with the opposite meaning; nil for an answer, which is not the owner's.
    fileprivate var opposite: SharingWord? {
        switch self {
        case .visibility(let visibility): .visibility(visibility == .household ? .participants : .household)
        case .grant(let grant): .grant(Grant(grant.member, grant.state == .invited ? .removed : .invited))
        case .answer: nil
        }
    }

    fileprivate var answer: Answer? {
        if case .answer(let answer) = self { answer } else { nil }
    }
}
