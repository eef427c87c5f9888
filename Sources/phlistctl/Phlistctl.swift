import ArgumentParser
import PhlistControl

/// The root command; without a subcommand it gives an overview.
struct Phlistctl: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "phlistctl",
        abstract: "Keep the checklists of a household.",
        usage: "phlistctl [<options>] [<command> ...]",
        discussion: """
            phlistctl add "oat milk"             to the only list, or to "Shopping"
            phlistctl add Garden weed water      two items to the list Garden
            phlistctl ls                         everything that is open
            phlistctl done milk                  by a part of its text, or by its id

            ITEM is the short id shown in front of an item, LIST/text, or text that matches exactly one open item.
            """,
        version: "phlistctl \(programVersion)",
        groupedSubcommands: [
            CommandGroup(
                name: "Items",
                subcommands: [
                    Add.self, Ls.self, Done.self, Undone.self, Skip.self, Cancel.self, Show.self, Edit.self,
                    Remove.self, Restore.self, Shop.self, Watch.self, Notify.self, Batch.self, Move.self, Merge.self,
                    Due.self, Mine.self, Find.self, FilterGroup.self, Trash.self, Purge.self, PhotoGroup.self,
                ]
            ),
            CommandGroup(
                name: "Lists",
                subcommands: [
                    ListGroup.self, SectionGroup.self, Share.self, Unshare.self, Members.self, InviteGroup.self,
                    Leave.self, Import.self, Export.self,
                ]
            ),
            CommandGroup(
                name: "Changes",
                subcommands: [Undo.self, Redo.self, History.self, Stats.self, Conflicts.self, Resolve.self]
            ),
            CommandGroup(name: "People", subcommands: [MemberGroup.self, PhoneGroup.self]),
            CommandGroup(name: "Forms", subcommands: [FormGroup.self, RecordGroup.self]),
            CommandGroup(
                name: "Household",
                subcommands: [
                    Pair.self, Join.self, Peers.self, Sync.self, DeviceGroup.self, HouseholdGroup.self,
                ]
            ),
            CommandGroup(
                name: "This Machine",
                subcommands: [
                    Status.self, Doctor.self, Backup.self, RestoreBackup.self, StoreGroup.self, ConfigGroup.self,
                    Completion.self, Complete.self, Version.self,
                ]
            ),
        ]
    )

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run(_ context: Context) throws {
        let reply = try context.ask(OverviewQuery(today: context.clock.today))
        try context.show(reply, ListText(context).overview(reply))
        if reply.lists.isEmpty { try context.note(Self.greeting) }
    }

    private static let greeting: [TerminalText] = [
        "Nothing here yet. To begin:",
        "  phlistctl member me NAME  says who you are",
        "  phlistctl add milk        puts milk on the list Shopping",
        "  phlistctl ls              shows what is open",
        "  phlistctl pair            lets another device of the household join",
        "  phlistctl join            joins the household of another device",
    ]
}
