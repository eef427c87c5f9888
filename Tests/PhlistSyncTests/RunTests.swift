import PhlistSimulator
import Testing

@testable import PhlistHousehold
@testable import PhlistModel

/// A device whose runs never end in good order.
struct RunTests {
    @Test func `eleven hundred runs that each write once make one chain, and contexts that do not grow`() throws {
        let home = try Home.household(of: "anna", "ben")
        let (anna, ben) = (home.devices[0], home.devices[1])
        let scope = try #require(anna.scope(ofList: "Shopping"))
        for run in 0..<1100 {
            try anna.restart()
            anna.give(anna.change("eggs", ItemChange(note: "\(run)")))
        }
        try anna.restart()
        home.connect(0, 1)
        #expect(try home.difference() == nil)
        #expect(ben.items(in: "Shopping").first?.note == "1099")
        let own = ben.batches(of: scope).filter { $0.device == anna.id && $0.tier == .content }
        #expect(own.count == 1101)
        #expect(own.dropFirst().allSatisfy { $0.header.context.isEmpty })
        #expect(own.suffix(1099).map(\.batch.bytes.count).max() ?? 0 <= own[1].batch.bytes.count + 6)
        #expect(ben.ends(in: scope).map(\.hint.tier).sorted() == [.control, .content])
    }

    @Test func `runs of two devices that hear each other name one end each time`() throws {
        let home = try Home.household(of: "anna", "ben")
        let (anna, ben) = (home.devices[0], home.devices[1])
        let scope = try #require(anna.scope(ofList: "Shopping"))
        for run in 0..<40 {
            try home.devices[run % 2].restart()
            home.reconnect()
            home.devices[run % 2].give(home.devices[run % 2].add("item \(run)", to: "Shopping"))
            home.settle()
        }
        #expect(try home.difference() == nil)
        #expect(ben.titles(in: "Shopping").count == 41)
        let later = anna.batches(of: scope).filter { $0.header.number > 1 }
        #expect(later.map(\.header.context.count).max() == 1)
        #expect(anna.ends(in: scope).count { $0.hint.tier == .content } == 2)
    }
}
