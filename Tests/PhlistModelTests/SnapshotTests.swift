import PhlistTestKit
import Testing

@testable import PhlistModel

/// The fold of a scope as bytes: nobody can tell a state that was read from the one that was written.
struct SnapshotTests {
    /// How often the rare things were in a state that was written.
    private struct Counts {
        var branches = 0
        var branchesOfBranches = 0
        var secondBeginnings = 0
        var opaques = 0
        var purges = 0
        var voidPurges = 0

        mutating func add(_ state: ScopeState) {
            let chains = state.ledger.chains
            branches += chains.count { $0.base != nil }
            branchesOfBranches += chains.count { chain in chain.base.map { chains[$0.chain].base != nil } ?? false }
            secondBeginnings += chains.count { $0.base == nil } - Set(chains.map(\.device)).count
            opaques += state.opaqueCount
            purges += state.table.purges.count
            voidPurges += state.table.writes.count { $0.link == RegisterTable.noWrite && !$0.isCurrent }
        }

        var isComplete: Bool {
            [branches, branchesOfBranches, secondBeginnings, opaques, purges, voidPurges].allSatisfy { $0 > 0 }
        }
    }

    @Test func `a fold that goes on from a snapshot at any batch is the fold of the whole log`() throws {
        var counts = Counts()
        for seed in 0..<64 {
            var history = History(seed: UInt64(seed))
            history.exchangeAll()
            for (number, device) in history.devices.enumerated() {
                let log = history.batches(of: number)
                let empty = ScopeState(.list, History.scope, decode: device.state.decode)
                for cut in stride(from: seed % 4, through: log.count, by: 4) {
                    let state = empty.folded(from: log.prefix(cut))
                    counts.add(state)
                    try expectSameFuture(of: state, log.suffix(from: cut), "seed \(seed), device \(number), cut \(cut)")
                }
                counts.add(device.state)
                try expectSame(device.state, "seed \(seed), device \(number)")
            }
        }
        #expect(counts.isComplete, "what never happened was not tested: \(counts)")
    }

    /// A state and its copy take what comes next in the same way.
    private func expectSameFuture(of state: ScopeState, _ batches: ArraySlice<NamedBatch>, _ place: String) throws {
        var (state, copy) = (state, try expectSame(state, place))
        for batch in batches {
            #expect(state.ledger.isReady(batch) && copy.ledger.isReady(batch), "\(place)")
            let touches = (state.apply(batch), copy.apply(batch))
            #expect(touches.0 == touches.1, "\(place)")
        }
        #expect(copy.everything == state.everything, "\(place)")
        #expect(copy.snapshot == state.snapshot, "\(place)")
    }

    @discardableResult
    private func expectSame(_ state: ScopeState, _ place: String) throws -> ScopeState {
        let bytes = state.snapshot
        let copy = try ScopeState(snapshot: bytes, decode: state.decode)
        #expect(copy.everything == state.everything, "\(place)")
        #expect(copy.snapshot == bytes, "\(place)")
        return copy
    }

    @Test(arguments: 0..<8)
    func `lists that are read again show the same, now and after what follows`(part: Int) throws {
        for seed in part * 3..<(part + 1) * 3 {
            var history = ListIndexHistory(seed: UInt64(seed))
            for _ in 0..<40 { _ = history.step() }
            for device in history.devices {
                var (state, copies) = (ScopeState(.list, History.scope), [ScopeState]())
                for (number, batch) in device.log.enumerated() {
                    // Some are read before the rest is folded, so that their index has to catch up.
                    if number % 7 == seed % 7 { copies.append(try ScopeState(snapshot: state.snapshot)) }
                    if number % 14 == seed % 14 { _ = copies.last?.views }
                    state.apply(batch)
                    for index in copies.indices { copies[index].apply(batch) }
                }
                let (views, everything) = (device.state.views, device.state.everything)
                for copy in copies + [try ScopeState(snapshot: state.snapshot)] {
                    #expect(copy.views == views, "seed \(seed)")
                    #expect(copy.everything == everything, "seed \(seed)")
                }
            }
        }
    }

    @Test func `the bytes do not depend on the order of hashing`() throws {
        for seed in 0..<50 as Range<UInt64> {
            let devices = History(seed: seed).devices
            for device in devices {
                let bytes = device.state.snapshot
                // A table of another size puts its keys into another order.
                for _ in 0..<4 {
                    let again = try ScopeState(snapshot: bytes, decode: device.state.decode)
                    #expect(again.snapshot == bytes)
                }
            }
        }
    }

    @Test func `an empty scope comes back empty`() throws {
        for kind in [ScopeState.Kind.list, .household] {
            let copy = try ScopeState(snapshot: ScopeState(kind, History.scope).snapshot)
            #expect(copy.everything == ScopeState(kind, History.scope).everything)
        }
    }

    @Test func `a copy without its index shows the same`() {
        var history = ListIndexHistory(seed: 1)
        for _ in 0..<60 { _ = history.step() }
        for device in history.devices {
            let views = device.state.views
            #expect(device.state.withoutIndex.views == views)
            #expect(device.state.withoutIndex.everything == device.state.everything)
        }
    }

    @Test(arguments: [0, 1, 0xFF, 0x100, 0xFFFF, 0x1_0000, 0xFFFF_FFFF, 0x1_0000_0000, UInt64.max])
    func `a column takes the least width that its numbers fit`(largest: UInt64) throws {
        let numbers = [largest, 0, largest / 2, 7 & largest]
        var writer = ByteWriter()
        writer.write(column: numbers)
        let width = largest > 0xFFFF_FFFF ? 8 : largest > 0xFFFF ? 4 : largest > 0xFF ? 2 : 1
        #expect(writer.bytes.count == 1 + numbers.count * width)
        var reader = ByteReader(writer.bytes)
        #expect(try reader.readColumn(of: UInt64.self, count: numbers.count) == numbers)
        var narrow = ByteReader(writer.bytes)
        let isRead = (try? narrow.readColumn(of: UInt16.self, count: numbers.count)) != nil
        #expect(isRead == (width <= 2))
    }

    @Test func `a column that is said to be long takes no memory before its bytes are there`() {
        for width in [1, 2, 4, 8] as [UInt8] {
            var reader = ByteReader([width] + Array(repeating: 0, count: 64))
            #expect(throws: CodecError.truncated) { _ = try reader.readColumn(of: UInt64.self, count: 1 << 60) }
        }
    }
}
