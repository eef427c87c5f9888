import ArgumentParser

struct MemberGroup: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "member",
        abstract: "Show and change the members of the household, and say who you are.",
        subcommands: [
            MemberLs.self, MemberAdd.self, MemberRename.self, MemberEdit.self, MemberRemove.self, MemberMe.self,
        ]
    )
}
