import ArgumentParser
import PhlistControl

/// Founds the household again.
struct HouseholdReform: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "reform",
        abstract: "Found the household anew on this device, when no device is left that lets others in.",
        usage: "phlistctl household reform [<options>] [--force]",
        discussion: """
            All lists stay as they are. The other devices join it by a new code: phlistctl pair here, phlistctl join \
            there. This cannot be taken back, so it asks; without a terminal it needs --yes.
            """
    )

    @Flag(help: "Also when there are admin devices: they are lost or broken.")
    var force = false

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run(_ context: Context) throws {
        guard try context.isDryRun || context.confirm("found the household anew on this device?") else {
            return try context.note("nothing was changed")
        }
        let reply = try context.ask(ReformHouseholdRequest(isForced: force ? true : nil))
        let words: TerminalText = "\(reply.name) begins anew with this device; let the others join: phlistctl pair"
        try context.show(reply, Page(words: [words], rows: [[reply.id, reply.name]], ids: [reply.id]))
    }
}
