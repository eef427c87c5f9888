import ArgumentParser
import PhlistControl
import PhlistLog

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
