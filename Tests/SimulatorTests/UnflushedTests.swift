import PhlistSimulator
import Testing

/// A disk that says too early that something is durable.
struct UnflushedTests {
    @Test func `what is said to be durable before it is, is found by the check of durability`() {
        let checks = (1...300 as ClosedRange<UInt64>).lazy.compactMap { seed in
            var options = SimulationOptions(seed: seed)
            options.make(.eventful)
            options.acknowledgesBeforeFlush = true
            return Simulation.result(seed: seed, options: options).failure?.check
        }
        #expect(checks.contains(.durability))
    }
}
