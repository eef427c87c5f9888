import ArgumentParser

struct PhoneGroup: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "phone",
        abstract: "Let phones open the lists in their browsers.",
        discussion: """
            phlistctl phone on          serves the page for phones on this machine
            phlistctl phone add ann     shows a code with which a phone of Ann's gets in

            A phone does what its member may do with lists, and nothing else. The page is for the home network; more \
            in docs/phones.md.
            """,
        subcommands: [
            PhoneAdd.self, PhoneLs.self, PhoneRename.self, PhoneRemove.self, PhoneOn.self, PhoneOff.self,
        ]
    )
}

extension ArgumentHelp {
    /// The help for an argument that names a phone.
    static let phone = ArgumentHelp("A phone's name or id.", valueName: "phone")
}
