import PhlistSimulator
import PhlistVocabulary
import Testing

@testable import PhlistHousehold
@testable import PhlistModel
@testable import PhlistSync

/// What goes into the trash together, comes back together, and is removed for good.
struct ItemTrashTests {
    private let device: Device

    init() throws {
        device = try Device("anna")
        device.give(device.add("party", "milk"))
        device.give(device.add("cake", "candles", at: ItemTarget(under: "party")))
        device.give(device.add("flour", at: ItemTarget(under: "cake")))
    }

    private func trash(_ names: String...) -> Command {
        .user(.items(.change(names, ItemChange(isTrashed: true))), device.principal)
    }

    private func restore(_ names: String...) -> Command {
        .user(.items(.change(names, ItemChange(isTrashed: false))), device.principal)
    }

    @Test func `an item takes what is shown below it into the trash and back`() {
        let removed = device.give(trash("party"))[0]?.outcome
        #expect(removed?.changed.count == 4)
        #expect(device.shown() == ["milk"])
        let restored = device.give(restore("party"))[0]?.outcome
        #expect(Set(restored?.changed ?? []) == Set(removed?.changed ?? []))
        #expect(device.shown() == ["party", " cake", "  flour", " candles", "milk"])
    }

    @Test func `what was removed before stays in the trash when the rest comes back`() {
        device.give(trash("candles"))
        device.give(trash("party"))
        device.give(restore("party"))
        #expect(device.shown() == ["party", " cake", "  flour", "milk"])
    }

    @Test func `of two items that went together each comes back alone`() {
        device.give(trash("party", "milk"))
        device.give(restore("milk"))
        #expect(device.shown() == ["milk"])
    }

    @Test func `a removal and a restoration in one turn bring everything back`() {
        device.give(trash("party"), restore("party"))
        #expect(device.shown() == ["party", " cake", "  flour", " candles", "milk"])
    }

    /// Each change that a person makes to an item, and whether it keeps one that another removes meanwhile.
    private static let changes: [(change: ItemChange, isKept: Bool)] = [
        (ItemChange(title: "oat milk"), true), (ItemChange(note: "2 %"), true),
        (ItemChange(due: CivilDate(year: 2026, month: 12, day: 24).map { .on($0) }), true),
        (ItemChange(assignee: "zoe"), true),
        (ItemChange(tagsAdded: ["vegan"]), true), (ItemChange(tagsRemoved: ["fresh"]), true),
        (ItemChange(quantity: "2 l"), true), (ItemChange(priority: .high), true),
        (ItemChange(state: .done), false), (ItemChange(percent: 50), false),
    ]

    @Test(arguments: changes.indices, [0, 1])
    func `any edit keeps an item that another removes meanwhile, and progress does not`(number: Int, by: Int) throws {
        let home = Home(try Device("anna"), try Device("ben"))
        try home.join(1, to: 0)
        home.connect(0, 1)
        let anna = home.devices[0]
        anna.give(.user(.members(.add(name: "Zoe", email: "")), anna.principal), anna.add("milk"))
        anna.give(anna.change("milk", ItemChange(tagsAdded: ["fresh"])))
        home.settle()
        let (editor, remover) = (home.devices[by], home.devices[1 - by])
        home.isLost = { _ in true }
        editor.give(editor.change("milk", Self.changes[number].change))
        remover.give(remover.change("milk", ItemChange(isTrashed: true)))
        home.isLost = { _ in false }
        home.reconnect()
        for device in home.devices {
            #expect(try #require(device.items(in: "Shopping").first).isTrashed != Self.changes[number].isKept)
        }
        #expect(editor.agrees(with: remover))
    }

    @Test func `a purge takes what fell together, once, and leaves the rest`() throws {
        device.give(trash("candles"))
        device.give(trash("party"))
        guard case .failure(.item(.notInTrash))? = device.give(purge("milk"))[0] else {
            Issue.record("milk was purged")
            return
        }
        #expect(device.give(purge("party", "cake"))[0]?.outcome?.changed.count == 3)
        #expect(Set(device.items(in: "Shopping").map(\.title)) == ["candles", "milk"])
        #expect(try Device("anna", log: device.log).items(in: "Shopping").count == 2)
    }

    @Test func `by age only what fell before goes`() {
        device.give(trash("milk"))
        device.wall += 86_400_000
        device.give(trash("candles"))
        let purge = Command.user(.items(.purgeTrash(before: device.wall)), device.principal)
        #expect(device.give(purge)[0]?.outcome?.changed.count == 1)
        #expect(Set(device.items(in: "Shopping").map(\.title)) == ["party", "cake", "flour", "candles"])
    }

    @Test func `by age nothing goes from a list whose items are only cancelled, and the reply has what stays`() {
        device.give(trash("milk"))
        device.write([.write(.root, [FieldWrite(.deletionPolicy, DeletionPolicy.cancelOnly)])], in: "Shopping")
        let before = device.items(in: "Shopping")
        let purge = Command.user(.items(.purgeTrash(before: .max)), device.principal)
        let outcome = device.give(purge)[0]?.outcome
        #expect(outcome?.changed.count == 0 && outcome?.unchanged.count == 1)
        #expect(device.items(in: "Shopping") == before)
    }

    @Test func `an item in the trash is neither edited nor moved, and nothing stands below it`() {
        device.give(trash("milk"))
        let refused = [
            device.change("milk", ItemChange(quantity: "2 l")), device.change("milk", ItemChange(note: "x")),
            device.change("milk", ItemChange(state: .done)), device.change("milk", ItemChange(state: .cancelled)),
            device.move(["milk"], ItemTarget(anchor: .top)), device.move(["party"], ItemTarget(under: "milk")),
            device.add("x", at: ItemTarget(under: "milk")),
        ]
        for command in refused {
            guard case .failure(.item(.inTrash))? = device.give(command)[0] else {
                Issue.record("\(command)")
                continue
            }
        }
    }

    @Test func `a list whose items are only cancelled lets none go to the trash, nor to another list`() {
        device.give(.user(.lists(.create(NewList(title: "Party"))), device.principal))
        device.write([.write(.root, [FieldWrite(.deletionPolicy, DeletionPolicy.cancelOnly)])], in: "Shopping")
        for command in [trash("milk"), device.move(["milk"], ItemTarget(list: "Party"))] {
            guard case .failure(.list(.cancelOnly))? = device.give(command)[0] else {
                Issue.record("\(command)")
                continue
            }
        }
        #expect(device.give(device.change("milk", ItemChange(state: .cancelled)))[0]?.outcome?.changed.count == 1)
        #expect(device.give(device.move(["milk"], ItemTarget(anchor: .top)))[0]?.outcome?.changed.count == 1)
    }

    private func purge(_ names: String...) -> Command {
        .user(.items(.purge(names)), device.principal)
    }
}
