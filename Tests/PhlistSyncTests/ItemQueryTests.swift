import PhlistSimulator
import PhlistTestKit
import PhlistVocabulary
import Testing

@testable import PhlistHousehold
@testable import PhlistModel
@testable import PhlistSync

/// What is found, and in which order it is shown, against a slow and plain oracle.
struct ItemQueryTests {
    @Test(arguments: 1...30 as ClosedRange<UInt64>)
    func `a query finds and orders what the oracle does`(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let device = try Device("anna")
        let list = try Self.randomList(on: device, &random)
        for _ in 0..<20 {
            let query = Self.randomQuery(device.member, &random)
            var arrangement = ItemArrangement(query)
            arrangement.add(list)
            let found = arrangement.arranged().map { String(repeating: " ", count: $0.depth) + $0.item.title }
            #expect(found == ItemOracle(query, list).shown(), "\(query)")
        }
    }

    @Test func `names stand by fold, and equal ones by id`() throws {
        let device = try Device("anna")
        device.give(device.add("zèbre", "Zebra", "épicerie", "item 10", "Äpfel", "item 2", "pear", "Straße"))
        device.give(device.change("pear", ItemChange(title: "apfel")))
        device.give(.user(.lists(.create(NewList(title: "Same"))), device.principal))
        let found = device.found(ItemQuery(order: ItemOrder(.name)))
        let names = ["Äpfel", "apfel", "épicerie", "item 2", "item 10", "Straße", "Zebra", "zèbre"]
        #expect(found.map { fold($0.item.title).utf8 } == names.map { fold($0).utf8 })
        let apples = found.prefix(2).map(\.item.entity)
        #expect(apples == apples.sorted())
    }

    @Test func `text is found by fold in titles, notes and tags`() throws {
        let device = try Device("anna")
        device.give(device.add("Äpfel", "Brot", "Milch", "Salz"))
        device.give(
            device.change("Brot", ItemChange(note: "aus der Straße")),
            device.change("Milch", ItemChange(tagsAdded: ["Frühstück"]))
        )
        for (text, title) in [("apfel", "Äpfel"), ("STRASSE", "Brot"), ("fruhst", "Milch")] {
            #expect(device.found(ItemQuery(text: text)).map(\.item.title) == [title])
        }
        #expect(device.found(ItemQuery(tags: ["fruhstuck"])).map(\.item.title) == ["Milch"])
        #expect(device.found(ItemQuery(tags: ["fruh"])).isEmpty)
    }

    @Test func `a day is overdue when it is over, and a time when its minute is`() throws {
        let device = try Device("anna")
        device.give(device.add("yesterday", "today", "early", "late", "tomorrow", "never"))
        let days: [(String, Int, Int?)] = [
            ("yesterday", 20, nil), ("today", 21, nil), ("early", 21, 600), ("late", 21, 1200), ("tomorrow", 22, 0),
        ]
        for (title, day, minute) in days {
            let due = try #require(CivilDate(year: 2026, month: 11, day: day, minute: minute))
            device.give(device.change("Shopping/\(title)", ItemChange(due: .on(due))))
        }
        let now = try #require(CivilDate(year: 2026, month: 11, day: 21, minute: 601))
        let today = try #require(CivilDate(year: 2026, month: 11, day: 21))
        let found = { filter in device.found(ItemQuery(due: filter)).map(\.item.title) }
        #expect(found(.overdue(now: now)) == ["yesterday", "early"])
        #expect(found(.days(today, today)) == ["today", "early", "late"])
        #expect(found(.through(today)) == ["yesterday", "today", "early", "late"])
        device.give(device.change("early", ItemChange(state: .done)))
        let all = ItemQuery(states: [.open, .done], due: .overdue(now: now))
        #expect(device.found(all).map(\.item.title) == ["yesterday"])
    }

    @Test func `by due date a day without a time comes after its times, and what is overdue before both`() throws {
        let device = try Device("anna")
        let dates: [(String, Int, Int?)] = [
            ("rent", 21, nil), ("dentist", 21, 1), ("movie", 21, 1439), ("tomorrow", 22, nil), ("yesterday", 20, nil),
        ]
        for (title, day, minute) in dates {
            let due = try #require(CivilDate(year: 2026, month: 11, day: day, minute: minute))
            device.give(device.add(title))
            device.give(device.change("Shopping/\(title)", ItemChange(due: .on(due))))
        }
        device.give(device.add("never"))
        let found = { order in device.found(ItemQuery(order: order)).map(\.item.title) }
        let expected = ["yesterday", "dentist", "movie", "rent", "tomorrow"]
        #expect(found(ItemOrder(.due)) == expected + ["never"])
        #expect(found(ItemOrder(.due, isReversed: true)) == expected.reversed() + ["never"])
    }

