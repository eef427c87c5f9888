import PhlistSimulator
import Testing

/// Whole households on a simulated network and simulated disks.
struct SimulatorTests {
    private static func run(_ seed: UInt64, _ options: SimulationOptions) throws -> Simulation {
        var simulation = Simulation(seed: seed, options: options)
        do {
            try simulation.run()
        } catch {
            Issue.record("seed \(seed): \(error); replay with swift run phlist-sim \(seed)")
        }
        return simulation
    }

    @Test(arguments: 1...4 as ClosedRange<UInt64>)
    func `three devices converge under loss, reordering and a partition`(seed: UInt64) throws {
        var options = SimulationOptions()
        options.replicas = 3
        options.commands = 60
        options.lossPercent = 20
        options.reorderPercent = 30
        options.partitions = 3
        let coverage = try Self.run(seed, options).coverage
        #expect(coverage.lost > 0 && coverage.reordered > 0 && coverage.partitions == 3)
    }

    @Test(arguments: 1...4 as ClosedRange<UInt64>)
    func `two devices lose nothing that was acknowledged when the power fails again and again`(seed: UInt64) throws {
        var options = SimulationOptions()
        options.replicas = 2
        options.commands = 80
        options.crashes = 8
        options.hasWrongClocks = true
        #expect(try Self.run(seed, options).coverage.crashes > 0)
    }

    @Test(arguments: 1...4 as ClosedRange<UInt64>)
    func `a disk that is put back from an old copy loses nothing that others have and splits nothing`(
        seed: UInt64
    ) throws {
        var options = SimulationOptions()
        options.commands = 80
        options.rollbacks = 4
        #expect(try Self.run(seed, options).coverage.rollbacks > 0)
    }

    @Test(arguments: 1...12 as ClosedRange<UInt64>)
    func `without faults everybody has everything within a second, and little is said`(seed: UInt64) throws {
        var options = SimulationOptions()
        options.commands = 40
        let coverage = try Self.run(seed, options).coverage
        #expect(coverage.lost + coverage.reordered + coverage.partitions + coverage.crashes == 0)
        // A command costs each device that may see it its batches and their acknowledgement; the rest is comparing.
        #expect(coverage.messages < 40 * 8 + 400)
    }

    @Test func `sixty random households keep their promises, and every fault happens`() throws {
        var coverage = Coverage()
        for seed in 1...60 as ClosedRange<UInt64> {
            coverage.add(try Self.run(seed, SimulationOptions(seed: seed)).coverage)
        }
        let counts = [coverage.lost, coverage.reordered, coverage.partitions, coverage.crashes, coverage.rollbacks]
        for count in counts {
            #expect(count > 10)
        }
    }

    @Test(arguments: RegressionSeeds.all)
    func `a seed that failed once is kept`(seed: UInt64) throws {
        _ = try Self.run(seed, SimulationOptions(seed: seed))
    }

    @Test(arguments: 1...6 as ClosedRange<UInt64>)
    func `equal seeds give equal traces, and others do not`(seed: UInt64) throws {
        let first = try Self.run(seed, SimulationOptions(seed: seed)).trace
        let second = try Self.run(seed, SimulationOptions(seed: seed)).trace
        let other = try Self.run(seed + 100, SimulationOptions(seed: seed)).trace
        #expect(first.digest == second.digest)
        #expect(first.events == second.events)
        #expect(first.digest != other.digest)
    }
}
