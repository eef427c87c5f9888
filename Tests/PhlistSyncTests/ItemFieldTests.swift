import PhlistSimulator
import PhlistVocabulary
import Testing

@testable import PhlistHousehold
@testable import PhlistModel
@testable import PhlistSync

/// What may stand in the fields of items, and what is written of it.
struct ItemFieldTests {
    private let device: Device

    init() throws {
        device = try Device("anna")
        device.give(device.add("milk"))
    }

    private var milk: ItemState? { device.items(in: "Shopping").first }

    @Test func `every field is set, read and taken away`() throws {
        let day = try #require(CivilDate(year: 2026, month: 11, day: 22, minute: 18 * 60))
        let change = ItemChange(
            note: "oat\n\tif there is\r\nany \n",
            due: .on(day),
            assignee: "USER of anna",
            tagsAdded: ["#dairy", "breakfast"],
            quantity: " 2 l ",
            priority: .medium,
            percent: 50
        )
        device.give(device.change("milk", change))
        #expect(milk?.note == "oat\n\tif there is\nany")
        #expect(milk?.due == day && milk?.assignee == device.member)
        #expect(milk?.tags == ["breakfast", "dairy"] && milk?.quantity == "2 l")
        #expect(milk?.priority == .medium && milk?.percent == 50)
        let clearing = ItemChange(
            note: " ",
            due: .never,
            assignee: "",
            tagsRemoved: ["dairy", "breakfast"],
            quantity: "",
            priority: Priority.none,
            percent: 0
        )
        device.give(device.change("milk", clearing))
        #expect(milk?.note == "" && milk?.due == nil && milk?.assignee == nil && milk?.tags == [])
        #expect(milk?.quantity == "" && milk?.priority == Priority.none && milk?.percent == 0)
    }

    @Test func `a location of several lines becomes one line`() {
        device.give(device.change("milk", ItemChange(.location, " Dairy\r\n\n  Gartenweg\t1,\u{2028}10000 Dorf\n")))
        #expect(milk?.record.location == "Dairy, Gartenweg 1, 10000 Dorf")
        device.give(device.change("milk", ItemChange(.location, " \n")))
        #expect(milk?.record.location == "")
    }

    @Test func `what is as asked is not written`() {
        let change = ItemChange(note: "x", assignee: "user of anna", tagsAdded: ["a"], quantity: "1", percent: 5)
        device.give(device.change("milk", change))
        let logged = device.log.count
        let nothing = ItemChange(due: .never, tagsRemoved: ["b"], priority: Priority.none)
        for same in [change, nothing, ItemChange(state: .open)] {
            #expect(device.give(device.change("milk", same))[0]?.outcome?.unchanged.count == 1)
        }
        #expect(device.log.count == logged)
    }

