import PhlistTestKit
import PhlistVocabulary
import Testing

@testable import PhlistModel

/// A snapshot whose bytes have changed in spite of its checksum: an error, or a state that nothing can be asked that
/// stops the program.
struct SnapshotDamageTests {
    /// Small states with everything in them.
    private static let states: [ScopeState] = {
        let copies = (0..<120 as Range<UInt64>).flatMap { seed in
            var history = History(seed: seed)
            let apart = history.devices.map(\.state)
            history.exchangeAll()
            return apart + history.devices.map(\.state)
        }
        let rich = [
            copies.first { $0.ledger.chains.contains { $0.base != nil && !$0.learned.isEmpty } },
            copies.first { state in
                state.ledger.chains.contains { $0.base.map { state.ledger.chains[$0.chain].base != nil } ?? false }
            },
            copies.first { $0.opaqueCount > 0 },
            copies.first { !$0.table.purges.isEmpty },
        ]
        var list = ListIndexHistory(seed: 4)
        for _ in 0..<8 { _ = list.step() }
        return rich.compactMap(\.self) + [list.devices[0].state, household]
    }()

    private static var household: ScopeState {
        let founding = Founding(publicKey: [0], deviceName: "nas", nonce: 1)
        var writer = Writer(state: ScopeState(.household, founding.scope), device: founding.device)
        let members = [MemberID(rawValue: 7 << 64), MemberID(rawValue: 8 << 64)]
        let names = members.map { member in
            Op.write(EntityID(member), [FieldWrite(.member, member.bytes), FieldWrite(.title, text: "anna")])
        }
        let admission = Admission(publicKey: [1], deviceName: "phone", role: .member, members: members)
        _ = writer.author(
            [.roster(.found(founding)), .roster(.admit(admission)), .roster(.remove(DeviceID(publicKey: [1])))] + names,
            at: 1,
            group: 1
        )
        return writer.state
    }

    @Test(arguments: states.indices)
    func `the beginning of a snapshot is refused`(number: Int) {
        for beginning in Self.states[number].snapshot.beginnings {
            #expect(throws: CodecError.self) { _ = try ScopeState(snapshot: beginning) }
        }
    }

    @Test func `the states of these tests have everything in them`() {
        #expect(Self.states.count == 6)
    }

    @Test(arguments: states.indices)
    func `a changed byte is refused, or gives a state that can be lived with`(number: Int) {
        // Of the three ways to change a byte each state takes another one.
        for (index, damaged) in Self.states[number].snapshot.damaged.enumerated() where index % 3 == number % 3 {
            live(with: damaged, like: Self.states[number])
        }
    }

    @Test(arguments: states.indices, 0..<4)
    func `changes in several places are refused, or give a state that can be lived with`(number: Int, part: Int) {
        let bytes = Self.states[number].snapshot
        var random = SeededRandom(seed: UInt64(part))
        for _ in 0..<200 {
            var damaged = bytes
            for _ in 0...random.number(below: 4) {
                switch random.number(below: 4) {
                case 0: damaged[random.number(below: damaged.count)] = UInt8.random(in: 0...255, using: &random)
                case 1: damaged[random.number(below: damaged.count)] &+= 1
                case 2: damaged[random.number(below: damaged.count)] &-= 1
                default: damaged.swapAt(random.number(below: damaged.count), random.number(below: damaged.count))
                }
            }
            live(with: damaged, like: Self.states[number])
        }
    }

    @Test func `random bytes are refused`() {
        var random = SeededRandom(seed: 1)
        for _ in 0..<2000 {
            let bytes = random.bytes(upTo: 200)
            live(with: [UInt8(random.number(below: 2))] + bytes, like: Self.states[0])
        }
    }

    @Test(arguments: [0, 1, 2] as [UInt32])
    func `a chain that counts farther than numbers go is refused`(room: UInt32) {
        let base = Ledger.Place(chain: 0, number: UInt32(Limits.batchNumberMax) - room)
        let chains = [nil, base].map { base in
            Ledger.Chain(device: DeviceID(publicKey: []), tier: .content, base: base)
        }
        let batches = [0, 1, 1].map { (chain: UInt16) in
            Ledger.BatchRow(
                name: .none,
                stamp: Stamp(rawValue: 0),
                group: 0,
                number: 0,
                firstWrite: 0,
                chain: chain,
                by: 0,
                opCount: 0
            )
        }
        var writer = ByteWriter()
        Ledger(members: [.house], chains: chains, batches: batches).encode(into: &writer)
        #expect(throws: CodecError.self) {
            var reader = ByteReader(writer.bytes)
            _ = try Ledger(from: &reader)
        }
    }

    /// Asks everything of a damaged state, and lets it go on as far as it says that it can.
    private func live(with bytes: [UInt8], like original: ScopeState) {
        guard var state = try? ScopeState(snapshot: bytes) else { return }
        for batch in Self.sequel(of: original) {
            let isNews = !state.ledger.contains(batch.reference) && state.ledger.isReady(batch)
            if isNews, hasRoom(state, batch.batch) { state.apply(batch) }
        }
        _ = state.answers
        _ = try? ScopeState(snapshot: state.snapshot)
    }

    private func hasRoom(_ state: ScopeState, _ batch: Batch) -> Bool {
        var growth = Growth()
        growth.add(batch)
        return state.hasRoom(for: growth)
    }

    /// What the devices of a state may write next: after each of their batches, so that some open branches.
    private static func sequel(of state: ScopeState) -> [NamedBatch] {
        let entities = Array(state.table.entities.prefix(3)) + [EntityID(rawValue: 99)]
        let ops = entities.flatMap { entity in
            [
                Op.write(entity, [FieldWrite(.life, Life.alive), FieldWrite(.title, text: "milk and bread")]),
                .write(entity, [.remove("a", from: .tags), .insert("red", into: .tags)]), .purge(entity),
                .write(entity, [FieldWrite(.place, Place(key: [7]).encoded), FieldWrite(.state, [1])]),
            ]
        }
        let ledger = state.ledger
        return ledger.batches.indices.map { row in
            let place = ledger.place(ofBatch: row)
            let known = ledger.known(behind: place)
            let news = ledger.chains.indices.first { $0 >= known.count || known[$0] < ledger.chains[$0].end }
            let header = BatchHeader(
                by: .house,
                number: UInt64(place.number) + 1,
                previous: ledger.batches[row].name,
                opCount: ops.count,
                stamp: Stamp(milliseconds: 1_900_000_000_000),
                group: 7,
                context: news.map { [ledger.end(of: $0)] } ?? []
            )
            let device = ledger.chains[place.chain].device
            return NamedBatch(Batch(header: header, ops: ops), of: Feed(scope: state.id, device: device))
        }
    }
}
