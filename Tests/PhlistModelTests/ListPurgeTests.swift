import PhlistTestKit
import PhlistVocabulary
import Testing

@testable import PhlistModel

/// Lists that are removed from the trash for good.
struct ListPurgeTests {
    private static let milk = EntityID(rawValue: 7)

    /// Ann has made a list with an item, and put it into the trash; Ben has it, too.
    private static func household() -> (ann: Writer, ben: Writer) {
        var (ann, ben) = (Writer.device(1), Writer.device(2))
        ann.write(.root, FieldWrite(.title, text: "Party"))
        ann.write(milk, FieldWrite(.title, text: "milk"))
        ann.write(.root, FieldWrite(.life, Life.dead), after: 5)
        ben.hear(ann)
        return (ann, ben)
    }

    private static func isPurged(_ writer: Writer) -> Bool { ListState(writer.state).isPurged }

    @Test func `a list that was purged is gone on both devices, also after a restart`() {
        var (ann, ben) = Self.household()
        ben.write(.root, FieldWrite(.life, Life.purged), after: 10)
        #expect(!Self.isPurged(ann) && Self.isPurged(ben))
        ann.hear(ben)
        #expect(Self.isPurged(ann) && ListState(ann.restarted).isPurged && ListState(ann.state).isTrashed)
        #expect(ann.state.digest == ben.state.digest)
    }

    @Test(arguments: [
        FieldWrite(.title, text: "oat milk"), FieldWrite(.state, WorkState.done), .insert("x", into: .tags),
    ])
    func `what somebody wrote meanwhile leaves the list in the trash, on both`(write: FieldWrite) {
        var (ann, ben) = Self.household()
        ann.write(Self.milk, write, after: 10)
        ben.write(.root, FieldWrite(.life, Life.purged), after: 11)
        Self.meet(&ann, &ben)
        for writer in [ann, ben] {
            #expect(!Self.isPurged(writer) && ListState(writer.state).isTrashed)
            #expect(!ListState(writer.restarted).isPurged)
        }
        ben.write(.root, FieldWrite(.life, Life.purged), after: 12)
        Self.meet(&ann, &ben)
        #expect(Self.isPurged(ann) && Self.isPurged(ben))
    }

    @Test func `a list that somebody brought back meanwhile can be brought back again`() {
        var (ann, ben) = Self.household()
        ann.write(.root, FieldWrite(.life, Life.alive), after: 10)
        ben.write(.root, FieldWrite(.life, Life.purged), after: 11)
        Self.meet(&ann, &ben)
        #expect(!Self.isPurged(ann) && ListState(ann.state).isTrashed)
        ann.write(.root, FieldWrite(.life, Life.alive), after: 12)
        Self.meet(&ann, &ben)
        for writer in [ann, ben] {
            #expect(!Self.isPurged(writer) && !ListState(writer.state).isTrashed)
            #expect(writer.item(Self.milk)?.title == "milk")
        }
    }

    @Test func `two who purge a list apart have done the same`() {
        var (ann, ben) = Self.household()
        ann.write(.root, FieldWrite(.life, Life.purged), after: 10)
        ben.write(.root, FieldWrite(.life, Life.purged), after: 11)
        Self.meet(&ann, &ben)
        #expect(Self.isPurged(ann) && Self.isPurged(ben))
    }

    @Test func `of two who purge a list apart, one after an edit that the other has not heard of, one counts`() {
        var (ann, ben) = Self.household()
        ann.write(Self.milk, FieldWrite(.title, text: "oat milk"), after: 9)
        ann.write(.root, FieldWrite(.life, Life.purged), after: 10)
        ben.write(.root, FieldWrite(.life, Life.purged), after: 11)
        Self.meet(&ann, &ben)
        #expect(Self.isPurged(ann) && Self.isPurged(ben))
        #expect(ann.state.digest == ben.state.digest)
    }

    private static func meet(_ ann: inout Writer, _ ben: inout Writer) {
        ann.hear(ben)
        ben.hear(ann)
    }
}