    // MARK: Random lists

    private static let titles = ["épicerie", "Äpfel", "apfel", "item 2", "item 10", "zèbre", "Straße", "milk"]

    private static func randomList(on device: Device, _ random: inout SeededRandom) throws -> ListState {
        device.give(device.add("first"))
        for number in 0..<2 {
            let section = [
                FieldWrite(.kind, EntityKind.section), FieldWrite(.life, Life.alive),
                FieldWrite(.title, text: "section \(number)"), FieldWrite(.key, [UInt8(number + 1)]),
            ]
            device.write([.write(EntityID(rawValue: UInt64(number + 1)), section)], in: "Shopping")
        }
        for number in 0..<Int.random(in: 1...25, using: &random) {
            device.wall += Int64.random(in: 0...2, using: &random)
            let title = "\(titles.randomElement(using: &random) ?? "") \(Int.random(in: 0...1, using: &random))"
            let targets = [ItemTarget(list: "Shopping"), ItemTarget(list: "Shopping/section \(number % 2)")]
            let parents = device.items(in: "Shopping").filter { !$0.isTrashed }.map {
                ItemTarget(under: $0.entity.description)
            }
            guard let target = (targets + parents).randomElement(using: &random) else { continue }
            device.give(.user(.items(.add(NewItems(target: target, titles: [title]))), device.principal))
            guard let item = device.items(in: "Shopping").randomElement(using: &random) else { continue }
            device.give(device.change(item.entity.description, randomChange(&random)))
        }
        return try #require(device.replica.library.lists(for: device.principal).first)
    }

    private static func randomChange(_ random: inout SeededRandom) -> ItemChange {
        switch Int.random(in: 0..<7, using: &random) {
        case 0: ItemChange(state: .done)
        case 1: ItemChange(state: .cancelled)
        case 2: ItemChange(isTrashed: true)
        case 3: ItemChange(assignee: "user of anna")
        case 4: ItemChange(tagsAdded: ["Früh"])
        case 5: ItemChange(percent: Int.random(in: 0...100, using: &random))
        default:
            ItemChange(due: CivilDate(year: 2026, month: 11, day: .random(in: 19...23, using: &random)).map { .on($0) })
        }
    }

    private static func randomQuery(_ member: MemberID?, _ random: inout SeededRandom) -> ItemQuery {
        var query = ItemQuery()
        if Bool.random(using: &random) { query.states = [.open, .done, .cancelled] }
        if Bool.random(using: &random) { query.lives = [.alive, .dead] }
        switch Int.random(in: 0..<8, using: &random) {
        case 0: query.assignee = .nobody
        case 1: query.assignee = member.map { .member($0) }
        case 2: query.tags = ["FRUH"]
        case 3: query.text = "APFEL"
        case 4: query.due = CivilDate(year: 2026, month: 11, day: 21).map { .through($0) }
        case 5: query.due = CivilDate(year: 2026, month: 11, day: 21, minute: 5).map { .overdue(now: $0) }
        default: break
        }
        if let sort = ItemSort.allCases.randomElement(using: &random), Int.random(in: 0..<4, using: &random) > 0 {
            query.order = ItemOrder(sort, isReversed: Bool.random(using: &random))
        }
        query.isFlat = query.order != nil && Bool.random(using: &random)
        return query
    }
}

/// Finds and orders items one after the other, as a person would explain it.
private struct ItemOracle {
    let query: ItemQuery
    let list: ListState
    let standings: [EntityID: Standing]
    let found: [ItemState]

