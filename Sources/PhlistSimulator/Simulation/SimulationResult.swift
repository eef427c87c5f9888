/// The result of one history.
package struct SimulationResult: Sendable {
    package var trace: Trace
    package var coverage: Coverage
    /// Nil when every promise was kept.
    package var failure: SimulationFailure?
}

extension Simulation {
    /// A function that receives a line for each event.
    package typealias Observer = @Sendable (String) -> Void

    /// Runs the history of one household, up to the last check.
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
    /// Runs the histories of some seeds, as many at a time as there are processors.
    package static func results(
        ofSeeds seeds: ClosedRange<UInt64>,
        observer: Observer? = nil,
        change: @escaping @Sendable (inout SimulationOptions) -> Void = { _ in }
    ) async -> [UInt64: SimulationResult] {
        await withTaskGroup(of: (UInt64, SimulationResult).self, returning: [UInt64: SimulationResult].self) { group in
            for seed in seeds {
                group.addTask {
                    var options = SimulationOptions(seed: seed)
                    change(&options)
                    return (seed, result(seed: seed, options: options, observer: observer))
                }
            }
            var results: [UInt64: SimulationResult] = [:]
            for await (seed, result) in group {
                results[seed] = result
            }
            return results
        }
    }
}
