import PhlistTestKit
import PhlistVocabulary
import Testing

@testable import PhlistModel

/// The line of a list in the overview, and the order of the lines.
struct ListOverviewTests {
    @Test func `a percentage is the floor of the mean of what is neither cancelled nor in the trash`() {
        #expect(Self.percent([]) == nil)
        #expect(Self.percent([[FieldWrite(.state, WorkState.cancelled)], [FieldWrite(.life, Life.dead)]]) == nil)
        #expect(Self.percent([[FieldWrite(.state, WorkState.done)], [], []]) == 33)
        #expect(Self.percent([[FieldWrite(.state, WorkState.done)], [], [FieldWrite(.life, Life.dead)]]) == 50)
        #expect(Self.percent([[FieldWrite(.state, WorkState.done)], [FieldWrite(.percent, [30])]]) == 65)
        #expect(Self.percent([[FieldWrite(.state, WorkState.done)], [FieldWrite(.state, WorkState.done)]]) == 100)
    }

    @Test func `what is set to 100 by hand and not done leaves the list short of 100`() {
        #expect(Self.percent([[FieldWrite(.percent, [100])]]) == 99)
        #expect(Self.percent([[FieldWrite(.percent, [100])], [FieldWrite(.state, WorkState.done)]]) == 99)
    }

    @Test func `an item counts what those below it have come to, and 99 when it is done above open ones`() {
        let below = FieldWrite(.place, Place(parent: EntityID(rawValue: 1), key: [9]).encoded)
        let done = FieldWrite(.state, WorkState.done)
        #expect(Self.percent([[FieldWrite(.percent, [80])], [below, done], [below]]) == 50)
        #expect(Self.percent([[], [below, done], [below, done]]) == 99)
        #expect(Self.percent([[FieldWrite(.percent, [80])], [below, done]]) == 99)
        #expect(Self.percent([[done], [below], [below]]) == 99)
        #expect(Self.percent([[done], [below, done], [below]]) == 99)
        #expect(Self.percent([[done], [below, done], [below, done]]) == 100)
        #expect(Self.percent([[FieldWrite(.state, WorkState.cancelled)], [below], [done]]) == 99)
        #expect(Self.percent([[done], [below, FieldWrite(.state, WorkState.cancelled)]]) == 100)
        #expect(Self.percent([[FieldWrite(.percent, [80])], [below, FieldWrite(.state, WorkState.cancelled)]]) == 80)
        #expect(Self.percent([[FieldWrite(.life, Life.dead)], [below, done], [below]]) == 50)
        #expect(Self.percent([[FieldWrite(.state, WorkState.cancelled)], [below], []]) == 0)
    }

    @Test func `ten thousand items one below the other add up`() {
        let ops = (1...10_000).map { number in
            let place = Place(parent: number == 1 ? nil : EntityID(rawValue: UInt64(number - 1)), key: [])
            let fields = [FieldWrite(.life, Life.alive), FieldWrite(.place, place.encoded)]
            return Op.write(EntityID(rawValue: UInt64(number)), fields)
        }
        var writer = Self.writer()
        stride(from: 0, to: ops.count, by: 500).forEach { _ = writer.author(Array(ops[$0..<$0 + 500])) }
        _ = writer.author([.write(EntityID(rawValue: 10_000), [FieldWrite(.percent, [40])])])
        #expect(ListState(writer.state).progress.percent == 40)
        #expect(ListState(writer.state).outline.first?.items.last?.depth == 9_999)
    }

    @Test func `lists in progress stand by nearest date, then by name`() {
        let lists = [
            Self.overview("b", []), Self.overview("a", []),
            Self.overview("late", [FieldWrite(.due, Self.day(9))]),
            Self.overview("early", [FieldWrite(.due, Self.day(9))], item: [FieldWrite(.due, Self.day(2))]),
            Self.overview("middle", [], item: [FieldWrite(.due, Self.day(5))]),
            Self.overview("done item", [], item: [FieldWrite(.due, Self.day(1)), FieldWrite(.state, WorkState.done)]),
        ]
        let sorted = ListOverview.sorted(lists) { $0 }
        #expect(sorted.map(\.title) == ["early", "middle", "late", "a", "b", "done item"])
    }

