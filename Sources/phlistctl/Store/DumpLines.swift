import PhlistControl
import PhlistLog
import PhlistModel

/// Prints the entries of a log while it is read, one per line, without keeping them.
struct DumpLines {
    private let context: Context
    private var describe: DumpEntry.Describer
    private var text = ""
    /// The error that ended the printing; later entries are skipped.
    private var failure: (any Error)?

    init(_ context: Context) {
        self.context = context
        describe = DumpEntry.Describer(clock: context.clock)
    }

    mutating func take(_ item: LogExamination.Item) {
        guard failure == nil else { return }
        do {
            text += try line(describe.entry(of: item)) + "\n"
            if text.utf8.count >= Limits.dumpPieceSize { try flush() }
        } catch {
            failure = error
        }
    }

    /// Prints the remaining lines, or throws the error that ended the printing.
    mutating func finish() throws {
        if let failure { throw failure }
        try flush()
    }

    private mutating func flush() throws {
        try context.output.write(text)
        text = ""
    }

    private func line(_ entry: DumpEntry) throws -> String {
        switch context.format {
        case nil: entry.words.string
        case .json: try JSONText.encode(entry)
        case .plain: TerminalText.row(entry.fields).string
        case .quiet: "\(entry.offset)"
        }
    }
}
