import PhlistTestKit
import PhlistVocabulary
import Testing

@testable import PhlistModel

/// As many acts of a household as one device may do: each takes a few steps, and they come to the same as one by one.
struct LargeRosterTests {
    private static let founding = Founding(publicKey: [0], deviceName: "founder", nonce: 1)
    private static let count = 500

    private static func device(_ number: Int) -> DeviceID { DeviceID(publicKey: Array("key \(number)".utf8)) }
    private static func member(_ number: Int) -> MemberID { MemberID(rawValue: UInt128(number + 1) << 64) }

    private static func founder() -> Writer {
        var writer = Writer(
            state: ScopeState(.household, founding.scope),
            device: DeviceID(publicKey: founding.publicKey)
        )
        _ = writer.author([.roster(.found(founding))], at: 1, group: 0)
        return writer
    }

    enum Kind: CaseIterable {
        case admissions
        case removals
        case removalsOfOne
        case roles
        case names
        case secrets

        func act(_ number: Int) -> RosterAct {
            let own = DeviceID(publicKey: LargeRosterTests.founding.publicKey)
            return switch self {
            case .admissions:
                .admit(
                    Admission(
                        publicKey: Array("key \(number)".utf8),
                        deviceName: "d",
                        role: .admin,
                        members: [LargeRosterTests.member(number)]
                    )
                )
            case .removals: .remove(LargeRosterTests.device(number))
            case .removalsOfOne: .remove(LargeRosterTests.device(0))
            case .roles: .assign(own, .admin)
            case .names: .rename(own, "name \(number)")
            case .secrets: .rotate(DiscoveryKey(UInt128(number), 1))
            }
        }
    }

    @Test(arguments: Kind.allCases)
    func `each act of a large batch takes a few steps`(kind: Kind) {
        var writer = Self.founder()
        let before = writer.state.roster.stepCount
        _ = writer.author((0..<Self.count).map { .roster(kind.act($0)) }, at: 2, group: 0)
        let steps = writer.state.roster.stepCount - before
        #expect(steps >= Self.count && steps <= 12 * Self.count, "\(steps) steps")
        #expect(writer.state.roster.usage(of: writer.device) > 0.9)
    }

    @Test func `acts that come together come to the same as one by one, and as read from a snapshot`() throws {
        var random = SeededRandom(seed: 7)
        let acts = (0..<200).map { _ -> Op in
            let kinds = Kind.allCases
            return .roster(kinds[random.number(below: kinds.count)].act(random.number(below: 40)))
        }
        var (together, single) = (Self.founder(), Roster())
        _ = together.author(acts, at: 2, group: 0)
        for deed in together.state.roster.deeds { single.take(deed.content, deed.dot, deed.act, at: deed.position) }
        #expect(single.devices == together.state.roster.devices && single.authors == together.state.roster.authors)
        #expect(single.digest == together.state.roster.digest)
        #expect(try ScopeState(snapshot: together.state.snapshot).roster.digest == single.digest)
    }
}
