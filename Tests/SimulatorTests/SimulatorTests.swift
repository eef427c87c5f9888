import PhlistSimulator
import Testing

/// Whole households on a simulated network and simulated disks.
struct SimulatorTests {
    private static func run(_ seed: UInt64, _ options: SimulationOptions) -> SimulationResult {
        let result = Simulation.result(seed: seed, options: options)
        if let failure = result.failure {
            Issue.record("seed \(seed): \(failure); replay with ./dev sim \(seed)")
        }
        return result
    }

    /// What happens over some seeds, each with eighty commands and the same options.
    private static func coverage(
        ofSeeds seeds: ClosedRange<UInt64>,
        _ choose: (inout SimulationOptions) -> Void
    ) -> Coverage {
        var options = SimulationOptions()
        options.commands = 80
        choose(&options)
        return seeds.reduce(into: Coverage()) { $0.add(run($1, options).coverage) }
    }

    @Test(arguments: 1...4 as ClosedRange<UInt64>)
    func `three devices converge under loss, reordering and a partition`(seed: UInt64) {
        var options = SimulationOptions()
        options.commands = 60
        options.lossPercent = 20
        options.reorderPercent = 30
        options.partitions = 3
        let coverage = Self.run(seed, options).coverage
        #expect(coverage[.lost] > 0 && coverage[.reordered] > 0 && coverage[.partition] == 3)
    }

    @Test(arguments: 1...4 as ClosedRange<UInt64>)
    func `two devices lose nothing that was acknowledged when the power fails again and again`(seed: UInt64) {
        var options = SimulationOptions()
        options.replicas = 2
        options.commands = 80
        options.crashes = 12
        options.hasWrongClocks = true
        let coverage = Self.run(seed, options).coverage
        #expect(coverage[.crash] + coverage[.crashInTurn] + coverage[.powerCut] > 2)
    }

    @Test func `a disk that is put back from an old copy loses nothing that others have`() {
        let coverage = Self.coverage(ofSeeds: 1...8) { options in
            options.rollbacks = 4
        }
        #expect(coverage[.rollback] > 8 && coverage[.branch] > 0 && coverage[.ownFetched] > 0)
    }

    @Test func `a disk that lies about its flushes loses nothing that others have`() {
        let coverage = Self.coverage(ofSeeds: 1...8) { options in
            options.lies = 4
            options.snapshots = 4
        }
        #expect(coverage[.lie] > 8 && coverage[.branch] > 0 && coverage[.snapshotWritten] > 8)
    }

    @Test func `what a damaged log has lost comes back from the others`() {
        // What was in a private list is nowhere else.
        let coverage = Self.coverage(ofSeeds: 1...4) { options in
            options.bitFlips = 3
        }
        #expect(coverage[.damagedLog] > 3 && coverage[.healed] > 2)
    }

    @Test func `a device that is put out goes on alone, and nothing is for it any more`() {
        let coverage = Self.coverage(ofSeeds: 1...16) { options in
            options.replicas = 4
            options.removals = 2
            options.lateJoins = 1
        }
        #expect(coverage[.removal] > 3 && coverage[.goodbye] > 0 && coverage[.hidden] > 0)
    }

    @Test(arguments: 1...4 as ClosedRange<UInt64>)
    func `disks that fill and fail lose nothing and stop nobody else`(seed: UInt64) {
        var options = SimulationOptions()
        options.commands = 100
        options.fullDisks = 3
        options.failingDisks = 4
        #expect(Self.run(seed, options).coverage[.appendFailed] > 0)
    }

    @Test(arguments: 1...4 as ClosedRange<UInt64>)
    func `three weeks of suspend, a year away and clocks that jump lose nothing`(seed: UInt64) {
        var options = SimulationOptions()
        options.commands = 60
        options.suspensions = 3
        options.yearsAway = 1
        options.clockJumps = 3
        let coverage = Self.run(seed, options).coverage
        #expect(coverage[.suspended] > 0 && coverage[.clockJump] > 0)
    }

    @Test(arguments: 1...4 as ClosedRange<UInt64>)
    func `an old daemon relays new ops, is upgraded, and folds them`(seed: UInt64) {
        var options = SimulationOptions()
        options.commands = 100
        options.oldVersions = 1
        #expect(Self.run(seed, options).coverage[.upgrade] == 1)
    }

    @Test func `machines with one key lose nothing, agree in the end and branch once for each copy`() {
        var options = SimulationOptions()
        options.commands = 80
        options.twins = 2
        let runs = (1...4 as ClosedRange<UInt64>).map { Self.run($0, options).coverage }
        #expect(runs.allSatisfy { $0[.twin] == 2 })
        // A copy that writes in no list of the other one branches nowhere.
        #expect(runs.count { $0[.branch] > 0 } >= 2)
    }

    @Test(arguments: 1...4 as ClosedRange<UInt64>)
    func `a directory that is empty at once is let in again with the same key`(seed: UInt64) {
        var options = SimulationOptions()
        options.replicas = 4
        options.commands = 80
        options.wipes = 2
        _ = Self.run(seed, options)
    }

    @Test(arguments: 1...8 as ClosedRange<UInt64>)
    func `without faults everybody has everything within a second, and little is said`(seed: UInt64) {
        let result = Self.run(seed, SimulationOptions())
        // A command costs each device that may see it its batches and their acknowledgement; the rest is comparing.
        #expect(result.coverage.messages < 40 * 8 + 400)
    }

    @Test(arguments: RegressionSeeds.all)
    func `a seed that failed once is kept`(seed: UInt64) {
        _ = Self.run(seed, SimulationOptions(seed: seed))
    }

    @Test(arguments: RegressionSeeds.rough)
    func `a seed of a rough household that failed once is kept`(seed: UInt64) {
        var options = SimulationOptions(seed: seed)
        options.make(.eventful)
        _ = Self.run(seed, options)
    }

    @Test(arguments: RegressionSeeds.moving)
    func `a seed of a moving household that failed once is kept`(seed: UInt64) {
        var options = SimulationOptions(seed: seed)
        options.make(.moving)
        _ = Self.run(seed, options)
    }

    @Test(arguments: 1...6 as ClosedRange<UInt64>)
    func `equal seeds give equal traces, and others do not`(seed: UInt64) {
        let first = Self.run(seed, SimulationOptions(seed: seed)).trace
        let second = Self.run(seed, SimulationOptions(seed: seed)).trace
        let other = Self.run(seed + 100, SimulationOptions(seed: seed)).trace
        #expect(first.digest == second.digest)
        #expect(first.events == second.events)
        #expect(first.digest != other.digest)
    }

    @Test func `over a thousand households everything that can happen does`() async {
        let results = await Simulation.results(ofSeeds: 1...1000)
        var coverage = Coverage()
        for (seed, result) in results.sorted(by: { $0.key < $1.key }) {
            if let failure = result.failure {
                Issue.record("seed \(seed): \(failure); replay with ./dev sim \(seed)")
            }
            coverage.add(result.coverage)
        }
        #expect(coverage.missing == [])
    }
}
