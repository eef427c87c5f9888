import PhlistTestKit
import PhlistVocabulary
import Testing

@testable import PhlistHousehold
@testable import PhlistModel
@testable import PhlistSync

/// Names of lists and ids of items, against a search through all lists and items.
struct IndexedLookupTests {
    private static let titles = ["Milk", "mílk", "MILK", " Milk", "Work", "work", "a/b", "A", "kz"]

    @Test(arguments: 0..<10)
    func `names and ids mean what they mean in a search through everything`(seed: Int) throws {
        var random = SeededRandom(seed: UInt64(seed))
        let device = try Device("anna")
        device.give(.create(NewList(title: "Milk")))
        for step in 0..<60 {
            device.give((0...random.number(below: 3)).map { _ in command(of: device, step, &random) })
            let library = device.replica.library
            try compareNames(in: library, device.principal)
            try compareIDs(in: library, device.principal)
        }
    }

    private func command(of device: Device, _ step: Int, _ random: inout SeededRandom) -> UserCommand {
        let lists = device.replica.library.listsWithTrash(for: device.principal)
        let scope = lists.isEmpty ? "x" : lists[random.number(below: lists.count)].scope.description
        let title = Self.titles[random.number(below: Self.titles.count)]
        let items = device.replica.library.lists(for: device.principal).flatMap(\.items)
        let item = items.isEmpty ? "x" : items[random.number(below: items.count)].entity.description
        // The list is named by its title, too: the command before it in the same turn may have given it that.
        return switch random.number(below: 8) {
        case 0: .lists(.create(NewList(title: title)))
        case 1: .lists(.change([scope], Self.change(title: title)))
        case 2: .lists(.change([title], Self.change(isTrashed: true)))
        case 3: .lists(.change([scope], Self.change(isTrashed: false)))
        case 4: .items(.change([item], ItemChange(isTrashed: random.happens(percent: 50))))
        default: .items(.add(NewItems(list: title, titles: ["item \(step)"])))
        }
    }

    private static func change(title: String? = nil, isTrashed: Bool? = nil) -> ListChange {
        var change = ListChange()
        (change.title, change.isTrashed) = (title, isTrashed)
        return change
    }

    private func compareNames(in library: Library, _ caller: Principal) throws {
        let all = library.upcomingLists(for: caller)
        let ids = all.map { String($0.scope.description.prefix(4)) }
        for name in Self.titles + ids + ["", "k", "nothing", "a\\/b"] {
            let expected = Result { () throws(CommandError) in try library.list(named: name, among: all) }
            let found = Result { () throws(CommandError) in try library.list(named: name, for: caller) }
            #expect(found == expected, "\(name)")
        }
        for list in library.lists(for: caller) {
            let alike = library.lists(for: caller).filter { fold($0.title) == fold(list.title) }
            let others = alike.map(\.scope).filter { $0 != list.scope }
            #expect(library.namesakes(of: list, for: caller).map(\.scope).sorted() == others.sorted())
        }
    }

    private func compareIDs(in library: Library, _ caller: Principal) throws {
        let items = library.lists(for: caller).flatMap(\.items).sorted {
            ($0.isTrashed ? 1 : 0, $0.created.stamp, $0.entity) < ($1.isTrashed ? 1 : 0, $1.created.stamp, $1.entity)
        }
        let short = library.shortIDs(of: items.map(\.entity))
        for (index, item) in items.enumerated() {
            let letters = item.entity.description
            let count = (2..<16).first { count in
                !items[..<index].contains { $0.entity.description.hasPrefix(letters.prefix(count)) }
            }
            #expect(short[item.entity] == String(letters.prefix(count ?? 16)))
            let found = library.upcomingShortIDs(for: caller).items(withPrefix: short[item.entity] ?? "")
            #expect(found.map(\.entity) == [item.entity])
        }
    }
}
