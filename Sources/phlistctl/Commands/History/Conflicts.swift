import ArgumentParser
import PhlistControl

struct Conflicts: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "conflicts",
        abstract: "Show competing values, written on devices that did not know of each other's.",
        usage: "phlistctl conflicts [<options>] [<list>|<item>]",
        discussion: """
            All devices already show the same one of them. To settle it: phlistctl resolve

            An item that somebody changed while somebody else removed it stays. It is told here until it is changed \
            once more, or removed.
            """
    )

    @Argument(help: "Only the conflicts of this list or item.", completion: .conflictsAndLists)
    var of: String?

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run(_ context: Context) throws {
        let reply = try context.ask(ConflictsQuery(of: of))
        let text = ConflictText(clock: context.clock, style: context.style)
        try context.show(reply, text.page(reply.conflicts))
        if reply.conflicts.isEmpty, reply.notices == nil { try context.note("no conflicts") }
        try context.note((reply.notices ?? []).map { "\($0)" })
        guard let first = reply.conflicts.first else { return }
        if let photo = reply.conflicts.first(where: { $0.field == "photo" }),
            let index = photo.values.lastIndex(where: { !$0.value.isEmpty })
        {
            try context.note("to look at a photo: phlistctl photo show \(photo.shortID) --take \(index + 1)")
        }
        try context.note("settle one with: phlistctl resolve \(first.shortID) \(first.field.asWord) --take 1")
    }
}
