import ArgumentParser

struct InviteGroup: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "invite",
        abstract: "See and answer invitations to lists.",
        subcommands: [InviteLs.self, InviteAccept.self, InviteDecline.self]
    )
}
