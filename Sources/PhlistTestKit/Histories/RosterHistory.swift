package import PhlistModel
import PhlistVocabulary

/// The membership acts of a household's devices: random, or all histories of a few acts.
///
/// Devices also try what they may not do; some are put back, or pretend to know less than they do.
package struct RosterHistory: Sendable {
    package private(set) var acts = DeedHistory<RosterAct>(founding.scope) { .roster($0) }

    static let founding = Founding(publicKey: [0], deviceName: "0", nonce: 1)
    static let devices = (0..<5).map { DeviceID(publicKey: [UInt8($0)]) }
    /// The acts that every device knows.
    private static let common: UInt32 = 3

    /// Creates a history in which the founder has admitted a second admin.
    package init() {
        acts.add(.found(Self.founding), on: Self.devices[0], knowing: 0)
        acts.add(Self.admission(of: 1, .admin), on: Self.devices[0], knowing: 1)
    }

    private init(_ acts: DeedHistory<RosterAct>) {
        self.acts = acts
    }

    private static func admission(of device: Int, _ role: DeviceRole) -> RosterAct {
        .admit(Admission(publicKey: [UInt8(device)], deviceName: "", role: role, members: []))
    }

    // MARK: Random histories

    /// Runs the history of a seed.
    package init(seed: UInt64) {
        self.init()
        var random = SeededRandom(seed: seed)
        var known = Self.devices.map { _ in Self.common }
        for _ in 0..<Int.random(in: 6...28, using: &random) {
            let (device, other) = (random.number(below: 5), random.number(below: 5))
            guard !random.happens(percent: 45) else {
                known[device] |= known[other]
                continue
            }
            // A device that was put back knows less than it did; another may pretend to.
            if random.happens(percent: 10) { known[device] = Self.common }
            let change = Self.change(about: other, by: device, &random)
            // Random clocks carry no information.
            let stamp = Stamp(rawValue: random.next())
            acts.add(change, on: Self.devices[device], knowing: known[device], stamp: stamp)
            known[device] |= 1 << UInt32(acts.deeds.count - 1)
        }
    }

    private static func change(about other: Int, by device: Int, _ random: inout SeededRandom) -> RosterAct {
        let role: DeviceRole = random.happens(percent: 60) ? .admin : .member
        return switch random.number(below: 12) {
        case 0...4: admission(of: other, role)
        case 5...7: .remove(devices[other])
        case 8: .assign(devices[device], .admin)
        case 9: .found(founding)
        default: .assign(devices[other], role)
        }
    }

    // MARK: All histories of a few acts

    /// Enumerates all histories of `count` acts by three devices (the founder, a second admin and one that is not in)
    /// after the acts that all know.
    ///
    /// - Parameters:
    ///   - count: The number of acts.
    ///   - menu: The acts that a device tries, by its number.
    ///   - body: Receives each history.
    package static func forEach(count: Int, _ menu: (Int) -> [RosterAct], _ body: (RosterHistory) -> Void) {
        RosterHistory().acts.forEachContinuation(
            count: count,
            { device, _ in menu(device).map { (.house, $0) } },
            on: devices[..<3],
            { body(RosterHistory($0)) }
        )
    }

    /// Returns all acts that a device tries.
    package static func fullMenu(of device: Int) -> [RosterAct] {
        [
            admission(of: 2, .admin), admission(of: 2, .member), .remove(devices[0]), .remove(devices[1]),
            .remove(devices[2]), .assign(devices[device], .admin), .assign(devices[(device + 1) % 3], .member),
            .found(founding),
        ]
    }

    /// Returns the acts with the greatest effect.
    package static func shortMenu(of device: Int) -> [RosterAct] {
        [admission(of: 2, .admin), .remove(devices[device == 1 ? 0 : 1])]
    }

    // MARK: Checks

    /// Delivers the acts in every order, and checks the roster after each.
    ///
    /// - Returns: The number of orders; nil when a roster is wrong.
    package func hearInEveryOrder() -> Int? {
        let oracle = RosterOracle(acts)
        var verdicts: [UInt32: [DeviceID: DeviceRole]] = [:]
        return acts.hearInEveryOrder(Roster()) { roster, index in
            roster.take(acts.deeds[index].content, acts.dot(index), acts.act(index), at: acts.position(index))
        } isRight: { roster, heard in
            let expected = verdicts[heard] ?? oracle.roles(by: heard)
            verdicts[heard] = expected
            return roster.devices.mapValues(\.role) == expected
        }
    }

    /// Returns the first problem of folding batches of the acts in three orders; nil when all is well.
    package static func divergence(seed: UInt64) -> String? {
        let history = RosterHistory(seed: seed)
        let (acts, oracle) = (history.acts, RosterOracle(history.acts))
        let expected = oracle.roles(by: acts.all)
        var random = SeededRandom(seed: seed)
        let batches = acts.batches
        var digests: Set<UInt128> = []
        for order in 0..<3 {
            let state = ScopeState(.household, founding.scope)
                .folded(from: order == 0 ? batches : batches.shuffled(using: &random))
            let roster = state.roster
            guard state.ledger.batchCount == batches.count else { return "batches" }
            let roles = roster.devices.mapValues(\.role)
            guard roles == expected else { return "order \(order): \(roles) instead of \(expected)" }
            guard Set(roster.removals.keys) == oracle.removed(by: acts.all) else { return "removals" }
            digests.insert(state.digest)
            guard digests.count == 1 else { return "order \(order): another digest" }
        }
        return brokenPromise(acts, oracle, expected)
    }

    /// Returns the household of a seed.
    package static func household(seed: UInt64) -> ScopeState {
        ScopeState(.household, founding.scope).folded(from: RosterHistory(seed: seed).acts.batches)
    }

    /// Returns a broken consequence of the rules; it checks the oracle, which must not be taken at its word.
    private static func brokenPromise(
        _ acts: DeedHistory<RosterAct>,
        _ oracle: RosterOracle,
        _ roles: [DeviceID: DeviceRole]
    ) -> String? {
        let late = oracle.late(by: acts.all)
        guard oracle.roles(by: acts.all & ~late) == roles else { return "a late act of one who is out counts" }
        // A device that is in was admitted by another one, or has founded the household.
        let isLetIn = roles.keys.allSatisfy { device in
            device == founding.device
                || acts.deeds.contains { deed in
                    guard case .admit(let admission) = deed.content else { return false }
                    return admission.device == device && deed.device != device
                }
        }
        return isLetIn ? nil : "somebody has let himself in"
    }
}