    @Test func `completed lists stand behind those in progress and cancelled ones last, the newest first`() {
        let lists = [
            Self.overview("cancelled", [FieldWrite(.state, WorkState.cancelled)], later: 9),
            Self.overview("done early", [FieldWrite(.state, WorkState.done), FieldWrite(.due, Self.day(1))], later: 1),
            Self.overview("done late", [FieldWrite(.state, WorkState.done)], later: 5),
            Self.overview("open", []),
        ]
        let sorted = ListOverview.sorted(lists) { $0 }
        #expect(sorted.map(\.title) == ["open", "done late", "done early", "cancelled"])
        #expect(sorted.map { $0.closed == nil } == [true, false, false, false])
    }

    @Test func `an item that was edited while somebody deleted it says who did what`() throws {
        var (ann, ben) = (Self.writer(1), Self.writer(2))
        let milk = EntityID(rawValue: 1)
        ben.take(ann.author([.write(milk, [FieldWrite(.life, Life.alive), FieldWrite(.title, text: "milk")])]))
        let delete = ben.author([.write(milk, [FieldWrite(.life, Life.dead)])])
        _ = ann.author([.write(milk, [FieldWrite(.life, Life.alive), FieldWrite(.title, text: "oat milk")])])
        #expect(ListState(ann.state).item(milk)?.rescue == nil)
        ann.take(delete)
        let item = try #require(ListState(ann.state).item(milk))
        #expect(!item.isTrashed)
        #expect(item.rescue?.edited.device == ann.device)
        #expect(item.rescue?.deleted.device == ben.device)
        #expect(item.conflicts.isEmpty)
    }

    @Test func `of two places only the section is a conflict`() {
        #expect(Self.placeConflicts(Place(key: [1]), Place(key: [2])) == [])
        #expect(Self.placeConflicts(Place(parent: EntityID(rawValue: 3), key: [1]), Place(key: [1])) == [])
        let section = Place(section: EntityID(rawValue: 3), key: [1])
        #expect(Self.placeConflicts(section, Place(key: [1])) == [.place])
        #expect(Self.placeConflicts(section, Place(section: EntityID(rawValue: 4), key: [1])) == [.place])
        #expect(Self.placeConflicts(section, Place(section: EntityID(rawValue: 3), key: [5])) == [])
    }

    // MARK: Making lists

    /// The percentage of a list of items with some fields; the first one has the id 1.
    private static func percent(_ items: [[FieldWrite]]) -> Int? {
        var writer = writer()
        for (index, fields) in items.enumerated() {
            let entity = EntityID(rawValue: UInt64(index + 1))
            _ = writer.author([.write(entity, [FieldWrite(.life, Life.alive)]), .write(entity, fields)])
        }
        return ListState(writer.state).overview.percent
    }

    private static func overview(
        _ title: String,
        _ fields: [FieldWrite],
        item: [FieldWrite] = [],
        later: Int64 = 0
    ) -> ListOverview {
        var writer = writer()
        let item = [FieldWrite(.life, Life.alive)] + item
        let ops = [Op.write(.root, [FieldWrite(.title, text: title)]), .write(EntityID(rawValue: 1), item)]
        _ = writer.author(ops)
        _ = writer.author([.write(.root, fields + [FieldWrite(.life, Life.alive)])], at: 1000 + later, group: 9)
        return ListState(writer.state).overview
    }

    private static func placeConflicts(_ first: Place, _ second: Place) -> [FieldID] {
        var (ann, ben) = (writer(1), writer(2))
        let milk = EntityID(rawValue: 1)
        let life = FieldWrite(.life, Life.alive)
        let other = ben.author([.write(milk, [life, FieldWrite(.place, second.encoded)])])
        _ = ann.author([.write(milk, [life, FieldWrite(.place, first.encoded)])])
        ann.take(other)
        return ListState(ann.state).conflicts.map(\.field)
    }

    private static func day(_ day: Int) -> [UInt8] {
        CivilDate(year: 2027, month: 1, day: day)?.encoded ?? []
    }

    private static func writer(_ number: UInt8 = 1) -> Writer {
        Writer(scope: History.scope, device: DeviceID(publicKey: [number]))
    }
}
