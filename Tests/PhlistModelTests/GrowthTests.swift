import PhlistTestKit
import Testing

@testable import PhlistModel

/// What fits one scope, with what is on its way to it.
struct GrowthTests {
    private static func batch(_ fields: Int, by member: UInt128 = 1) -> Batch {
        let writes = (0..<fields).map { FieldWrite(FieldID(rawValue: UInt64(0x8000 + $0) << 3), []) }
        let header = BatchHeader(
            by: MemberID(rawValue: member),
            number: 1,
            previous: .none,
            opCount: 1,
            stamp: Stamp(rawValue: 1),
            group: 1,
            context: []
        )
        return Batch(header: header, ops: [.write(EntityID(rawValue: 1), writes)])
    }

    private static func hasRoom(_ count: Int, of batch: Batch) -> Bool {
        var growth = Growth()
        for _ in 0..<count { growth.add(batch) }
        return ScopeState(.list, ScopeID(rawValue: 1)).hasRoom(for: growth)
    }

    @Test func `what each batch alone would find room for is refused once all together find none`() {
        let batch = Self.batch(256)
        #expect(Self.hasRoom(1, of: batch))
        let fitting = (1...1_000_000).partitioningIndex { !Self.hasRoom($0, of: batch) }
        #expect(fitting * 256 <= Limits.scopeFieldsMax, "\(fitting) batches of 256 fields each")
        #expect(fitting * 256 > Limits.scopeFieldsMax / 4)
    }

    @Test func `members of all batches are counted, each once`() {
        var growth = Growth()
        let state = ScopeState(.list, ScopeID(rawValue: 1))
        for member in 0..<UInt128(Limits.scopeMembersMax) {
            growth.add(Self.batch(1, by: member), chainCount: 0)
            growth.add(Self.batch(1, by: member), chainCount: 0)
        }
        #expect(state.hasRoom(for: growth))
        growth.add(Self.batch(1, by: .max), chainCount: 0)
        #expect(!state.hasRoom(for: growth))
    }

    @Test func `the chains that batches open are counted with those that are there`() {
        let named = NamedBatch(Self.batch(1), of: Feed(scope: ScopeID(rawValue: 1), device: DeviceID(publicKey: [1])))
        var state = ScopeState(.list, ScopeID(rawValue: 1))
        var growth = Growth()
        for _ in 0..<Limits.scopeChainsMax { growth.add(named.batch) }
        #expect(state.hasRoom(for: growth))
        state.apply(named)
        #expect(!state.hasRoom(for: growth))
    }

    @Test func `text that is not UTF-8 takes no more room when it is written again`() throws {
        var writer = Writer.device(1)
        let bytes = [UInt8](repeating: 0xFF, count: 60_000)
        writer.write(EntityID(rawValue: 7), FieldWrite(.title, bytes), FieldWrite(.life, Life.alive))
        let text = try #require(writer.state.list?.items.first?.title)
        #expect(text.utf8.count <= bytes.count && text.utf8.count > bytes.count - 3)
    }
}

extension ClosedRange<Int> {
    /// The first number for which something is so that stays so.
    fileprivate func partitioningIndex(_ isSo: (Int) -> Bool) -> Int {
        var (low, high) = (lowerBound, upperBound)
        while low < high {
            let middle = (low + high) / 2
            if isSo(middle) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
