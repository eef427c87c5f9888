import ArgumentParser
import PhlistControl

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
