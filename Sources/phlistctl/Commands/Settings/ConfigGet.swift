import ArgumentParser
import PhlistControl

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
