import ArgumentParser
import PhlistControl
import PhlistFormats
import PhlistModel

/// Brings lists in from a file.
struct Import: ControlCommand {
    static let configuration = CommandConfiguration(
        abstract: "Bring lists in from a file.",
        usage: "phlistctl import [<options>] [--into <list>] json|csv|md|todotxt <file>",
        discussion: """
            json is what export writes, or Taskwarrior's "task export"; csv is a table of any spreadsheet, with \
            headings such as title, due and notes; md is a task list in Markdown, with lists and sections as headings; \
            todotxt is a todo.txt.

            All of it comes in or nothing does, and one undo takes it back. What is here already stays as it is, so \
            the same file once more adds nothing. A list goes into the one that it came from, else into the one with \
            its title, else a new one is made; a file that names no list becomes one with the file's name. What an \
            item has no place for becomes a line of its note.
            """
    )

    @Argument(help: ArgumentHelp("The format of the file.", valueName: "format"))
    var format: FileFormat

    @Argument(help: "The file; a hyphen stands for the standard input.", completion: .file())
    var file: String

    @Option(help: ArgumentHelp("Put it into this list; the file has one list then.", valueName: "list"))
    var into: String?

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run(_ context: Context) throws {
        let bytes = try FileInput.open(file, or: context.input).readAll(sizeMax: PhlistControl.Limits.importSizeMax)
        var contents = try read(bytes, context)
        try name(&contents)
        let names = Set(try context.ask(MembersQuery()).members.map { fold($0.name) })
        contents.keepAssignees { names.contains(fold($0)) }
        let reply = try context.ask(ImportRequest(lists: contents.lists, into: into))
        try context.show(reply, PortableText.page(reply))
        guard reply.lists.contains(where: { $0.addedCount > 0 }) else { return }
        try context.note(PortableText.remarks(contents))
    }

    private func read(_ bytes: [UInt8], _ context: Context) throws(ControlError) -> PortableFile {
        let name = file == "-" ? "the standard input" : file
        do throws(FormatError) {
            let contents = try PortableFile(bytes, as: format) { context.clock.local($0) }
            guard contents.lists.isEmpty else { return contents }
        } catch {
            throw ControlError(.invalid, "\(name), \(error.position): \(error.message)", hint: "nothing was changed")
        }
        throw ControlError(.invalid, "there is nothing in \(name) to bring in")
    }

    /// Gives the list without a title the file's name.
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

extension FileFormat: ExpressibleByArgument {}