    @Test func `what no item can have is refused, and nothing is written`() {
        let long = String(repeating: "é", count: 17_000)
        let many = ItemChange(tagsAdded: (0...64).map { "tag\($0)" })
        let refusals: [(ItemChange, CommandError)] = [
            (ItemChange(title: "a\u{7}b"), .text(.controlCharacter(.title, 0x07))),
            (ItemChange(title: "a\nb"), .text(.controlCharacter(.title, 0x0A))),
            (ItemChange(title: "a\u{2028}b"), .text(.controlCharacter(.title, 0x2028))),
            (ItemChange(note: "a\u{1B}[31m"), .text(.controlCharacter(.note, 0x1B))),
            (ItemChange(note: long), .text(.tooLong(.note, bytes: 34_000))),
            (ItemChange(quantity: "2\u{2029}l"), .text(.controlCharacter(.quantity, 0x2029))),
            (ItemChange(quantity: long), .text(.tooLong(.quantity, bytes: 34_000))),
            (ItemChange(.url, "javascript:alert(1)"), .text(.notValid(.url, "javascript:alert(1)"))),
            (ItemChange(.url, "https:///tent"), .text(.notValid(.url, "https:///tent"))),
            (ItemChange(.url, "https://example.org/a b"), .text(.notValid(.url, "https://example.org/a b"))),
            (ItemChange(.url, "https://a\u{7}"), .text(.controlCharacter(.url, 0x07))),
            (ItemChange(.location, "a\u{7}"), .text(.controlCharacter(.location, 0x07))),
            (ItemChange(.location, long), .text(.tooLong(.location, bytes: 34_000))),
            (ItemChange(.url, long), .text(.tooLong(.url, bytes: 34_000))),
            (ItemChange(recurrence: "weekly"), .text(.notValid(.recurrence, "weekly"))),
            (ItemChange(rotation: "a\u{7}b,c"), .text(.controlCharacter(.rotation, 0x07))),
            (ItemChange(rotation: long), .text(.tooLong(.rotation, bytes: 34_000))),
            (ItemChange(reminder: "soon"), .text(.notValid(.reminder, "soon"))),
            (ItemChange(reminder: "PT1H"), .text(.notValid(.reminder, "PT1H"))),
            (ItemChange(reminder: long), .text(.tooLong(.reminder, bytes: 34_000))),
            (ItemChange(tagsAdded: ["a b"]), .text(.notValid(.tag, "a b"))),
            (ItemChange(tagsAdded: ["#"]), .text(.notValid(.tag, "#"))),
            (ItemChange(tagsRemoved: ["a,b"]), .text(.notValid(.tag, "a,b"))),
            (ItemChange(tagsAdded: [long]), .text(.tooLong(.tag, bytes: 34_000))),
            (many, .item(.tooManyTags(65))),
            (ItemChange(percent: 101), .item(.percentOutOfRange(101))),
            (ItemChange(percent: -1), .item(.percentOutOfRange(-1))),
            (ItemChange(assignee: "nobody here"), .member(.notFound("nobody here"))),
        ]
        let logged = device.log.count
        for (change, error) in refusals {
            guard case .failure(let found)? = device.give(device.change("milk", change))[0] else {
                Issue.record("\(change)")
                continue
            }
            #expect(found == error)
        }
        #expect(device.log.count == logged)
    }

    @Test func `nobody sets how much is done of what has items below it`() throws {
        let device = try Device("anna")
        device.give(device.add("party", "cake"))
        device.give(device.move(["cake"], ItemTarget(under: "party")))
        let logged = device.log.count
        let scope = try #require(device.scope(ofList: "Shopping"))
        let party = try #require(device.items(in: "Shopping").first { $0.title == "party" }).entity
        let refusal = ItemError.percentOfParent(EntityReference(scope: scope, entity: party))
        #expect(device.give(device.change("party", ItemChange(percent: 40)))[0] == .failure(.item(refusal)))
        #expect(device.log.count == logged)
        device.give(device.change("cake", ItemChange(percent: 40)))
        // What is cancelled counts for nothing.
        for (percent, end) in [(10, ItemChange(state: .cancelled)), (20, ItemChange(isTrashed: true))] {
            device.give(device.change("cake", end))
            #expect(device.give(device.change("party", ItemChange(percent: percent)))[0]?.outcome?.changed.count == 1)
        }
    }

    @Test func `a text that somebody has replaced since the caller saw it is not overwritten`() throws {
        let device = try Device("anna")
        device.give(device.add("milk"))
        device.give(device.change("milk", ItemChange(note: "line one")))
        var change = ItemChange(title: "soy milk", note: "line one, key")
        (change.seen.title, change.seen.fields.note) = ("milk", "line one")
        device.give(device.change("milk", ItemChange(note: "door code")))
        let scope = try #require(device.scope(ofList: "Shopping"))
        let milk = try #require(device.items(in: "Shopping").first).entity
        let reference = EntityReference(scope: scope, entity: milk)
        #expect(device.give(device.change("milk", change))[0] == .failure(.item(.replacedMeanwhile(reference, .note))))
        #expect(device.items(in: "Shopping").map(\.title) == ["milk"])
        // What somebody else has written alike, or what was seen, is no obstacle.
        change.fields.note = "door code"
        device.give(device.change("milk", change))
        (change.seen.title, change.seen.fields.note, change.fields.note) = ("soy milk", "door code", "")
        device.give(device.change("milk", change))
        #expect(device.items(in: "Shopping").map { [$0.title, $0.note] } == [["soy milk", ""]])
    }

