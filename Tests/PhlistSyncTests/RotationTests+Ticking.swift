import PhlistSimulator
import PhlistVocabulary
import Testing

@testable import PhlistHousehold
@testable import PhlistModel
@testable import PhlistSync

/// Two people who tick one chore.
extension RotationTests {
    @Test func `what one has just done is not done again by another one's tick of the title, but by that of its id`()
        throws
    {
        let first = try bins().entity
        try done(by: ben, on: "2026-12-01")
        let next = try bins(anna).entity
        let again = anna.give(anna.change("bins", .done(on: "2026-12-01")))[0]
        guard case .success(.acted(let outcome, _))? = again else {
            Issue.record("it was refused")
            return
        }
        #expect(outcome.changed.isEmpty && outcome.unchanged.map(\.entity) == [first])
        #expect(try bins(anna).entity == next)
        anna.give(anna.change(next.description, .done(on: "2026-12-01")))
        #expect(try bins(anna).entity != next)
    }

    @Test func `it is not done again though the first one was cleared, renamed or skipped meanwhile`() throws {
        func tick(_ title: String) throws -> (changed: Int, past: [EntityID]) {
            let outcome = try anna.give([.items(.change([title], .done(on: "2026-12-01")))]).get()
            return (outcome.changed.count, outcome.unchanged.map(\.entity))
        }
        let first = try bins().entity
        try done(by: ben)
        ben.give(ben.change(first.description, ItemChange(isTrashed: true)))
        home.settle()
        #expect(try tick("bins") == (0, [first]))
        let second = try bins().entity
        ben.give(ben.change(second.description, .done(on: "2026-12-01")))
        ben.give(ben.change("bins", ItemChange(title: "paper")))
        home.settle()
        #expect(try tick("paper") == (0, [second]))
        let third = try #require(anna.items(in: "Home").first { $0.title == "paper" && $0.state == .open }).entity
        ben.give(ben.change(third.description, .skip(on: "2026-12-01")))
        home.settle()
        #expect(try tick("paper") == (0, [third]))
        for device in home.devices { device.wall += 13 * 3_600_000 }
        #expect(try tick("paper").changed == 2)
    }

    @Test func `a tick with a note, and one of the item that somebody has just made, are for the next one`() throws {
        try done(by: ben)
        var noted = ItemChange.done(on: "2026-12-01")
        noted.fields.note = "used the last bag"
        #expect(try anna.give([.items(.change(["bins"], noted))]).get().unchanged.isEmpty)
        home.settle()
        ben.give(ben.add("windows", to: "Home"))
        var rule = ItemChange(recurrence: "FREQ=DAILY")
        rule.today = CivilDate("2026-12-02")
        ben.give(ben.change("windows", rule))
        home.settle()
        #expect(try anna.give([.items(.change(["windows"], .done(on: "2026-12-01")))]).get().unchanged.isEmpty)
    }
}
