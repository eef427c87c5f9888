import PhlistModel
import PhlistVocabulary

/// A slow, obviously correct judge of who may see a list, by who said what and knew what.
struct SharingOracle<Content: Hashable & Sendable> {
    private let deeds: DeedHistory<Content>
    /// The sharing words among the deeds; nil for others.
    private let words: [SharingWord?]
    /// Whether the device of a word matters, besides the member in whose name it was said.
    private let asksForDevices: Bool

    private static var owner: MemberID { SharingHistory.members[0] }

    init(_ deeds: DeedHistory<Content>, asksForDevices: Bool = true, word: (Content) -> SharingWord?) {
        (self.deeds, self.asksForDevices) = (deeds, asksForDevices)
        words = deeds.deeds.map { word($0.content) }
    }

    /// Returns whether a member sees the list: as a participant, or because everybody sees it and they have not left
    /// it.
    func sees(_ member: MemberID, by heard: UInt32) -> Bool {
        let shown = standing(.visibility(.household), .visibility(.participants), by: heard)
        return shown.contains { verdict(of: member, on: $0, by: heard) != false } || participates(member, by: heard)
    }

    /// Returns whether the owner shows the list to everybody.
    func isEverybodys(by heard: UInt32) -> Bool {
        !standing(.visibility(.household), .visibility(.participants), by: heard).isEmpty
    }

    /// Returns whether the member is the owner, or has accepted an invitation that stands; the house need not accept.
    func participates(_ member: MemberID, by heard: UInt32) -> Bool {
        guard member != Self.owner else { return true }
        let grants = standing(.grant(Grant(member, .invited)), .grant(Grant(member, .removed)), by: heard)
        return grants.contains { verdict(of: member, on: $0, by: heard) ?? (member == .house) }
    }

    /// Returns whether the owner has invited and the member has accepted, each on a device of their own.
    func isAgreed(_ member: MemberID, by heard: UInt32) -> Bool {
        let own = deeds.members(heard)
        return own.contains { words[$0] == .grant(Grant(member, .invited)) && isListed(Self.owner, $0) }
            && own.contains { answer($0)?.state == .accepted && isListed(member, $0) }
    }

    /// Returns the counting words of one kind whose authors knew every counting word of the other kind.
    private func standing(_ grant: SharingWord, _ revocation: SharingWord, by heard: UInt32) -> [Int] {
        let said = deeds.members(heard).filter(counts)
        let revocations = said.filter { words[$0] == revocation }
        return said.filter { said in
            words[said] == grant && revocations.allSatisfy { deeds.knows(said, $0) }
        }
    }

    /// Returns a member's answer to a grant: yes if all its latest answers are yes; nil without an answer.
    private func verdict(of member: MemberID, on grant: Int, by heard: UInt32) -> Bool? {
        let said = deeds.members(heard).filter { index in
            guard let answer = answer(index), counts(index) else { return false }
            return answer.member == member && answer.invitation == deeds.dot(grant)
        }
        let newest = said.filter { old in !said.contains { deeds.knows($0, old) } }
        return newest.isEmpty ? nil : newest.allSatisfy { answer($0)?.state == .accepted }
    }

    private func answer(_ index: Int) -> Answer? {
        if case .answer(let answer)? = words[index] { answer } else { nil }
    }

    /// Returns whether a word is by a member, on a device that lists that member.
    private func isListed(_ member: MemberID, _ index: Int) -> Bool {
        let deed = deeds.deeds[index]
        guard deed.by == member, asksForDevices else { return deed.by == member }
        guard let device = SharingHistory.devices.firstIndex(of: deed.device) else { return false }
        let users = SharingHistory.users[device]
        return users.contains(member) || users.isEmpty && member == .house
    }

    private func counts(_ index: Int) -> Bool {
        switch words[index] {
        case .answer(let answer): isListed(answer.member, index)
        case .visibility(.participants): deeds.deeds[index].by == Self.owner
        case .grant(let grant) where grant.state == .removed: deeds.deeds[index].by == Self.owner
        case .visibility, .grant: isListed(Self.owner, index)
        case nil: false
        }
    }
}