    private static func change(_ item: String, note: String, over seen: String) -> UserCommand {
        var change = ItemChange(note: note)
        change.seen.fields.note = seen
        return .items(.change([item], change))
    }

    /// The refusal to replace the note of an item.
    private static func refusal(of title: String, in list: ListState?) throws -> CommandError {
        let list = try #require(list)
        let item = try #require(list.items.first { $0.title == title })
        return .item(.replacedMeanwhile(EntityReference(scope: list.scope, entity: item.entity), .note))
    }

    @Test func `a text that was replaced for one of several items leaves all as they are`() throws {
        device.give(device.add("bread"))
        device.give(device.change("bread", ItemChange(note: "rye")))
        let before = device.log.count
        var change = ItemChange(note: "new")
        change.seen.fields.note = ""
        let reply = device.give([.items(.change(["milk", "bread"], change))])
        #expect(reply == .failure(try Self.refusal(of: "bread", in: device.list("Shopping"))))
        #expect(device.log.count == before)
    }

    @Test func `undo of a text that was typed over another one brings that back, and redo replaces it`() throws {
        device.give(device.change("milk", ItemChange(note: "line one")))
        device.give([Self.change("milk", note: "line one, key", over: "line one")])
        for (command, note) in [(UserCommand.undo(list: nil), "line one"), (.redo(list: nil), "line one, key")] {
            device.give([command])
            #expect(milk?.note == note)
        }
        let reply = device.give([Self.change("milk", note: "other", over: "line one")])
        #expect(reply == .failure(try Self.refusal(of: "milk", in: device.list("Shopping"))))
    }

    @Test func `of competing texts the one that is shown counts as seen, and typing over it settles them`() throws {
        let home = try Home.household(of: "anna", "ben")
        let (anna, ben) = (home.devices[0], home.devices[1])
        home.meet()
        anna.make("A", ["milk"])
        home.settle()
        for (device, note) in [(anna, "left door"), (ben, "right door")] {
            device.give(device.change("A/milk", ItemChange(note: note)))
        }
        home.settle()
        let shown = try #require(anna.list("A")?.items.first).note
        let other = shown == "left door" ? "right door" : "left door"
        let reply = anna.give([Self.change("A/milk", note: "both", over: other)])
        #expect(reply == .failure(try Self.refusal(of: "milk", in: anna.list("A"))))
        _ = try anna.give([Self.change("A/milk", note: "both", over: shown)]).get()
        home.settle()
        for device in home.devices {
            let milk = try #require(device.list("A")?.items.first)
            #expect(milk.note == "both" && milk.conflicts.isEmpty)
        }
    }

    @Test func `of several items one that is refused leaves all as they are`() {
        device.give(device.add("bread"))
        device.give(device.change("bread", ItemChange(tagsAdded: (0..<64).map { "t\($0)" })))
        let logged = device.log.count
        let command = Command.user(
            .items(.change(["milk", "bread"], ItemChange(tagsAdded: ["new"]))),
            device.principal
        )
        guard case .failure(.item(.tooManyTags(65)))? = device.give(command)[0] else {
            Issue.record("65 tags")
            return
        }
        #expect(device.log.count == logged)
    }

    @Test func `a note of the greatest size comes through a restart`() throws {
        let note = String(repeating: "x", count: TextKind.note.bytesMax)
        device.give(device.change("milk", ItemChange(note: note, tagsAdded: (0..<64).map { "t\($0)" })))
        #expect(try Device("anna", log: device.log).items(in: "Shopping").first?.note == note)
    }
}
