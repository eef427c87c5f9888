import ArgumentParser
import PhlistControl

struct ConfigGroup: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "config",
        abstract: "Show and change the configuration of phlistd.",
        subcommands: [ConfigLs.self, ConfigGet.self, ConfigSet.self, ConfigPath.self]
    )
}

struct ConfigLs: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "ls",
        abstract: "Show every key with its value, and where it comes from.",
        usage: "phlistctl config ls [<options>]"
    )

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run(_ context: Context) throws {
        let reply = try context.ask(ConfigurationQuery())
        try context.show(reply, SettingText.table(reply.settings, context.style))
        try context.note(reply.settings.compactMap(\.remark).map { "\($0)" })
    }
}

struct ConfigGet: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "get",
        abstract: "Print the value of a key.",
        usage: "phlistctl config get [<options>] <key>"
    )

    @Argument(help: .settingKey, completion: .list(SettingText.keys))
    var key: String

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run(_ context: Context) throws {
        var reply = try context.ask(ConfigurationQuery())
        guard let setting = reply.settings.first(where: { $0.key == key }) else {
            let nearest = Suggestion.nearest(to: key, among: reply.settings.map(\.key))
            let hint = nearest.map { "did you mean \"\($0)\"?" } ?? "see all with: phlistctl config ls"
            throw ControlError(.notFound, "no key \"\(key)\"", hint: hint)
        }
        reply.settings = [setting]
        try context.show(reply, SettingText.page(setting, ["\(setting.value)"]))
        if let remark = setting.remark { try context.note("\(remark)") }
    }
}

struct ConfigSet: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "set",
        abstract: "Write a value to the configuration file.",
        usage: "phlistctl config set [<options>] <key> <value>",
        discussion: "Comments and other lines of the file stay as they are. Separate several values by commas."
    )

    @Argument(help: .settingKey, completion: .list(SettingText.keys))
    var key: String

    @Argument(help: "The new value.")
    var value: String

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run(_ context: Context) throws {
        let reply = try context.ask(ChangeConfigurationRequest(key: key, value: value))
        try context.show(reply, SettingText.page(reply.setting, [words(reply)]))
        if let remark = reply.setting.remark { try context.note("\(remark)") }
        try context.note(SettingText.misfits(reply))
    }

    private func words(_ reply: ChangeConfigurationReply) -> TerminalText {
        let setting = reply.setting
        guard setting.source == reply.file else {
            return "\(setting.key) is written to \(reply.file), but \(setting.source) overrides it: \(setting.value)"
        }
        let words: TerminalText =
            setting.value.isEmpty ? "\(setting.key) is empty now" : "\(setting.key) is now \(setting.value)"
        guard reply.problems == nil else { return words }
        return setting.needsRestart ? "\(words); restart phlistd for it to take effect" : words
    }
}

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
