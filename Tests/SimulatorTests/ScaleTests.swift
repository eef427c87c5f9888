import PhlistModel
import PhlistSync
import Testing

@testable import PhlistSimulator

/// Households larger, older and worse connected than any.
struct ScaleTests {
    private static func household(_ replicas: Int, slowPercent: Int = 0) throws -> Simulation {
        var options = SimulationOptions()
        options.replicas = replicas
        options.slowPercent = slowPercent
        var simulation = Simulation(seed: 1, options: options)
        try simulation.formHousehold()
        try simulation.advance(until: simulation.time + 5000)
        return simulation
    }

    private static func add(_ count: Int, to simulation: inout Simulation, on number: Int) throws {
        let principal = simulation.principal(number)
        let list = try #require(
            simulation.nodes[number].read { $0.lists(for: principal) }.first { $0.title == "list 0" }
        )
        for start in stride(from: 0, to: count, by: 1000) {
            let titles = (start..<min(start + 1000, count)).map { "item \($0) of many" }
            let add = NewItems(list: list.scope.description, titles: titles)
            _ = try simulation.command(.user(.items(.add(add)), principal), on: number)
        }
    }

    private static func count(_ simulation: Simulation, on number: Int) -> Int {
        simulation.nodes[number].read { replica in
            replica.lists(for: simulation.principal(number)).first { $0.title == "list 0" }?.items.count ?? 0
        }
    }

    @Test func `thirty-two devices agree on every edit`() throws {
        let devices = 32
        var simulation = try Self.household(devices)
        for number in stride(from: 0, to: devices, by: 4) {
            simulation.addToSharedList(on: number)
        }
        try simulation.advance(until: simulation.time + 3000)
        try simulation.checkConvergence()
        #expect(Self.count(simulation, on: devices - 1) == 8)
    }

    @Test func `a hundred and fifty runs that ended in power cuts are as many feeds that everybody has`() throws {
        var simulation = try Self.household(2)
        let runs = 150
        simulation.cut(0, 1)
        for _ in 0..<runs {
            simulation.addToSharedList(on: 0)
            simulation.turnOff(0, inOrder: false)
            try simulation.restart(0)
        }
        simulation.network.mend(0, 1)
        try simulation.advance(until: simulation.time + 120_000)
        try simulation.check()
        #expect(Self.count(simulation, on: 1) == runs)
    }

    @Test func `twenty thousand items arrive over a link that drops every two seconds`() throws {
        var simulation = try Self.household(2, slowPercent: 100)
        simulation.cut(0, 1)
        try Self.add(20_000, to: &simulation, on: 0)
        var drops = 0
        while Self.count(simulation, on: 1) < 20_000, drops < 60 {
            simulation.network.mend(0, 1)
            try simulation.advance(until: simulation.time + 2000)
            simulation.cut(0, 1)
            drops += 1
        }
        #expect(Self.count(simulation, on: 1) == 20_000)
        #expect(drops > 1)
        simulation.network.mend(0, 1)
        try simulation.advance(until: simulation.time + 120_000)
        try simulation.check()
    }

    @Test func `two peers that send the same ops cost the log nothing twice`() throws {
        var simulation = try Self.household(3)
        simulation.cut(2, 0)
        simulation.cut(2, 1)
        try Self.add(10_000, to: &simulation, on: 0)
        try simulation.advance(until: simulation.time + 5000)
        let before = simulation.nodes[2].logByteCount
        simulation.network.mend(2, 0)
        simulation.network.mend(2, 1)
        try simulation.advance(until: simulation.time + 60_000)
        try simulation.check()
        let source = simulation.nodes[0].logByteCount
        #expect(simulation.nodes[2].logByteCount - before < source * 11 / 10)
    }
}
