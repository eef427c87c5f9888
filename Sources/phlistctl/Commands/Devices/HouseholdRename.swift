import ArgumentParser
import PhlistControl

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
