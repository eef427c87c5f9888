import ArgumentParser
import PhlistControl
import PhlistVocabulary

struct Share: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "share",
        abstract: "Invite members to a list of yours, or show it to everybody.",
        usage: """
            phlistctl share [<options>] <list> [<member> ...]
            phlistctl share [<options>] --everyone <list>
            """,
        discussion: """
            Invited members see the invitation in their overview, and the list once they accept. Name a member by \
            name or e-mail address; house stands for the devices that belong to nobody in particular, and needs no \
            answer. Without a member, shows who sees the list, and changes nothing.
            """
    )

    @Argument(help: .list, completion: .lists)
    var list: String

    @Argument(help: .participant, completion: .members)
    var members: [String] = []

    @Flag(help: "Show it to the whole household.")
    var everyone = false

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func validate() throws {
        try SharingText.checkNames(members)
        guard everyone, !members.isEmpty else { return }
        try SharingText.check(members, everyone)
    }

    func run(_ context: Context) throws {
        guard everyone || !members.isEmpty else { return try showAudience(context) }
        let request =
            everyone
            ? ChangeSharingRequest(list: list, isForEverybody: true) : ChangeSharingRequest(list: list, invite: members)
        try SharingText.show(try context.ask(request), context)
    }

    /// Shows who sees the list, and how more people can.
    private func showAudience(_ context: Context) throws {
        let reply = try context.ask(SharingQuery(list: list))
        try SharingText.show(reply, context)
        guard reply.list.visibility != .household else { return }
        let share: TerminalText = "phlistctl share \(reply.list.title.asArgument) MEMBER"
        try context.note("to show it to a member, or with --everyone to all: \(share)")
    }
}
