package import struct PhlistModel.DeviceID
package import struct PhlistModel.MemberID

/// The readers of a list, derived from a set of testimonies and the membership of its household.
///
/// The rules are those of the design, each written down as directly as it is stated there:
/// 1. a list is seen by its owner, and by those to whom a showing stands: a person, the house, or everybody;
/// 2. a showing stands if its author knew every hiding from the same people that counts;
/// 3. a showing to a person takes effect with that person's yes to it, one to the house or to everybody at once; among
///    concurrent answers a no wins;
/// 4. showings and hidings are the owner's, an answer that of the person asked. A statement that widens counts if the
///    household lists its speaker for the device; a hiding counts by the name alone, and a no where anybody ever named
///    the person for the device.
package struct Access: Sendable {
    package let owner: MemberID
    /// Nil when the devices of the statements do not matter.
    private let membership: Membership?
    private let counting: [Testimony]
    /// The statements made in the name of the person entitled to them, on any device.
    private let spoken: [Testimony]
    /// The showings to everybody that stand.
    private let showings: [Testimony]

    /// The relation of a person to a list.
    package enum Standing: Hashable, Sendable {
        case owner
        /// Sees the list.
        case participant
        /// Was shown the list, has accepted none of the showings, and has not declined all of them.
        case invited
        /// Was never shown the list.
        case stranger
        /// Said no, left, or had the list taken back.
        case out
    }

    init(of testimonies: [Testimony], owner: MemberID, in membership: Membership?) {
        (self.owner, self.membership) = (owner, membership)
        let counting = testimonies.filter { $0.counts(owner: owner, in: membership) }
        self.counting = counting
        spoken = testimonies.filter { $0.counts(owner: owner, in: nil) }
        showings = counting.filter { $0.statement == .shows(toEverybody: true) }
            .standing(against: counting.filter { $0.statement == .shows(toEverybody: false) })
    }

    /// Whether every person of the household may see the list, except for those who left it.
    package var isEverybodys: Bool { !showings.isEmpty }

    /// Returns the relation of a person to the list, whether it is everybody's or not.
    package func standing(of person: MemberID) -> Standing {
        guard person != owner else { return .owner }
        let shown = showings(to: person)
        let said = shown.map { answer(of: person, to: $0) }
        if said.contains(true) { return .participant }
        if zip(shown, said).contains(where: { $1 == nil && isEffective($0, on: person) }) { return .participant }
        if said.contains(nil) { return .invited }
        return shown.isEmpty && !wasEverNamed(person) ? .stranger : .out
    }

    /// Returns whether a person may see the list.
    package func isSeen(by person: MemberID) -> Bool { [.owner, .participant].contains(standing(of: person)) }

    /// Returns whether a statement shows the list to a person who does not see it and may do so by accepting.
    package func mayAnswer(_ name: StatementName, _ person: MemberID) -> Bool {
        !isSeen(by: person) && showings(to: person).contains { $0.name == name }
    }

    /// Returns the showings to a person that stand, those to everybody among them.
    private func showings(to person: MemberID) -> [Testimony] {
        let own = counting.filter { $0.statement == .invites(person) }
        return showings + own.standing(against: counting.filter { $0.statement == .excludes(person) })
    }

    /// Returns whether a showing takes effect without an answer.
    private func isEffective(_ showing: Testimony, on person: MemberID) -> Bool {
        person == .house || showing.statement == .shows(toEverybody: true)
    }

    /// Returns a person's answer to a showing; nil without one.
    private func answer(of person: MemberID, to showing: Testimony) -> Bool? {
        let answers = counting.filter { $0.statement.isAnswer(of: person, to: showing.name) }
        return answers.isEmpty ? nil : !answers.newest.contains { $0.statement.isNo }
    }

    private func wasEverNamed(_ person: MemberID) -> Bool {
        counting.contains { $0.statement.isAbout(person) }
    }

    /// Returns whether a device may have the list.
    package func includes(_ device: DeviceID) -> Bool {
        guard membership?.contains(device) ?? false else { return false }
        return people(of: device).contains { isSeen(by: $0) }
    }

    /// Returns whether any statement, counting or not, ever concerned the people of a device or everybody: such a
    /// device may learn that it has no part in the list.
    package func concerns(_ device: DeviceID) -> Bool {
        let people = self.people(of: device).union(membership?.everNamed(for: device) ?? [])
        return people.contains(owner)
            || spoken.contains { testimony in
                testimony.statement == .shows(toEverybody: true) || people.contains { testimony.statement.isAbout($0) }
            }
    }

    /// Returns whether a person may do something in the list.
    package func allows(_ deed: Deed, by person: MemberID) -> Bool {
        switch deed {
        case .change: isSeen(by: person)
        case .trash: person == owner || isEverybodys && isSeen(by: person)
        case .setPolicy: person == owner
        }
    }

    /// An action in a list, by the right that it requires.
    package enum Deed: Hashable, Sendable {
        /// Changes its items or its title.
        case change
        /// Moves it to the trash, restores it, or empties its trash.
        case trash
        /// Sets whether items may be removed.
        case setPolicy
    }

    /// Returns the people of a device, or the house.
    private func people(of device: DeviceID) -> Set<MemberID> {
        let people = membership?.people(of: device) ?? []
        return people.isEmpty ? [.house] : people
    }
}

extension [Testimony] {
    /// Returns those whose authors knew all of some other testimonies.
    fileprivate func standing(against others: [Testimony]) -> [Testimony] {
        filter { testimony in others.allSatisfy(testimony.knows) }
    }
}

extension Testimony {
    /// Returns whether it is by the person entitled to it, on a device of that person where that matters.
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

    /// Returns whether it shows a list to a person, or hides it.
    fileprivate func isAbout(_ person: MemberID) -> Bool { self == .invites(person) || self == .excludes(person) }

    fileprivate func isAnswer(of person: MemberID, to showing: StatementName) -> Bool {
        if case .answers(person, showing, _) = self { true } else { false }
    }
}
