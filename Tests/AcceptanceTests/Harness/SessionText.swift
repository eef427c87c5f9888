/// A session as a text; see `Home.session`.
enum SessionText {
    /// One command of a session.
    struct Command {
        /// The lines as they are written in the session.
        var shown: [String]

        /// What the shell gets.
        var line: String {
            shown.map { String($0.dropFirst(2)) }.joined(separator: "\n")
        }
    }

    static func lines(of text: String) -> [String] {
        text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    /// The commands in their order.
    static func commands(in text: String) -> [Command] {
        var commands: [Command] = []
        var isInCommand = false
        for line in lines(of: text) {
            if line.hasPrefix("$ ") {
                commands.append(Command(shown: [line]))
                isInCommand = true
            } else if isInCommand, line.hasPrefix("> ") || line == ">" {
                commands[commands.count - 1].shown.append(line)
            } else {
                isInCommand = false
            }
        }
        return commands
    }
}
