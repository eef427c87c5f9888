import ArgumentParser
import PhlistControl

struct Backup: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Copy all lists, with their history and photos, to a file.",
        usage: "phlistctl backup [<options>] <file>",
        discussion: """
            Includes the photos that are on this device. A backup has everybody's lists, so only the user that \
            phlistd runs as, or root, can make one, and only its owner can read the file. The key of the device is \
            not in it. phlistctl store check verifies it, and phlistctl restore-backup restores it.
            """
    )

    @Argument(help: "The file to make.", completion: .file())
    var file: String

    @Flag(help: "Replace the file if it exists.")
    var force = false

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func validate() throws {
        guard file != "-" else { throw ValidationError("a backup is a file, as it is read again to check it") }
    }

    func run(_ context: Context) throws {
        guard !context.isDryRun else { return try context.note("nothing was written: --dry-run") }
        let backup = BackupFile(path: file, fileSystem: context.fileSystem)
        let report = try context.showing(ProgressText(work: "backing up"), leaving: "no file was written") { progress in
            try backup.make(isReplaced: force) { take in
                try context.daemon.receive(.backup) { piece in
                    try take(piece)
                    progress.advance(by: piece.count)
                }
            }
        }
        let size = ByteCount.text(Int64(report.bytes))
        let words: TerminalText = "backed up \(report.text.contents), \(size), to \(file)"
        try context.show(report, Page(words: [words], rows: report.rows, ids: [file]))
        guard report.missingPhotoCount > 0 else { return }
        let missing = TerminalText.count(report.missingPhotoCount, "photo")
        try context.note("not in it, because only other devices have them: \(missing)")
    }
}
