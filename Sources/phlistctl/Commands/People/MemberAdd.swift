import ArgumentParser
import PhlistControl

struct MemberAdd: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Add a member.",
        usage: "phlistctl member add [<options>] <name> [--email <address>]",
        discussion: "This does not make you that member; for that: phlistctl member me NAME"
    )

    @Argument(help: "The name; one with spaces needs quotes.")
    var name: String

    @Option(help: ArgumentHelp("An address by which others can name the member.", valueName: "address"))
    var email: String?

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run(_ context: Context) throws {
        let member = try context.ask(AddMemberRequest(name: name, email: email))
        try context.show(member, MemberText.page(member.member, "made the member \(member.member.name)"))
    }
}
