import ArgumentParser
import PhlistBlobs
import PhlistControl
import PhlistLog

struct StoreGroup: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "store",
        abstract: "Inspect the store of a device, without phlistd.",
        subcommands: [StoreCheck.self, StoreDump.self]
    )
}

extension Context {
    /// The state directory of the phlistd that the other commands ask: this user's, or else the machine's.
    var usualStore: String {
        let system = ProgramDirectories.systemState
        guard socket.fallback == SocketPath.system, machine.fileStatus(directories.state) == nil,
            machine.fileStatus(system) != nil
        else { return directories.state }
        return system
    }
}

struct StoreDump: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "dump",
        abstract: "Print the frames and records of a store, one per line.",
        usage: "phlistctl store dump [<options>] [<directory>|<file>]",
        discussion: """
            Without an argument, reads the store of your own phlistd, or else of the machine's. With --json, prints \
            one document per line. Damaged and torn parts have lines, too; phlistctl store check explains them.
            """
    )

    @Argument(help: "A state directory, a log, or a backup.", completion: .file())
    var path: String?

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run(_ context: Context) throws {
        let path = path ?? context.usualStore
        var lines = DumpLines(context)
        let found: LogExamination
        if let archive = try CheckedStore.archive(path, on: context.fileSystem) {
            found = LogExamination(of: archive.log) { lines.take($0) }
        } else {
            found = try StoreFault.explaining { () throws(LogError) in
                try LogExamination(of: path, on: context.fileSystem) { lines.take($0) }
            }
        }
        try lines.finish()
        if let fault = StoreFault.beforeReading(found, path: path) { throw fault }
    }
}

struct StoreCheck: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Read a whole store, and report damage.",
        usage: "phlistctl store check [<options>] [<directory>|<file>]",
        discussion: """
            Without an argument, reads the store of your own phlistd, or else of the machine's, with its photos. It \
            changes nothing, and phlistd may run meanwhile. A torn tail is not damage, as it was never confirmed; \
            nor is a photo that only another device has. The exit status is 0 if nothing is wrong, 74 for damage, \
            65 for a file that is not a log, 66 for a missing one, 78 for one that another version of phlist wrote, \
            or a key that others can read.
            """
    )

    @Argument(help: "A state directory, a log, or a backup.", completion: .file())
    var path: String?

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run(_ context: Context) throws {
        let path = path ?? context.usualStore
        // Checking leaves nothing half done, so Ctrl-C may end it at once.
        Interrupt.unwatch()
        let progress = ProgressText(work: "checking", unit: .things("record"))
        let found = try context.showing(progress, leaving: "nothing was changed") { progress in
            try CheckedStore(path, on: context.fileSystem) { progress.advance(by: 1) }
        }
        if let fault = StoreFault.beforeReading(found.store.log, path: path) { throw fault }
        let text = StoreText(clock: context.clock, style: context.style)
        try context.show(StoreReport(found), text.page(found))
        if let fault = StoreFault.found(found) { throw fault }
    }
}
