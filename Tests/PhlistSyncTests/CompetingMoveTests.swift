import PhlistSimulator
import PhlistVocabulary
import Testing

@testable import PhlistHousehold
@testable import PhlistModel
@testable import PhlistSync

/// Competing values of what goes to another list, or becomes one with something else: somebody chooses first.
struct CompetingMoveTests {
    private let home: Home
    private var anna: Device { home.devices[0] }

    init() throws {
        try self.init([
            .change(["milk"], ItemChange(title: "oat milk")), .change(["milk"], ItemChange(title: "soy milk")),
        ])
    }

    /// Two devices, each of which gave a command while they were apart.
    private init(_ commands: [ItemCommand]) throws {
        home = Home(try Device("anna"), try Device("ben"))
        try home.join(1, to: 0)
        home.connect(0, 1)
        home.devices[0].make("Shopping", sections: ["Dairy": [], "Vegan": []], ["drinks", "-milk", "bread"])
        home.devices[0].make("Party", ["bread"])
        home.settle()
        home.isLost = { _ in true }
        for (device, command) in zip(home.devices, commands) {
            device.give([.items(command)])
        }
        home.isLost = { _ in false }
        home.compareAgain()
    }

    private func milk() throws -> EntityReference {
        let list = try #require(anna.list("Shopping"))
        let item = try #require(list.items.first { $0.title.hasSuffix("milk") })
        return EntityReference(scope: list.scope, entity: item.entity)
    }

    private func move(_ item: String) -> Result<Outcome, CommandError> {
        anna.give([.items(.move([item], ItemTarget(list: "Party")))])
    }

    @Test(arguments: ["milk", "drinks"])
    func `an item stays in its list until somebody has chosen its title, and brings the chosen one`(
        _ moved: String
    ) throws {
        let milk = try milk()
        let moved = moved == "milk" ? milk.entity.description : moved
        let logged = anna.log.count
        #expect(move(moved) == .failure(.item(.hasCompetingValues(milk))))
        #expect(anna.give(.merge("Shopping", into: "Party")) == .failure(.item(.hasCompetingValues(milk))))
        #expect(
            anna.give([.items(.merge(["Shopping/bread", milk.entity.description]))])
                == .failure(.item(.hasCompetingValues(milk)))
        )
        #expect(anna.log.count == logged && anna.list("Shopping")?.conflicts.count == 1)
        let choice = Resolution(reference: milk.entity.description, field: "title", choice: .text("oat milk"))
        anna.give(.user(.resolve(choice), anna.principal))
        _ = try move(moved).get()
        #expect(anna.text(of: "Party").contains { $0.hasSuffix("oat milk") })
    }

    @Test func `an item with competing titles moves within its list, and keeps both`() throws {
        let milk = try milk()
        _ = try anna.give([.items(.move([milk.entity.description], ItemTarget(anchor: .top)))]).get()
        #expect(anna.list("Shopping")?.conflicts.first?.siblings.count == 2)
    }

    @Test func `sections that compete stay behind, as every section does`() throws {
        let test = try Self(["Shopping/Dairy", "Shopping/Vegan"].map { .move(["milk"], ItemTarget(list: $0)) })
        #expect(test.anna.list("Shopping")?.conflicts.map(\.field) == [.place])
        _ = try test.move(try test.milk().entity.description).get()
        #expect(test.anna.text(of: "Party") == ["bread", "milk"])
    }
}
