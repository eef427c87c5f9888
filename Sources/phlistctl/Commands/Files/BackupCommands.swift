import ArgumentParser
import PhlistControl
import PhlistLog
import PhlistVocabulary

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

struct RestoreBackup: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore-backup",
        abstract: "Restore the lists and photos of a backup, on a device without lists.",
        usage: "phlistctl restore-backup [<options>] <file>",
        discussion: """
            Either everything is restored, with items, photos, members and history, or nothing. The device must be \
            alone in its household. If other devices of the old household are left, join it afterwards: the lists are \
            recognised as the same ones, and get what the others have done since. Who sees a list is as it was: what \
            was hidden after the backup was made may have to be hidden again. The device is then for everybody whom \
            the old one was for. Only the user that phlistd runs as, or root, can do this.
            """
    )

    @Argument(help: "A file made by phlistctl backup.", completion: .file())
    var file: String

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run(_ context: Context) throws {
        // Reading leaves nothing half done, so Ctrl-C may end it at once.
        Interrupt.unwatch()
        let report = try context.showing(ProgressText(work: "reading \(file)"), leaving: "nothing was changed") { _ in
            try BackupFile(path: file, fileSystem: context.fileSystem).examine()
        }
        guard !context.isDryRun else {
            return try context.note("nothing was changed; \(file) has \(report.text.contents)")
        }
        Interrupt.watch()
        let reply = try upload(byteCount: report.bytes, context)
        let text = BackupText(
            lists: reply.listCount,
            items: reply.itemCount,
            members: reply.memberCount,
            photos: reply.photoCount
        )
        try context.show(reply, Page(words: ["restored \(text.contents)"], rows: text.rows, ids: []))
        if reply.member == nil { try context.note("say who you are: phlistctl member me NAME") }
        try context.note(PhoneText.leftBehind(context))
        if reply.deviceCount > 1 {
            try context.note("to go on with the other devices of its household: phlistctl join")
            try context.note(
                "who sees a list is as it was when the backup was made; if you hid or unshared one since, do it again"
            )
            guard reply.member != nil else { return }
            try context.note((try? audiences(context)) ?? ["to see who sees which list: phlistctl list ls"])
        }
    }

    /// Returns a line for what everybody sees, and one for each list that single people see, as far as they fit.
    private func audiences(_ context: Context) throws -> [TerminalText] {
        let all = try context.ask(ListsQuery()).lists.filter { $0.isEnded != true }
        let open = all.filter { $0.visibility == .household }
        let titles = open.prefix(Limits.audiencesShownMax).map(\.title).joined(separator: ", ")
        let rest = open.count > Limits.audiencesShownMax ? " and \(open.count - Limits.audiencesShownMax) more" : ""
        let everybodys: [TerminalText] = open.isEmpty ? [] : ["everybody sees \(titles)\(rest)"]
        return everybodys + audiences(of: all.filter { $0.participants?.isEmpty == false })
    }

    private func audiences(of lists: [ListView]) -> [TerminalText] {
        let shown = lists.prefix(Limits.audiencesShownMax).map { list -> TerminalText in
            "\(list.title) is shown to \((list.participants ?? []).joined(separator: ", "))"
        }
        return shown + (lists.count > shown.count ? ["and \(lists.count - shown.count) more: phlistctl list ls"] : [])
    }

    private func upload(byteCount: Int, _ context: Context) throws -> RestoreBackupReply {
        let opened = try StoreFault.explaining { () throws(LogError) in
            do throws(FileError) {
                return try context.fileSystem.open(file, .read)
            } catch {
                throw .file(error)
            }
        }
        let text = ProgressText(work: "restoring", total: Int64(byteCount))
        return try context.showing(text, leaving: "phlistctl ls shows whether it was restored") { progress in
            try context.daemon.send(.restoreBackup, byteCount: byteCount) { offset in
                let bytes = try opened.read(min(LogCopy.pieceBytesMax, byteCount - offset), at: offset)
                guard !bytes.isEmpty else { throw ControlError(.inputOutput, "\(file) has become shorter") }
                progress.advance(by: bytes.count)
                return bytes
            }
        }
    }
}
