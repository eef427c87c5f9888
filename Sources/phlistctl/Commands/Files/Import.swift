import ArgumentParser
import PhlistControl
import PhlistFormats
import PhlistModel

struct Import: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Import lists from a file.",
        usage: "phlistctl import [<options>] <file>",
        discussion: """
            The format is recognised by the content and the name of the file. json is what export writes, \
            Taskwarrior's "task export", or Google Tasks from Takeout; csv is a table from any spreadsheet, with \
            headings such as title, due and notes, or a project of Todoist; md is a task list in Markdown, with lists \
            and sections as headings; todotxt is a todo.txt; ics has the tasks of a calendar (VTODO).

            Either all of the file is imported or nothing, and one undo takes it back. With --skip-invalid, items \
            with a fault are left out and listed, and the rest is imported. What exists already stays as it is, so \
            importing the same file again adds nothing. A list goes into the list that it came from, else into the \
            one with its title; otherwise a new list is made, which everybody sees unless the file says otherwise. A \
            file that names no list becomes a list with the name of the file. What an item has no field for becomes a \
            line of its note.
            """
    )

    @Argument(help: "The file; a hyphen stands for standard input.", completion: .file())
    var file: String

    @Argument(help: .hidden)
    var others: [String] = []

    @Option(help: ArgumentHelp("The format, if it is not recognised.", valueName: "format"))
    var format: FileFormat?

    @Option(help: ArgumentHelp("Import into this list; the file may have only one.", valueName: "list"))
    var into: String?

    @Flag(name: .customLong("private"), help: "Keep new lists on your own devices.")
    var isPrivate = false

    @Flag(help: "Leave out the items with a fault, and import the rest.")
    var skipInvalid = false

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func validate() throws {
        guard isPrivate, into != nil else { return }
        throw ValidationError("--private is for new lists; --into names a list that exists")
    }

    func run(_ context: Context) throws {
        try checkIsAlone()
        let bytes = try FileInput.open(file, or: context.input).readAll(sizeMax: PhlistControl.Limits.importSizeMax)
        var contents = try read(bytes, context)
        try name(&contents)
        if isPrivate { for number in contents.lists.indices { contents.lists[number].isPrivate = true } }
        let members = try context.ask(MembersQuery()).members
        let ids = Dictionary(grouping: members) { fold($0.name) }.filter { $0.value.count == 1 }.mapValues { $0[0].id }
        contents.keepMembers { text in ids[fold(text)] ?? members.first { $0.id == text }?.id }
        contents.takeRules { text in
            // Todoist counts from completion with an exclamation mark.
            let words = text.replacing("every! ", with: "after ")
            return try? RecurrenceGrammar(dates: DateGrammar(context.clock)).resolve(words)
        }
        let count = contents.lists.reduce(0) { $0 + $1.itemCount }
        let text = ProgressText(work: "importing \(TerminalText.count(count, "item"))")
        let reply = try context.showing(text, leaving: "phlistctl history shows whether it came in") { _ in
            try context.ask(ImportRequest(lists: contents.lists, into: into))
        }
        try context.show(reply, PortableText.page(reply))
        try context.note(PortableText.skipped(contents.faults))
        guard reply.lists.contains(where: { $0.addedCount > 0 }) else {
            guard !reply.lists.contains(where: \.isNew) else { return }
            return try context.note("nothing was imported, so there is nothing of it to undo")
        }
        // A list that the file itself closes is as it should be.
        let closed = reply.lists.filter { !$0.isNew && $0.addedCount > 0 }.map(\.list)
        try context.note(PortableText.remarks(contents) + ListText.leftOut(closed))
    }

    /// Refuses several arguments; if the first is a format, the error shows the option for it.
    private func checkIsAlone() throws(ControlError) {
        guard let other = others.first else { return }
        let hint = FileFormat(argument: file).map { "name the format like this: --format \($0.rawValue) \(other)" }
        throw ControlError(.usage, "import takes one file, not \(others.count + 1)", hint: hint)
    }

    private var name: String { file == "-" ? "the standard input" : file }

    private func read(_ bytes: [UInt8], _ context: Context) throws(ControlError) -> PortableFile {
        guard format != nil || !FileFormat.isBinary(bytes) else { throw binary }
        let source = try explaining { () throws(FormatError) in try SourceText(bytes) }
        guard !source.isBlank else { throw empty }
        guard let format = format ?? FileFormat(recognising: source, named: file) else { throw unrecognised }
        let contents = try explaining { () throws(FormatError) in
            try PortableFile(source, as: format) { context.clock.local($0) }
        }
        let isComplete = contents.faults.isEmpty
        guard isComplete || skipInvalid && !contents.lists.isEmpty else {
            let hasRest = contents.lists.contains { $0.itemCount > 0 }
            throw PortableText.refusal(of: name, contents.faults, hasRest: hasRest)
        }
        guard !contents.lists.isEmpty else { throw empty }
        try checkHasItems(contents, isGuess: self.format == nil && FileFormat(ending: file) != .md && format == .md)
        return contents
    }

    /// Throws if there are no items in a file that does not look as if empty lists had been exported so.
    ///
    /// Prose leaves other lines out. A script is taken for Markdown, with its first comment for the title of a list and
    /// the commands for its description.
    private func checkHasItems(_ contents: PortableFile, isGuess: Bool) throws(ControlError) {
        guard !contents.lists.contains(where: { $0.itemCount > 0 }) else { return }
        let isScript = isGuess && contents.lists.contains { $0.description != nil }
        guard !contents.leftOut.isEmpty || isScript else { return }
        let way = isScript && contents.leftOut.isEmpty ? "; to import it as a list anyway: --format md" : ""
        throw ControlError(.invalid, "there are no items in \(name)", hint: "nothing was changed\(way)")
    }

    private func explaining<Value>(_ work: () throws(FormatError) -> Value) throws(ControlError) -> Value {
        do throws(FormatError) {
            return try work()
        } catch {
            throw ControlError(.invalid, "\(name), \(error.position): \(error.message)", hint: "nothing was changed")
        }
    }

    private var empty: ControlError {
        ControlError(.invalid, "there is nothing in \(name) to import")
    }

    private var binary: ControlError {
        ControlError(.invalid, "\(name) has null bytes, so it is not text", hint: "nothing was changed")
    }

    private var unrecognised: ControlError {
        let formats = FileFormat.allCases.map(\.rawValue).joined(separator: ", ")
        return ControlError(
            .invalid,
            "\(name) is in none of the formats \(formats)",
            hint: "nothing was changed; a file that is in one of them can be imported with --format"
        )
    }

    /// Names a list without a title after the file.
    private func name(_ contents: inout PortableFile) throws(ControlError) {
        if let into {
            guard contents.lists.count == 1 else {
                let titles = contents.lists.map { $0.title.isEmpty ? "one without a title" : $0.title }
                throw ControlError(
                    .invalid,
                    "--into takes a file with one list, and this one has \(titles.count)",
                    details: titles
                )
            }
            if contents.lists[0].title.isEmpty { contents.lists[0].title = into }
            return
        }
        guard let number = contents.lists.firstIndex(where: \.title.isEmpty) else { return }
        let last = file.split(separator: "/").last ?? ""
        let stem = last.lastIndex(of: ".").map { last[..<$0] } ?? last
        guard file != "-", !stem.isEmpty else {
            throw ControlError(.usage, "this input names no list", hint: "say which: --into LIST")
        }
        contents.lists[number].title = String(stem)
    }
}

extension FileFormat: ExpressibleByArgument {
    /// Creates a format from its name; md is also called markdown.
    package init?(argument: String) {
        self.init(rawValue: argument == "markdown" ? "md" : argument)
    }
}
