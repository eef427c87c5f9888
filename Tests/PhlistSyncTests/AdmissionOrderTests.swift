import PhlistTestKit
import PhlistVocabulary
import Testing

@testable import PhlistHousehold
@testable import PhlistModel
@testable import PhlistSync

/// Which batches are taken never depends on the order in which they arrive, whatever a member shows to whom.
struct AdmissionOrderTests {
    private static func admission(of name: String) -> Op {
        let key = Array("key of \(name)".utf8)
        return .roster(.admit(Admission(publicKey: key, deviceName: name, role: .member, members: [])))
    }

    /// Two admins, and a member that is none.
    private static func household() throws -> (home: Home, household: ScopeID) {
        let home = try Home.household(of: "anna", "ben", "hana")
        home.devices[0].give([.devices(.assign("ben", .admin))])
        home.meet()
        home.disconnect()
        return (home, try #require(home.devices[0].householdID))
    }

    @Test
    func `a member that admits somebody without standing, and shows that to each admin differently, parts nobody`()
        throws
    {
        let (home, household) = try Self.household()
        let (anna, ben, hana) = (home.devices[0], home.devices[1], home.devices[2])
        var hostile = Forger(hana, in: household, tier: .control)
        let end = hana.end(in: household, of: .control)
        let admission = hostile.write([Self.admission(of: "xena")], after: end, knowing: [])
        var stranger = Forger("xena", in: household, tier: .control)
        let act = stranger.write("x", knowing: [admission.reference])

        let connection = ConnectionID(rawValue: 1000)
        ben.accept(hana.id, as: connection)
        ben.hear(hostile.message(), on: connection)
        #expect(ben.end(of: hana, in: household) == admission.reference)
        anna.accept(hana.id, as: connection)
        anna.hear(Forger.message([("hana", admission), ("xena", act)], in: household, tier: .control), on: connection)
        ben.hear(stranger.message(), on: connection)
        for device in [anna, ben] {
            device.turn([.disconnected(connection)])
            #expect(device.chainCounts(in: household)[stranger.feed.device] == nil)
        }

        anna.give([.household(.rename("Castle"))])
        let honest = Home(anna, ben)
        honest.meet()
        #expect(try honest.difference() == nil)
        anna.give([.devices(.remove("hana"))])
        honest.settle()
        #expect(try honest.difference() == nil)
        for device in [anna, ben] {
            #expect(device.household?.name == "Castle")
            #expect(device.household?.roster.contains(hana.id) == false)
            // What nobody with standing has admitted waits, where it was shown, for as long as the run lasts.
            #expect(device.replica.waitingBatchCountMax <= 1)
        }
    }

    /// Hana admits, names and speaks for others, and is put out and made an admin meanwhile; each honest device is
    /// shown a part of it, in another order, and some of it twice.
    @Test(arguments: 1...60 as ClosedRange<UInt64>)
    func `whatever is shown to whom in whatever order, honest devices become equal`(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let (home, household) = try Self.household()
        let (anna, ben, hana) = (home.devices[0], home.devices[1], home.devices[2])
        // With standing she lets others in, and is put out by one who has not heard of that.
        if random.happens(percent: 60) { anna.give([.devices(.assign("hana", .admin))]) }
        let told = try Self.lies(of: hana, anna, in: household, &random)
        for device in [anna, ben] {
            var connection = ConnectionID(rawValue: 1000)
            device.accept(hana.id, as: connection)
            for round in 0..<8 {
                if round == 3, device === anna, random.happens(percent: 50) {
                    anna.give([.devices(random.happens(percent: 50) ? .remove("hana") : .assign("hana", .admin))])
                }
                if round == 5, random.happens(percent: 50) {
                    device.give([.household(.rename("Castle of \(device.name)"))])
                }
                let some = told.filter { _ in random.happens(percent: 40) }.shuffled(using: &random)
                device.hear(Forger.message(some, in: household, tier: .control), on: connection)
                guard device.closed[connection] != nil else { continue }
                connection = ConnectionID(rawValue: connection.rawValue + 1)
                device.accept(hana.id, as: connection)
            }
            device.turn([.disconnected(connection)])
            _ = device.takeSaid()
        }
        let honest = Home(anna, ben)
        for _ in 0..<3 { honest.meet() }
        #expect(try honest.difference(hasLiars: true) == nil)
        anna.give([.devices(.remove("hana"))])
        anna.give([.household(.rename("Last"))])
        honest.settle()
        #expect(try honest.difference(hasLiars: true) == nil)
        #expect(ben.household?.name == "Last" && ben.household?.roster.contains(hana.id) == false)
    }

    /// Batches of Hana and of devices that nobody knows, which know of each other and of what Anna has written.
    private static func lies(
        of hana: Device,
        _ anna: Device,
        in household: ScopeID,
        _ random: inout SeededRandom
    ) throws -> [(author: String, batch: NamedBatch)] {
        var writers = ["hana": Forger(hana, in: household, tier: .control)]
        for name in ["xena", "yves"] { writers[name] = Forger(name, in: household, tier: .control) }
        var told: [(author: String, batch: NamedBatch)] = []
        for _ in 0..<10 {
            let name = ["hana", "xena", "yves"][random.number(below: 3)]
            let ops = [
                admission(of: "xena"), admission(of: "yves"), .roster(.assign(hana.id, .admin)),
                .roster(.remove(DeviceID(publicKey: [7]))),
                .write(EntityID(rawValue: 9), [FieldWrite(.title, text: "\(told.count)")]),
            ]
            let own = told.filter { $0.author == name }.map(\.batch.reference)
            let ofHana = name == "hana" ? hana.end(in: household, of: .control) : nil
            let previous = own.isEmpty ? ofHana : own[random.number(below: own.count)]
            let known = told.filter { $0.author != name }.map(\.batch.reference).filter { _ in
                random.happens(percent: 30)
            }
            let ends = Dictionary(known.map { ($0.hint, $0) }) { $1 }.values
            let context = Array(ends) + anna.ends(in: household).filter { $0.hint.suits(anna.id) }
            let batch = writers[name]?.write(
                [ops[random.number(below: ops.count)]],
                after: previous,
                knowing: previous == nil || random.happens(percent: 30) ? context : Array(ends)
            )
            told.append((name, try #require(batch)))
        }
        return told
    }
}

extension Device {
    /// The end of the only chain of another device in a scope.
    fileprivate func end(of other: Device, in scope: ScopeID) -> BatchReference? {
        ends(in: scope).last { $0.hint.suits(other.id) }
    }
}
