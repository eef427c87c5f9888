import PhlistTestKit
import Testing

@testable import PhlistModel

/// Who did what to a list, newest first.
struct HistoryViewTests {
    private static let milk = EntityID(rawValue: 1)
    private static let bread = EntityID(rawValue: 2)

    @Test func `an action says who did what, and what stood there before`() throws {
        var ann = Self.writer(1)
        _ = ann.author([Self.write(Self.milk, "milk"), Self.write(Self.bread, "bread")])
        let rename = ann.author([Self.write(Self.milk, "oat milk")]).batch
        let page = ListState(ann.state).history(atMost: 10)
        try #require(page.entries.count == 2)
        #expect(page.entries[0].group == rename.header.group)
        #expect(page.entries[0].act == Act(stamp: rename.header.stamp, by: .house, device: ann.device))
        #expect(page.entries[0].changes.map(\.text) == ["milk → oat milk"])
        #expect(page.entries[0].changes[0].isCurrent)
        #expect(page.entries[1].changes.map(\.text) == ["milk", "bread"])
        #expect(page.entries[1].changes.map(\.isCurrent) == [false, true])
        #expect(page.next == nil)
    }

    @Test func `an item's history has its own changes alone`() {
        var ann = Self.writer(1)
        _ = ann.author([Self.write(Self.milk, "milk"), Self.write(Self.bread, "bread")])
        _ = ann.author([Self.write(Self.bread, "rye")])
        let list = ListState(ann.state)
        #expect(list.texts(of: Self.milk) == [["milk"]])
        #expect(list.texts(of: Self.bread) == [["bread → rye"], ["bread"]])
        #expect(list.texts(of: EntityID(rawValue: 3)) == [])
    }

    @Test func `the batches of one action are one entry`() {
        var ann = Self.writer(1)
        _ = ann.author([Self.write(Self.milk, "milk")], at: 10, group: 7)
        _ = ann.author([Self.write(Self.bread, "bread")], at: 11, group: 7)
        _ = ann.author([Self.write(Self.bread, "rye")], at: 12, group: 8)
        #expect(ListState(ann.state).texts() == [["bread → rye"], ["milk", "bread"]])
    }

    @Test func `what a purge took is not told again`() {
        var ann = Self.writer(1)
        _ = ann.author([Self.write(Self.milk, "milk"), Self.write(Self.bread, "bread")])
        _ = ann.author([Self.write(Self.milk, "oat milk")])
        _ = ann.author([.purge(Self.milk)])
        #expect(ListState(ann.state).texts() == [["bread"]])
        _ = ann.author([Self.write(Self.milk, "soy")])
        #expect(ListState(ann.state).texts() == [["soy"], ["bread"]])
    }

