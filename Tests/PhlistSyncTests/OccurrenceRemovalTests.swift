import PhlistSimulator
import PhlistTestKit
import PhlistVocabulary
import Testing

@testable import PhlistHousehold
@testable import PhlistModel
@testable import PhlistSync

/// Next occurrences that one person removes while another one makes them, too, by completing the one before.
struct OccurrenceRemovalTests {
    private let home: Home
    private var anna: Device { home.devices[0] }
    private var ben: Device { home.devices[1] }
    private var cleo: Device { home.devices[2] }

    init() throws {
        home = try Home.household(of: "anna", "ben", "cleo")
        home.devices[0].make("Home", ["bins", "-paper", "-glass"])
        home.devices[0].give(.create(NewList(title: "Later")))
        home.devices[0].give(home.devices[0].change("bins", .every("FREQ=WEEKLY;BYDAY=TU", today: "2026-11-27")))
        home.meet()
        home.disconnect()
    }

    private static func visible(_ device: Device, _ title: String = "bins") -> [WorkState] {
        device.items(in: "Home").filter { $0.title == title && !$0.isTrashed }.map(\.state)
    }

    /// Completes the first occurrence on two devices that do not know of each other.
    private func completeApart() {
        for device in [anna, ben] { device.give(device.change("bins", .done(on: "2026-12-01"))) }
    }

    private func expectEverywhere(_ states: [WorkState], isTold: Bool = false) {
        home.meet()
        for device in home.devices {
            #expect(Self.visible(device) == states, "\(device.name)")
            #expect(device.list("Home")?.rescuedItems.isEmpty == !isTold)
            #expect(device.list("Home")?.trashedApart.isEmpty == true)
            #expect(device.agrees(with: anna))
        }
    }

    @Test(arguments: ["rm", "mv", "merge"], [false, true])
    func `what one removes does not come back because another one completed the one before, too`(
        way: String,
        isFirst: Bool
    ) throws {
        // The making of the other one is later than the removal, or earlier.
        (isFirst ? ben : anna).wall += 3_600_000
        completeApart()
        switch way {
        case "rm": ben.give(ben.change("bins", ItemChange(isTrashed: true)))
        case "mv": ben.give([.items(.move(["bins"], ItemTarget(list: "Later")))])
        default:
            ben.give(ben.add("paper bins", to: "Home"))
            let ids = ["paper bins", "bins"].compactMap { title in
                ben.items(in: "Home").first { $0.title == title && $0.state == .open }?.entity.description
            }
            ben.give([.items(.merge(ids))])
        }
        expectEverywhere([.done])
        let isElsewhere = home.devices.map { $0.titles(in: "Later") }
        #expect(isElsewhere.allSatisfy { $0.contains("bins") == (way == "mv") })
        // It is in the trash like anything that was removed, and can be restored.
        guard way == "rm" else { return }
        let removed = try #require(cleo.list("Home")?.trash.first { $0.title == "bins" })
        cleo.give(cleo.change(removed.entity.description, ItemChange(isTrashed: false)))
        expectEverywhere([.done, .open])
    }

    @Test func `what one removes below the next one does not come back either`() {
        completeApart()
        ben.give(ben.change("glass", ItemChange(isTrashed: true)))
        home.meet()
        for device in home.devices {
            #expect(Self.visible(device, "glass") == [.done])
            #expect(Set(Self.visible(device, "paper")) == [.done, .open])
        }
    }

    @Test func `the next one that somebody changed stays, and is told`() {
        completeApart()
        anna.give(anna.change("bins", ItemChange(note: "at the gate")))
        ben.give(ben.change("bins", ItemChange(isTrashed: true)))
        expectEverywhere([.done, .open], isTold: true)
    }

    @Test(arguments: [true, false])
    func `who takes a completion back removes nothing that others made or changed`(isMadeTwice: Bool) {
        ben.give(ben.change("bins", .done(on: "2026-12-01")))
        home.connect(1, 2)
        home.disconnect()
        cleo.give(cleo.change("bins", ItemChange(note: "at the gate")))
        if isMadeTwice { anna.give(anna.change("bins", .done(on: "2026-12-01"))) }
        ben.give([.undo(list: nil)])
        expectEverywhere(isMadeTwice ? [.done, .open] : [.open, .open], isTold: !isMadeTwice)
    }

