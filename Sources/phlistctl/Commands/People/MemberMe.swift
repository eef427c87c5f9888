import ArgumentParser
import PhlistControl

struct MemberMe: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "me",
        abstract: "Show who you are, or set it.",
        usage: "phlistctl member me [<options>] [<member>|none]",
        discussion: """
            The member must be one of those this device is for; the first one of a new household is made. The choice \
            holds for your login on this machine until you change it. With none you are nobody: you see what the \
            household sees, and can change nothing.
            """
    )

    @Argument(help: .member, completion: .members)
    var member: String?

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run(_ context: Context) throws {
        guard let member else { return try show(context) }
        let reply = try context.ask(ActAsMemberRequest(member: member.saysNone ? nil : member))
        try context.show(reply, Self.page(reply))
        if let former = reply.formerMember, let member = reply.member {
            try context.note(Self.note(former, besides: member.name))
        }
        if let member = reply.member, !member.isListedHere, !context.isDryRun {
            try context.note(
                "lists that only \(member.name) sees do not reach this device: no admin device has let them"
            )
        }
    }

    private func show(_ context: Context) throws {
        let reply = try context.ask(MembersQuery())
        let caller = reply.caller
        let me = reply.members.first(where: \.isMe)
        let row = [me?.id ?? "", caller.member ?? "", caller.login]
        let words: TerminalText
        switch (caller.member, caller.isLoggedOut) {
        case (let name?, _): words = "\(name) (login \(caller.login))"
        case (nil, true): words = "nobody: you change nothing until you say: phlistctl member me NAME"
        case (nil, false): words = "nobody yet; to say who you are: phlistctl member me NAME"
        }
        try context.show(reply, Page(words: [words], rows: [row], ids: [me?.id].compactMap(\.self)))
    }

    private static func note(_ former: FormerMemberView, besides name: String) -> TerminalText {
        let count = TerminalText.count(former.listCount, "list")
        let verb: TerminalText = former.listCount == 1 ? "still belongs" : "still belong"
        return """
            \(count) \(verb) to \(former.name), who was made under the name of your login. If that was you: \
            phlistctl member me "\(former.name)", then phlistctl member rm "\(name)", then phlistctl member rename \
            "\(former.name)" "\(name)"
            """
    }

    private static func page(_ reply: ActAsMemberReply) -> Page {
        let row = [reply.member?.id ?? "", reply.member?.name ?? "", reply.login]
        let words: TerminalText
        switch (reply.member?.name, reply.isChanged) {
        case (let name?, true): words = "from now on \(reply.login) acts as \(name)"
        case (let name?, false): words = "\(reply.login) already acts as \(name)"
        case (nil, true):
            words = "from now on \(reply.login) is nobody; say who you are with: phlistctl member me NAME"
        case (nil, false): words = "\(reply.login) is already nobody"
        }
        return Page(words: [words], rows: [row], ids: [reply.member?.id].compactMap(\.self))
    }
}
