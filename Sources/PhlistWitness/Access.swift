package import struct PhlistModel.DeviceID
package import struct PhlistModel.MemberID

/// Who may see a list, by a set of testimonies and by who is in its household.
///
/// A word is the owner's, an answer that of the person asked. A word that widens counts if its speaker's device is for
/// that person by the household; a word that narrows counts on the name alone.
package struct Access: Sendable {
    package let owner: MemberID
    /// Nil where only the words are asked, and not on whose devices they were said.
    private let membership: Membership?
    private let counting: [Testimony]

    /// What a person is to a list.
    package enum Standing: Hashable, Sendable {
        case owner
        case participant
        /// Has not answered the invitation that stands.
        case invited(StatementName)
        /// Was never invited.
        case stranger
        /// Said no, left, or was excluded.
        case out
    }

    /// Judges testimonies about a list.
    init(of testimonies: [Testimony], owner: MemberID, in membership: Membership?) {
        (self.owner, self.membership) = (owner, membership)
        counting = testimonies.filter { $0.counts(owner: owner, in: membership) }
    }

    /// Whether each person of the household may see the list.
    ///
    /// A word has to say so whose author knew every word to the contrary that counts. Where nobody has said anything
    /// everybody may.
    package var isEverybodys: Bool {
        let hidings = counting.filter { $0.statement == .shows(toEverybody: false) }
        let showings = counting.filter { $0.statement == .shows(toEverybody: true) }
        return hidings.isEmpty || showings.contains { showing in hidings.allSatisfy(showing.knows) }
    }

    /// What a person is to the list as a participant, whether it is everybody's or not.
    package func standing(of person: MemberID) -> Standing {
        guard person != owner else { return .owner }
        let invitations = counting.filter { $0.statement == .invites(person) }
        let exclusions = counting.filter { $0.statement == .excludes(person) }
        let open = invitations.filter { invitation in exclusions.allSatisfy(invitation.knows) }
        guard let last = open.newest.first else { return invitations.isEmpty && exclusions.isEmpty ? .stranger : .out }
        let answers = open.newest.flatMap { self.answers(of: person, to: $0.name) }
        // The house takes part without being asked, and may leave.
        guard !answers.isEmpty else { return person == .house ? .participant : .invited(last.name) }
        return answers.newest.contains(where: \.statement.isNo) ? .out : .participant
    }

    private func answers(of person: MemberID, to invitation: StatementName) -> [Testimony] {
        counting.filter { testimony in
            if case .answers(person, invitation, _) = testimony.statement { true } else { false }
        }
    }

    /// Whether a device may have the list.
    package func includes(_ device: DeviceID) -> Bool {
        guard membership?.contains(device) ?? false else { return false }
        return isEverybodys || people(of: device).contains { [.owner, .participant].contains(standing(of: $0)) }
    }

    /// Whether anything about the people of a device was ever said, or about everybody: such a device may learn that
    /// it has no part in the list.
    package func concerns(_ device: DeviceID) -> Bool {
        let people = self.people(of: device).union(membership?.everNamed(for: device) ?? [])
        let wasShown = counting.contains { $0.statement == .shows(toEverybody: true) }
        let wasHiddenLater = counting.contains { $0.statement == .shows(toEverybody: false) && !$0.known.isEmpty }
        return wasShown || wasHiddenLater || people.contains { standing(of: $0) != .stranger }
    }

    /// Whether a person may do something in the list.
    package func allows(_ deed: Deed, by person: MemberID) -> Bool {
        let isReader = isEverybodys || [.owner, .participant].contains(standing(of: person))
        return switch deed {
        case .change: isReader
        case .trash: person == owner || isEverybodys
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

extension Testimony {
    /// Whether it is said by the person whose word it is, on a device where that has to be known.
    fileprivate func counts(owner: MemberID, in membership: Membership?) -> Bool {
        let isOnOwnDevice = membership?.isFor(speaker, device) ?? true
        return switch statement {
        case .shows(toEverybody: false), .excludes: speaker == owner
        case .shows(toEverybody: true), .invites: speaker == owner && isOnOwnDevice
        case .answers(let person, _, _): speaker == person && isOnOwnDevice
        default: false
        }
    }
}

extension Statement {
    fileprivate var isNo: Bool {
        if case .answers(_, _, isYes: false) = self { true } else { false }
    }
}
