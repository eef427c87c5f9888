import PhlistTestKit
import Testing

@testable import PhlistModel

/// Who is in: a function of the acts, in any order that causality allows.
struct RosterTests {
    private static let founding = Founding(publicKey: [0], deviceName: "founder", nonce: 1)

    /// One device of the household, and the batches that it writes.
    private struct Author {
        var origin: FeedOrigin
        var state = ScopeState(.household, founding.scope)
        var told: VersionVector = [:]

        init(key: UInt8) {
            let device = DeviceID(publicKey: [key])
            origin = FeedOrigin(scope: founding.scope, device: device, incarnation: UInt64(key))
        }

        mutating func write(_ ops: [Op]) -> StoredBatch {
            var writer = Writer(state: state, origin: origin)
            writer.told = told
            let authored = writer.author(ops, at: 1, group: 0)
            (state, told) = (writer.state, writer.told)
            return authored
        }

        mutating func take(_ authored: StoredBatch) {
            state.apply(authored.batch, from: authored.origin)
        }

        var roster: Roster { state.household?.roster ?? Roster() }
    }

    private static func admission(_ key: UInt8, _ role: DeviceRole, members: [MemberID] = []) -> Op {
        .admit(Admission(publicKey: [key], deviceName: "device \(key)", role: role, members: members))
    }

    private static func device(_ key: UInt8) -> DeviceID { DeviceID(publicKey: [key]) }

    /// The rosters of all who hear of the batches, one for each order that causality allows.
    private static func rosters(of batches: [StoredBatch]) -> [Roster] {
        var rosters: [Roster] = []
        hear(
            batches,
            from: Writer(state: ScopeState(.household, founding.scope), origin: batches[0].origin),
            &rosters
        )
        return rosters
    }

    private static func hear(_ waiting: [StoredBatch], from listener: Writer, _ rosters: inout [Roster]) {
        if waiting.isEmpty {
            rosters.append(listener.state.household?.roster ?? Roster())
        }
        for (index, authored) in waiting.enumerated() where listener.mayTake(authored) {
            var (next, rest) = (listener, waiting)
            next.take(rest.remove(at: index))
            hear(rest, from: next, &rosters)
        }
    }

    @Test func `the founder is in, as an admin`() {
        var founder = Author(key: 0)
        _ = founder.write([.found(Self.founding)])
        #expect(founder.roster.sorted.map(\.id) == [Self.device(0)])
        #expect(founder.roster.devices[Self.device(0)]?.role == .admin)
    }

    @Test func `a founding whose hash is not the household's id is ignored`() {
        var stranger = Author(key: 9)
        _ = stranger.write([.found(Founding(publicKey: [9], deviceName: "stranger", nonce: 1))])
        #expect(stranger.roster.devices.isEmpty)
    }

    @Test func `the founding of somebody else is ignored, though its hash is right`() {
        var stranger = Author(key: 9)
        _ = stranger.write([.found(Self.founding)])
        #expect(stranger.roster.devices.isEmpty)
    }

    @Test func `only an admin admits`() {
        var founder = Author(key: 0)
        let first = founder.write([.found(Self.founding), Self.admission(1, .member)])
        var member = Author(key: 1)
        member.take(first)
        let second = member.write([Self.admission(2, .admin), Self.admission(1, .admin)])
        founder.take(second)
        #expect(founder.roster.sorted.map(\.id) == [Self.device(0), Self.device(1)].sorted())
        #expect(founder.roster.devices[Self.device(1)]?.role == .member)
    }

    @Test func `an admission by somebody who had not heard of his own is ignored`() {
        var founder = Author(key: 0)
        var other = Author(key: 1)
        let early = other.write([Self.admission(2, .member)])
        let admitted = founder.write([.found(Self.founding), Self.admission(1, .admin)])
        for roster in Self.rosters(of: [early, admitted]) {
            #expect(roster.devices[Self.device(2)] == nil)
            #expect(roster.devices[Self.device(1)]?.role == .admin)
        }
    }

    @Test func `concurrent admissions add up, whatever the order in which they are heard of`() {
        var founder = Author(key: 0)
        let first = founder.write([.found(Self.founding), Self.admission(1, .admin), Self.admission(2, .admin)])
        var (one, two) = (Author(key: 1), Author(key: 2))
        one.take(first)
        two.take(first)
        let (ann, ben) = (MemberID(rawValue: 1), MemberID(rawValue: 2))
        let batches = [
            first,
            one.write([Self.admission(3, .admin, members: [ann])]),
            two.write([Self.admission(3, .member, members: [ben])]),
            founder.write([Self.admission(4, .member)]),
            one.write([Self.admission(5, .member)]),
        ]
        let rosters = Self.rosters(of: batches)
        #expect(rosters.count == 12)
        for roster in rosters {
            #expect(roster.devices == rosters[0].devices)
            #expect(roster.devices[Self.device(3)]?.members == [ann, ben])
            #expect(roster.devices[Self.device(3)]?.role == .member)
            #expect(roster.devices.count == 6)
        }
    }

    @Test func `an admin's admissions stand though somebody else made him a member at the same time`() {
        var founder = Author(key: 0)
        let first = founder.write([.found(Self.founding), Self.admission(1, .admin)])
        var (one, two) = (Author(key: 1), Author(key: 2))
        one.take(first)
        let second = founder.write([Self.admission(2, .admin)])
        two.take(first)
        two.take(second)
        let lesser = one.write([Self.admission(2, .member)])
        let batches = [first, second, lesser, two.write([Self.admission(3, .member)])]
        for roster in Self.rosters(of: batches) {
            #expect(roster.devices[Self.device(2)]?.role == .member)
            #expect(roster.devices[Self.device(3)] != nil)
        }
    }
}