    @Test(arguments: [ItemChange(isTrashed: true), ItemChange(state: .cancelled)], [false, true])
    func `a series that one ends while another completes two ends with the open one when told so`(
        end: ItemChange,
        goesOn: Bool
    ) throws {
        anna.give(anna.change("bins", end))
        for day in ["2026-12-01", "2026-12-08", "2026-12-15"] { ben.give(ben.change("bins", .done(on: day))) }
        // One of those that follow has been cleared since.
        let third = try #require(ben.items(in: "Home").first { $0.due == CivilDate("2026-12-15") })
        ben.give(ben.change(third.entity.description, ItemChange(isTrashed: true)))
        home.meet()
        let told = try cleo.conflicts().filter { $0.field == .recurrence }
        let asked = try #require(told.first)
        #expect(told.count == 1 && asked.siblings.count == 2)
        let number = try #require(asked.siblings.firstIndex { $0.value.isEmpty != goesOn })
        let choice = Resolution(reference: asked.entity.description, field: "recurrence", choice: .take(number + 1))
        cleo.give(.user(.resolve(choice), cleo.principal))
        home.meet()
        ben.give(ben.change("bins", .done(on: "2026-12-22")))
        home.meet()
        for device in home.devices {
            #expect(Self.visible(device).contains(.open) == goesOn)
            // How the first one was closed is another question.
            #expect(try device.conflicts().allSatisfy { $0.field == .state } && device.agrees(with: anna))
        }
    }

    @Test func `one that was taken out of its series does not end it when that is settled`() throws {
        var once = ItemChange(note: "back door")
        (once.occurrence, once.today) = (.once, CivilDate("2026-11-28"))
        anna.give(anna.change("bins", once))
        ben.give(ben.change("bins", .every("FREQ=WEEKLY;INTERVAL=2", today: "2026-11-28")))
        home.meet()
        cleo.give(cleo.change("bins", .done(on: "2026-12-01")))
        let asked = try #require(try cleo.conflicts().first { $0.field == .recurrence })
        let choice = Resolution(reference: asked.entity.description, field: "recurrence", choice: .text("none"))
        cleo.give(.user(.resolve(choice), cleo.principal))
        home.meet()
        for device in home.devices {
            #expect(device.items(in: "Home").contains { $0.state == .open && $0.recurrence != nil })
        }
    }

    @Test func `who takes back a second completion does not remove what another one made again`() throws {
        ben.give(ben.change("bins", .done(on: "2026-12-01")))
        let first = try #require(ben.items(in: "Home").first { $0.title == "bins" && $0.state == .done })
        let next = try #require(ben.items(in: "Home").first { $0.title == "bins" && $0.state == .open })
        ben.give(ben.change(next.entity.description, ItemChange(isTrashed: true)))
        ben.give(ben.change(first.entity.description, ItemChange(state: .open)))
        home.meet()
        home.disconnect()
        completeApart()
        _ = try anna.undo()
        home.meet()
        #expect(home.devices.allSatisfy { $0.list("Home")?.item(next.entity)?.isTrashed == false })
    }

    @Test func `who takes a completion back before the other one is heard leaves the next one to that person`() throws {
        completeApart()
        let next = try #require(ben.items(in: "Home").first { $0.title == "bins" && $0.state == .open }).entity
        _ = try anna.undo()
        #expect(anna.list("Home")?.item(next)?.isTrashed == true)
        home.meet()
        for device in home.devices {
            #expect(device.list("Home")?.item(next)?.isTrashed == false && device.agrees(with: anna))
        }
        // Nobody has changed it, so that nothing is to be told.
        #expect(home.devices.allSatisfy { $0.list("Home")?.rescuedItems.isEmpty == true })
    }

    @Test func `what somebody wants back after all, or has changed and changed back, is no longer only made`() throws {
        ben.give(ben.change("bins", .done(on: "2026-12-01")))
        home.meet()
        let next = try #require(ben.items(in: "Home").first { $0.title == "bins" && $0.state == .open }).entity
        home.disconnect()
        anna.give(anna.change(next.description, ItemChange(isTrashed: true)))
        _ = try anna.undo()
        ben.give(ben.change(next.description, ItemChange(isTrashed: true)))
        expectEverywhere([.done, .open], isTold: true)
    }

    @Test func `in a copy of the list it is in the trash, too, though its making was the later one`() throws {
        completeApart()
        ben.give(ben.change("bins", ItemChange(isTrashed: true)))
        home.meet()
        let list = try #require(anna.list("Home"))
        let removed = try #require(list.trash.first { $0.title == "bins" }).entity
        let lives = list.transcript(for: nil) { $0 }.compactMap { op -> Bool? in
            guard case .write(removed, let fields) = op else { return nil }
            return fields.first { $0.field == .life }?.value.isAlive
        }
        #expect(lives == [false])
    }
}
