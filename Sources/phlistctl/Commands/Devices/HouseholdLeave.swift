import ArgumentParser
import PhlistControl

/// Leaves the household.
struct HouseholdLeave: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "leave",
        abstract: "Leave the household, keeping copies of all lists on this device.",
        usage: "phlistctl household leave [<options>]",
        discussion: """
            This device founds a household of its own; the lists stay with the others, too. A device that was removed \
            goes on in this way. It cannot come back with its key: for a new one, stop phlistd, move its state \
            directory away, start it, and join; the household's lists come from the others, and your own ones with \
            export before and import after. This cannot be taken back, so it asks; without a terminal it needs --yes.
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
            let names: TerminalText = .joined(reply.notTold.map { "\($0)" }, separator: ", ")
            try context.note("not reached: \(names); until another one tells them they count this device in")
        }
    }
}
