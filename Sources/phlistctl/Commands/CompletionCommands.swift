import ArgumentParser
import PhlistControl

struct Complete: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "complete",
        abstract: "Print names that begin with a text.",
        usage: "phlistctl complete [<options>] <kind> [<text>]",
        shouldDisplay: false
    )

    @Argument(
        help: ArgumentHelp("One of \(CompletionsQuery.Kind.allCases.map(\.rawValue).joined(separator: ", ")).")
    )
    var kind: CompletionsQuery.Kind

    @Argument(help: "The text typed so far.")
    var text = ""

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run() throws {
        let candidates = Candidates(socket: options.socket, profile: options.profile, actsAs: options.actsAs)
        let names = candidates.find(kind, text).map { "\(TerminalText(data: $0).string)\n" }
        try DescriptorOutput.standard.write(names.joined())
    }
}

struct Completion: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "completion",
        abstract: "Print the completion script of a shell.",
        usage: "phlistctl completion [<options>] <shell>",
        discussion: "For bash: phlistctl completion bash > ~/.local/share/bash-completion/completions/phlistctl"
    )

    @Argument(help: "bash, zsh or fish.")
    var shell: Shell

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run(_ context: Context) throws {
        let script = shell.adding(shortName: "phl", to: Phlistctl.completionScript(for: shell.generator))
        try context.output.write(script.hasSuffix("\n") ? script : "\(script)\n")
    }

    /// A shell for which scripts can be generated.
    enum Shell: String, CaseIterable, ExpressibleByArgument {
        case bash
        case zsh
        case fish

        /// Returns the script extended to complete a link to the program as well.
        fileprivate func adding(shortName: String, to script: String) -> String {
            switch self {
            case .bash:
                script.replacing("-F _phlistctl phlistctl", with: "-F _phlistctl phlistctl \(shortName)")
            case .zsh:
                script.replacing("#compdef phlistctl", with: "#compdef phlistctl \(shortName)")
                    .replacing("compdef _phlistctl phlistctl", with: "compdef _phlistctl phlistctl \(shortName)")
            case .fish:
                script.replacing("case 'phlistctl'", with: "case 'phlistctl' '\(shortName)'")
                    + "\ncomplete -c '\(shortName)' -w 'phlistctl'\n"
            }
        }

        fileprivate var generator: CompletionShell {
            switch self {
            case .bash: .bash
            case .zsh: .zsh
            case .fish: .fish
            }
        }
    }
}
