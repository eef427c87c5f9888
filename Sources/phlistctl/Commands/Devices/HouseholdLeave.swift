import ArgumentParser
import PhlistControl

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
            let names: TerminalText = .joined(reply.notTold.map { "\($0)" }, separator: ", ")
            try context.note("not reached: \(names); they still list this device until another one tells them")
        }
    }
}
