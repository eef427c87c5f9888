import PhlistTestKit
import PhlistVocabulary
import Testing

@testable import PhlistModel

/// Who is in: a function of the acts, in any order that causality allows.
struct RosterTests {
    private static let founding = Founding(publicKey: [0], deviceName: "founder", nonce: 1)

    /// One device of the household, and the batches that it writes.
    private struct Author {
        var writer: Writer

        init(key: UInt8, of founding: Founding = RosterTests.founding) {
            writer = Writer(state: ScopeState(.household, founding.scope), device: DeviceID(publicKey: [key]))
        }

        mutating func write(_ ops: [Op]) -> NamedBatch {
            writer.author(ops, at: 1, group: 0)
        }

        mutating func take(_ batch: NamedBatch) {
            writer.take(batch)
        }

        var household: HouseholdState? { writer.state.household }
        var roster: Roster { household?.roster ?? Roster() }
    }

    private static func admission(_ key: UInt8, _ role: DeviceRole, members: [MemberID] = []) -> Op {
        .roster(.admit(Admission(publicKey: [key], deviceName: "device \(key)", role: role, members: members)))
    }

    private static func device(_ key: UInt8) -> DeviceID { DeviceID(publicKey: [key]) }

    /// The rosters of all who hear of the batches, one for each order that causality allows.
    private static func rosters(of batches: [NamedBatch]) -> [Roster] {
        var rosters: [Roster] = []
        hear(
            batches,
            from: Writer(state: ScopeState(.household, founding.scope), device: batches[0].device),
            &rosters
        )
        return rosters
    }

    private static func hear(_ waiting: [NamedBatch], from listener: Writer, _ rosters: inout [Roster]) {
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
        _ = founder.write([.roster(.found(Self.founding))])
        #expect(founder.roster.sorted.map(\.id) == [Self.device(0)])
        #expect(founder.roster.devices[Self.device(0)]?.role == .admin)
    }

    @Test func `a founding whose hash is not the household's id is ignored`() {
        var stranger = Author(key: 9)
        _ = stranger.write([.roster(.found(Founding(publicKey: [9], deviceName: "stranger", nonce: 1)))])
        #expect(stranger.roster.devices.isEmpty)
    }

    @Test func `the founding of somebody else is ignored, though its hash is right`() {
        var stranger = Author(key: 9)
        _ = stranger.write([.roster(.found(Self.founding))])
        #expect(stranger.roster.devices.isEmpty)
    }

    @Test func `only an admin admits`() {
        var founder = Author(key: 0)
        let first = founder.write([.roster(.found(Self.founding)), Self.admission(1, .member)])
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
        let admitted = founder.write([.roster(.found(Self.founding)), Self.admission(1, .admin)])
        for roster in Self.rosters(of: [early, admitted]) {
            #expect(roster.devices[Self.device(2)] == nil)
            #expect(roster.devices[Self.device(1)]?.role == .admin)
        }
    }

