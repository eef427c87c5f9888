import ArgumentParser
import PhlistControl

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
