package import PhlistModel
import PhlistVocabulary

/// A random history of a list that is shared with people and taken back from them.
///
/// Anna owns it and has two devices, Ben and Cleo have one each; the fifth is the house's. All try what they may not
/// do, and some pretend not to know.
package struct RightsHistory: Sendable {
    package private(set) var deeds = DeedHistory<Deed>(origin.scope, tier: \.tier, op: \.op)

    /// A person's action.
    package enum Deed: Hashable, Sendable {
        case begin
        case say(SharingWord)
        case add(EntityID)
        case trash
        case keepItems

        fileprivate var word: SharingWord? { if case .say(let word) = self { word } else { nil } }

        fileprivate var tier: Tier {
            switch self {
            case .begin, .say: .control
            case .add, .trash, .keepItems: .content
            }
        }

        fileprivate var op: Op {
            switch self {
            case .begin: .originate(origin)
            case .say(let word): .write(.root, [word.write])
            case .add(let item): .write(item, [FieldWrite(.life, Life.alive), FieldWrite(.title, text: "\(item)")])
            case .trash: .write(.root, [FieldWrite(.life, Life.dead)])
            case .keepItems: .write(.root, [FieldWrite(.deletionPolicy, DeletionPolicy.cancelOnly)])
            }
        }
    }

    private static let (anna, ben) = (SharingHistory.members[0], SharingHistory.members[1])
    private static let origin = ListOrigin(owner: anna, household: ScopeID(rawValue: 2), nonce: 1)
    private static let common: UInt32 = 3

    /// Runs the history of a seed.
    package init(seed: UInt64) {
        for deed in [.begin, .say(.grant(Grant(Self.ben, .invited)))] as [Deed] {
            deeds.add(deed, by: Self.anna, on: SharingHistory.devices[0], knowing: deeds.all)
        }
        var random = SeededRandom(seed: seed)
        var known = SharingHistory.devices.map { _ in Self.common }
        for _ in 0..<Int.random(in: 6...28, using: &random) {
            let (device, other) = (random.number(below: 5), random.number(below: 5))
            guard !random.happens(percent: 35) else {
                known[device] |= known[other]
                continue
            }
            // A device that was put back knows less than it did; another may pretend to.
            if random.happens(percent: 8) { known[device] = Self.common }
            let member = actor(on: device, &random)
            let deed = random.happens(percent: 50) ? word(of: member, knowing: known[device], &random) : edit(&random)
            let stamp = Stamp(rawValue: random.next())
            deeds.add(deed, by: member, on: SharingHistory.devices[device], knowing: known[device], stamp: stamp)
            known[device] |= 1 << UInt32(deeds.deeds.count - 1)
        }
    }

    /// Returns the author of an action, usually the user of the device.
    private func actor(on device: Int, _ random: inout SeededRandom) -> MemberID {
        let user = SharingHistory.users[device].first ?? .house
        return random.happens(percent: 85) ? user : SharingHistory.members[random.number(below: 3)]
    }

    private func edit(_ random: inout SeededRandom) -> Deed {
        switch random.number(below: 10) {
        case 0: .trash
        case 1: .keepItems
        default: .add(EntityID(rawValue: UInt64(deeds.deeds.count) + 1))
        }
    }

    private func word(of member: MemberID, knowing past: UInt32, _ random: inout SeededRandom) -> Deed {
        let guest = SharingHistory.members[1 + random.number(below: 2)]
        let isWide = random.happens(percent: 50)
        guard member != Self.anna else {
            guard random.happens(percent: 60) else { return .say(.visibility(isWide ? .household : .participants)) }
            return .say(.grant(Grant(guest, isWide ? .invited : .removed)))
        }
        let grants = deeds.members(past).filter { deeds.deeds[$0].content.word?.shows(to: member) ?? false }
        let dot = deeds.dot(grants.randomElement(using: &random) ?? 1)
        return .say(.answer(Answer(member, to: dot, random.happens(percent: 75) ? .accepted : .left)))
    }

    // MARK: Checks

    /// Returns the first problem of folding the deeds in three orders; nil when all is well.
    package static func divergence(seed: UInt64) -> String? {
        let history = RightsHistory(seed: seed)
        var random = SeededRandom(seed: seed)
        let batches = history.deeds.batches
        var digests: Set<UInt128> = []
        for order in 0..<3 {
            let state = ScopeState(.list, origin.scope)
                .folded(from: order == 0 ? batches : batches.shuffled(using: &random))
            guard state.ledger.batchCount == batches.count else { return "batches" }
            if let difference = history.difference(from: state) { return "order \(order): \(difference)" }
            digests.insert(state.digest)
            guard digests.count == 1 else { return "order \(order): another digest" }
        }
        return nil
    }

    private func difference(from state: ScopeState) -> String? {
        let edits = deeds.deeds.indices.filter { deeds.deeds[$0].tier == .content }
        let counting = edits.filter(isAllowed)
        guard state.voidCount == edits.count - counting.count else { return "\(state.voidCount) without effect" }
        for index in edits {
            guard case .add(let item) = deeds.deeds[index].content else { continue }
            guard (state.entry(of: item) != nil) == counting.contains(index) else { return "item \(index)" }
        }
        let isTrashed = counting.contains { deeds.deeds[$0].content == .trash }
        guard isTrashed == (state.list?.isTrashed ?? false) else { return "trash" }
        let isKept = counting.contains { deeds.deeds[$0].content == .keepItems }
        return isKept == (state.list?.deletionPolicy == .cancelOnly) ? nil : "policy"
    }

    /// Returns whether a person was allowed to act, by what they knew and nothing else.
    package func isAllowed(_ index: Int) -> Bool {
        let deed = deeds.deeds[index]
        guard deed.by != Self.anna else { return true }
        let oracle = SharingOracle(deeds, asksForDevices: false, word: \.word)
        switch deed.content {
        case .begin, .say: return true
        case .add: return oracle.sees(deed.by, by: deed.past)
        case .trash: return oracle.sees(deed.by, by: deed.past) && oracle.isEverybodys(by: deed.past)
        case .keepItems: return false
        }
    }
}
