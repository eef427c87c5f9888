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

    /// Lets a device write again what is missing.
    private static func mend(_ writer: inout Writer, after time: Int64) {
        let ops = writer.state.rewrites { $0.contains(writer.device) }
        if !ops.isEmpty { writer.act(ops, after: time) }
    }

    @Test func `of a set only the elements that are missing are written again`() {
        var (ann, ben) = Self.household(.insert("x", into: .tags), .insert("y", into: .tags))
        ann.write(Self.milk, FieldWrite(.title, text: "oat milk"), .insert("z", into: .tags), after: 10)
        ben.act([.purge(Self.milk)], after: 11)
        ann.hear(ben)
        Self.mend(&ann, after: 12)
        #expect(ann.item(Self.milk)?.tags == ["x", "y", "z"])
        #expect(ann.state.rewrites { $0.contains(ann.device) } == [])
    }

    @Test func `what was taken away after a purge was mended stays away`() {
        var (ann, ben) = Self.household(.insert("x", into: .tags))
        ann.write(Self.milk, FieldWrite(.title, text: "oat milk"), after: 10)
        ben.act([.purge(Self.milk)], after: 11)
        ann.hear(ben)
        Self.mend(&ann, after: 12)
        ann.write(Self.milk, .remove("x", from: .tags), after: 13)
        Self.mend(&ann, after: 14)
        #expect(ann.item(Self.milk)?.tags == [])
    }

    @Test func `a second purge does not bring back what was written over since the first`() {
        var (ann, ben) = Self.household(FieldWrite(.note, text: "old"))
        ann.write(Self.milk, FieldWrite(.title, text: "oat milk"), after: 10)
        ben.act([.purge(Self.milk)], after: 11)
        ann.hear(ben)
        Self.mend(&ann, after: 3_600_000)
        ben.hear(ann)
        ben.write(Self.milk, FieldWrite(.note, text: "new"), FieldWrite(.life, Life.alive), after: 20)
        ann.hear(ben)
        ann.write(Self.milk, FieldWrite(.title, text: "soy milk"), after: 21)
        ben.act([.purge(Self.milk)], after: 22)
        ann.hear(ben)
        Self.mend(&ann, after: 23)
        #expect(ann.item(Self.milk)?.note == "new")
        #expect(ann.item(Self.milk)?.title == "soy milk")
    }

    @Test func `what takes more than one op to write again is written in several`() {
        let long = String(repeating: "n", count: 40_000)
        var (ann, ben) = Self.household()
        for field in [FieldID.note, .quantity] {
            ann.write(Self.milk, FieldWrite(field, text: long), after: 5)
        }
        ben.hear(ann)
        ann.write(Self.milk, FieldWrite(.title, text: "oat milk"), after: 10)
        ben.act([.purge(Self.milk)], after: 11)
        ann.hear(ben)
        let ops = ann.state.rewrites { $0.contains(ann.device) }
        #expect(ops.count == 2)
        ann.act(ops, after: 12)
        #expect(ann.item(Self.milk)?.note.utf8.count == long.utf8.count)
        #expect(ann.item(Self.milk)?.quantity.utf8.count == long.utf8.count)
        #expect(ann.state.opaqueCount == 0)
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
}
