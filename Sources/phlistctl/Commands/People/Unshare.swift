import ArgumentParser
import PhlistControl

/// Stops sharing a list with some or all members.
struct Unshare: ControlCommand {
    static let configuration = CommandConfiguration(
        abstract: "Take invitations to a list of yours back, or hide it from everybody else.",
        usage: """
            phlistctl unshare [<options>] <list> <member> ...
            phlistctl unshare [<options>] --everyone <list>
            """,
        discussion: "Nothing of the list reaches their devices any more; what has reached them they keep."
    )

    @Argument(help: .list, completion: .lists)
    var list: String

    @Argument(help: .participant, completion: .members)
    var members: [String] = []

    @Flag(help: "Show it to nobody but you and those whom you invite.")
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
