import ArgumentParser
import PhlistControl

struct InviteGroup: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "invite",
        abstract: "See and answer invitations to lists.",
        subcommands: [InviteLs.self, InviteAccept.self, InviteDecline.self]
    )
}

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
