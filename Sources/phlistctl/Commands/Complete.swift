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
