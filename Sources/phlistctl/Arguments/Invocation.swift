import ArgumentParser
import Glibc
import PhlistControl

/// One run of the program: parses, runs, and turns every error into a message and an exit status.
struct Invocation {
    var arguments: [String]
    var output: any TextOutput
    var messages: any TextOutput
    var makeContext: (GlobalOptions) throws -> Context
    /// Whether errors are reported as JSON even without `--json`, as in a batch that has it.
    var reportsJSON = false

    /// Runs the command and returns the exit status.
    func run() -> Int32 {
        do {
            try perform()
            return EXIT_SUCCESS
        } catch {
            return status(after: error)
        }
    }

    /// Runs a command given as words; nil words do nothing.
    func run(_ words: () throws -> [String]?) -> Int32 {
        var invocation = self
        do {
            guard let words = try words() else { return EXIT_SUCCESS }
            invocation.arguments = words
        } catch {
            return status(after: error)
        }
        return invocation.run()
    }

    private func perform() throws {
        if let unknown = UnknownCommand(helpIn: arguments) {
            throw ControlError(.usage, unknown.message, hint: "see all commands with: phlistctl help")
        }
        try checkHyphens()
        var command = try Phlistctl.parsed(arguments)
        if let command = command as? any ControlCommand {
            try command.run(makeContext(command.options))
        } else {
            try command.run()
        }
    }

    private func status(after error: any Error) -> Int32 {
        switch error {
        case ClientError.interrupted: Self.interruptedStatus
        case let error as Termination.Requested: error.status
        case OutputError.closed: EXIT_SUCCESS
        case let error as BatchFailure: error.status
        case is DoctorFailure: DoctorFailure.status
        case let error as ControlError: report(error)
        case let error as ClientError: report(error.controlError)
        case let error as PathError: report(error.controlError)
        case let error as OutputError: report(error.controlError)
        case let error as JSONText.EncodingFailure: report(ControlError(.internal, error.reason))
        default: reportParsing(error)
        }
    }

    private func report(_ error: ControlError) -> Int32 {
        // A failure to write to the standard error cannot be reported anywhere.
        try? messages.write(isJSON ? "\(JSONText.encode(ErrorReply(error: error)))\n" : ErrorText.text(error))
        return error.code.exitStatus
    }

    /// Reports an error of the parser, which also returns help and version as errors, with status 0.
    private func reportParsing(_ error: any Error) -> Int32 {
        let text = Phlistctl.fullMessage(for: error, columns: Self.helpColumns)
        let status = Phlistctl.exitCode(for: error).rawValue
        guard status != EXIT_SUCCESS else {
            try? output.write("\(text)\n")
            return status
        }
        var usage = ErrorText.usage(text)
        if let unknown = UnknownCommand(in: arguments, saying: usage.message) {
            usage.message = unknown.message
        } else if let unknown = UnknownOption(in: arguments, saying: usage.message) {
            usage.message = unknown.message
        } else {
            usage.hint = hyphenHint(usage.message)
        }
        return report(usage)
    }

    /// Throws if a text such as `- cheese` would be read as a group of options, with the h for help.
    private func checkHyphens() throws(ControlError) {
        let words = Array(arguments.prefix { $0 != "--" })
        let index = words.indices.first { index in
            let former = index > 0 ? words[index - 1] : ""
            let isValue = former.hasPrefix("-") && !Self.flags.contains(former)
            return !isValue && words[index].wholeMatch(of: /-\s(?s:.*)/) != nil
        }
        guard let index else { return }
        let hint = "to write text that begins with a hyphen: -- \(words[index].asWord)"
        throw ControlError(.usage, "unknown option '\(words[index])'", hint: hint)
    }

    /// Options without a value, in front of which text may stand.
    private static let flags: Set = [
        "-n", "-q", "-y", "--dry-run", "--json", "--literal", "--plain", "--quiet", "--top", "--yes",
    ]

    /// Returns how to write an argument that looks like an option but is not one: the value that an option lacks, the
    /// last one, where an argument is missing, or the first with a digit, as no option is one.
    private func hyphenHint(_ message: String) -> String? {
        let words = Array(arguments.prefix { $0 != "--" })
        if message.hasPrefix("missing value for '") {
            let pairs = zip(words, words.dropFirst())
            let pair = pairs.first { message.hasPrefix("missing value for '\($0) ") && isText($1) }
            return pair.map { "to give a value that begins with a hyphen: \($0)=\($1.asWord)" }
        }
        let isMissing = message.hasPrefix("missing expected argument") && words.last.map(isText) == true
        let word = isMissing ? words.last : words.first { $0.wholeMatch(of: /-[0-9].*/) != nil }
        return word.map { "to write text that begins with a hyphen: -- \($0.asWord)" }
    }

    /// Whether a word with one hyphen is not one of the options that every command takes.
    private func isText(_ word: String) -> Bool {
        word.wholeMatch(of: /-[^-].*/) != nil && !["-h", "-n", "-q", "-y"].contains(word)
    }

    /// Whether to report errors as JSON; looks at the raw arguments, because they may fail to parse.
    private var isJSON: Bool {
        reportsJSON || arguments.prefix { $0 != "--" }.contains("--json")
    }

    /// The exit status that shells give a program killed by SIGINT.
    static let interruptedStatus: Int32 = 130
    /// The exit statuses that shells give a program killed by SIGHUP or SIGTERM.
    static let terminatedStatuses: [Int32] = [129, 143]
    /// The usual minimum width of a terminal.
    static let helpColumns = 80
}
