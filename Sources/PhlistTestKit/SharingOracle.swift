import PhlistModel

/// A slow and obviously right judge of who may see a list: it goes by who said what, knowing what.
struct SharingOracle<Content: Hashable & Sendable> {
    private let deeds: DeedHistory<Content>
    /// The words among the deeds.
    private let words: [SharingWord?]
    /// Whether it asks on which device something was said, and not only in whose name.
    private let asksForDevices: Bool

    private static var owner: MemberID { SharingHistory.members[0] }

    /// Creates a judge of some deeds, some of which are words.
    init(_ deeds: DeedHistory<Content>, asksForDevices: Bool = true, word: (Content) -> SharingWord?) {
        (self.deeds, self.asksForDevices) = (deeds, asksForDevices)
        words = deeds.deeds.map { word($0.content) }
    }

    /// Whether somebody sees the list: its owner, whoever has not left what everybody sees, and whoever takes part.
    func sees(_ member: MemberID, by heard: UInt32) -> Bool {
        let shown = standing(.visibility(.household), .visibility(.participants), by: heard)
        return shown.contains { verdict(of: member, on: $0, by: heard) != false } || participates(member, by: heard)
    }

    /// Whether the owner shows the list to everybody.
    func isEverybodys(by heard: UInt32) -> Bool {
        !standing(.visibility(.household), .visibility(.participants), by: heard).isEmpty
    }

    /// Whether the member is the owner, or has agreed to an invitation that stands; the house need not agree.
    func participates(_ member: MemberID, by heard: UInt32) -> Bool {
        guard member != Self.owner else { return true }
        let grants = standing(.grant(Grant(member, .invited)), .grant(Grant(member, .removed)), by: heard)
        return grants.contains { verdict(of: member, on: $0, by: heard) ?? (member == .house) }
    }

    /// Whether the owner has really invited, and the member really agreed, each on a device of their own.
    func isAgreed(_ member: MemberID, by heard: UInt32) -> Bool {
        let own = deeds.members(heard)
        return own.contains { words[$0] == .grant(Grant(member, .invited)) && isListed(Self.owner, $0) }
            && own.contains { answer($0)?.state == .accepted && isListed(member, $0) }
    }

    /// The counting words of one kind whose authors knew every counting word of the other kind.
    private func standing(_ grant: SharingWord, _ revocation: SharingWord, by heard: UInt32) -> [Int] {
        let said = deeds.members(heard).filter(counts)
        let revocations = said.filter { words[$0] == revocation }
        return said.filter { said in
            words[said] == grant && revocations.allSatisfy { deeds.knows(said, $0) }
        }
    }

    /// What a member says to one grant: yes if all answers say so that no other answer to it knew; nil for nothing.
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

    /// Whether a word is by a member, and on a device where they are listed.
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
