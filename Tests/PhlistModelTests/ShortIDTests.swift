import PhlistTestKit
import Testing

@testable import PhlistModel

/// Which item the first letters of an id stand for.
struct ShortIDTests {
    /// What somebody did to an item: the oracle of short ids keeps no more.
    private struct Known: Hashable {
        var entity: EntityID
        var isTrashed = false
    }

    /// Two lists, the items of both in the order in which they were made.
    private struct Home {
        var writers: [Writer] = [1, 2].map { Writer.device($0, scope: ScopeID(rawValue: UInt128($0))) }
        var items: [(list: Int, known: Known)] = []
        var time: Int64 = 0
        /// Goes along with the lists, as in a library.
        let directory = ItemDirectory()

        mutating func write(_ entity: EntityID, in list: Int, _ life: Life) {
            time += 1
            writers[list].write(entity, FieldWrite(.title, text: "x"), FieldWrite(.life, life), after: time)
        }

        mutating func add(_ entity: EntityID, to list: Int) {
            guard entity != .root, !items.contains(where: { $0.known.entity == entity }) else { return }
            write(entity, in: list, .alive)
            items.append((list, Known(entity: entity)))
        }

        mutating func turn(_ index: Int) {
            items[index].known.isTrashed.toggle()
            write(items[index].known.entity, in: items[index].list, items[index].known.isTrashed ? .dead : .alive)
        }

        var short: ShortIDs { ShortIDs(writers.map { ListState($0.state) }, directory) }

        /// What is not in the trash in the order in which it was made, then the rest.
        var order: [EntityID] {
            let known = items.map(\.known)
            return (known.filter { !$0.isTrashed } + known.filter(\.isTrashed)).map(\.entity)
        }
    }

    @Test(arguments: 0..<100)
    func `a short id is the shortest beginning that no older item has`(seed: Int) {
        var random = SeededRandom(seed: UInt64(seed))
        var home = Home()
        home.add(EntityID(rawValue: .random(in: 1 ... .max, using: &random)), to: 0)
        for _ in 0..<30 {
            let known = home.items[random.number(below: home.items.count)].known.entity
            // Ids that share long beginnings are common.
            let other = EntityID(rawValue: known.rawValue ^ 1 << random.number(below: 64))
            home.add(other, to: random.number(below: 2))
            if random.happens(percent: 30) { home.turn(random.number(below: home.items.count)) }
            let (order, short) = (home.order, home.short)
            let wanted = random.number(below: order.count)
            let expected = (2...16).map { order[wanted].description.prefix($0) }.first { letters in
                !order[..<wanted].contains { $0.description.hasPrefix(letters) }
            }
            #expect(short.shortID(of: order[wanted]) == expected.map(String.init))
            #expect(short.items(withPrefix: short.shortID(of: order[wanted]) ?? "").map(\.entity) == [order[wanted]])
            let prefix = String(order[wanted].description.prefix(random.number(below: 17)))
            let named = prefix.count < 2 ? nil : order.first { $0.description.hasPrefix(prefix) }
            #expect(short.items(withPrefix: prefix).map(\.entity) == [named].compactMap(\.self))
        }
    }

    @Test(arguments: 0..<20)
    func `what is added or removed later takes no short id over`(seed: Int) {
        var random = SeededRandom(seed: UInt64(seed))
        var home = Home()
        for _ in 0..<100 {
            home.add(EntityID(rawValue: .random(in: 1 ... .max, using: &random)), to: random.number(below: 2))
        }
        let told = home.items.map { ($0.known.entity, home.short.shortID(of: $0.known.entity) ?? "") }
        for _ in 0..<100 {
            home.add(EntityID(rawValue: .random(in: 1 ... .max, using: &random)), to: random.number(below: 2))
        }
        for index in 100..<200 { home.turn(index) }
        for (entity, letters) in told {
            #expect(home.short.items(withPrefix: letters).map(\.entity) == [entity])
        }
    }

    @Test func `thousands of items in the trash leave short ids short`() {
        var home = Home()
        var writer = ListIndexTests.longList(of: 2000)
        let remove = (1...2000).map { Op.write(EntityID(rawValue: UInt64($0)), [FieldWrite(.life, Life.dead)]) }
        for ops in [remove[..<500], remove[500..<1000], remove[1000..<1500], remove[1500...]] {
            _ = writer.author(Array(ops))
        }
        home.add(EntityID(rawValue: 5000), to: 1)
        let lists = [ListState(writer.state), ListState(home.writers[1].state)]
        #expect(ShortIDs(lists).shortID(of: EntityID(rawValue: 5000)) == "kk")
    }

    @Test(arguments: ["", "k", "kkkkkkkkkkkkkkkkk", "kj", "k{", "KK"])
    func `what cannot be the beginning of an id finds nothing`(prefix: String) {
        let list = ListState(ListIndexTests.longList(of: 100).state)
        #expect(ShortIDs([list]).items(withPrefix: prefix).isEmpty)
    }

    @Test func `the item of an id that a draft makes is found`() {
        let writer = Writer.device(1)
        var draft = ScopeDraft()
        let act = Act(stamp: Stamp(milliseconds: 1 << 40), by: .house, device: writer.device)
        let entity = EntityID(rawValue: 500)
        draft.anticipate([.write(entity, [FieldWrite(.life, Life.alive)])], upon: writer.state, act: act)
        let short = ShortIDs([ListState(writer.state, with: draft)])
        #expect(short.shortID(of: entity) == "kk" && short.items(withPrefix: "kk").map(\.entity) == [entity])
    }
}

extension ShortIDs {
    /// Creates the short ids of the items in some lists.
    fileprivate init(_ lists: [ListState], _ directory: ItemDirectory = ItemDirectory()) {
        for list in lists { directory.note(list.state) }
        self.init(directory, drafted: lists.map(\.scope)) { scope in lists.first { $0.scope == scope } }
    }

    /// The short id of one item, asked for together with others.
    fileprivate func shortID(of entity: EntityID) -> String? {
        shortIDs(of: [EntityID(rawValue: entity.rawValue ^ 1), entity, entity])[entity]
    }
}
