import ArgumentParser
import PhlistControl
import PhlistFormats
import PhlistVocabulary

struct Export: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Write lists as JSON, CSV, Markdown, todo.txt or iCalendar.",
        usage: """
            phlistctl export [<options>] --format <format> [<list> ...]
            phlistctl export [<options>] --output <file> [<list> ...]
            phlistctl export [<options>] --qr [--section <section>] [<list>]
            """,
        discussion: """
            Without a list, exports all lists, but no forms. json keeps everything that the lists and their items \
            say; csv is for spreadsheets, where text that looks like a formula gets an apostrophe in front; md has a \
            heading for each list and section; todotxt is a todo.txt; ics has tasks for calendar programs. phlistctl \
            import reads each of them. --qr shows what is open in one list, or in one section of it, as a QR code for \
            the camera of a phone, as Markdown unless you name a format; it needs qrencode. Photos, the trash and \
            the history are not exported; phlistctl backup keeps them.
            """
    )

    @Argument(help: .lists, completion: .lists)
    var lists: [String] = []

    @Option(help: ArgumentHelp("The format; without it that of the file's name, such as list.md.", valueName: "format"))
    var format: FileFormat?

    @Flag(help: "Show what is open in one list as a QR code.")
    var qr = false

    @Option(help: ArgumentHelp("With --qr: only this section of the list.", valueName: "section"))
    var section: String?

    @OptionGroup var target: OutputOptions

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func validate() throws {
        guard qr else {
            if section != nil { throw ValidationError("--section goes with --qr") }
            if chosenFormat == nil { throw ValidationError("--format is missing, for example --format md") }
            return
        }
        if lists.count > 1 { throw ValidationError("--qr shows one list") }
        guard target.output == nil, !target.force else {
            throw ValidationError("--qr shows a code in the terminal, so it does not go with --output and --force")
        }
    }

    func run(_ context: Context) throws {
        guard !qr else { return try showCode(context) }
        try write(as: chosenFormat ?? .json, context)
    }

    /// The format that was named, or the one of the name of the file.
    private var chosenFormat: FileFormat? {
        format ?? target.output.flatMap { FileFormat(ending: $0) }
    }

    /// Shows one list as a QR code.
    private func showCode(_ context: Context) throws {
        let names = try names(context)
        guard names.count == 1 else {
            throw ControlError(
                names.isEmpty ? .notFound : .usage,
                names.isEmpty ? "there is no list to show" : "--qr shows one list of \(names.count)",
                hint: names.isEmpty ? nil : "name it, as in: phlistctl export --qr Shopping"
            )
        }
        let list = try context.ask(ExportQuery(list: names[0])).list
        try ListCode(list, section: section, as: format ?? .md, context.clock).show(context)
    }

    private func write(as format: FileFormat, _ context: Context) throws {
        let file = try target.file(context)
        var ids: Set<String?> = []
        let names = try names(context)
        let text = ProgressText(work: "reading", unit: .things("list"), total: Int64(names.count))
        let all = try context.showing(text, leaving: "no file was written") { progress in
            try names.map { name in
                defer { progress.advance(by: 1) }
                return try context.ask(ExportQuery(list: name))
            }
        }
        let replies = all.filter { ids.insert($0.list.id).inserted }
        let found = replies.map(\.list).filter(format.keeps)
        guard !found.isEmpty || replies.isEmpty else {
            throw ControlError(.invalid, "there are no items to write, and \(format.rawValue) has no empty lists")
        }
        let bytes = Array(PortableFile.printed(found, as: format) { context.clock.local($0) }.utf8)
        try remark(on: replies, format, context)
        guard let file else { return try context.writeBytes(bytes[...]) }
        guard !context.isDryRun else { return try context.note("nothing was written: --dry-run") }
        try file.write(bytes)
        try context.show(ExportReport(file: file.path, found), PortableText.page(found, file.path))
    }

    /// Returns the named lists, or all lists if none was named.
    private func names(_ context: Context) throws -> [String] {
        guard lists.isEmpty else { return lists }
        let all = try context.ask(ListsQuery()).lists
        let forms = all.filter { $0.kind == .form }
        if !forms.isEmpty, !qr {
            let titles = forms.map(\.title).joined(separator: ", ")
            try context.note("forms are not written: \(titles); see phlistctl record ls --json")
        }
        return all.filter { $0.kind == .checklist }.map(\.id)
    }

    private func remark(on replies: [ExportReply], _ format: FileFormat, _ context: Context) throws {
        let lists = replies.map(\.list)
        let hidden = lists.filter(format.keeps).filter { $0.isPrivate ?? false }.map(\.title)
        if format != .json, !hidden.isEmpty {
            let titles = TerminalText.joined(hidden.map { "\($0)" }, separator: ", ")
            try context.note("the file does not say that these are not everybody's: \(titles); see import --private")
        }
        for (kind, names) in format.leftOut(of: lists) {
            let names = TerminalText.joined(names.map { "\($0)" }, separator: ", ")
            try context.note("not written, because the format has no \(kind): \(names)")
        }
        let count = replies.reduce(0) { $0 + $1.photoCount }
        guard count > 0 else { return }
        try context.note("\(TerminalText.count(count, "photo")) not written; phlistctl backup keeps photos")
    }
}

/// The written file, as a JSON document.
private struct ExportReport: Encodable {
    var schemaVersion = PhlistControl.schemaVersion
    var file: String
    var listCount: Int
    var itemCount: Int

    init(file: String, _ lists: [PortableList]) {
        self.file = file
        listCount = lists.count
        itemCount = lists.reduce(0) { $0 + $1.itemCount }
    }
}
