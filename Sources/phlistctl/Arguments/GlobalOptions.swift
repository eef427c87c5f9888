import ArgumentParser

/// Options that every command takes, before or after its name.
struct GlobalOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The control socket of phlistd.", valueName: "path"), completion: .file())
    var socket: String?

    @Option(help: ArgumentHelp("Talk to the phlistd of this profile.", valueName: "name"))
    var profile: String?

    @Option(
        name: .customLong("as"),
        help: ArgumentHelp("Act as this member of the household.", valueName: "member"),
        completion: .members
    )
    var actsAs: String?

    @Flag(name: [.customShort("n"), .long], help: "Show what would happen, and change nothing.")
    var dryRun = false

    @Flag(name: .shortAndLong, help: "Do not ask for confirmation.")
    var yes = false

    @Flag(exclusivity: .exclusive)
    var format: OutputFormat?

    @Option(help: ArgumentHelp("Use colour: auto, always or never.", valueName: "when"))
    var color = ColorMode.auto

    @Option(help: ArgumentHelp("How long to wait for phlistd.", valueName: "seconds"))
    var timeout: Int?

    func validate() throws {
        guard let timeout, !(1...Limits.timeoutSecondsMax).contains(timeout) else { return }
        throw ValidationError("--timeout takes 1 to \(Limits.timeoutSecondsMax) seconds")
    }
}

extension GlobalOptions {
    /// The options that take a value.
    static let withValue: Set = ["--socket", "--profile", "--as", "--color", "--timeout"]

    /// Returns the arguments up to `--` that are neither options nor the values of global ones.
    static func skipped(in arguments: [String]) -> [String] {
        var (words, rest) = ([String](), arguments.prefix { $0 != "--" })
        while let word = rest.popFirst() {
            if !word.hasPrefix("-") { words.append(word) } else if withValue.contains(word) { rest = rest.dropFirst() }
        }
        return words
    }
}

/// The output format; without one, commands print text for people.
enum OutputFormat: EnumerableFlag {
    case json
    case plain
    case quiet

    static func name(for value: OutputFormat) -> NameSpecification {
        value == .quiet ? .shortAndLong : .long
    }

    static func help(for value: OutputFormat) -> ArgumentHelp? {
        switch value {
        case .json: "Print one JSON document."
        case .plain: "Print fields separated by tabs, one line each."
        case .quiet: "Print only ids."
        }
    }
}

extension ColorMode: ExpressibleByArgument {}
