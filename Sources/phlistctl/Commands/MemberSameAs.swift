import ArgumentParser
import PhlistControl

/// Says that two members are one person.
struct MemberSameAs: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "same-as",
        abstract: "Say that two members are one person, whose lists reach the devices of both.",
        usage: "phlistctl member same-as [<options>] <member> <member>",
        discussion: "For two names of one person who used two devices before they joined. It stays so."
    )

    @Argument(help: .member, completion: .members)
    var member: String

    @Argument(help: .member, completion: .members)
    var other: String

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run(_ context: Context) throws {
        let reply = try context.ask(ChangeMemberRequest(member: member, sameAs: other))
        let words: TerminalText =
            reply.isChanged
            ? "\(reply.member.name) and \(other) are one person from here on"
            : "\(reply.member.name) and \(other) are one person already"
        try context.show(reply, MemberText.page(reply.member, words))
    }
}
