import ArgumentParser
import PhlistControl

struct MemberRename: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "rename",
        abstract: "Rename a member.",
        usage: "phlistctl member rename [<options>] <member> <name>",
        discussion: "What is assigned to the member stays assigned."
    )

    @Argument(help: .member, completion: .members)
    var member: String

    @Argument(help: "The new name.")
    var name: String

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run(_ context: Context) throws {
        let reply = try context.ask(ChangeMemberRequest(member: member, name: name))
        let words: TerminalText =
            reply.isChanged ? "\(member) is now \(reply.member.name)" : "the name is already \(reply.member.name)"
        try context.show(reply, MemberText.page(reply.member, words))
    }
}
