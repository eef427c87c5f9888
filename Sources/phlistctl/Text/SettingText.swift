import ArgumentParser
import PhlistControl

/// The configuration as text and as fields.
enum SettingText {
    /// The keys, for shell completion; the daemon may know more.
    static let keys = [
        "state-directory", "socket", "port", "listen", "discovery", "peers", "photos", "device-name", "log-level",
    ]

    static func table(_ settings: [SettingView], _ style: Style) -> Page {
        let cells = settings.map { setting -> [TerminalText] in
            let value = setting.value.isEmpty ? "-" : setting.value
            let restart: [TerminalText] = setting.needsRestart ? [style.warning("after a restart")] : []
            return [style.heading("\(setting.key)"), "\(value)", style.faint("\(setting.source)")] + restart
        }
        return Page(words: Table.lines(cells), rows: settings.map(row), ids: settings.map(\.key))
    }

    static func page(_ setting: SettingView, _ words: [TerminalText]) -> Page {
        Page(words: words, rows: [row(setting)], ids: [setting.value])
    }

    /// Names what else the daemon does not accept, which keeps a written value from taking effect.
    static func misfits(_ reply: ChangeConfigurationReply) -> [TerminalText] {
        guard let problems = reply.problems else { return [] }
        return ["phlistd goes on as before, and would not start again until this is mended:"]
            + problems.map { "\($0)" }
    }

    private static func row(_ setting: SettingView) -> [String] {
        [setting.key, setting.value, setting.source, setting.needsRestart ? "restart" : ""]
    }
}

extension ArgumentHelp {
    /// The help for an argument that names a key of the configuration.
    static let settingKey = ArgumentHelp("A key, as phlistctl config ls shows it.", valueName: "key")
}
