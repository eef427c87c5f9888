import ArgumentParser
import PhlistControl

struct InviteDecline: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "decline",
        abstract: "Decline an invitation to a list.",
        usage: "phlistctl invite decline [<options>] <list>",
        discussion: "The member who invited you sees that. You can still accept later, while the invitation stands."
    )

    @Argument(help: .list, completion: .invitations)
    var list: String

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run(_ context: Context) throws {
        let reply = try context.ask(AnswerInvitationRequest(list: list, isAccepted: false))
        try context.show(reply, SharingText.page(reply))
    }
}
