import PhlistTestKit
import Testing

@testable import PhlistModel

/// What purges and undos must not do, whatever a peer has sent.
struct PurgeTests {
    private static let milk = EntityID(rawValue: 7)

    /// Ann has made an item; Ben has it, too.
    private static func household(_ fields: FieldWrite...) -> (ann: Writer, ben: Writer) {
        var (ann, ben) = (Writer.device(1), Writer.device(2))
        ann.act([.write(milk, [FieldWrite(.title, text: "milk"), FieldWrite(.life, Life.alive)] + fields)])
        ben.hear(ann)
        return (ann, ben)
    }

    @Test func `an item that somebody edited beside a purge is there as a whole, on both`() {
        var (ann, ben) = Self.household(.insert("x", into: .tags), FieldWrite(.note, text: "two litres"))
        ann.write(Self.milk, FieldWrite(.title, text: "oat milk"), .remove("x", from: .tags), after: 10)
        ben.act([.purge(Self.milk)], after: 11)
        #expect(ben.item(Self.milk) == nil)
        ann.hear(ben)
        ben.hear(ann)
        for writer in [ann, ben] {
            let item = writer.item(Self.milk)
            #expect(item?.title == "oat milk" && item?.note == "two litres" && item?.tags == [])
        }
        #expect(ann.state.digest == ben.state.digest)
    }

    @Test func `taking an element out is an edit that no purge beside it takes`() {
        var (ann, ben) = Self.household(.insert("x", into: .tags))
        ann.write(Self.milk, .remove("x", from: .tags), after: 10)
        ben.act([.purge(Self.milk)], after: 11)
        ann.hear(ben)
        ben.hear(ann)
        #expect(ann.item(Self.milk)?.title == "milk" && ben.item(Self.milk)?.title == "milk")
        #expect(ann.state.digest == ben.state.digest)
    }

    @Test func `who purges again what came back takes it`() {
        var (ann, ben) = Self.household()
        ann.write(Self.milk, FieldWrite(.title, text: "oat milk"), after: 10)
        ben.act([.purge(Self.milk)], after: 11)
        ben.hear(ann)
        #expect(ben.item(Self.milk) != nil)
        ben.act([.purge(Self.milk)], after: 12)
        ann.hear(ben)
        #expect(ann.item(Self.milk) == nil && ben.item(Self.milk) == nil)
        #expect(ann.state.digest == ben.state.digest)
    }

    @Test func `what is written by who knows of a purge is all that there is`() {
        var (ann, ben) = Self.household(FieldWrite(.note, text: "old"), .insert("x", into: .tags))
        ben.act([.purge(Self.milk)], after: 11)
        ann.hear(ben)
        ann.write(Self.milk, FieldWrite(.title, text: "soy milk"), FieldWrite(.life, Life.alive), after: 12)
        let group = ann.log.last?.batch.header.group ?? 0
        ben.hear(ann)
        #expect(ben.item(Self.milk)?.title == "soy milk" && ben.item(Self.milk)?.note == "")
        #expect(ben.item(Self.milk)?.tags == [])
        // Neither the history nor an undo brings back what it took.
        #expect(ListState(ben.state).history(atMost: 9).entries.flatMap(\.changes).allSatisfy { $0.previous == nil })
        for case .write(Self.milk, let fields) in ann.state.plan(takingBack: [group], as: 99).ops {
            #expect(!fields.contains(FieldWrite(.title, text: "milk")))
        }
    }

    @Test func `an edit beside one of two purges leaves the other one its effect`() {
        var (ann, ben) = Self.household(FieldWrite(.note, text: "old"))
        ben.act([.purge(Self.milk)], after: 11)
        ann.hear(ben)
        ann.write(Self.milk, FieldWrite(.title, text: "soy milk"), FieldWrite(.life, Life.alive), after: 12)
        ben.hear(ann)
        ann.write(Self.milk, FieldWrite(.title, text: "rice milk"), after: 13)
        ben.act([.purge(Self.milk)], after: 14)
        ann.hear(ben)
        ben.hear(ann)
        for writer in [ann, ben] {
            #expect(writer.item(Self.milk)?.title == "rice milk" && writer.item(Self.milk)?.note == "")
        }
        #expect(ann.state.digest == ben.state.digest)
    }

