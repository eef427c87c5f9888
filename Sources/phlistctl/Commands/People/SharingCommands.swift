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

struct Unshare: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "unshare",
        abstract: "Revoke invitations to a list of yours, or end that everybody sees it.",
        usage: """
            phlistctl unshare [<options>] <list> <member> ...
            phlistctl unshare [<options>] --everyone <list>
            """,
        discussion: "Their devices get nothing more of the list, and keep what they have."
    )

    @Argument(help: .list, completion: .lists)
    var list: String

    @Argument(help: .participant, completion: .members)
    var members: [String] = []

    @Flag(help: "End that everybody sees it: only you do then, and those whom you invite.")
    var everyone = false

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func validate() throws {
        try SharingText.check(members, everyone)
    }

    func run(_ context: Context) throws {
        let request =
            everyone
            ? ChangeSharingRequest(list: list, isForEverybody: false)
            : ChangeSharingRequest(list: list, remove: members)
        let reply = try context.ask(request)
        try SharingText.show(reply, context)
        if let former = reply.formerDevices, !context.isDryRun {
            try context.note("\(SharingText.names(former)): what is there stays, and nothing new comes")
        }
        guard everyone else { return }
        let names = reply.participants.filter { [.accepted, .invited].contains($0.state) }.map(\.name)
        guard !names.isEmpty else { return }
        let command: TerminalText = "phlistctl unshare \(reply.list.title.asArgument) MEMBER"
        try context.note("single members see it: \(SharingText.names(names)); to end that: \(command)")
    }
}

struct Leave: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "leave",
        abstract: "Leave a list. The other members keep it.",
        usage: "phlistctl leave [<options>] <list>",
        discussion:
            """
            The list is no longer shown to you, even if everybody sees it; list ls --all still shows it. To take part \
            again: phlistctl invite accept. To leave the household: phlistctl household leave
            """
    )

    @Argument(help: .list, completion: .lists)
    var list: String

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run(_ context: Context) throws {
        let list = try context.ask(LeaveListRequest(list: list)).list
        let owner: TerminalText = list.owner.map { "; \($0) keeps it" } ?? ""
        try context.show(ListReply(list: list), ListText.page([list], ["you have left \(list.title)\(owner)"]))
    }
}
