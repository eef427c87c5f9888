import ArgumentParser
import PhlistControl
import PhlistVocabulary

struct MemberGroup: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "member",
        abstract: "Show and change the members of the household, and say who you are.",
        subcommands: [
            MemberLs.self, MemberAdd.self, MemberRename.self, MemberEdit.self, MemberRemove.self, MemberMe.self,
        ]
    )
}

struct Members: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "members",
        abstract: "Show who sees a list and who is invited to it.",
        usage: "phlistctl members [<options>] <list>",
        discussion: "For the members of the household: phlistctl member ls"
    )

    @Argument(help: .list, completion: .lists)
    var list: String

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run(_ context: Context) throws {
        try SharingText.show(try context.ask(SharingQuery(list: list)), context)
    }
}

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

struct MemberEdit: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit",
        abstract: "Change a member.",
        usage: "phlistctl member edit [<options>] <member>"
    )

    @Argument(help: .member, completion: .members)
    var member: String

    @Option(help: "The new name.")
    var name: String?

    @Option(help: ArgumentHelp("The address by which others name the member, or none.", valueName: "address"))
    var email: String?

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func validate() throws {
        guard name != nil || email != nil else { throw ValidationError("nothing to change: give --name or --email") }
    }

    func run(_ context: Context) throws {
        let address = email.map { $0.saysNone ? "" : $0 }
        let reply = try context.ask(ChangeMemberRequest(member: member, name: name, email: address))
        let details = MemberText.details(reply.member)
        let words: TerminalText = reply.isChanged ? "changed: \(details)" : "nothing to change: \(details)"
        try context.show(reply, MemberText.page(reply.member, words))
    }
}

struct MemberRename: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "rename",
        abstract: "Rename a member.",
        usage: "phlistctl member rename [<options>] <member> <name>",
        discussion: "What is assigned to the member stays assigned."
    )

    @Argument(help: .member, completion: .members)
    var member: String

    @Argument(help: "The new name.")
    var name: String

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run(_ context: Context) throws {
        let reply = try context.ask(ChangeMemberRequest(member: member, name: name))
        let words: TerminalText =
            reply.isChanged ? "\(member) is now \(reply.member.name)" : "the name is already \(reply.member.name)"
        try context.show(reply, MemberText.page(reply.member, words))
    }
}

struct MemberRemove: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "rm",
        abstract: "Remove a member; the history keeps the name.",
        usage: "phlistctl member rm [<options>] <member>",
        discussion: """
            The member loses access to the lists that you share; owners of other lists end that with unshare. The \
            member's devices stay in the household until they are removed with device remove. It is refused while \
            somebody acts as the member on this machine, or while a list that only the member sees is here.
            """
    )

    @Argument(help: .member, completion: .members)
    var member: String

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run(_ context: Context) throws {
        // What cannot be found out about the devices is no reason to keep the member.
        let devices = (try? context.ask(HouseholdQuery()))?.devices ?? []
        let reply = try context.ask(ChangeMemberRequest(member: member, isRemoved: true))
        let words: TerminalText = "removed the member \(reply.member.name) (back with: phlistctl undo)"
        try context.show(reply, MemberText.page(reply.member, words))
        guard context.format == nil, !context.isDryRun else { return }
        try noteOwnedLists(of: reply.member, context)
        try noteItems(of: reply.member, context)
        let names = devices.filter { $0.members == [reply.member.name] && !$0.isThis }.map(\.name)
        let command = "phlistctl device remove"
        try context.note(names.map { "\($0) stays in the household; to remove it: \(command) \($0.asArgument)" })
    }

    /// Leads to the open items that are for the member still.
    private func noteItems(of member: MemberView, _ context: Context) throws {
        var query = ItemsQuery()
        query.assignee = member.id
        let items = (try? context.ask(query))?.items.map(\.id) ?? []
        let count = items.count
        guard count > 0 else { return }
        query.assignee = member.name
        // Another member may have the name.
        let isNamed = (try? context.ask(query))?.items.map(\.id) == items
        let reference = isNamed ? member.name.asArgument : member.id.shortened
        let words: TerminalText = "\(TerminalText.count(count, "open item")) \(count == 1 ? "is" : "are")"
        try context.note("\(words) still for \(member.name): phlistctl ls --assign \(reference)")
    }

    /// Names the lists whose sharing nobody can change from now on.
    private func noteOwnedLists(of member: MemberView, _ context: Context) throws {
        let lists = (try? context.ask(ListsQuery()))?.lists ?? []
        let owned = lists.filter { $0.owner == member.name && $0.visibility == .household }.map(\.title)
        guard !owned.isEmpty else { return }
        try context.note(
            "everybody still sees \(SharingText.names(owned)); only \(member.name) could change that"
        )
    }
}
