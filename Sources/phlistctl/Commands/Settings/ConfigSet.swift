import ArgumentParser
import PhlistControl

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
    }

    private func words(_ reply: ChangeConfigurationReply) -> TerminalText {
        let setting = reply.setting
        guard setting.source == reply.file else {
            return "\(setting.key) is written to \(reply.file), but \(setting.source) overrides it: \(setting.value)"
        }
        let words: TerminalText =
            setting.value.isEmpty ? "\(setting.key) is empty now" : "\(setting.key) is now \(setting.value)"
        return setting.needsRestart ? "\(words); restart phlistd for it to take effect" : words
    }
}
