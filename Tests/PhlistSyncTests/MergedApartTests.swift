import PhlistSimulator
import PhlistTestKit
import Testing

@testable import PhlistHousehold
@testable import PhlistModel
@testable import PhlistSync

/// Lists that two people merged or removed without knowing of each other.
struct MergedApartTests {
    /// Makes lists on the first of two devices, gives each device commands while they are apart, and lets them meet.
    private static func household(_ lists: [(String, [String])], _ commands: [ListCommand]) throws -> Home {
        let home = try Home.household(of: "anna", "ben")
        home.meet()
        for (title, items) in lists { home.devices[0].make(title, items) }
        home.settle()
        for (device, command) in zip(home.devices, commands) {
            device.give(command)
            // The second one acts later.
            home.devices[1].wall += 1_000
        }
        home.settle()
        return home
    }

    @Test func `a list that was merged into two is in one of them when a merge is taken back`() throws {
        let lists = [("A", ["milk", "bread"]), ("M", ["tea"]), ("N", ["oil"])]
        let home = try Self.household(lists, [.merge("A", into: "M"), .merge("A", into: "N")])
        for device in home.devices {
            #expect(device.text(of: "M") == ["tea", "milk", "bread"])
            #expect(device.text(of: "N") == ["oil", "milk", "bread"])
        }
        home.devices[1].give([.undo(list: nil)])
        home.settle()
        for device in home.devices {
            #expect(device.text(of: "M") == ["tea", "milk", "bread"] && device.text(of: "N") == ["oil"])
            #expect(device.list("A")?.isTrashed == true)
        }
        home.devices[0].give([.undo(list: nil)])
        home.settle()
        for device in home.devices {
            #expect(device.text(of: "M") == ["tea"] && device.text(of: "A") == ["milk", "bread"])
        }
    }

    @Test func `what two people merged into two lists is in one of them when both take that back apart`() throws {
        let lists = [("A", ["milk", "bread"]), ("M", []), ("N", [])]
        let home = try Self.household(lists, [.merge("A", into: "M"), .merge("A", into: "N")])
        for device in home.devices { device.give([.undo(list: nil)]) }
        home.settle()
        for device in home.devices {
            #expect(device.text(of: "M") == ["milk", "bread"] && device.text(of: "N").isEmpty)
            #expect(device.list("A")?.isTrashed == true)
        }
    }

    @Test func `redo of a merge beside another one brings its items again`() throws {
        let lists = [("A", ["milk"]), ("M", []), ("N", [])]
        let home = try Self.household(lists, [.merge("A", into: "M"), .merge("A", into: "N")])
        for (command, items) in [(UserCommand.undo(list: nil), []), (.redo(list: nil), ["milk"])] {
            home.devices[1].give([command])
            home.settle()
            for device in home.devices {
                #expect(device.text(of: "M") == ["milk"] && device.text(of: "N") == items)
            }
        }
    }

    @Test func `a change beside two merges of a list counts as made beside its removal`() throws {
        let lists = [("A", ["milk"]), ("M", []), ("N", [])]
        let home = try Home.household(of: "anna", "ben", "carl")
        home.meet()
        for (title, items) in lists { home.devices[0].make(title, items) }
        home.settle()
        home.devices[0].give(.merge("A", into: "M"))
        home.devices[1].give(.merge("A", into: "N"))
        home.devices[2].give(home.devices[2].add("salt", at: ItemTarget(list: "A")))
        home.settle()
        for device in home.devices { #expect(device.list("A")?.hasEditsBesideTrash == true) }
    }

    @Test func `a list that two people remove has no changes beside its removal`() throws {
        var change = ListChange()
        change.isTrashed = true
        let removal = ListCommand.change(["A"], change)
        let home = try Self.household([("A", ["milk"])], [removal, removal])
        for device in home.devices {
            #expect(device.list("A")?.hasEditsBesideTrash == false)
        }
    }
}