    @Test func `concurrent admissions add up, whatever the order in which they are heard of`() {
        var founder = Author(key: 0)
        let first = founder.write([
            .roster(.found(Self.founding)), Self.admission(1, .admin), Self.admission(2, .admin),
        ])
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
        let first = founder.write([.roster(.found(Self.founding)), Self.admission(1, .admin)])
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

    // MARK: Out

    /// The founder, and two admins who have heard of each other.
    private static func threeAdmins() -> (common: NamedBatch, founder: Author, one: Author, two: Author) {
        var founder = Author(key: 0)
        let common = founder.write([.roster(.found(founding)), admission(1, .admin), admission(2, .admin)])
        var (one, two) = (Author(key: 1), Author(key: 2))
        one.take(common)
        two.take(common)
        return (common, founder, one, two)
    }

    @Test func `two admins who remove each other are both out, in every order`() {
        var (common, _, one, two) = Self.threeAdmins()
        let batches = [
            common, one.write([.roster(.remove(Self.device(2)))]), two.write([.roster(.remove(Self.device(1)))]),
        ]
        for roster in Self.rosters(of: batches) {
            #expect(roster.admins == [Self.device(0)])
            #expect(roster.removals.keys.sorted() == [Self.device(1), Self.device(2)].sorted())
        }
    }

    @Test func `when all admins are out nobody lets others in, until the household is formed anew`() throws {
        var founder = Author(key: 0)
        let common = founder.write([
            .roster(.found(Self.founding)), Self.admission(1, .admin), Self.admission(2, .member),
        ])
        var one = Author(key: 1)
        one.take(common)
        one.take(founder.write([.roster(.remove(Self.device(1)))]))
        // A copy of the device, which does not know that it is out.
        var copy = Author(key: 1)
        copy.take(common)
        one.take(copy.write([.roster(.remove(Self.device(0)))]))
        let before = try #require(one.household)
        #expect(before.roster.admins.isEmpty && before.roster.contains(Self.device(2)))
        let founding = Founding(publicKey: [2], deviceName: "device 2", nonce: 2)
        var anew = Author(key: 2, of: founding)
        _ = anew.write(before.reformation(founding, key: DiscoveryKey(3, 4)))
        #expect(anew.roster.sorted.map(\.id) == [Self.device(2)] && anew.roster.admins == [Self.device(2)])
        #expect(Set(anew.roster.authors.keys) == Set((0...2).map { Self.device($0) }))
        #expect(anew.roster.discoveryKeys == [DiscoveryKey(3, 4)])
    }

    @Test func `a thief who lets a device in while he is removed is out, and so is the device`() {
        var (common, founder, one, _) = Self.threeAdmins()
        let batches = [
            common, founder.write([.roster(.remove(Self.device(1)))]), one.write([Self.admission(3, .admin)]),
        ]
        for roster in Self.rosters(of: batches) {
            #expect(!roster.contains(Self.device(1)) && !roster.contains(Self.device(3)))
            // Whoever took the guest to be in has passed on what it wrote: that has to reach everybody.
            #expect(roster.authors[Self.device(3)]?.publicKey == [3])
        }
    }

    @Test func `what an admin did before his removal stays`() {
        var (common, founder, one, _) = Self.threeAdmins()
        let admitting = one.write([Self.admission(3, .member)])
        founder.take(admitting)
        let batches = [common, admitting, founder.write([.roster(.remove(Self.device(1)))])]
        for roster in Self.rosters(of: batches) {
            #expect(roster.contains(Self.device(3)) && !roster.contains(Self.device(1)))
        }
    }

    @Test func `a key that was put out is not let in again`() {
        var (_, founder, _, _) = Self.threeAdmins()
        _ = founder.write([.roster(.remove(Self.device(1))), Self.admission(1, .admin)])
        #expect(!founder.roster.contains(Self.device(1)))
    }

    @Test func `anybody may go, and rename what is his; nobody else who is not an admin may do that`() {
        var founder = Author(key: 0)
        let common = founder.write([
            .roster(.found(Self.founding)), Self.admission(1, .member), Self.admission(2, .member),
        ])
        var (one, two) = (Author(key: 1), Author(key: 2))
        one.take(common)
        two.take(common)
        founder.take(one.write([.roster(.rename(Self.device(1), "tablet")), .roster(.rename(Self.device(2), "mine"))]))
        founder.take(one.write([.roster(.remove(Self.device(2))), .roster(.assign(Self.device(1), .admin))]))
        for roster in [one.roster, founder.roster] {
            #expect(roster.devices[Self.device(1)]?.name == "tablet")
            #expect(roster.devices[Self.device(1)]?.role == .member)
            #expect(roster.devices[Self.device(2)]?.name == "device 2")
        }
        _ = two.write([.roster(.remove(Self.device(2)))])
        #expect(!two.roster.contains(Self.device(2)))
    }

    // MARK: What devices are

    @Test func `a role replaces what its author knew; of two the lesser holds`() {
        var (common, founder, one, two) = Self.threeAdmins()
        let promoted = founder.write([
            .roster(.assign(Self.device(1), .member)), .roster(.assign(Self.device(1), .admin)),
        ])
        #expect(founder.roster.devices[Self.device(1)]?.role == .admin)
        let demoted = two.write([.roster(.assign(Self.device(1), .member))])
        let batches = [common, promoted, demoted, one.write([Self.admission(3, .member)])]
        for roster in Self.rosters(of: batches) {
            #expect(roster.devices[Self.device(1)]?.role == .member)
            #expect(roster.contains(Self.device(3)))
        }
    }

    @Test func `members are listed by admins alone`() {
        let ann = MemberID(rawValue: 1)
        var founder = Author(key: 0)
        let common = founder.write([.roster(.found(Self.founding)), Self.admission(1, .member)])
        var one = Author(key: 1)
        one.take(common)
        founder.take(one.write([.roster(.list([ann], on: Self.device(1)))]))
        #expect(!founder.roster.isListed(ann, on: Self.device(1)))
        _ = founder.write([.roster(.list([ann], on: Self.device(1)))])
        #expect(founder.roster.isListed(ann, on: Self.device(1)))
    }

    @Test func `a secret that somebody who is out may know is stale, until it is replaced`() {
        var (common, founder, one, two) = Self.threeAdmins()
        let batches = [
            common,
            one.write([.roster(.remove(Self.device(3))), .roster(.rotate(DiscoveryKey(1, 1)))]),
            two.write([.roster(.remove(Self.device(4))), .roster(.rotate(DiscoveryKey(2, 2)))]),
        ]
        for roster in Self.rosters(of: batches) {
            #expect(roster.isDiscoveryKeyStale && roster.discoveryKeys.count == 2)
        }
        for batch in batches.dropFirst() { founder.take(batch) }
        _ = founder.write([.roster(.rotate(DiscoveryKey(3, 3)))])
        #expect(!founder.roster.isDiscoveryKeyStale && founder.roster.discoveryKeys.first == DiscoveryKey(3, 3))
    }

    @Test func `acts above a device's limit are forgotten in every order, and removals have a reserve`() {
        var (common, founder, one, two) = Self.threeAdmins()
        let rename = { (name: String) in Op.roster(.rename(Self.device(0), name)) }
        // The founding and two admissions are the first three acts.
        let many = founder.write((4...Limits.rosterActsOfDeviceMax).map { rename("\($0)") })
        #expect(!founder.roster.hasRoom(for: .rename(Self.device(0), ""), by: Self.device(0)))
        #expect(founder.roster.hasRoom(for: .remove(Self.device(2)), by: Self.device(0)))
        #expect(founder.roster.hasRoom(for: .rename(Self.device(0), ""), by: Self.device(1)))
        let above = founder.write([rename("above"), .roster(.remove(Self.device(2))), Self.admission(3, .member)])
        let meanwhile = two.write([Self.admission(4, .member)])
        one.take(many)
        let others = one.write([rename("by another")])
        for roster in Self.rosters(of: [common, many, above, meanwhile, others]) {
            #expect(roster.devices[Self.device(0)]?.name == "by another")
            #expect(roster.removals.keys.contains(Self.device(2)) && !roster.contains(Self.device(3)))
            #expect(!roster.contains(Self.device(4)))
            #expect(roster.usage(of: Self.device(0)) > 1)
        }
    }

    @Test func `a device that only wrote what came along is known, and not in`() {
        var founder = Author(key: 0)
        _ = founder.write([
            .roster(.found(Self.founding)),
            .roster(.admit(Admission(publicKey: [7], deviceName: "old", role: nil, members: []))),
        ])
        #expect(!founder.roster.contains(Self.device(7)) && founder.roster.authors[Self.device(7)]?.name == "old")
    }
}
