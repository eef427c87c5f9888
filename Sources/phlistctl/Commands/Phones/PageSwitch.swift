import PhlistControl

/// Switches the page for phones on or off in the configuration of the daemon.
struct PageSwitch {
    let isOn: Bool

    /// Writes the configuration, and shows what came of it.
    ///
    /// - Throws: `unavailable` if the page cannot be served, or the setting is overridden.
    func flip(_ context: Context) throws {
        let change = try context.ask(ChangeConfigurationRequest(key: "web", value: isOn ? "true" : "false"))
        guard !context.isDryRun else {
            let words: TerminalText = "would write web: \(change.setting.value) to \(change.file)"
            return try context.show(change, SettingText.page(change.setting, [words]))
        }
        guard change.setting.value == (isOn ? "true" : "false") else {
            throw ControlError(
                .unavailable,
                "web is written to \(change.file), but \(change.setting.source) overrides it"
            )
        }
        let reply = try context.ask(PhonesQuery())
        if let problem = reply.page.problem { throw ControlError(.unavailable, problem) }
        let lines = PhoneText.about(reply.page)
        let addresses = reply.page.addresses
        try context.show(reply, Page(words: lines, rows: addresses.map { [$0] }, ids: addresses))
        if isOn { try context.note("to let a phone in: phlistctl phone add NAME") }
    }
}
