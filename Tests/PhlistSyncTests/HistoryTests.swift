import PhlistTestKit
import Testing

@testable import PhlistHousehold
@testable import PhlistModel
@testable import PhlistSync

/// The history of all lists together, page by page.
struct ReplicaHistoryTests {
    /// A device on which much was done in several lists, and the groups of all actions by time.
    private static func busyDevice(seed: UInt64) throws -> Device {
        let device = try Device("anna")
        var random = SeededRandom(seed: seed)
        for title in ["A", "B", "C"] { device.give(.user(.lists(.create(NewList(title: title))), device.principal)) }
        for number in 0..<40 {
            device.wall += Int64(random.number(below: 3))
            device.give(device.add("item \(number)", to: ["A", "B", "C"][random.number(below: 3)]))
            if random.number(below: 4) == 0 { device.give(.user(.undo(list: nil), device.principal)) }
        }
        return device
    }

    private static func pages(_ device: Device, of size: Int, during: () -> Void = {}) throws -> [HistoryEntry] {
        var entries: [HistoryEntry] = []
        var cursor: HistoryPosition?
        repeat {
            let request = HistoryRequest(cursor: cursor, countMax: size)
            let page = try device.history(request)
            #expect(page.actions.count <= size)
            entries += page.actions.map(\.entry)
            cursor = page.next
            during()
        } while cursor != nil
        return entries
    }

    @Test(arguments: 1...8 as ClosedRange<UInt64>)
    func `pages of any size come out as one page, the newest first`(seed: UInt64) throws {
        let device = try Self.busyDevice(seed: seed)
        let whole = try Self.pages(device, of: 1000)
        #expect(whole.count > 40)
        #expect(whole.map(\.act.stamp) == whole.map(\.act.stamp).sorted(by: >))
        for size in [1, 2, 3, 7, 20] {
            #expect(try Self.pages(device, of: size) == whole)
        }
    }

    @Test func `what was done to a list is found by its title when it is in the trash, too`() throws {
        let device = try Device("anna")
        var removal = ListChange()
        removal.isTrashed = true
        device.give(device.add("milk"))
        device.give(.user(.lists(.change(["Shopping"], removal)), device.principal))
        let page = try device.history(HistoryRequest(reference: "Shopping", countMax: 9))
        #expect(page.actions.count == 2)
        #expect(throws: CommandError.item(.notFound("Shoping"))) {
            try device.history(HistoryRequest(reference: "Shoping", countMax: 9))
        }
    }

    @Test(arguments: 1...8 as ClosedRange<UInt64>)
    func `an action in both tiers of a list is one entry, in pages of any size`(seed: UInt64) throws {
        let device = try Self.busyDevice(seed: seed)
        device.give(.create(NewList(title: "Secrets", isPrivate: true)))
        let scope = try #require(device.scope(ofList: "Secrets"))
        let ledger = try #require(device.state(scope)?.ledger)
        #expect(Set(ledger.chains.map(\.tier)) == Set(Tier.allCases))
        let whole = try Self.pages(device, of: 1000)
        for size in [1, 2, 5, 1000] {
            let groups = try Self.pages(device, of: size).map(\.group)
            #expect(groups == whole.map(\.group))
            #expect(Set(groups).count == groups.count)
        }
    }

    @Test func `what is done meanwhile moves nothing in the pages that follow`() throws {
        let device = try Self.busyDevice(seed: 9)
        let before = try Self.pages(device, of: 1000)
        let read = try Self.pages(device, of: 5) { device.give(device.add("new \(device.log.count)", to: "A")) }
        #expect(read.map(\.group) == before.map(\.group))
    }

    @Test func `undo and redo are told from what they took back`() throws {
        let device = try Device("anna")
        device.give(device.add("milk"))
        device.give(device.add("bread"))
        device.give(.user(.undo(list: nil), device.principal))
        device.give(.user(.redo(list: nil), device.principal))
        device.give(.user(.undo(list: nil), device.principal))
        let request = HistoryRequest(reference: "Shopping", countMax: 10)
        let kinds = try device.history(request).actions.map(\.entry.kind)
        #expect(kinds == [.undo, .redo, .undo, .ordinary, .ordinary])
    }

    @Test func `members, devices and times choose, and what is not there is refused`() throws {
        let home = Home(try Device("anna"), try Device("ben"))
        let (anna, ben) = (home.devices[0], home.devices[1])
        anna.give(anna.add("milk"))
        ben.give(.create(NewList(title: "Own")))
        try home.join(1, to: 0)
        home.connect(0, 1)
        ben.wall += 60_000
        ben.give(ben.add("bread", to: "Shopping"))
        home.settle()
        func titles(_ request: HistoryRequest) throws -> [String] {
            try anna.history(request).actions.flatMap(\.entry.changes)
                .filter { $0.field == .title && $0.entity != .root }
                .map { String(decoding: $0.value, as: UTF8.self) }
        }
        #expect(try titles(HistoryRequest(reference: "Shopping", countMax: 9)) == ["bread", "milk"])
        #expect(try titles(HistoryRequest(reference: "bread", countMax: 9)) == ["bread"])
        #expect(try titles(HistoryRequest(reference: "Shopping", member: "user of ben", countMax: 9)) == ["bread"])
        #expect(try titles(HistoryRequest(reference: "Shopping", device: "anna", countMax: 9)) == ["milk"])
        #expect(try titles(HistoryRequest(reference: "Shopping", since: ben.wall, countMax: 9)) == ["bread"])
        for (request, error) in [
            (HistoryRequest(member: "Zoe", countMax: 1), CommandError.member(.notFound("Zoe"))),
            (HistoryRequest(device: "nas", countMax: 1), .device(.notFound("nas"))),
            (HistoryRequest(reference: "tea", countMax: 1), .item(.notFound("tea"))),
        ] {
            #expect(throws: error) { try anna.history(request) }
        }
    }
}
