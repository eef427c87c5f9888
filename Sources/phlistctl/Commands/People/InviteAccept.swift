import ArgumentParser
import PhlistControl

/// Accepts an invitation to a list.
struct InviteAccept: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "accept",
        abstract: "Take part in a list that you are invited to, or that you left.",
        usage: "phlistctl invite accept [<options>] <list>",
        discussion: """
            It comes at once, or when a device that has it is connected. A list that you declined or left is accepted \
            again as long as its owner shares it.
            """
    )

    @Argument(help: .list, completion: .invitations)
    var list: String

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run(_ context: Context) throws {
        let reply = try context.ask(AnswerInvitationRequest(list: list, isAccepted: true))
        try context.show(reply, SharingText.page(reply))
    }
}
