import ArgumentParser
import PhlistControl

struct MemberRemove: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "rm",
        abstract: "Remove a member; the history keeps the name.",
        usage: "phlistctl member rm [<options>] <member>",
        discussion: """
            The member loses access to the lists that you share; owners of other lists end that with unshare. The \
            member's devices stay in the household until they are removed with device remove. It is refused while \
            somebody acts as the member on this machine, or while the member owns a list that is here and that not \
            everybody sees.
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
        let count = (try? context.ask(query))?.items.count ?? 0
        guard count > 0 else { return }
        let items: TerminalText = "\(TerminalText.count(count, "open item")) \(count == 1 ? "is" : "are")"
        try context.note("\(items) still for \(member.name): phlistctl ls --assign \(member.name.asArgument)")
    }

    /// Names the lists whose sharing nobody can change from now on.
    private func noteOwnedLists(of member: MemberView, _ context: Context) throws {
        let owned = ((try? context.ask(ListsQuery()))?.lists ?? []).filter { $0.owner == member.name }.map(\.title)
        guard !owned.isEmpty else { return }
        try context.note(
            "everybody still sees \(SharingText.names(owned)); only \(member.name) could change that"
        )
    }
}
