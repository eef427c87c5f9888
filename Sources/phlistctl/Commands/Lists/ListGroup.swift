import ArgumentParser

struct ListGroup: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Make, show and change lists.",
        subcommands: [
            ListLs.self, ListShow.self, ListNew.self, ListEdit.self, ListRename.self, ListDone.self, ListCancel.self,
            ListReopen.self, ListRemove.self, ListRestore.self, ListCopy.self, ListMerge.self, ListClearDone.self,
            ListPurge.self, ListDefault.self, ListArrange.self, ListDeletion.self,
        ]
    )
}
