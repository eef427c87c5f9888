import ArgumentParser
import PhlistControl

struct Unshare: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "unshare",
        abstract: "Revoke invitations to a list of yours, or hide it from everybody else.",
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

    @Flag(help: "Show it only to you and those whom you invite.")
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
        try SharingText.show(try context.ask(request), context)
    }
}
