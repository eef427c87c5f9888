import ArgumentParser

/// Commands for the people of the household.
struct MemberGroup: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "member",
        abstract: "Say who belongs to the household, and who you are.",
        subcommands: [
            MemberLs.self, MemberAdd.self, MemberRename.self, MemberEdit.self, MemberRemove.self, MemberMe.self,
        ]
    )
}
