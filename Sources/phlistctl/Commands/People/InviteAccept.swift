import ArgumentParser
import PhlistControl

struct InviteAccept: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "accept",
        abstract: "Accept an invitation to a list, or come back to one that you left.",
        usage: "phlistctl invite accept [<options>] <list>",
        discussion: """
            The list arrives at once, or as soon as a device that has it connects. You can accept a list that you \
            declined or left for as long as its owner shares it.
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
