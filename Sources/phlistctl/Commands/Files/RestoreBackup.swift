import ArgumentParser
import PhlistControl
import PhlistLog
import PhlistVocabulary

struct RestoreBackup: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore-backup",
        abstract: "Restore the lists and photos of a backup, on a device without lists.",
        usage: "phlistctl restore-backup [<options>] <file>",
        discussion: """
            Either everything is restored, with items, photos, members and history, or nothing. The device must be \
            alone in its household. If other devices of the old household are left, join it afterwards: the lists are \
            recognised as the same ones, and get what the others have done since. Who sees a list is as it was: what \
            was hidden after the backup was made may have to be hidden again. Only the user that phlistd runs as, or \
            root, can do this.
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
        let all = try context.ask(ListsQuery()).lists
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
