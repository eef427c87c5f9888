import ArgumentParser
import PhlistControl

struct ConfigPath: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "path",
        abstract: "Print the path of the configuration file.",
        usage: "phlistctl config path [<options>]",
        discussion: "With --plain or --json, also print where the state and the control socket are."
    )

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run(_ context: Context) throws {
        let paths = Paths(
            configuration: context.directories.configurationFile,
            state: context.directories.state,
            socket: context.socket.path
        )
        let rows = [["configuration", paths.configuration], ["state", paths.state], ["socket", paths.socket]]
        let page = Page(words: ["\(paths.configuration)"], rows: rows, ids: [paths.configuration])
        try context.show(paths, page)
    }

    private struct Paths: Encodable {
        var schemaVersion = PhlistControl.schemaVersion
        var configuration: String
        var state: String
        var socket: String
    }
}
