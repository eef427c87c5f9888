import ArgumentParser
import PhlistSimulator

@main struct PhlistSim: AsyncParsableCommand {
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

    @Flag(help: "Print what happens, line by line.")
    var trace = false

    @Option(help: "The kind of the households.")
    var household = SimulationOptions.Household.usual

    /// With fewer seeds, a rare fault may well not occur.
    private static let seedsForCoverage = 300

    func run() async throws {
        let range = seed.map { $0...$0 } ?? first...(first + max(seeds, 1) - 1)
        let clock = ContinuousClock()
        let start = clock.now
        let observer: Simulation.Observer = { line in print(line) }
        let results = await Simulation.results(ofSeeds: range, observer: trace ? observer : nil) { options in
            options.make(household)
        }
        let seconds = (clock.now - start) / .seconds(1)
        var (events, digest, coverage, failures) = (0, UInt64(0), Coverage(), 0)
        var checks: [SimulationFailure.Check: Int] = [:]
        for (seed, result) in results.sorted(by: { $0.key < $1.key }) {
            if let failure = result.failure {
                failures += 1
                checks[failure.check, default: 0] += 1
                let kind = household == .usual ? "" : " --household \(household)"
                print("seed \(seed): \(failure.check.rawValue): \(failure)\n  replay: ./dev sim \(seed)\(kind)")
            }
            events += result.trace.events
            digest = digest &* 31 &+ result.trace.digest
            coverage.add(result.coverage)
        }
        print(coverage.table)
        print("\(range.count) seeds, \(events) events, trace \(String(digest, radix: 16))")
        let command = (["phlist-sim"] + CommandLine.arguments.dropFirst()).joined(separator: " ")
        print("\(coverage.messages) messages; \(Int(Double(events) / max(seconds, 0.001))) events/s by \(command)")
        print("\(range.count - failures) passed, \(failures) failed")
        for (check, count) in checks.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            print("\(count) by the check of \(check.rawValue)")
        }
        let missing = range.count >= Self.seedsForCoverage ? coverage.missing : []
        for count in missing {
            print("never happened: \(count.rawValue)")
        }
        guard failures == 0, missing.isEmpty else { throw ExitCode.failure }
    }
}

extension SimulationOptions.Household: ExpressibleByArgument {}
