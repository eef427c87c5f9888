import ArgumentParser

@main struct PhlistBench: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "phlist-bench",
        abstract: "Measures phlist beside a floor measured in the same run.",
        discussion: "Timings depend on the machine and on what else it does: compare only within one table."
    )

    /// What can be measured.
    enum Subject: String, ExpressibleByArgument, CaseIterable {
        case store
        case model
        case snapshot
        case ctl
    }

    @Argument(help: "What to measure; everything when nothing is named.")
    var subjects: [Subject] = Subject.allCases

    @Option(help: "For store and ctl: the directory where phlistd, phlistctl and phlist-load are.")
    var programs = ".build/release"

    @Option(help: "For store and ctl: an empty directory.")
    var scratch = "."

    func run() throws {
        var rows: [Row] = []
        for subject in subjects {
            switch subject {
            case .store: rows += try StoreBench(programs: programs, scratch: scratch).run()
            case .model: rows += ModelBench.run()
            case .snapshot: rows += SnapshotBench.run()
            case .ctl: rows += try CtlBench(programs: programs, scratch: scratch).run()
            }
        }
        print(Row.header)
        rows.forEach { print($0) }
    }
}
