import ArgumentParser
import PhlistControl

struct InviteLs: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "ls",
        abstract: "Show the lists that you are invited to.",
        usage: "phlistctl invite ls [<options>]",
        discussion: "To invite others to a list of yours: phlistctl share LIST MEMBER"
    )

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run(_ context: Context) throws {
        let reply = try context.ask(InvitationsQuery())
        try context.show(reply, SharingText.page(reply.invitations, context.style))
        if reply.invitations.isEmpty { try context.note("no invitations") }
    }
}