    @Test func `the value that lost to a concurrent one is told`() {
        var (ann, ben) = (Self.writer(1), Self.writer(2))
        let first = ann.author([Self.write(Self.milk, "milk")])
        ben.take(first)
        let annOnly = ann.author([Self.write(Self.milk, "oat milk")], at: 100, group: 11)
        _ = ben.author([Self.write(Self.milk, "soy")], at: 101, group: 12)
        ben.take(annOnly)
        _ = ben.author([Self.write(Self.milk, "rice")], at: 102, group: 13)
        #expect(
            ListState(ben.state).texts() == [["soy → rice"], ["milk → soy"], ["milk → oat milk"], ["milk"]]
        )
    }

    @Test func `a clock that was wrong for a day does not bury what followed`() {
        var ann = Self.writer(1)
        let year2099: Int64 = 4_070_908_800_000
        _ = ann.author([Self.write(Self.milk, "a")], at: 1000, group: 1)
        _ = ann.author([Self.write(Self.milk, "b")], at: year2099, group: 2)
        _ = ann.author([Self.write(Self.milk, "c")], at: 2000, group: 3)
        #expect(ListState(ann.state).texts() == [["b → c"], ["a → b"], ["a"]])
    }

    @Test func `a tag that was put in and taken out is two changes`() throws {
        var ann = Self.writer(1)
        _ = ann.author([.write(Self.milk, [FieldWrite(.life, Life.alive)])])
        _ = ann.author([.write(Self.milk, [.insert("red", into: .tags)])])
        _ = ann.author([.write(Self.milk, [.remove("red", from: .tags)])])
        let changes = ListState(ann.state).history(atMost: 2).entries.flatMap(\.changes)
        try #require(changes.count == 2)
        #expect(changes.map { $0.value.first } == [SetChange.remove.rawValue, SetChange.insert.rawValue])
        #expect(changes[0].previous?.value == changes[1].value)
        #expect(changes.map(\.isCurrent) == [false, false])
    }

    @Test func `only wanted acts are told`() {
        var (ann, ben) = (Self.writer(1), Self.writer(2))
        let first = ann.author([Self.write(Self.milk, "milk")])
        ben.take(first)
        _ = ben.author([Self.write(Self.milk, "soy")])
        let entries = ListState(ben.state).history(atMost: 10) { $0.device == ann.device }.entries
        #expect(entries.map(\.act.device) == [ann.device])
    }

    @Test func `pages join to the whole history while the list goes on`() {
        for seed in 0..<300 {
            // A purge would take entries away that were not read yet.
            var history = ListIndexHistory(seed: UInt64(50_000 + seed), purges: false)
            for _ in 0..<25 { _ = history.step() }
            let whole = ListState(history.devices[0].state).history(atMost: .max)
            var (joined, cursor, count): ([HistoryEntry], HistoryCursor?, Int) = ([], nil, 1)
            repeat {
                let page = ListState(history.devices[0].state).history(from: cursor, atMost: count)
                joined += page.entries
                (cursor, count) = (page.next, count % 3 + 1)
                _ = history.step()
            } while cursor != nil
            let same = zip(joined, whole.entries).allSatisfy { $0.group == $1.group && $0.act == $1.act }
            #expect(same && joined.count == whole.entries.count, "seed \(seed)")
        }
    }

    @Test func `all devices tell the same history, whatever came first`() {
        for seed in 0..<300 {
            var history = ListIndexHistory(seed: UInt64(60_000 + seed), purges: false)
            for _ in 0..<30 { _ = history.step() }
            history.exchangeAll()
            let told = history.devices.map { device in
                ListState(device.state).history(atMost: .max).entries
            }
            #expect(told.allSatisfy { $0 == told[0] }, "seed \(seed)")
        }
    }

    @Test func `every write that was not purged is told once, with what it took the place of`() {
        for seed in 0..<300 {
            var history = ListIndexHistory(seed: UInt64(70_000 + seed), purges: false)
            for _ in 0..<30 { _ = history.step() }
            let state = history.devices[0].state
            let changes = ListState(state).history(atMost: .max).entries.flatMap(\.changes)
            #expect(changes.count == state.table.writes.count, "seed \(seed)")
            let current = state.table.entities.reduce(0) { count, entity in
                let entry = state.entry(of: entity)
                return count + (entry?.fields.reduce(0) { $0 + (entry?[$1].siblings.count ?? 0) } ?? 0)
            }
            #expect(changes.count(where: \.isCurrent) == current, "seed \(seed)")
            #expect(changes.count { $0.previous != nil } == Self.successorCount(state), "seed \(seed)")
        }
    }

    @Test func `of two values that were written apart each is told with what its author saw, on both devices`() {
        var (ann, ben) = (Self.writer(1), Self.writer(2))
        let first = ann.author([Self.write(Self.milk, "milk")], at: 10, group: 1)
        ben.take(first)
        let oat = ann.author([Self.write(Self.milk, "oat milk")], at: 20, group: 2)
        let soy = ben.author([Self.write(Self.milk, "soy")], at: 30, group: 3)
        ben.take(oat)
        ann.take(soy)
        let both = [["milk → soy"], ["milk → oat milk"], ["milk"]]
        #expect(ListState(ann.state).texts() == both)
        #expect(ListState(ben.state).texts() == both)
    }

    /// How many writes took the place of any other: their authors knew of a value that, as far as they knew, nothing
    /// had taken the place of.
    private static func successorCount(_ state: ScopeState) -> Int {
        let (table, ledger) = (state.table, state.ledger)
        let known = ledger.batches.indices.map { ledger.known(behind: ledger.place(ofBatch: $0)) }
        let knows = { (later: Int, earlier: Int) in
            let batches = (Int(table.writes[later].batch), Int(table.writes[earlier].batch))
            guard batches.0 != batches.1 else { return earlier < later }
            let place = ledger.place(ofBatch: batches.1)
            return place.chain < known[batches.0].count && known[batches.0][place.chain] >= place.number
        }
        return table.writes.indices.count { number in
            let past = table.writes.indices.filter { isSame($0, number, table) && knows(number, $0) }
            return past.contains { old in isValue(old, table) && !past.contains { $0 != old && knows($0, old) } }
        }
    }

    /// Whether two writes are to one field of one entity, or one element of it.
    private static func isSame(_ one: Int, _ other: Int, _ table: RegisterTable) -> Bool {
        let (one, other) = (table.writes[one], table.writes[other])
        guard one.row == other.row, one.field == other.field else { return false }
        let isSet = table.field(of: one).mergeClass == .set
        return !isSet || table.value(of: one).dropFirst() == table.value(of: other).dropFirst()
    }

    private static func isValue(_ number: Int, _ table: RegisterTable) -> Bool {
        let write = table.writes[number]
        return table.field(of: write).mergeClass != .set || table.value(of: write).first == SetChange.insert.rawValue
    }

    private static func writer(_ number: UInt8) -> Writer {
        Writer(scope: History.scope, device: DeviceID(publicKey: [number]))
    }

    private static func write(_ entity: EntityID, _ title: String) -> Op {
        .write(entity, [FieldWrite(.title, text: title)])
    }
}

extension ListState {
    fileprivate func texts(of entity: EntityID? = nil) -> [[String]] {
        history(of: entity, atMost: .max).entries.map { $0.changes.map(\.text) }
    }
}

extension HistoryChange {
    fileprivate var text: String {
        let new = String(decoding: value, as: UTF8.self)
        return previous.map { "\(String(decoding: $0.value, as: UTF8.self)) → \(new)" } ?? new
    }
}
