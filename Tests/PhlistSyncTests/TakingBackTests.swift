import PhlistSimulator
import PhlistTestKit
import PhlistVocabulary
import Testing

@testable import PhlistHousehold
@testable import PhlistModel
@testable import PhlistSync

/// Undo, redo, and the one thing that cannot be taken back.
struct TakingBackTests {
    private static func household() throws -> Home {
        let home = Home(try Device("anna"), try Device("ben"))
        home.devices[0].give(home.devices[0].add("eggs", "milk"))
        try home.join(1, to: 0)
        home.connect(0, 1)
        return home
    }

    private static func outcome(_ reply: Result<CommandResult, CommandError>??) -> Outcome? {
        guard case .success(.acted(let outcome, _))?? = reply else { return nil }
        return outcome
    }

    @Test func `what somebody removed of a merge that was taken back stays removed`() throws {
        let home = try Home.household(of: "anna", "ben")
        let (anna, ben) = (home.devices[0], home.devices[1])
        home.meet()
        for (title, items) in [("A", ["milk", "bread"]), ("B", [])] { anna.make(title, items) }
        anna.give(.merge("A", into: "B"))
        home.settle()
        ben.give(ben.change("B/milk", ItemChange(isTrashed: true)))
        home.settle()
        anna.give([.undo(list: nil)])
        anna.give(.merge("A", into: "B"))
        home.settle()
        for device in home.devices { #expect(device.text(of: "B") == ["bread"]) }
    }

    @Test func `undo goes back step by step, and redo forward again`() throws {
        let anna = try Device("anna")
        var states: [[String]] = []
        let steps = [
            anna.add("eggs"), anna.add("milk"), anna.change("eggs", ItemChange(title: "six eggs")),
            anna.change("milk", ItemChange(isTrashed: true)),
        ]
        for step in steps {
            anna.give(step)
            states.append(anna.titles(in: "Shopping"))
        }
        for state in states.dropLast().reversed() {
            #expect(Self.outcome(anna.give(.user(.undo(list: "Shopping"), anna.principal)).first)?.leftAlone == [])
            #expect(anna.titles(in: "Shopping") == state)
        }
        for state in states.dropFirst() {
            #expect(Self.outcome(anna.give(.user(.redo(list: "Shopping"), anna.principal)).first)?.leftAlone == [])
            #expect(anna.titles(in: "Shopping") == state)
        }
        #expect(anna.give(.user(.redo(list: nil), anna.principal)) == [.failure(.history(.nothingToRedo))])
    }

    @Test func `a tick that was taken back and brought back is taken back itself`() throws {
        let anna = try Device("anna")
        anna.give(anna.add("eggs"))
        anna.give(anna.change("eggs", ItemChange(state: .done)))
        anna.give(anna.change("eggs", ItemChange(state: .open)))
        for state in [[], ["eggs"], []] {
            #expect(Self.outcome(anna.give(.user(.undo(list: nil), anna.principal)).first)?.leftAlone == [])
            #expect(anna.titles(in: "Shopping") == state)
        }
    }

    @Test func `that a list was made is taken back and done again`() throws {
        let anna = try Device("anna")
        anna.give(anna.add("eggs"))
        anna.give(.user(.undo(list: nil), anna.principal))
        #expect(anna.lists(for: anna.principal).isEmpty)
        anna.give(.user(.redo(list: nil), anna.principal))
        #expect(anna.titles(in: "Shopping") == ["eggs"])
    }

    @Test func `a list in which others have written stays when it was made by what is taken back`() throws {
        let home = try Self.household()
        let (anna, ben) = (home.devices[0], home.devices[1])
        anna.give(.create(NewList(title: "Barbecue")))
        anna.give([.importLists(ImportCommand(lists: [ImportTests.camping], into: nil))])
        home.settle()
        ben.give(ben.add("sausages", to: "Barbecue"), ben.add("torch", to: "Camping"))
        home.settle()
        for (title, item) in [("Camping", "torch"), ("Barbecue", "sausages")] {
            let scope = try #require(anna.scope(ofList: title))
            let outcome = Self.outcome(anna.give(.user(.undo(list: title), anna.principal)).first)
            #expect(outcome?.leftAlone == [FieldReference(scope: scope, entity: .root, field: .life)])
            home.settle()
            for device in home.devices { #expect(device.titles(in: title) == [item]) }
        }
        for device in home.devices { #expect(device.replica.library.lists(for: device.principal).count == 3) }
    }

    @Test func `what was moved between lists goes back as a whole, whichever of them is named`() throws {
        for list in ["Shop", "Home"] {
            let anna = try Device("anna")
            anna.give(.create(NewList(title: "Shop")), .create(NewList(title: "Home")))
            anna.give(anna.add("lamp", to: "Home"))
            anna.give([.items(.move(["lamp"], ItemTarget(list: "Shop")))])
            #expect(anna.titles(in: "Shop") == ["lamp"] && anna.titles(in: "Home").isEmpty)
            anna.give(.user(.undo(list: list), anna.principal))
            #expect(anna.titles(in: "Shop").isEmpty && anna.titles(in: "Home") == ["lamp"])
            anna.give(.user(.redo(list: list), anna.principal))
            #expect(anna.titles(in: "Shop") == ["lamp"] && anna.titles(in: "Home").isEmpty)
        }
    }

    @Test func `undo, redo and undo again come out where the first undo was`() throws {
        let anna = try Device("anna")
        anna.give(anna.add("eggs"), anna.change("eggs", ItemChange(state: .done)))
        for _ in 0..<3 {
            anna.give(.user(.undo(list: nil), anna.principal))
            #expect(anna.titles(in: "Shopping") == ["eggs"])
            anna.give(.user(.redo(list: nil), anna.principal))
            #expect(anna.titles(in: "Shopping").isEmpty)
        }
    }

    @Test func `a new change ends what can be done again`() throws {
        let anna = try Device("anna")
        anna.give(anna.add("eggs"), anna.add("milk"))
        anna.give(.user(.undo(list: nil), anna.principal), anna.add("tea"))
        #expect(anna.give(.user(.redo(list: nil), anna.principal)) == [.failure(.history(.nothingToRedo))])
        #expect(anna.titles(in: "Shopping") == ["eggs", "tea"])
    }

    @Test func `an undo in the turn of the change waits for it`() throws {
        let anna = try Device("anna")
        let replies = anna.give(anna.add("eggs"), anna.add("milk"), .user(.undo(list: nil), anna.principal))
        #expect(Self.outcome(replies.last) != nil)
        #expect(anna.titles(in: "Shopping") == ["eggs"])
    }

    @Test func `who has done nothing has nothing to undo`() throws {
        let anna = try Device("anna")
        anna.give(anna.add("eggs"))
        let guest = Principal(uid: 7, name: "guest", isOwner: true)
        #expect(anna.give(.user(.undo(list: nil), guest)) == [.failure(.history(.nothingToUndo))])
    }

    /// A household in which Ben has renamed the eggs after Anna.
    private static func renamedTwice() throws -> (Home, Device, Device) {
        let home = try household()
        let (anna, ben) = (home.devices[0], home.devices[1])
        anna.give(anna.change("eggs", ItemChange(title: "six eggs")))
        home.settle()
        ben.give(ben.change("six eggs", ItemChange(title: "ten eggs")))
        home.settle()
        return (home, anna, ben)
    }

    @Test func `undo leaves alone what somebody has changed since, and says so`() throws {
        let (_, anna, _) = try Self.renamedTwice()
        let plan = Self.outcome(anna.give(.user(.undo(list: nil), anna.principal)).first)
        #expect(plan?.leftAlone.map(\.field) == [.title])
        #expect(anna.titles(in: "Shopping") == ["ten eggs", "milk"])
    }

    @Test func `an undo that left everything alone can be done again and taken back again`() throws {
        let (home, anna, ben) = try Self.renamedTwice()
        for _ in 0..<3 {
            #expect(Self.outcome(anna.give(.user(.undo(list: nil), anna.principal)).first) != nil)
            #expect(Self.outcome(anna.give(.user(.redo(list: nil), anna.principal)).first) != nil)
            #expect(anna.titles(in: "Shopping") == ["ten eggs", "milk"])
        }
        // What was left alone is taken back once nobody else's change is in its place.
        ben.give(.user(.undo(list: nil), ben.principal))
        home.settle()
        #expect(anna.titles(in: "Shopping") == ["six eggs", "milk"])
        anna.give(.user(.undo(list: nil), anna.principal))
        #expect(anna.titles(in: "Shopping") == ["eggs", "milk"])
    }

    @Test func `a purge of a list that somebody wrote in meanwhile is taken back as a purge`() throws {
        let home = try Self.household()
        let (anna, ben) = (home.devices[0], home.devices[1])
        anna.give(.create(NewList(title: "Gone")))
        home.settle()
        let scope = try #require(anna.scope(ofList: "Gone"))
        var trash = ListChange()
        trash.isTrashed = true
        home.disconnect()
        ben.give(ben.add("late", to: "Gone"))
        anna.give(.change(["Gone"], trash))
        anna.give(.purge(["Gone"]))
        home.connect(0, 1)
        #expect(anna.state(scope)?.list?.isPurged == false)
        #expect(Self.outcome(anna.give(.user(.undo(list: nil), anna.principal)).first) != nil)
        let change = anna.replica.library.newestAction(in: scope)?.changes.first { $0.field == .life }
        #expect(change?.previous?.value == [Life.purged.rawValue] && change?.value == [Life.dead.rawValue])
    }

    @Test func `undo takes back what was done on the other device, after synchronisation`() throws {
        let home = try Self.household()
        let (anna, ben) = (home.devices[0], home.devices[1])
        let member = try #require(anna.member)
        let caller = Principal(uid: 50, name: "anna on ben's machine", isOwner: true)
        ben.bind(caller.uid, to: member)
        ben.give(.user(.undo(list: nil), caller))
        home.settle()
        #expect(anna.titles(in: "Shopping").isEmpty)
        #expect(anna.agrees(with: ben))
    }

    @Test func `what two did alike and apart stays until both have taken it back`() throws {
        let home = try Self.household()
        let (anna, ben) = (home.devices[0], home.devices[1])
        home.isLost = { _ in true }
        for device in [anna, ben] { device.give(device.change("milk", ItemChange(state: .done))) }
        home.isLost = { _ in false }
        home.compareAgain()
        let plan = Self.outcome(ben.give(.user(.undo(list: nil), ben.principal)).first)
        #expect(plan?.leftAlone.map(\.field) == [.state])
        home.settle()
        for device in [anna, ben] { #expect(device.items(in: "Shopping").contains { $0.state == .done }) }
        #expect(Self.outcome(anna.give(.user(.undo(list: nil), anna.principal)).first)?.leftAlone == [])
        home.settle()
        for device in [anna, ben] { #expect(device.items(in: "Shopping").allSatisfy { $0.state == .open }) }
        #expect(anna.agrees(with: ben))
    }

    @Test func `a tag that another person put on as well stays`() throws {
        let home = try Self.household()
        let (anna, ben) = (home.devices[0], home.devices[1])
        home.isLost = { _ in true }
        for device in [anna, ben] { device.give(device.change("milk", ItemChange(tagsAdded: ["hot"]))) }
        home.isLost = { _ in false }
        home.compareAgain()
        for (device, tags) in [(ben, ["hot"]), (anna, [])] {
            device.give(.user(.undo(list: nil), device.principal))
            home.settle()
            for other in [anna, ben] {
                #expect(other.items(in: "Shopping").filter { $0.title == "milk" }.map(\.tags) == [tags])
            }
        }
    }

    @Test func `redo goes back to the last change, and no further`() throws {
        let anna = try Device("anna")
        anna.make("Shopping", ["a", "b", "c"])
        func all() -> [String] { anna.items(in: "Shopping").filter { $0.state == .done }.map(\.title).sorted() }
        for title in ["a", "b"] { anna.give(anna.change(title, ItemChange(state: .done))) }
        for _ in 0..<2 { anna.give([.undo(list: nil)]) }
        anna.give(anna.change("c", ItemChange(state: .done)))
        anna.give(.user(.redo(list: nil), anna.principal))
        #expect(all() == ["c"])
        anna.give(anna.add("e"))
        for _ in 0..<2 { anna.give([.undo(list: nil)]) }
        for _ in 0..<2 { anna.give(.user(.redo(list: nil), anna.principal)) }
        #expect(all() == ["c"] && anna.titles(in: "Shopping").contains("e"))
        let further = anna.give(.user(.redo(list: nil), anna.principal)).first
        #expect(further == .failure(.history(.nothingToRedo)))
        #expect(all() == ["c"])
    }

    @Test(arguments: [2, -30 * 24, 365 * 24] as [Int64])
    func `undo takes back what was done last, though the clock was wrong before`(hours: Int64) throws {
        let anna = try Device("anna")
        anna.make("Shopping", ["milk"])
        anna.make("Trip", ["rope"])
        anna.wall += hours * 3_600_000
        anna.give(anna.add("gum", to: "Shopping"), anna.add("lamp", to: "Trip"))
        anna.wall -= hours * 3_600_000
        anna.give(anna.add("bread", to: "Shopping"))
        anna.give(anna.change("milk", ItemChange(state: .done)))
        anna.give([.undo(list: nil)])
        #expect(anna.items(in: "Shopping").allSatisfy { $0.state == .open })
        anna.give([.undo(list: nil)])
        #expect(!anna.titles(in: "Shopping").contains("bread") && anna.titles(in: "Shopping").contains("gum"))
        #expect(anna.titles(in: "Trip").contains("lamp"))
    }

    @Test func `two devices that undo one action agree and can do it again`() throws {
        let home = try Self.household()
        let (anna, ben) = (home.devices[0], home.devices[1])
        let caller = Principal(uid: 50, name: "anna on ben's machine", isOwner: true)
        ben.bind(caller.uid, to: try #require(anna.member))
        anna.give(anna.change("eggs", ItemChange(title: "six eggs")))
        home.settle()
        home.isLost = { _ in true }
        anna.give(.user(.undo(list: nil), anna.principal))
        ben.give(.user(.undo(list: nil), caller))
        home.isLost = { _ in false }
        home.compareAgain()
        #expect(anna.titles(in: "Shopping") == ["eggs", "milk"])
        #expect(anna.agrees(with: ben))
        #expect(Self.outcome(anna.give(.user(.redo(list: nil), anna.principal)).first)?.leftAlone == [])
        home.settle()
        #expect(ben.titles(in: "Shopping") == ["six eggs", "milk"])
    }

    @Test(arguments: [true, false])
    func `an undo goes back to what was written apart from it, on either device`(isOnNewer: Bool) throws {
        let home = try Self.household()
        let (anna, ben) = (home.devices[0], home.devices[1])
        let caller = Principal(uid: 50, name: "anna on ben's machine", isOwner: true)
        ben.bind(caller.uid, to: try #require(anna.member))
        home.isLost = { _ in true }
        anna.give(anna.change("eggs", ItemChange(title: "laptop eggs")))
        ben.wall += 1000
        let change = ItemCommand.change(["eggs"], ItemChange(title: "tablet eggs"))
        ben.give(.user(.items(change), caller))
        home.isLost = { _ in false }
        home.compareAgain()
        #expect(anna.titles(in: "Shopping") == ["tablet eggs", "milk"])
        let undone =
            isOnNewer ? ben.give(.user(.undo(list: nil), caller)) : anna.give(.user(.undo(list: nil), anna.principal))
        #expect(Self.outcome(undone.first)?.leftAlone == [])
        home.settle()
        #expect(anna.titles(in: "Shopping") == ["laptop eggs", "milk"])
        #expect(anna.agrees(with: ben))
        let redone = anna.give(.user(.redo(list: nil), anna.principal))
        #expect(Self.outcome(redone.first)?.leftAlone == [])
        #expect(anna.titles(in: "Shopping") == ["tablet eggs", "milk"])
        anna.give(.user(.undo(list: nil), anna.principal), .user(.undo(list: nil), anna.principal))
        #expect(anna.titles(in: "Shopping") == ["eggs", "milk"])
    }

    @Test func `only what is in the trash can be purged`() throws {
        let anna = try Device("anna")
        anna.give(anna.add("eggs"))
        let eggs = try #require(anna.items(in: "Shopping").first)
        let reference = EntityReference(scope: try #require(anna.scope(ofList: "Shopping")), entity: eggs.entity)
        let purge = Command.user(.items(.purge(["eggs"])), anna.principal)
        #expect(anna.give(purge) == [.failure(.item(.notInTrash(reference)))])
        anna.give(anna.change("eggs", ItemChange(isTrashed: true)))
        #expect(Self.outcome(anna.give(purge).first)?.changed == [reference])
        #expect(anna.items(in: "Shopping").isEmpty)
    }

    /// Ben edits what Anna purges; neither knows of the other.
    private static func purgeAgainstEdit() throws -> Home {
        let home = try household()
        let (anna, ben) = (home.devices[0], home.devices[1])
        home.isLost = { _ in true }
        anna.give(anna.change("eggs", ItemChange(isTrashed: true)))
        anna.give(.user(.items(.purge(["eggs"])), anna.principal))
        #expect(anna.items(in: "Shopping").map(\.title) == ["milk"])
        ben.give(ben.change("eggs", ItemChange(title: "six eggs")))
        home.isLost = { _ in false }
        return home
    }

    @Test func `an item that somebody edits while another purges it stays whole, and nothing is written`() throws {
        let home = try Self.purgeAgainstEdit()
        let place = try #require(home.devices[1].items(in: "Shopping").first?.place)
        let written = Set(home.devices.flatMap { $0.log.named().map(\.batch.name) })
        home.compareAgain()
        for device in home.devices {
            #expect(device.titles(in: "Shopping") == ["six eggs", "milk"])
            #expect(device.items(in: "Shopping").first?.place == place)
        }
        #expect(Set(home.devices.flatMap { $0.log.named().map(\.batch.name) }) == written)
        #expect(home.devices[0].agrees(with: home.devices[1]))
    }

    @Test func `what one trashes and another purges comes back whole when the first restores it`() throws {
        let home = try Self.household()
        let (anna, ben) = (home.devices[0], home.devices[1])
        home.isLost = { _ in true }
        anna.give(anna.change("eggs", ItemChange(isTrashed: true)))
        anna.give(.user(.items(.purge(["eggs"])), anna.principal))
        ben.give(ben.change("eggs", ItemChange(isTrashed: true)))
        home.isLost = { _ in false }
        home.compareAgain()
        let eggs = try #require(ben.items(in: "Shopping").first { $0.title != "milk" })
        ben.give(ben.change(eggs.entity.description, ItemChange(isTrashed: false)))
        home.settle()
        for device in home.devices {
            #expect(device.titles(in: "Shopping") == ["eggs", "milk"])
        }
        #expect(anna.agrees(with: ben))
    }

    @Test func `what was purged stays away when a device returns that had it and did not touch it`() throws {
        let home = try Self.household()
        let (anna, ben) = (home.devices[0], home.devices[1])
        home.isLost = { _ in true }
        anna.give(anna.change("eggs", ItemChange(isTrashed: true)))
        anna.give(.user(.items(.purge(["eggs"])), anna.principal))
        ben.give(ben.change("milk", ItemChange(title: "oat milk")))
        home.isLost = { _ in false }
        home.compareAgain()
        for device in home.devices {
            #expect(device.items(in: "Shopping").map(\.title) == ["oat milk"])
        }
        #expect(anna.agrees(with: ben))
    }
}
