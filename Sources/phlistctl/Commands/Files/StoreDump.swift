import ArgumentParser
import PhlistBlobs
import PhlistControl
import PhlistLog

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
