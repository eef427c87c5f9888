import ArgumentParser
import PhlistControl

struct Batch: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "batch",
        abstract: "Run commands from a file, one per line.",
        usage: "phlistctl batch [<options>] [--keep-going] [<file>]",
        discussion: """
            Each line is a command without "phlistctl" in front: done milk. Put words with spaces in 'quotes' or \
            "quotes"; # starts a comment. The run ends at the first command that fails, unless --keep-going is given; \
            the exit status is that of the first failure. Each line has an undo of its own. With --dry-run each line \
            is tried by itself, without what the lines before it would change.
            """
    )

    @Argument(help: "The file; a hyphen, or nothing, stands for standard input.", completion: .file())
    var file = "-"

    @Flag(help: "Continue after a command that fails.")
    var keepGoing = false

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run(_ context: Context) throws {
        guard !(context.input is TakenInput) else {
            throw ControlError(.usage, "a batch cannot contain another one")
        }
        let input = try FileInput.open(file, or: context.input)
        var context = context
        context.input = TakenInput()
        var failure: BatchFailure?
        var number = 0
        while let line = try input.readLine(sizeMax: PhlistControl.Limits.requestBodySizeMax) {
            number += 1
            let status = try perform(line, context)
            guard status != 0 else { continue }
            // Ctrl-C ends the whole batch.
            guard status != Invocation.interruptedStatus else { throw ClientError.interrupted }
            guard !Invocation.terminatedStatuses.contains(status) else { throw BatchFailure(status: status) }
            try report(FailedLine(line: number, status: status), context)
            failure = failure ?? BatchFailure(status: status)
            guard keepGoing else { break }
        }
        if let failure { throw failure }
    }

    private func report(_ failure: FailedLine, _ context: Context) throws {
        let words = "phlistctl: line \(failure.line) failed with status \(failure.status)"
        try context.messages.write("\(context.format == .json ? try JSONText.encode(failure) : words)\n")
    }

    private func perform(_ line: String, _ context: Context) throws -> Int32 {
        let invocation = Invocation(
            arguments: [],
            output: context.output,
            messages: context.messages,
            makeContext: { try context.adapted(to: $0) },
            reportsJSON: context.format == .json
        )
        return invocation.run {
            let words = try CommandWords.split(line)
            return words.isEmpty ? nil : words
        }
    }
}

/// The failed line of a batch, as a JSON document.
private struct FailedLine: Encodable {
    var schemaVersion = PhlistControl.schemaVersion
    var line: Int
    var status: Int32
}

/// The failure of a batch, whose failed commands were reported.
struct BatchFailure: Error {
    /// The status of the first failed command.
    var status: Int32
}

extension Context {
    /// Returns the context with the options of one line applied.
    fileprivate func adapted(to options: GlobalOptions) throws -> Context {
        guard options.socket == nil, options.profile == nil, options.timeout == nil else {
            throw ControlError(.usage, "--socket, --profile and --timeout go with batch itself, not with a line of it")
        }
        var context = self
        context.format = options.format ?? format
        context.actsAs = options.actsAs ?? actsAs
        context.isDryRun = options.dryRun || isDryRun
        context.saysYes = options.yes || saysYes
        return context
    }
}

/// The standard input for the commands of a batch, which cannot read it.
private struct TakenInput: TextInput {
    var isTerminal: Bool { false }

    func readAll(sizeMax: Int) throws -> [UInt8] {
        throw ControlError(.usage, "a line of a batch cannot read the standard input")
    }

    func readLine(sizeMax: Int) throws -> String? {
        throw ControlError(.usage, "a line of a batch cannot read the standard input")
    }
}
