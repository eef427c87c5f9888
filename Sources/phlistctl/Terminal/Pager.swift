import PhlistControl

/// Shows text that is longer than the window in a pager, as git does.
///
/// The program is `$PHLIST_PAGER`, else `$PAGER`, else less if it is there; an empty one and `cat` mean none.
struct Pager {
    private static let program = "less"
    /// The options that git gives less when `$LESS` is not set: quit if all fits, keep colours, leave the text on the
    /// screen.
    private static let lessOptions = "FRX"
    private static let names = ["PHLIST_PAGER", "PAGER"]

    private let command: String
    private let window: () -> WindowSize
    private let environment: [String: String]

    /// Returns a function that shows lines and tells whether it has; nil if the cursor cannot be moved, if nobody can
    /// type, or if there is no pager.
    static func showing(
        in window: (() -> WindowSize)?,
        isTyped: Bool,
        environment: [String: String]
    ) -> ((_ lines: [TerminalText]) throws -> Bool)? {
        guard let window, isTyped, let command = command(environment) else { return nil }
        return Pager(command: command, window: window, environment: environment).show
    }

    private static func command(_ environment: [String: String]) -> String? {
        guard let chosen = names.compactMap({ environment[$0] }).first else {
            return ProgramLookup(environment).finds(program) ? program : nil
        }
        return chosen.isEmpty || chosen == "cat" ? nil : chosen
    }

    private func show(_ lines: [TerminalText]) throws -> Bool {
        let size = window()
        // One row is for the prompt of the shell.
        guard Self.rowCount(of: lines, columns: size.columns) >= size.rows else { return false }
        return try TemporaryDirectory.with(environment) { directory in
            let path = "\(directory)/text"
            let text = lines.map { "\($0.string)\n" }.joined()
            try TemporaryDirectory.write(Array(text.utf8), to: path)
            // Through a shell, because the command may have options.
            let script = command + #" <"$1""#
            var environment = environment
            environment["LESS"] = environment["LESS"] ?? Self.lessOptions
            let status = try TerminalProcess.run(["-c", script, command, path], environment: environment)
            return !Self.missingStatuses.contains(status)
        }
    }

    /// The exit statuses of a shell for a program that is missing or cannot be run.
    private static let missingStatuses: [Int32] = [126, 127]

    private static func rowCount(of lines: [TerminalText], columns: Int) -> Int {
        lines.reduce(0) { $0 + max(1, ($1.width + columns - 1) / columns) }
    }
}
