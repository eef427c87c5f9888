import ArgumentParser

struct PhotoGroup: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "photo",
        abstract: "Set, show, save and remove photos of items.",
        subcommands: [PhotoSet.self, PhotoShow.self, PhotoSave.self, PhotoRemove.self]
    )
}

extension ArgumentHelp {
    /// For `--take`.
    static let competingPhoto = ArgumentHelp(
        "Take one of several competing photos, by its number in: phlistctl conflicts",
        valueName: "number"
    )
}
