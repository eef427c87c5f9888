import ArgumentParser
import PhlistControl

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
