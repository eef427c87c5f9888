import ArgumentParser
import PhlistControl

/// Declines an invitation to a list.
struct InviteDecline: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "decline",
        abstract: "Take no part in a list that you are invited to.",
        usage: "phlistctl invite decline [<options>] <list>",
        discussion: "Whoever has invited you sees that. You may accept later, as long as the invitation stands."
    )

    @Argument(help: .list, completion: .invitations)
    var list: String

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run(_ context: Context) throws {
        let reply = try context.ask(AnswerInvitationRequest(list: list, isAccepted: false))
        try context.show(reply, SharingText.page(reply))
    }
}
