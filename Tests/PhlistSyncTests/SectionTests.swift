import PhlistTestKit
import PhlistVocabulary
import Testing

@testable import PhlistHousehold
@testable import PhlistModel
@testable import PhlistSync

/// What people do to the sections of a list.
struct SectionTests {
    private static func shopping() throws -> Device {
        let anna = try Device("anna")
        anna.make("Shopping", sections: ["Dairy": ["milk"], "Fruit": ["pear"]], ["bread"])
        return anna
    }

    private static func names(_ device: Device) -> [String] {
        device.list("Shopping")?.sections.map(\.name) ?? []
    }

    @Test func `sections stand in the order in which they were added`() throws {
        let anna = try Self.shopping()
        #expect(try anna.give(.add(list: "shopping", names: ["Bread", "Épicerie"])).get().changed.count == 2)
        #expect(Self.names(anna) == ["Dairy", "Fruit", "Bread", "Épicerie"])
    }

    @Test func `no two sections of a list have one name, whatever their case and accents`() throws {
        let anna = try Self.shopping()
        let shopping = try #require(anna.scope(ofList: "Shopping"))
        let logged = anna.log.count
        let refusals: [(SectionCommand, CommandError)] = [
            (.add(list: "Shopping", names: ["Bread", "dáiry"]), .section(.exists("Dairy", in: shopping))),
            (.add(list: "Shopping", names: ["Bread", "BREAD"]), .section(.namedTwice("BREAD"))),
            (.rename("Shopping/Fruit", to: "DAIRY"), .section(.exists("Dairy", in: shopping))),
            (.add(list: "Shopping", names: [" "]), .text(.emptyTitle)),
            (.rename("Shopping", to: "x"), .section(.missing("Shopping"))),
            (.rename("Shopping/Meat", to: "x"), .section(.notFound("Meat", in: shopping))),
            (.remove(["Shopping/Dairy", "Shopping/Meat"]), .section(.notFound("Meat", in: shopping))),
            (.move("Shopping/Dairy", .after("Meat")), .section(.notFound("Meat", in: shopping))),
            (.add(list: "Nowhere", names: ["x"]), .list(.notFound("Nowhere"))),
        ]
        for (command, error) in refusals { #expect(anna.give(command) == .failure(error)) }
        #expect(anna.log.count == logged)
        #expect(try anna.give(.rename("Shopping/dairy", to: "DAIRY")).get().changed.count == 1)
        #expect(try anna.give(.rename("Shopping/Dairy", to: "DAIRY")).get().unchanged.count == 1)
    }

    /// Two devices with one list; they do something apart, and hear of each other.
    private static func apart(_ sections: [String], _ change: (Device, Int) throws -> Void) throws -> Home {
        let home = Home(try Device("anna"), try Device("ben"))
        try home.join(1, to: 0)
        home.connect(0, 1)
        home.devices[0].give(home.devices[0].add("milk"))
        if !sections.isEmpty { home.devices[0].give(.add(list: "Shopping", names: sections)) }
        home.settle()
        home.isLost = { _ in true }
        for (number, device) in home.devices.enumerated() { try change(device, number) }
        home.isLost = { _ in false }
        home.reconnect()
        return home
    }

    @Test func `a section that two people add apart is there once, with what both put into it`() throws {
        let home = try Self.apart([]) { device, number in
            _ = try device.give(.add(list: "Shopping", names: ["Dairy"])).get()
            device.give(device.add(["butter", "cheese"][number], to: "Shopping/Dairy"))
        }
        for device in home.devices {
            let text = device.text(of: "Shopping")
            #expect(text.prefix(2) == ["milk", "[Dairy]"] && Set(text.dropFirst(2)) == ["butter", "cheese"])
            #expect(try device.conflicts().isEmpty)
        }
        home.devices[0].give(.user(.undo(list: nil), home.devices[0].principal))
        home.settle()
        #expect(Self.names(home.devices[1]) == ["Dairy"])
    }

    @Test func `a section that two people write differently has a conflict of its name`() throws {
        let home = try Self.apart([]) { device, number in
            _ = try device.give(.add(list: "Shopping", names: [["Dairy", "DAIRY"][number]])).get()
        }
        let anna = home.devices[0]
        #expect(Self.names(anna).count == 1 && Self.names(anna) == Self.names(home.devices[1]))
        #expect(try anna.conflicts().map(\.field) == [.title])
    }

    @Test func `a section that takes the name of a former one is another`() throws {
        let anna = try Self.shopping()
        let add = SectionCommand.add(list: "Shopping", names: ["Bread"])
        _ = try anna.give(add).get()
        let first = try #require(anna.list("Shopping")?.sections.last)
        anna.give(.rename("Shopping/Bread", to: "Bakery"))
        _ = try anna.give(add).get()
        #expect(Self.names(anna) == ["Dairy", "Fruit", "Bakery", "Bread"])
        anna.give(.remove(["Shopping/Bread"]))
        _ = try anna.give(add).get()
        let ids = try #require(anna.list("Shopping")).sectionsWithTrash.map(\.entity)
        #expect(Set(ids).count == 5 && ids.contains(first.entity))
    }

    @Test func `of sections named apart that differ in case, the exact name tells`() throws {
        let home = try Self.apart(["Milk"]) { device, number in
            let commands = [
                SectionCommand.rename("Shopping/Milk", to: "Dairy"), .add(list: "Shopping", names: ["DAIRY"]),
            ]
            _ = try device.give(commands[number]).get()
        }
        let anna = home.devices[0]
        guard case .failure(.section(.ambiguous("dairy", _))) = anna.give(.rename("Shopping/dairy", to: "x")) else {
            Issue.record("two sections are called so")
            return
        }
        #expect(try anna.give(.rename("Shopping/DAIRY", to: "Cheese")).get().changed.count == 1)
        #expect(Set(Self.names(anna)) == ["Dairy", "Cheese"])
    }

    @Test func `items of a removed section stay without one, until an undo`() throws {
        let anna = try Self.shopping()
        anna.give(.remove(["Shopping/Dairy"]))
        #expect(anna.text(of: "Shopping") == ["milk", "bread", "[Fruit]", "pear"])
        anna.give(.user(.undo(list: nil), anna.principal))
        #expect(anna.text(of: "Shopping") == ["bread", "[Dairy]", "milk", "[Fruit]", "pear"])
    }

    @Test func `a new section does not take the place of a removed one`() throws {
        let anna = try Self.shopping()
        anna.give(.remove(["Shopping/Fruit"]))
        anna.give(.add(list: "Shopping", names: ["Meat"]))
        let keys = try #require(anna.list("Shopping")).sectionsWithTrash.map(\.key)
        #expect(Set(keys).count == 3)
    }

    @Test func `a section stands beside itself wherever it is`() throws {
        let anna = try Device("anna")
        anna.make("Shopping")
        anna.give(.add(list: "Shopping", names: ["a", "b", "c"]))
        for spot in [SectionSpot.before("b"), .after("b")] {
            #expect(try anna.give(.move("Shopping/b", spot)).get().changed.isEmpty)
            #expect(Self.names(anna) == ["a", "b", "c"])
        }
    }

    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func `sections go where they are put, among removed ones, too`(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let anna = try Device("anna")
        anna.make("Shopping")
        var expected = ["a", "b", "c", "d", "e", "f"]
        anna.give(.add(list: "Shopping", names: expected))
        for _ in 0..<30 where expected.count > 2 {
            let name = expected.remove(at: random.number(below: expected.count))
            let other = random.number(below: expected.count)
            let spots: [(SectionSpot, Int)] = [
                (.top, 0), (.bottom, expected.count), (.before(expected[other]), other),
                (.after(expected[other]), other + 1),
            ]
            guard random.number(below: 12) > 0 else {
                anna.give(.remove(["Shopping/\(name)"]))
                continue
            }
            let (spot, index) = spots[random.number(below: 4)]
            expected.insert(name, at: index)
            let isThere = Self.names(anna) == expected
            let outcome = try anna.give(.move("Shopping/\(name)", spot)).get()
            #expect(outcome.changed.isEmpty == isThere)
            #expect(Self.names(anna) == expected)
        }
    }
}
