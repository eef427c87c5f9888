import ArgumentParser
import PhlistControl

struct MemberLs: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "ls",
        abstract: "Show the members of the household.",
        usage: "phlistctl member ls [<options>] [--all]"
    )

    @Flag(help: "Show members who were removed, too.")
    var all = false

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run(_ context: Context) throws {
        let reply = try context.ask(MembersQuery(all: all ? true : nil))
        try context.show(reply, MemberText.table(reply.members, context.style))
        try context.note(MemberText.namesakes(reply.members))
        if reply.members.isEmpty { try context.note("no members yet; make one with: phlistctl member add NAME") }
    }
}
