import PhlistControl
import PhlistLog
import PhlistModel

/// Prints what is met on the way through a log, a line for each thing, without keeping it.
struct DumpLines {
    private let context: Context
    private var describe: DumpEntry.Describer
    private var text = ""
    /// Why nothing can be printed any more; the rest is passed over.
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

    /// Prints the rest.
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
