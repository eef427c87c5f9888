import ArgumentParser

@main struct PhlistBench: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "phlist-bench",
        abstract: "Measures phlist beside a floor measured in the same run.",
        discussion: "Timings depend on the machine and on what else it does: compare only within one table."
    )

    /// A benchmark.
    enum Subject: String, ExpressibleByArgument, CaseIterable {
        case store
        case model
        case snapshot
        case ctl
        case sync
        case hostile
        case runs
    }

    @Argument(
        help: "What to measure; without a name all but runs, which takes minutes, and sync, which needs machines."
    )
    var subjects: [Subject] = Subject.allCases.filter { $0 != .runs && $0 != .sync }

    @Option(help: "For store, ctl and sync: the directory where phlistd, phlistctl and phlist-load are.")
    var programs = ".build/release"

    @Option(help: "For store, ctl, sync and runs: an empty directory.")
    var scratch = "."

    @Option(help: "For runs: the number of runs of all devices together.")
    var runs = 10_000

    @Option(
        help: "For sync: a machine, as a process in its namespaces and its address, PROCESS:ADDRESS; three of them.",
        transform: place
    )
    var host: [BenchHost.Place] = []

    private static func place(_ text: String) throws -> BenchHost.Place {
        guard let place = BenchHost.Place(text) else { throw ValidationError("no machine: \(text)") }
        return place
    }

    func run() throws {
        var rows: [Row] = []
        for subject in subjects {
            switch subject {
            case .store: rows += try StoreBench(programs: programs, scratch: scratch).run()
            case .model: rows += ModelBench.run()
            case .snapshot: rows += SnapshotBench.run()
            case .hostile: rows += HostileBench.run()
            case .runs: rows += try RunsBench(scratch: scratch, runs: runs).run()
            case .sync: rows += try SyncBench(programs: programs, scratch: scratch, places: host).run()
            case .ctl: rows += try CtlBench(programs: programs, scratch: scratch).run()
            }
        }
        print(Row.header)
        rows.forEach { print($0) }
    }
}
