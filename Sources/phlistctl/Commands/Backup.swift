import ArgumentParser
import PhlistControl

/// Copies everything that the device knows to a file, while phlistd goes on.
struct Backup: ControlCommand {
    static let configuration = CommandConfiguration(
        abstract: "Copy all lists, with their history, to a file.",
        usage: "phlistctl backup [<options>] <file>",
        discussion: """
            The file is a log like that of phlistd: phlistctl store check reads it. It has everybody's lists, so only \
            the user that phlistd runs as, or root, can make it, and only its owner can read it. The key of the device \
            is not in it. phlistctl restore-backup brings it back.
            """
    )

    @Argument(help: "The file to make.", completion: .file())
    var file: String

    @Flag(help: "Replace the file when it is there already.")
    var force = false

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run(_ context: Context) throws {
        guard !context.isDryRun else { return try context.note("nothing was written: --dry-run") }
        let backup = BackupFile(path: file, fileSystem: context.fileSystem)
        let report = try backup.make(isReplaced: force) { try context.daemon.receive(.backup, take: $0) }
        let size = ByteCount.text(Int64(report.bytes))
        let words: TerminalText = "backed up \(report.contents), \(size), to \(file)"
        try context.show(report, Page(words: [words], rows: report.rows, ids: [file]))
    }
}
