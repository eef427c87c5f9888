import PhlistHousehold
import PhlistLog
import PhlistModel
import PhlistSync
import PhlistVocabulary
import Testing

@testable import PhlistSimulator

/// Others that are older, that forget what they knew, or that are of another house.
struct CompatibilityScenarioTests {
    private static func change(_ item: String, _ change: ItemChange) -> UserCommand {
        .items(.change([item], change))
    }

    /// The middle one of a line of three is older, and knows no quantities.
    @Test func `undecodable batch followed by good ones: an old daemon shows the good ones and relays all`() throws {
        var simulation = try Simulation.household(3)
        try simulation.add(["milk", "bread"], on: 0)
        try simulation.live(1000)
        // Without a snapshot: it folds its log anew, as far as it can read it.
        simulation.turnOff(1, inOrder: false)
        simulation.nodes[1].isOld = true
        try simulation.turnOn(1)
        simulation.cut(0, 2)
        try simulation.order(Self.change("milk", ItemChange(quantity: "2 l")), on: 0)
        try simulation.order(Self.change("milk", ItemChange(title: "oat milk")), on: 0)
        try simulation.add(["soap"], on: 0)
        try simulation.order(Self.change("bread", ItemChange(state: .done)), on: 0)
        try simulation.live(2000)
        let list = try #require(simulation.sharedList(on: 1))
        #expect(simulation.nodes[1].read { $0.library.opaqueBatchCount } == 1)
        #expect(list.items.map(\.line).sorted() == ["[ ] oat milk", "[ ] soap", "[x] bread"])
        #expect(simulation.item("oat milk", on: 2)?.quantity == "2 l")
        #expect(simulation.nodes[1].read { $0.peerStatuses() }.allSatisfy { $0.isInSync == true })
        // What the old one writes upon what it cannot read is an edit like any other, also after a power cut.
        try simulation.order(Self.change("oat milk", ItemChange(note: "barista")), on: 1)
        simulation.turnOff(1, inOrder: false)
        try simulation.turnOn(1)
        try simulation.live(2000)
        #expect(simulation.item("oat milk", on: 0)?.note == "barista")
        simulation.upgrade(1)
        try simulation.live(5000)
        #expect(simulation.nodes[1].read { $0.library.opaqueBatchCount } == 0)
        try simulation.meetAndCheck()
        #expect(simulation.item("oat milk", on: 1)?.quantity == "2 l")
    }

    /// Whoever forgets, the one that sends or the one that receives, and whatever was on its way.
    @Test(arguments: [0, 1])
    func `peer loses its data mid-session: what the other holds by then is whole, and everything comes back`(
        loser: Int
    ) throws {
        var simulation = try Simulation.household(3, slowPercent: 100)
        try simulation.add(["of the loser"], on: loser)
        try simulation.live(2000)
        simulation.cut(0, 1)
        simulation.isolate(2)
        try simulation.add(5000, on: 0)
        simulation.network.mend(0, 1)
        while simulation.itemCount(on: 1) < 500 { try simulation.live(100) }
        let arrived = simulation.itemCount(on: 1)
        #expect(arrived < 5000)
        // It starts on an empty disk, while the other one still believes to be connected to what it was.
        simulation.network.cut(0, 1)
        simulation.turnOff(loser, inOrder: false)
        simulation.nodes[loser].wipe()
        simulation.logLost(loser)
        try simulation.turnOn(loser)
        simulation.network.mend(0, 1)
        if loser == 1 {
            #expect(try simulation.join(1, sharesLists: true))
        } else {
            // The founder has nobody to let it in but those it let in itself: they know its key.
            try simulation.live(5000)
        }
        try simulation.live(60_000)
        #expect(simulation.itemCount(on: 1) >= arrived)
        if loser == 1 {
            try simulation.meetAndCheck()
            #expect(simulation.itemCount(on: 1) == 5001)
        }
    }

    /// Two homes on one network, alike in all that people see.
    @Test func `two households with equal names on one LAN: nobody talks to a neighbour, and nothing of it is told`()
        throws
    {
        var options = SimulationOptions()
        options.replicas = 4
        var simulation = Simulation(seed: 1, options: options)
        for number in 0..<4 { try simulation.restart(number) }
        for (host, guest) in [(0, 1), (2, 3)] {
            try simulation.order(.lists(.create(NewList(title: "list 0"))), on: host)
            try simulation.add(["milk"], on: host)
            try simulation.letIn(guest, by: host)
            simulation.report(.endpointConfigured(simulation.nodes[host].endpoint), to: guest)
            try simulation.live(1000)
        }
        // All know all addresses, and try them for ten minutes.
        try simulation.live(600_000)
        for host in [0, 2] {
            try simulation.add(["of house \(host)"], on: host)
            try simulation.live(1000)
            for number in [host, host + 1] {
                #expect(simulation.titles(on: number) == ["milk", "of house \(host)"])
                #expect(simulation.nodes[number].read { $0.peerStatuses() }.map(\.isInSync) == [true])
                for neighbour in 0..<4 where neighbour / 2 != host / 2 {
                    #expect(simulation.network.connections(of: number, to: neighbour).isEmpty)
                    let own = simulation.nodes[number].read { Set($0.library.holdings().keys) }
                    #expect(own.isDisjoint(with: simulation.nodes[neighbour].read { Set($0.library.holdings().keys) }))
                }
            }
        }
        #expect(Set([0, 2].map { simulation.nodes[$0].read { $0.library.household?.name } }).count == 2)
    }
}
