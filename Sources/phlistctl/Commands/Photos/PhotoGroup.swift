import ArgumentParser

struct PhotoGroup: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "photo",
        abstract: "Set, show, save and remove photos of items.",
        subcommands: [PhotoSet.self, PhotoShow.self, PhotoSave.self, PhotoRemove.self]
    )
}
