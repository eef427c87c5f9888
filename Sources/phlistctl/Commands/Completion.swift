import ArgumentParser

/// Prints the script that completes commands in a shell; it works without the daemon.
struct Completion: ControlCommand {
    static let configuration = CommandConfiguration(
        abstract: "Print the completion script of a shell.",
        usage: "phlistctl completion [<options>] <shell>",
        discussion: "For bash: phlistctl completion bash > ~/.local/share/bash-completion/completions/phlistctl"
    )

    @Argument(help: "bash, zsh or fish.")
    var shell: Shell

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run(_ context: Context) throws {
        let script = Phlistctl.completionScript(for: shell.generator)
        try context.output.write(script.hasSuffix("\n") ? script : "\(script)\n")
    }

    /// A shell that scripts can be made for.
    enum Shell: String, CaseIterable, ExpressibleByArgument {
        case bash
        case zsh
        case fish

        fileprivate var generator: CompletionShell {
            switch self {
            case .bash: .bash
            case .zsh: .zsh
            case .fish: .fish
            }
        }
    }
}
