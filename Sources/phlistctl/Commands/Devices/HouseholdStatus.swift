import ArgumentParser
import PhlistControl

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
