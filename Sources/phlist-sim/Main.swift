import ArgumentParser
import PhlistSimulator

@main struct PhlistSim: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "phlist-sim",
        abstract: "Lets simulated households live, with everything going wrong that can.",
        discussion: "The same seed gives the same history, in every process."
    )

    @Argument(help: "The seed of one history to replay.")
    var seed: UInt64?

    @Option(help: "How many seeds to run, from --first on.")
    var seeds: UInt64 = 100

    @Option(help: "The first seed.")
    var first: UInt64 = 1

    func run() throws {
        let range = seed.map { $0...$0 } ?? first...(first + max(seeds, 1) - 1)
        var failures = 0
        var (events, digest) = (0, UInt64(0))
        var coverage = Coverage()
        for seed in range {
            var simulation = Simulation(seed: seed, options: SimulationOptions(seed: seed))
            do {
                try simulation.run()
            } catch {
                failures += 1
                print("seed \(seed): \(error)\n  replay: swift run phlist-sim \(seed)")
            }
            events += simulation.trace.events
            digest = digest &* 31 &+ simulation.trace.digest
            coverage.add(simulation.coverage)
        }
        print("\(range.count) seeds, \(events) events, trace \(String(digest, radix: 16))")
        print(
            "messages \(coverage.messages), lost \(coverage.lost), reordered \(coverage.reordered), "
                + "partitions \(coverage.partitions), crashes \(coverage.crashes), rollbacks \(coverage.rollbacks)"
        )
        print("\(range.count - failures) passed, \(failures) failed")
        guard failures == 0 else { throw ExitCode.failure }
    }
}
