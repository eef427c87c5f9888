package import struct PhlistModel.DeviceID
package import struct PhlistModel.MemberID

/// Who may see a list, by a set of testimonies and by who is in its household.
///
/// The rules are those of the design, each written down as directly as it is stated there:
/// 1. a list is seen by its owner, and by those to whom a showing stands: a person, the house, or everybody;
/// 2. a showing stands if its author knew every hiding from the same people that counts;
/// 3. one to a person takes effect with that person's yes to it, one to the house or to everybody at once; of answers
///    that knew nothing of each other a no holds;
/// 4. showings and hidings are the owner's, an answer that of the person asked. A word that widens counts if its
///    speaker's device is for that person by the household; a hiding counts on the name alone, and a no where anybody
///    ever named the person for the device.
package struct Access: Sendable {
    package let owner: MemberID
    /// Nil where only the words are asked, and not on whose devices they were said.
    private let membership: Membership?
    private let counting: [Testimony]
    /// All that was said by the person whose word it is, on whatever device.
    private let spoken: [Testimony]
    /// The showings to everybody that stand.
    private let showings: [Testimony]

    /// What a person is to a list.
    package enum Standing: Hashable, Sendable {
        case owner
        /// Sees the list.
        case participant
        /// Was shown the list, and has not said yes to any of what shows it, nor no to all of it.
        case invited
        /// Was never shown the list.
        case stranger
        /// Said no, left, or had the list taken back.
        case out
    }

    /// Judges testimonies about a list.
    init(of testimonies: [Testimony], owner: MemberID, in membership: Membership?) {
        (self.owner, self.membership) = (owner, membership)
        let counting = testimonies.filter { $0.counts(owner: owner, in: membership) }
        self.counting = counting
        spoken = testimonies.filter { $0.counts(owner: owner, in: nil) }
        showings = counting.filter { $0.statement == .shows(toEverybody: true) }
            .standing(against: counting.filter { $0.statement == .shows(toEverybody: false) })
    }

    /// Whether each person of the household may see the list, but for those who left it.
    package var isEverybodys: Bool { !showings.isEmpty }

    /// What a person is to the list, whether it is everybody's or not.
    package func standing(of person: MemberID) -> Standing {
        guard person != owner else { return .owner }
        let shown = showings(to: person)
        let said = shown.map { answer(of: person, to: $0) }
        if said.contains(true) { return .participant }
        if zip(shown, said).contains(where: { $1 == nil && isEffective($0, on: person) }) { return .participant }
        if said.contains(nil) { return .invited }
        return shown.isEmpty && !wasEverNamed(person) ? .stranger : .out
    }

    /// Whether a person may see the list.
    package func isSeen(by person: MemberID) -> Bool { [.owner, .participant].contains(standing(of: person)) }

    /// Whether a statement shows the list to a person who does not see it and may do so by a yes.
    package func mayAnswer(_ name: StatementName, _ person: MemberID) -> Bool {
        !isSeen(by: person) && showings(to: person).contains { $0.name == name }
    }

    /// The showings to a person that stand, those to everybody among them.
    private func showings(to person: MemberID) -> [Testimony] {
        let own = counting.filter { $0.statement == .invites(person) }
        return showings + own.standing(against: counting.filter { $0.statement == .excludes(person) })
    }

    /// Whether a showing takes effect unanswered.
    private func isEffective(_ showing: Testimony, on person: MemberID) -> Bool {
        person == .house || showing.statement == .shows(toEverybody: true)
    }

    /// What a person said to a showing; nil when nothing was said.
    private func answer(of person: MemberID, to showing: Testimony) -> Bool? {
        let answers = counting.filter { $0.statement.isAnswer(of: person, to: showing.name) }
        return answers.isEmpty ? nil : !answers.newest.contains { $0.statement.isNo }
    }

    private func wasEverNamed(_ person: MemberID) -> Bool {
        counting.contains { $0.statement.isAbout(person) }
    }

    /// Whether a device may have the list.
    package func includes(_ device: DeviceID) -> Bool {
        guard membership?.contains(device) ?? false else { return false }
        return people(of: device).contains { isSeen(by: $0) }
    }

    /// Whether anything about the people of a device was ever said, or about everybody, counting or not: such a device
    /// may learn that it has no part in the list.
    package func concerns(_ device: DeviceID) -> Bool {
        let people = self.people(of: device).union(membership?.everNamed(for: device) ?? [])
        return people.contains(owner)
            || spoken.contains { testimony in
                testimony.statement == .shows(toEverybody: true) || people.contains { testimony.statement.isAbout($0) }
            }
    }

    /// Whether a person may do something in the list.
    package func allows(_ deed: Deed, by person: MemberID) -> Bool {
        switch deed {
        case .change: isSeen(by: person)
        case .trash: person == owner || isEverybodys && isSeen(by: person)
        case .setPolicy: person == owner
        }
    }

    /// What somebody does in a list, by the right that it takes.
    package enum Deed: Hashable, Sendable {
        /// Changes what is in it, or its title.
        case change
        /// Puts it into the trash, takes it out, or empties its trash.
        case trash
        /// Says whether items may be removed.
        case setPolicy
    }

    /// The people of a device, or the house.
    private func people(of device: DeviceID) -> Set<MemberID> {
        let people = membership?.people(of: device) ?? []
        return people.isEmpty ? [.house] : people
    }
}

extension [Testimony] {
    /// Those whose authors knew all of some other testimonies.
    fileprivate func standing(against others: [Testimony]) -> [Testimony] {
        filter { testimony in others.allSatisfy(testimony.knows) }
    }
}

extension Testimony {
    /// Whether it is said by the person whose word it is, on a device where that has to be known.
    fileprivate func counts(owner: MemberID, in membership: Membership?) -> Bool {
        let isOnOwnDevice = membership?.isFor(speaker, device) ?? true
        return switch statement {
        case .shows(toEverybody: false), .excludes: speaker == owner
        case .shows(toEverybody: true), .invites: speaker == owner && isOnOwnDevice
        case .answers(let person, _, isYes: true): speaker == person && isOnOwnDevice
        case .answers(let person, _, isYes: false):
            speaker == person && (isOnOwnDevice || membership?.everNamed(for: device).contains(person) ?? true)
        default: false
        }
    }
}

extension Statement {
    fileprivate var isNo: Bool {
        if case .answers(_, _, isYes: false) = self { true } else { false }
    }

    /// Whether it shows a list to a person, or hides it.
    fileprivate func isAbout(_ person: MemberID) -> Bool { self == .invites(person) || self == .excludes(person) }

    fileprivate func isAnswer(of person: MemberID, to showing: StatementName) -> Bool {
        if case .answers(person, showing, _) = self { true } else { false }
    }
}
