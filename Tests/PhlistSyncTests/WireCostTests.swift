import PhlistVocabulary
import Testing

@testable import PhlistHousehold
@testable import PhlistModel
@testable import PhlistSync

/// What devices say to each other, counted in bytes of frames and in trips; TLS comes on top.
struct WireCostTests {
    @Test func `equal devices with two hundred lists need at most 6 kB and one round trip to know it`() throws {
        let home = try household(lists: 200)
        let before = home.frames.count
        home.disconnect()
        home.open(0, to: 1)
        #expect(home.settleInTrips() <= 2)
        #expect(home.frames[before...].reduce(0) { $0 + $1.wireSize } <= 6_000)
        #expect(home.devices.allSatisfy { $0.isInSyncWithAll })
    }

    @Test func `equal devices say less than 100 B when they compare again`() throws {
        let home = try household(lists: 200)
        let before = home.frames.count
        home.compareAgain()
        #expect(home.frames.count > before)
        #expect(home.frames[before...].reduce(0) { $0 + $1.wireSize } < 100)
        #expect(home.devices.allSatisfy { $0.isInSyncWithAll })
    }

    @Test func `a tick takes at most 250 B of frames to the other device`() throws {
        let home = try household(lists: 1)
        home.devices[0].give(home.devices[0].add("milk", to: "list 0"))
        home.settle()
        let before = home.frames.count
        var tick = ItemChange()
        tick.state = .done
        home.devices[0].give(home.devices[0].change("milk", tick))
        home.settle()
        let frames = home.frames[before...].filter { $0.from == 0 }
        #expect(frames.count == 1)
        #expect(frames.reduce(0) { $0 + $1.wireSize } <= 250)
        #expect(home.devices[1].titles(in: "list 0") == [])
    }

    @Test func `new items in bulk take at most 48 B each beside their text`() throws {
        let home = try household(lists: 1)
        let titles = (0..<20_000).map { "item with number \(1_000_000 + $0)" }
        home.disconnect()
        for start in stride(from: 0, to: titles.count, by: 5_000) {
            let items = NewItems(list: "list 0", titles: Array(titles[start..<start + 5_000]))
            home.devices[0].give(.user(.items(.add(items)), home.devices[0].principal))
        }
        let before = home.frames.count
        home.connect(0, 1)
        let size = home.frames[before...].reduce(0) { $0 + $1.wireSize }
        #expect(size <= titles.reduce(0) { $0 + $1.utf8.count + 48 })
        #expect(home.devices[1].titles(in: "list 0").count == titles.count)
    }

    @Test(arguments: [Difference.left, .right, .both, .newLists])
    func `whatever differs is equal after two round trips`(difference: Difference) throws {
        let home = try household(lists: 20)
        home.disconnect()
        for number in 0..<20 {
            if difference != .right { edit(home.devices[0], number, difference) }
            if difference != .left { edit(home.devices[1], number, difference) }
        }
        home.open(0, to: 1)
        home.settleInTrips(atMost: 4)
        #expect(home.devices[0].agrees(with: home.devices[1]))
        home.settle()
        #expect(home.devices.allSatisfy { $0.isInSyncWithAll })
    }

    @Test func `an edit behind one's greeting reaches a peer that found the greeting equal`() throws {
        let home = try household(lists: 2)
        home.disconnect()
        home.open(0, to: 1)
        // Both greetings are on their way, and equal.
        home.devices[0].give(home.devices[0].add("milk", to: "list 0"))
        home.settle()
        #expect(home.devices[1].titles(in: "list 0") == ["milk"])
        #expect(home.devices.allSatisfy { $0.isInSyncWithAll })
    }

    /// Who has written something while nobody was connected.
    enum Difference: Sendable {
        case left
        case right
        case both
        case newLists
    }

    private func edit(_ device: Device, _ number: Int, _ difference: Difference) {
        if difference == .newLists {
            device.give(ListCommand.create(NewList(title: "\(device.name) \(number)")))
        } else {
            device.give(device.add("\(device.name)'s", to: "list \(number)"))
        }
    }

    private func household(lists: Int) throws -> Home {
        let home = Home(try Device("ann"), try Device("ben"))
        try home.join(1, to: 0)
        home.connect(0, 1)
        for number in 0..<lists {
            home.devices[0].give(ListCommand.create(NewList(title: "list \(number)")))
        }
        home.settle()
        return home
    }
}
