/// What became of one history.
package struct SimulationResult: Sendable {
    package var trace: Trace
    package var coverage: Coverage
    /// Nil when every promise was kept.
    package var failure: SimulationFailure?
}

extension Simulation {
    /// Gets a line for each thing that happens.
    package typealias Observer = @Sendable (String) -> Void

    /// Lets one household live, from its beginning to the last check.
    package static func result(
        seed: UInt64,
        options: SimulationOptions,
        observer: Observer? = nil
    ) -> SimulationResult {
        var simulation = Simulation(seed: seed, options: options, observer: observer)
        do throws(SimulationFailure) {
            try simulation.run()
            return SimulationResult(trace: simulation.trace, coverage: simulation.coverage)
        } catch {
            return SimulationResult(trace: simulation.trace, coverage: simulation.coverage, failure: error)
        }
    }
}
