import PhlistTestKit
import PhlistVocabulary
import Testing

@testable import PhlistModel

/// The index that follows a list against one that is made anew, and against what the registers say.
struct ListIndexTests {
    @Test(arguments: 0..<8)
    func `after every batch the index is what it would be if it were made anew`(part: Int) {
        for seed in 0..<300 {
            var history = ListIndexHistory(seed: UInt64(part * 300 + seed))
            for step in 0..<40 {
                let number = history.step()
                let state = history.devices[number].state
                // Now and then nobody asks, so that there is more to catch up with.
                guard (seed + step) % 3 != 0 else { continue }
                let parts = ListIndex.Parts(rawValue: UInt8((seed ^ step) & 7))
                let index = state.index.current(for: state, making: parts)
                guard index.isSame(as: state) else {
                    Issue.record("seed \(part * 300 + seed), step \(step)")
                    return
                }
            }
        }
    }

    @Test func `an edit in a long list is one row's work`() {
        var writer = Self.longList(of: 2000)
        let before = writer.state.index.current(for: writer.state, making: .all).visitCount
        for row in 1...20 {
            _ = writer.author([.write(EntityID(rawValue: UInt64(row * 90)), [FieldWrite(.state, WorkState.done)])])
            _ = writer.state.index.current(for: writer.state, making: .all)
        }
        let index = writer.state.index.current(for: writer.state, making: .all)
        #expect(index.visitCount - before == 20)
        #expect(index.counts.done == 20)
        #expect(index.isSame(as: writer.state))
    }

    @Test func `what was folded while nobody asked is looked at once`() {
        let writer = Self.longList(of: 2000)
        #expect(writer.state.index.current(for: writer.state).visitCount == 2000)
    }

    @Test func `a copy of a list keeps what it shows while the list goes on`() {
        var writer = Self.longList(of: 300)
        let copy = writer.state
        #expect(copy.index.current(for: copy, making: .all).counts.open == 300)
        let ops = (1...100).map { Op.write(EntityID(rawValue: UInt64($0)), [FieldWrite(.state, WorkState.done)]) }
        _ = writer.author(ops)
        #expect(writer.state.index.current(for: writer.state, making: .all).counts.open == 200)
        #expect(copy.index.current(for: copy, making: .all).counts.open == 300)
        #expect(copy.index.current(for: copy, making: .all).isSame(as: copy))
    }

    /// A list of so many items, whose ids are their numbers.
    static func longList(of count: Int) -> Writer {
        var writer = Writer(scope: History.scope, device: DeviceID(publicKey: [1]))
        for first in stride(from: 1, through: count, by: 100) {
            let ops = (first..<first + 100).map { number in
                Op.write(
                    EntityID(rawValue: UInt64(number)),
                    [
                        FieldWrite(.life, Life.alive),
                        FieldWrite(.title, text: "item \(number)"),
                        FieldWrite(.place, Place(key: [UInt8(number >> 8), UInt8(number & 0xFF)]).encoded),
                    ]
                )
            }
            _ = writer.author(ops)
        }
        return writer
    }
}

extension ListIndex.Parts {
    static let all: ListIndex.Parts = [.order, .dues, .spaces]
}

extension ListIndex {
    /// Whether this index is the one of a state: as if made anew, and as the registers say.
    func isSame(as state: ScopeState) -> Bool {
        var parts: Parts = []
        if order != nil { parts.insert(.order) }
        if dues != nil { parts.insert(.dues) }
        if spaces != nil { parts.insert(.spaces) }
        var new = ListIndex()
        new.catchUp(with: state.table, in: state.ledger, making: parts)
        let entries = state.table.rows.indices.map { state.table.entry(ofRow: $0, in: state.ledger) }
        let facts = zip(state.table.entities, entries).map { entity, entry in
            var facts = EntityFacts(of: entity, entry)
            guard state.wasConcurrent(entity), let row = state.table.row(of: entity) else { return facts }
            facts.noteConcurrency()
            let writes = EntityWrites(ofRow: row, in: state.table, state.ledger)
            if writes.isUnsettled(facts) { facts.noteUnsettled() }
            return facts
        }
        return self.facts == facts && new.facts == facts && counts == new.counts
            && RowGroup.allCases.allSatisfy { self[$0].elementsEqual(new[$0]) }
            && order.map { Array($0.rows) } == new.order.map { Array($0.rows) }
            && dues.map { Array($0.rows) } == new.dues.map { Array($0.rows) }
            && dues?.dates == new.dues?.dates
            && spaces.map { Array($0.shown.rows) } == new.spaces.map { Array($0.shown.rows) }
            && spaces.map { Array($0.trashed.rows) } == new.spaces.map { Array($0.trashed.rows) }
    }
}

extension Writer {
    /// Writes a batch one millisecond after the one before.
    mutating func author(_ ops: [Op]) -> NamedBatch {
        author(ops, at: lastStamp.milliseconds - clockOffset + 1, group: UInt64(log.count + 1))
    }
}
