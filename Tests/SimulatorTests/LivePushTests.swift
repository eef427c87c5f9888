import PhlistHousehold
import PhlistModel
import PhlistSync
import Testing

@testable import PhlistSimulator

/// Edits must not wait for the periodic summary, whoever of the two has joined whom.
struct LivePushTests {
    @Test(arguments: [0, 1])
    func `an edit on either of two new housemates is on the other within a second`(editor: Int) throws {
        var options = SimulationOptions()
        options.replicas = 2
        var simulation = Simulation(seed: 1, options: options)
        try simulation.formHousehold()
        try simulation.advance(until: 2000)
        let shared = try #require(
            simulation.nodes[1].read { $0.library.lists(for: simulation.principal(1)) }.first {
                $0.title == "list 0"
            }
        )
        let add = Command.user(
            .items(.add(NewItems(list: shared.scope.description, titles: ["tea"]))),
            simulation.principal(editor)
        )
        _ = simulation.give(add, to: editor)
        try simulation.advance(until: 3000)
        let holdings = simulation.nodes.map { $0.read { $0.library.holdings()[shared.scope] } }
        #expect(holdings[0] == holdings[1])
        #expect(simulation.nodes[1 - editor].read { $0.library.list(shared.scope)?.items.map(\.title) } == ["tea"])
    }
}
