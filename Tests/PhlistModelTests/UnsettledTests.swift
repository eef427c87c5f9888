import PhlistTestKit
import PhlistVocabulary
import Testing

@testable import PhlistModel

/// The items with concurrent changes that are to be told, which the index keeps, against a look at every item.
struct UnsettledTests {
    @Test func `no item that is to be told is missing among those that may be unsettled`() {
        var found = [Int](repeating: 0, count: Kind.allCases.count)
        for seed in 0..<250 {
            var history = ListIndexHistory(seed: UInt64(seed))
            for step in 0..<60 {
                let number = history.step()
                guard (seed + step) % 4 == 0 else { continue }
                let draft = step % 3 == 0 ? history.draft(of: number) : nil
                let list = ListState(history.devices[number].state, with: draft)
                for kind in Kind.allCases {
                    let items = list.state.table.rows.compactMap { list.item($0.entity) }
                    let expected = kind.sought(among: items, of: list)
                    #expect(kind.told(of: list) == expected, "seed \(seed), step \(step), \(kind)")
                    found[kind.rawValue] += expected.count
                }
            }
        }
        #expect(found.allSatisfy { $0 > 20 }, "\(found)")
    }

    @Test func `what somebody has settled is not looked at again`() {
        var (ann, ben) = (
            Writer(scope: History.scope, device: Self.device(1)), Writer(scope: History.scope, device: Self.device(2))
        )
        let item = EntityID(rawValue: 5)
        let made = ann.author([.write(item, [FieldWrite(.life, Life.alive), FieldWrite(.title, text: "milk")])])
        ben.take(made)
        let note = ann.author([.write(item, [FieldWrite(.life, Life.alive), FieldWrite(.note, text: "oat")])])
        let tick = ben.author([.write(item, [FieldWrite(.state, WorkState.done)])])
        ann.take(tick)
        ben.take(note)
        #expect(Self.unsettled(ann) == 1 && Self.unsettled(ben) == 1)
        let settled = [WorkState.open, .done].map { ann.author([.write(item, [FieldWrite(.state, $0)])]) }
        settled.forEach { ben.take($0) }
        #expect(Self.unsettled(ann) == 0 && Self.unsettled(ben) == 0)
        #expect(ann.state.wasConcurrent(item))
    }

    private static func device(_ number: UInt8) -> DeviceID { DeviceID(publicKey: [number]) }

    private static func unsettled(_ writer: Writer) -> Int {
        writer.state.index.current(for: writer.state)[.unsettled].count
    }

    /// What is told about items that several people have changed apart.
    private enum Kind: Int, CaseIterable {
        case rescued
        case changedBesideClosing
        case amountsAlike
        case closedBesideTrash
        case trashedApart

        func told(of list: ListState) -> Set<EntityID> {
            switch self {
            case .rescued: Set(list.rescuedItems.map(\.entity))
            case .changedBesideClosing: Set(list.changesBesideClosing.map(\.item.entity))
            case .amountsAlike: Set(list.amountsChangedAlike.map(\.item.entity))
            case .closedBesideTrash: Set(list.closedBesideTrash.map(\.entity))
            case .trashedApart: Set(list.trashedApart.map(\.entity))
            }
        }

        func sought(among items: [ItemState], of list: ListState) -> Set<EntityID> {
            Set(items.filter { isMeant($0, in: list) }.map(\.entity))
        }

        private func isMeant(_ item: ItemState, in list: ListState) -> Bool {
            let (lives, amounts) = (item.entry[.life].siblings, item.entry[.quantity].siblings)
            return switch self {
            case .rescued: !item.isTrashed && item.rescue != nil && !item.isRescuedByReopening
            case .changedBesideClosing: list.changeBesideClosing(of: item) != nil
            case .amountsAlike:
                !item.isTrashed && item.state == .open && !item.quantity.isEmpty && amounts.count > 1
                    && Set(amounts.map(\.value)).count == 1
            case .closedBesideTrash:
                item.isTrashed && item.state != .open && list.state.isClosed(besideTrashing: item.entity)
            case .trashedApart: item.isTrashed && lives.count > 1
            }
        }
    }
}
