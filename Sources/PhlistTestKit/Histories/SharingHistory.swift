package import PhlistModel
import PhlistVocabulary

/// Statements of people about who may see a list: random, or all histories of a few words.
///
/// Anna owns it and is listed on two devices, Ben and Cleo on one each; the fifth is the house's. All try what they may
/// not do, also in Anna's name.
package struct SharingHistory: Sendable {
    package private(set) var words = DeedHistory<SharingWord>(origin.scope) { .write(.root, [$0.write]) }

    package static let members = (1...3).map { MemberID(rawValue: $0 << 100) }
    private static let (anna, ben, cleo) = (members[0], members[1], members[2])
    private static let origin = ListOrigin(owner: anna, household: ScopeID(rawValue: 2), nonce: 1)
    package static let devices = (0..<5).map { DeviceID(publicKey: [UInt8($0)]) }
    /// The people listed for each device.
    static let users = [[anna], [anna], [ben], [cleo], []]
    private static let common: UInt32 = 1
    /// The members that Anna may show the list to.
    private static let guests = [ben, cleo, .house]

    /// The household, whose founder has listed everyone.
    package static let roster: Roster = {
        let founding = Founding(publicKey: [0], deviceName: "0", nonce: 1)
        var acts = DeedHistory<RosterAct>(founding.scope) { .roster($0) }
        acts.add(.found(founding), on: founding.device, knowing: 0)
        for (number, members) in users.enumerated() {
            let admission = Admission(publicKey: [UInt8(number)], deviceName: "", role: .admin, members: members)
            acts.add(.admit(admission), on: founding.device, knowing: acts.all)
        }
        var roster = Roster()
        for index in acts.deeds.indices {
            roster.take(acts.deeds[index].content, acts.dot(index), acts.act(index), at: acts.position(index))
        }
        return roster
    }()

    /// Creates a history with one word of Anna's: Ben is invited, or the list is everybody's.
    package init(isForEverybody: Bool = false) {
        let word = isForEverybody ? SharingWord.visibility(.household) : .grant(Grant(Self.ben, .invited))
        words.add(word, by: Self.anna, on: Self.devices[0], knowing: 0)
    }

    private init(_ words: DeedHistory<SharingWord>) {
        self.words = words
    }

    // MARK: Random histories

    /// Runs the history of a seed.
    package init(seed: UInt64) {
        self.init()
        var random = SeededRandom(seed: seed)
        var known = Self.devices.map { _ in Self.common }
        for _ in 0..<Int.random(in: 6...26, using: &random) {
            let (device, other) = (random.number(below: 5), random.number(below: 5))
            guard !random.happens(percent: 45) else {
                known[device] |= known[other]
                continue
            }
            // A device that was put back knows less than it did; another may pretend to.
            if random.happens(percent: 8) { known[device] = Self.common }
            let (member, word) = randomWord(on: device, knowing: known[device], &random)
            // Random clocks carry no information.
            let stamp = Stamp(rawValue: random.next())
            words.add(word, by: member, on: Self.devices[device], knowing: known[device], stamp: stamp)
            known[device] |= 1 << UInt32(words.deeds.count - 1)
        }
    }

    private func randomWord(
        on device: Int,
        knowing past: UInt32,
        _ random: inout SeededRandom
    ) -> (MemberID, SharingWord) {
        let isHonest = random.happens(percent: 75)
        let speaker = isHonest ? Self.users[device].first : Self.members[random.number(below: 3)]
        let guest = Self.guests[random.number(below: 3)]
        guard speaker != Self.anna else {
            let isWide = random.happens(percent: 60)
            guard random.happens(percent: 70) else {
                return (Self.anna, .visibility(isWide ? .household : .participants))
            }
            return (Self.anna, .grant(Grant(guest, isWide ? .invited : .removed)))
        }
        guard isHonest else { return (speaker ?? .house, .grant(Grant(guest, .invited))) }
        let member = speaker ?? .house
        let states: [Answer.State] = [.accepted, .accepted, .accepted, .declined, .left]
        let grants = words.members(past).filter { words.deeds[$0].content.shows(to: member) }
        let state = states[random.number(below: states.count)]
        return (member, .answer(Answer(member, to: words.dot(grants.randomElement(using: &random) ?? 0), state)))
    }

    // MARK: All histories of a few words

    /// Enumerates all histories of `count` words on Anna's two devices and on Ben's, after the word that all know.
    ///
    /// - Parameters:
    ///   - count: The number of words.
    ///   - isForEverybody: Whether they are about everybody instead of Ben.
    ///   - body: Receives each history.
    package static func forEach(count: Int, isForEverybody: Bool, _ body: (SharingHistory) -> Void) {
        SharingHistory(isForEverybody: isForEverybody).words.forEachContinuation(
            count: count,
            { menu(of: $0, behind: $1) },
            on: devices[..<3],
            { body(SharingHistory($0)) }
        )
    }

    private static func menu(
        of device: Int,
        behind words: DeedHistory<SharingWord>
    ) -> [(by: MemberID, content: SharingWord)] {
        let grant = words.deeds[0].content
        guard device == 2 else {
            let isForEverybody = grant == .visibility(.household)
            return [(anna, grant), (anna, isForEverybody ? .visibility(.participants) : .grant(Grant(ben, .removed)))]
        }
        let newest = words.deeds.indices.last { words.deeds[$0].content == grant }
        return [.accepted, .left].map { (ben, .answer(Answer(ben, to: words.dot(newest ?? 0), $0))) }
    }

    // MARK: Checks

    /// Delivers the words in every order, and checks after each whether Ben may see the list.
    ///
    /// - Returns: The number of orders; nil when a check fails.
    package func hearInEveryOrder() -> Int? {
        let oracle = SharingOracle(words) { $0 }
        return words.hearInEveryOrder(Sharing()) { sharing, index in
            sharing.take(words.deeds[index].content, words.dot(index), words.act(index), at: words.position(index))
        } isRight: { sharing, heard in
            let isIn = Audience(sharing, owner: Self.anna, in: Self.roster).sees(Self.ben)
            return isIn == oracle.sees(Self.ben, by: heard)
        }
    }

    /// Returns the first problem of folding batches of the words in three orders; nil when all is well.
    package static func divergence(seed: UInt64) -> String? {
        let words = SharingHistory(seed: seed).words
        let oracle = SharingOracle(words) { $0 }
        var random = SeededRandom(seed: seed)
        let batches = words.batches
        var digests: Set<UInt128> = []
        for order in 0..<3 {
            let state = ScopeState(.list, origin.scope)
                .folded(from: order == 0 ? batches : batches.shuffled(using: &random))
            guard state.ledger.batchCount == batches.count else { return "batches" }
            if let difference = difference(state.sharing, oracle, words.all) { return "order \(order): \(difference)" }
            digests.insert(state.digest)
            guard digests.count == 1 else { return "order \(order): another digest" }
        }
        return nil
    }

    private static func difference(
        _ sharing: Sharing,
        _ oracle: SharingOracle<SharingWord>,
        _ heard: UInt32
    ) -> String? {
        let audience = Audience(sharing, owner: anna, in: roster)
        guard audience.isEverybodys == oracle.isEverybodys(by: heard) else { return "everybody" }
        for member in guests {
            let isIn = oracle.participates(member, by: heard)
            guard audience.isParticipant(member) == isIn else { return "participant" }
            guard audience.sees(member) == oracle.sees(member, by: heard) else { return "reader" }
            guard !isIn || member == .house || oracle.isAgreed(member, by: heard) else {
                return "somebody has let themselves in"
            }
        }
        for (number, device) in devices.enumerated() {
            let people = users[number].isEmpty ? [.house] : users[number]
            let isMeant = people.contains { oracle.sees($0, by: heard) }
            guard audience.includes(device) == isMeant else { return "device \(number)" }
        }
        return nil
    }
}

extension SharingWord {
    /// Returns whether the word shows the list to a member.
    func shows(to member: MemberID) -> Bool {
        self == .grant(Grant(member, .invited)) || self == .visibility(.household)
    }
}
