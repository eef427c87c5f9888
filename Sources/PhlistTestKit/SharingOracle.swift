import PhlistModel

/// A slow and obviously right judge of who may see a list.
struct SharingOracle<Content: Hashable & Sendable> {
    private let deeds: DeedHistory<Content>
    /// The words among the deeds.
    private let words: [SharingWord?]
    /// Whether it asks on which device something was said, and not only in whose name.
    private let asksForDevices: Bool

    /// Creates a judge of some deeds, some of which are words.
    init(_ deeds: DeedHistory<Content>, asksForDevices: Bool = true, word: (Content) -> SharingWord?) {
        (self.deeds, self.asksForDevices) = (deeds, asksForDevices)
        words = deeds.deeds.map { word($0.content) }
    }

    func visibility(by heard: UInt32) -> Visibility {
        let said = current(by: heard) { if case .visibility = $0 { true } else { false } }
        return said.contains { words[$0] == .visibility(.participants) } ? .participants : .household
    }

    /// Whether the member is invited by all that the owner says, and has agreed to one of those invitations.
    func participates(_ member: MemberID, by heard: UInt32) -> Bool {
        let grants = current(by: heard) { $0.isGrant(of: member) }
        guard !grants.isEmpty, grants.allSatisfy({ invites(member, $0) }) else { return false }
        let dots = grants.map { deeds.dot($0) }
        let answers = current(by: heard) { word in
            if case .answer(let answer) = word {
                answer.member == member && dots.contains(answer.invitation)
            } else {
                false
            }
        }
        return !answers.isEmpty && answers.allSatisfy { isAcceptance($0) }
    }

    /// Whether the owner has really invited, and the member really agreed, each on a device of his own.
    func isAgreed(_ member: MemberID, by heard: UInt32) -> Bool {
        let (owner, own) = (SharingHistory.members[0], deeds.members(heard))
        return own.contains { invites(member, $0) && isListed(owner, $0) }
            && own.contains { isAcceptance($0) && isListed(member, $0) }
    }

    private func invites(_ member: MemberID, _ index: Int) -> Bool {
        words[index] == .grant(Grant(member, .invited))
    }

    private func isAcceptance(_ index: Int) -> Bool {
        if case .answer(let answer)? = words[index] { answer.state == .accepted } else { false }
    }

    /// Whether a word is by a member, and on a device where he is listed.
    private func isListed(_ member: MemberID, _ index: Int) -> Bool {
        let deed = deeds.deeds[index]
        guard deed.by == member, asksForDevices else { return deed.by == member }
        let device = SharingHistory.devices.firstIndex(of: deed.device)
        return device.map { SharingHistory.users[$0].contains(member) } ?? false
    }

    /// The words of a kind that count and that no other one of it has replaced.
    private func current(by heard: UInt32, where isOfKind: (SharingWord) -> Bool) -> [Int] {
        let said = deeds.members(heard).filter { words[$0].map(isOfKind) ?? false && counts($0) }
        return said.filter { old in !said.contains { deeds.knows($0, old) } }
    }

    private func counts(_ index: Int) -> Bool {
        let owner = SharingHistory.members[0]
        switch words[index] {
        case .answer(let answer): return isListed(answer.member, index)
        case .visibility(.participants): return deeds.deeds[index].by == owner
        case .grant(let grant) where grant.state == .removed: return deeds.deeds[index].by == owner
        case .visibility, .grant: return isListed(owner, index)
        case nil: return false
        }
    }
}

extension SharingWord {
    fileprivate func isGrant(of member: MemberID) -> Bool {
        if case .grant(let grant) = self { grant.member == member } else { false }
    }
}
