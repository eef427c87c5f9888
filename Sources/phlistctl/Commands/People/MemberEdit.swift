import ArgumentParser
import PhlistControl

struct MemberEdit: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit",
        abstract: "Change a member.",
        usage: "phlistctl member edit [<options>] <member>"
    )

    @Argument(help: .member, completion: .members)
    var member: String

    @Option(help: "The new name.")
    var name: String?

    @Option(help: ArgumentHelp("The address by which others name the member, or none.", valueName: "address"))
    var email: String?

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func validate() throws {
        guard name != nil || email != nil else { throw ValidationError("nothing to change: give --name or --email") }
    }

    func run(_ context: Context) throws {
        let address = email.map { $0.saysNone ? "" : $0 }
        let reply = try context.ask(ChangeMemberRequest(member: member, name: name, email: address))
        let details = MemberText.details(reply.member)
        let words: TerminalText = reply.isChanged ? "changed: \(details)" : "nothing to change: \(details)"
        try context.show(reply, MemberText.page(reply.member, words))
    }
}
