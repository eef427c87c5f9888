import ArgumentParser

struct RecordGroup: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "record",
        abstract: "Fill in forms, and find what was saved.",
        subcommands: [
            RecordSave.self, RecordFill.self, RecordFind.self, RecordShow.self, RecordLs.self, RecordObserve.self,
            RecordRemove.self, RecordRestore.self, RecordImport.self, RecordExport.self,
        ]
    )
}
