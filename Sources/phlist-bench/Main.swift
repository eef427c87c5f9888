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
        case decade
        case curves
        case peers

        /// Whether it is left out unless it is named, because it takes minutes, or needs what is not everywhere.
        var isOnRequest: Bool {
            switch self {
            case .runs, .sync, .decade, .curves, .peers: true
            case .store, .model, .snapshot, .ctl, .hostile: false
            }
        }
    }

    @Argument(
        help: ArgumentHelp(
            "What to measure; without a name all but runs, decade and curves, which take minutes, sync, which needs "
                + "machines, and peers, which needs other programs."
        )
    )
    var subjects: [Subject] = Subject.allCases.filter { !$0.isOnRequest }

    @Flag(help: "Print a line of JSON for each row.")
    var json = false

    @Option(help: "The directory where phlistd, phlistctl and phlist-load are.")
    var programs = ".build/release"

    @Option(help: "An empty directory.")
    var scratch = "."

    @Option(help: "For decade: the number of years.")
    var years = 10

    @Option(help: "For curves: the most items in one list; a million takes minutes.")
    var items = 100_000

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
        let rows = try subjects.flatMap(rows)
        guard !json else {
            try rows.forEach { print(try $0.json) }
            return
        }
        print(Row.header)
        rows.forEach { print($0) }
    }

    private func rows(of subject: Subject) throws -> [Row] {
        switch subject {
        case .store: try StoreBench(programs: programs, scratch: scratch).run()
        case .model: ModelBench.run()
        case .snapshot: SnapshotBench.run()
        case .hostile: HostileBench.run()
        case .runs: try RunsBench(scratch: scratch, runs: runs).run()
        case .sync: try SyncBench(programs: programs, scratch: scratch, places: host).run()
        case .ctl: try CtlBench(programs: programs, scratch: scratch).run()
        case .decade: try DecadeBench(programs: programs, scratch: scratch, years: years).run()
        case .curves: try CurvesBench(programs: programs, scratch: scratch, itemsMax: items).run()
        case .peers: try PeersBench(programs: programs, scratch: scratch).run()
        }
    }
}