    @Test(arguments: [false, true])
    func `a purge that names less than its author knew has one outcome`(isWatched: Bool) throws {
        var (ann, ben) = (Writer.device(1), Writer.device(2))
        ann.write(Self.milk, FieldWrite(.title, text: "milk"), FieldWrite(.life, Life.alive))
        if isWatched { ann.act([.purge(Self.milk), .write(Self.milk, [FieldWrite(.life, Life.alive)])], after: 1) }
        ben.hear(ann)
        ann.write(Self.milk, FieldWrite(.note, text: "first"), after: 2)
        ben.hear(ann)
        ben.write(Self.milk, FieldWrite(.note, text: "second"), after: 3)
        let named = try #require(ben.log.last)
        // Carl names Ben's edit, and not Ann's, which it took the place of.
        let header = BatchHeader(
            by: .house,
            number: 1,
            previous: .none,
            opCount: 1,
            stamp: Stamp(rawValue: 9),
            group: 9,
            context: [named.reference]
        )
        let feed = Feed(scope: Writer.scope, tier: .content, device: DeviceID(publicKey: [3]))
        let purge = NamedBatch(Batch(header: header, ops: [.purge(Self.milk)]), of: feed)
        var (folded, read) = (ben.state, try ScopeState(snapshot: ben.state.snapshot))
        folded.apply(purge)
        read.apply(purge)
        #expect(folded.snapshot == read.snapshot && folded.everything == read.everything)
        #expect(folded.life(of: Self.milk) == .alive)
    }

    @Test func `nobody makes the mark of a purge but by purging`() throws {
        var (ann, ben) = Self.household()
        ann.write(Self.milk, FieldWrite(.purge, []), after: 10)
        ben.act([.purge(Self.milk)], after: 11)
        ann.hear(ben)
        ben.hear(ann)
        #expect(ann.item(Self.milk) == nil && ben.item(Self.milk) == nil)
        #expect(ann.state.digest == ben.state.digest)
        #expect(try ScopeState(snapshot: ann.state.snapshot).everything == ann.state.everything)
    }

    @Test func `marks in a circle are nobody's undo`() {
        var (ann, _) = Self.household()
        let group = UInt64(1) << 8
        ann.act([.write(EntityID(rawValue: group), [FieldWrite(.undoneBy, EntityID(rawValue: group))])], after: 1)
        ann.act([.write(EntityID(rawValue: group), [FieldWrite(.undoneBy, EntityID(rawValue: group + 1))])], after: 2)
        // Both answers come back at all, and the marks themselves are not offered.
        let step = ann.state.newestStep(by: .house)
        #expect(step?.action.group != group || step?.isUndo == false)
        #expect(ann.state.plan(takingBack: [group], as: 99).ops.count == 1)
    }

    @Test func `an undo trashes only what the action itself has made`() {
        var (ann, ben) = Self.household()
        ann.write(Self.milk, FieldWrite(.title, text: "oat milk"), after: 10)
        ben.write(Self.milk, FieldWrite(.title, text: "soy milk"), after: 11)
        var tablet = Writer.device(3)
        tablet.hear(ann)
        let group = tablet.log.last?.batch.header.group ?? 0
        var other = Writer.device(4)
        other.hear(ben)
        other.hear(ann)
        for writer in [tablet, other] {
            let plan = writer.state.plan(takingBack: [group], as: 99)
            for case .write(Self.milk, let fields) in plan.ops {
                #expect(!fields.contains(FieldWrite(.life, Life.dead)))
            }
        }
    }

    @Test func `taking back a removal brings an item back that an edit had kept from an earlier removal`() throws {
        var (ann, ben) = Self.household()
        ann.write(Self.milk, FieldWrite(.title, text: "oat milk"), after: 10)
        ben.write(Self.milk, FieldWrite(.life, Life.dead), after: 11)
        ann.hear(ben)
        ben.hear(ann)
        #expect(ann.item(Self.milk)?.isTrashed == false)
        ann.write(Self.milk, FieldWrite(.life, Life.dead), after: 12)
        let group = try #require(ann.log.last?.batch.header.group)
        let plan = ann.state.plan(takingBack: [group], as: 99)
        #expect(plan.ops.first == .write(Self.milk, [FieldWrite(.life, Life.alive)]))
        let entry = try #require(ListState(ann.state).history(atMost: 1).entries.first)
        #expect(entry.changes.map(\.previous?.value) == [[Life.alive.rawValue]])
    }
}