    init(_ query: ItemQuery, _ list: ListState) {
        (self.query, self.list, standings) = (query, list, list.standings)
        found = list.items.filter { item in
            let isState = query.states.contains(item.state)
            let isLife = query.lives.contains(item.isTrashed ? Life.dead : .alive)
            let isAssigned =
                switch query.assignee {
                case nil: true
                case .nobody?: item.assignee == nil
                case .member(let member)?: item.assignee == member
                }
            let isTagged = query.tags.isEmpty || item.tags == ["Früh"]
            let isText = query.text == nil || ["Äpfel", "apfel"].contains { item.title.hasPrefix($0) }
            let day = item.due.map(\.day)
            let isDue =
                switch query.due {
                case .never?: item.due == nil
                case nil: true
                case .through?, .days?: (day ?? 99) <= 21
                case .overdue?: (day ?? 99) < 21 && item.state == .open
                }
            return isState && isLife && isAssigned && isTagged && isText && isDue
        }
    }

    func shown() -> [String] {
        guard !query.isFlat else { return sorted(found).map(\.title) }
        let tops = found.filter { parent(of: $0) == nil }
        let parts: [[ItemState]] = [
            tops.filter { !$0.isTrashed && $0.state == .done }, tops.filter { !$0.isTrashed && $0.state == .cancelled },
            tops.filter(\.isTrashed),
        ]
        let sections = [nil] + list.sections.map { Optional($0.entity) }
        let open = sections.flatMap { section in
            sorted(tops.filter { !$0.isTrashed && $0.state == .open && self.section(of: $0) == section })
        }
        return (open + parts.flatMap(newestFirst)).flatMap { lines(of: $0, depth: 0) }
    }

    private func lines(of item: ItemState, depth: Int) -> [String] {
        [String(repeating: " ", count: depth) + item.title]
            + sorted(found.filter { parent(of: $0) == item.entity }).flatMap { lines(of: $0, depth: depth + 1) }
    }

    private func parent(of item: ItemState) -> EntityID? {
        guard let parent = standings[item.entity]?.space.parent else { return nil }
        if found.contains(where: { $0.entity == parent }) { return parent }
        return list.item(parent).flatMap { self.parent(of: $0) }
    }

    private func section(of item: ItemState) -> EntityID? {
        guard let standing = standings[item.entity] else { return nil }
        return standing.space.parent.flatMap { list.item($0) }.map { section(of: $0) } ?? standing.space.section
    }

    private func newestFirst(_ items: [ItemState]) -> [ItemState] {
        guard query.order == nil else { return sorted(items) }
        return sorted(items).stablySorted { -(Self.closing($0) ?? 0) }
    }

    private static func closing(_ item: ItemState) -> Int64? {
        item.isTrashed
            ? item.trashAct?.stamp.milliseconds : item.state == .open ? nil : item.stateAct?.stamp.milliseconds
    }

    private func sorted(_ items: [ItemState]) -> [ItemState] {
        let byPlace =
            items.filter { !$0.isTrashed }.stablySorted { Int64(standings[$0.entity]?.position ?? 0) }
            + items.filter(\.isTrashed)
        guard let order = query.order else { return byPlace }
        let number: (ItemState) -> Int64? =
            switch order.sort {
            case .manual: { item in byPlace.firstIndex { $0.entity == item.entity }.map(Int64.init) }
            case .name: { _ in 0 }
            case .due: { $0.due.map { Int64($0.day) } }
            case .created: { $0.created.stamp.milliseconds }
            case .updated: { -$0.updated.stamp.milliseconds }
            case .percent: { Int64(-list.progress.percent(of: $0)) }
            case .done: { Self.closing($0).map { -$0 } }
            }
        guard order.sort != .name else {
            let byID = byPlace.sorted { $0.entity < $1.entity }
            let names = Set(byID.map { fold($0.title) }).sorted { order.isReversed ? $1 < $0 : $0 < $1 }
            return names.flatMap { name in byID.filter { fold($0.title) == name } }
        }
        let dated = byPlace.filter { number($0) != nil }
        let sign: Int64 = order.isReversed ? -1 : 1
        return dated.stablySorted { sign * (number($0) ?? 0) } + byPlace.filter { number($0) == nil }
    }
}

extension [ItemState] {
    /// Equal ones keep their order.
    fileprivate func stablySorted(by number: (ItemState) -> Int64) -> [ItemState] {
        enumerated().sorted { (number($0.element), $0.offset) < (number($1.element), $1.offset) }.map(\.element)
    }
}

extension Device {
    /// What a query finds in the list Shopping.
    func found(_ query: ItemQuery) -> [FoundItem] {
        scope(ofList: "Shopping").map { replica.library.items({ _ in query }, in: [Library.Spot(scope: $0)]) } ?? []
    }
}
