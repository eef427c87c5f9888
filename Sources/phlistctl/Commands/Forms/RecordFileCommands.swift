import ArgumentParser
import PhlistControl
import PhlistFormats
import PhlistModel

struct RecordExport: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Write the records of a form as CSV.",
        usage: "phlistctl record export [<options>] [-o <file>] <form>",
        discussion: """
            The names of the fields are the headings, or the ids of fields that have one name. Text that a spreadsheet \
            would take for a formula gets an apostrophe in front. Observations are not exported. phlistctl record \
            import reads the file again.
            """
    )

    @Argument(help: .form, completion: .forms)
    var form: String

    @OptionGroup var target: OutputOptions

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run(_ context: Context) throws {
        let file = try target.file(context)
        let reply = try context.ask(RecordsQuery(form: form))
        let headings = Self.headings(of: reply.form.fields)
        let bytes = Array(RecordTable.printed(headings, reply.records.map { $0.fields.map(\.value) }).utf8)
        guard let file else { return try context.writeBytes(bytes[...]) }
        guard !context.isDryRun else { return try context.note("nothing was written: --dry-run") }
        try file.write(bytes)
        let count = TerminalText.count(reply.records.count, "record")
        let words: TerminalText = "exported \(count) of \(reply.form.title) to \(file.path)"
        try context.show(reply, RecordText.page(reply.records, [words]))
    }
}

extension RecordExport {
    /// The names of fields; ids in place of names that several have.
    private static func headings(of fields: [FormFieldView]) -> [String] {
        let folded = fields.map { fold($0.name) }
        return zip(fields, folded).map { field, name in
            folded.count { $0 == name } == 1 ? field.name : field.id
        }
    }
}

struct RecordImport: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Import records of a form from CSV.",
        usage: "phlistctl record import [<options>] <form> <file>",
        discussion: """
            The headings are the names of the fields, the first of which is the key. A field without a column stays \
            as it is; an empty cell clears it. Records are checked as in record save. Either all of them are imported \
            or none, and one undo takes it back; with --skip-invalid, records with a fault are left out and listed.
            """
    )

    @Argument(help: .form, completion: .forms)
    var form: String

    @Argument(help: "The file; a hyphen stands for standard input.", completion: .file())
    var file: String

    @Flag(help: "Leave out the records with a fault, and import the rest.")
    var skipInvalid = false

    @OptionGroup(title: "Global options") var options: GlobalOptions

    private var name: String { file == "-" ? "the standard input" : file }

    func run(_ context: Context) throws {
        let rows = try read(context)
        guard !rows.isEmpty else { throw ControlError(.invalid, "there is no record in \(name)") }
        let check = try checked(rows, context)
        let faults = try (check.faults + repeatedKeys(in: rows, context)).sorted { $0.position < $1.position }
        let wrong = Set(faults.map(\.position))
        let good = rows.filter { !wrong.contains($0.position) }
        guard faults.isEmpty || skipInvalid && !good.isEmpty else {
            throw PortableText.refusal(of: name, faults, hasRest: !good.isEmpty)
        }
        let reply = try context.ask(ImportRecordsRequest(form: form, records: good.map(\.values)))
        let newCount = reply.changed.count { check.newIDs.contains($0.id) }
        let words = RecordText.imported(reply, newCount: newCount)
        try context.show(reply, RecordText.page(reply.changed + reply.unchanged, [words]))
        try context.note(PortableText.skipped(faults))
    }

    private func read(_ context: Context) throws -> [RecordTable.Row] {
        let bytes = try FileInput.open(file, or: context.input).readAll(sizeMax: PhlistControl.Limits.importSizeMax)
        do throws(FormatError) {
            return try RecordTable(try SourceText(bytes)).rows
        } catch {
            throw ControlError(.invalid, "\(name), \(error.position): \(error.message)", hint: "nothing was changed")
        }
    }

    /// Returns errors for records with the same key as a record above them.
    private func repeatedKeys(in rows: [RecordTable.Row], _ context: Context) throws -> [FormatError] {
        guard let field = try context.ask(FormsQuery(form: form)).one.fields.first else { return [] }
        var lines: [EntityID: Int] = [:]
        return rows.compactMap { row in
            // The heading is the id of the field where another field has its name.
            let key = row.values.first { [fold(field.name), fold(field.id)].contains(fold($0.key)) }?.value ?? ""
            guard !key.isEmpty else { return nil }
            // Equal keys in a form identify one record; any form id serves for the comparison.
            let record = RecordKey.entity(form: ScopeID(rawValue: 0), key: key)
            guard let line = lines[record] else {
                lines[record] = row.position.line
                return nil
            }
            return FormatError(row.position, "the record in line \(line) has the \(field.name) \"\(key)\" already")
        }
    }

    /// The results of a dry run for each record.
    private struct Check {
        var faults: [FormatError] = []
        /// The ids of records that the form does not have yet, which the reply to the import does not tell apart.
        var newIDs: Set<String> = []
    }

    private func checked(_ rows: [RecordTable.Row], _ context: Context) throws -> Check {
        let text = ProgressText(work: "checking", unit: .things("record"), total: Int64(rows.count))
        return try context.showing(text, leaving: "nothing was changed") { progress -> Check in
            var check = Check()
            for row in rows {
                do {
                    let reply = try context.attempt(SaveRecordRequest(form: form, values: row.values))
                    if reply.result == .added { check.newIDs.insert(reply.record.id) }
                } catch ClientError.refused(let error) where error.code == .invalid {
                    let words = error.details.isEmpty ? error.message : error.details.joined(separator: "; ")
                    check.faults.append(FormatError(row.position, words))
                }
                progress.advance(by: 1)
            }
            return check
        }
    }
}
