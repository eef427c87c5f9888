import Testing

@testable import PhlistSimulator

/// Power cuts at every place where one can be told from another.
struct PowerCutTests {
    /// Two devices; on the first somebody writes while the second gets it, and its power goes off somewhere.
    private static func history(_ arrange: (SimulatedNode) -> Void) throws -> Coverage {
        var options = SimulationOptions()
        options.replicas = 2
        var simulation = Simulation(seed: 1, options: options)
        try simulation.formHousehold()
        try simulation.advance(until: simulation.time + 5000)
        arrange(simulation.nodes[0])
        for _ in 0..<4 {
            simulation.addToSharedList(on: 0)
            simulation.addToSharedList(on: 1)
            try simulation.advance(until: simulation.time + 500)
        }
        try simulation.settle()
        try simulation.check()
        return simulation.coverage
    }

    @Test func `wherever between two effects the power goes off, nothing that was told is lost`() throws {
        for effects in 0..<60 {
            let coverage = try Self.history { $0.effectsUntilCrash = effects }
            #expect(effects > 25 || coverage[.crashInTurn] == 1, "\(effects) effects")
        }
    }

    @Test func `in whatever disk call the power goes off, nothing that was told is lost`() throws {
        for calls in 1...24 {
            let coverage = try Self.history { $0.cutPower(afterCalls: calls) }
            #expect(calls > 8 || coverage[.powerCut] == 1, "\(calls) calls")
        }
    }
}
