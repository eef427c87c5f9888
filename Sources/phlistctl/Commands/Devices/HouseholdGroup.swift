import ArgumentParser

struct HouseholdGroup: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "household",
        abstract: "Show the household, rename it, leave it, or found it anew.",
        subcommands: [HouseholdStatus.self, HouseholdRename.self, HouseholdLeave.self, HouseholdReform.self]
    )
}
