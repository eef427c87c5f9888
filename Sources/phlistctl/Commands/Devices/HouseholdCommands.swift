import ArgumentParser
import PhlistControl

struct HouseholdGroup: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "household",
        abstract: "Show the household, rename it, leave it, or found it anew.",
        subcommands: [HouseholdStatus.self, HouseholdRename.self, HouseholdLeave.self, HouseholdReform.self]
    )
}

struct HouseholdStatus: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Show the household, its people and its devices.",
        usage: "phlistctl household status [<options>]"
    )

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run(_ context: Context) throws {
        let reply = try context.ask(HouseholdQuery())
        try context.show(reply, HouseholdText.page(reply, context.clock, context.style))
    }
}

struct HouseholdRename: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "rename",
        abstract: "Rename the household.",
        usage: "phlistctl household rename [<options>] <name>"
    )

    @Argument(help: "The new name.")
    var name: String

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run(_ context: Context) throws {
        let reply = try context.ask(RenameHouseholdRequest(name: name))
        try context.show(reply, Page(words: ["the household is \(name)"], rows: [[reply.id, name]], ids: [reply.id]))
    }
}

struct HouseholdReform: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "reform",
        abstract: "Found the household anew on this device, if no admin device is left.",
        usage: "phlistctl household reform [<options>] [--force]",
        discussion: """
            All lists stay as they are. The other devices join again with a new code: phlistctl pair here, phlistctl \
            join there. This cannot be undone, so it asks first; without a terminal it needs --yes.
            """
    )

    @Flag(help: "Even if there are admin devices, because they are lost or broken.")
    var force = false

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run(_ context: Context) throws {
        guard try context.isDryRun || context.confirm("found the household anew on this device?") else {
            return try context.note("nothing was changed")
        }
        let reply = try context.ask(ReformHouseholdRequest(isForced: force ? true : nil))
        let words: TerminalText = "\(reply.name) starts anew with this device; let the others join: phlistctl pair"
        try context.show(reply, Page(words: [words], rows: [[reply.id, reply.name]], ids: [reply.id]))
    }
}

struct HouseholdLeave: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "leave",
        abstract: "Leave the household, keeping copies of its lists on this device.",
        usage: "phlistctl household leave [<options>]",
        discussion: """
            This device founds a household of its own; the lists also stay with the others, and those that you have \
            left or declined stay with them alone. A device that was removed \
            can go on in this way. It cannot come back with its present key. To come back later: export your own \
            lists, stop phlistd, move its state directory away, start it, join, and import them; the lists of the \
            household come from the others. This cannot be undone, so it asks first; without a terminal it needs \
            --yes.
            """
    )

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run(_ context: Context) throws {
        guard try context.isDryRun || context.confirm("leave the household for good, with copies of its lists?") else {
            return try context.note("nothing was changed")
        }
        let reply = try context.ask(LeaveHouseholdRequest())
        try context.show(reply, HouseholdText.page(reply))
        if !reply.notTold.isEmpty, !context.isDryRun {
            try context.note(HouseholdText.notTold(reply))
        }
    }
}
