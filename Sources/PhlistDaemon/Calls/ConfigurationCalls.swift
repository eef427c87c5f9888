import PhlistControl
import PhlistHousehold
import PhlistPresentation

/// The calls about the daemon's own configuration, for its owner.
struct ConfigurationCalls {
    let host: ReplicaHost
    /// Nil for a daemon without a configuration file, as in tests.
    let desk: ConfigurationDesk?

    func register(in table: inout ControlTable) {
        table.on(ConfigurationQuery.self, view)
        table.on(ChangeConfigurationRequest.self, set)
    }

    func view(_ query: ConfigurationQuery, _ asker: Asker) async throws(ControlError) -> ConfigurationReply {
        var reply = try configuration(for: asker).view()
        for index in reply.settings.indices { reply.settings[index].remark = await remark(on: reply.settings[index]) }
        return reply
    }

    func set(
        _ call: ChangeConfigurationRequest,
        _ asker: Asker
    ) async throws(ControlError) -> ChangeConfigurationReply {
        var reply = try configuration(for: asker).set(call, isDryRun: asker.options.isDryRun)
        reply.setting.remark = await remark(on: reply.setting)
        return reply
    }

    /// Returns what is to be said of a name for this device that the household does not know it by.
    private func remark(on setting: SettingView) async -> String? {
        guard setting.key == ConfigurationKey.deviceName.rawValue, setting.source != "default" else { return nil }
        return await host.present { $0.remark(onConfiguredName: setting.value) }
    }

    private func configuration(for asker: Asker) throws(ControlError) -> ConfigurationDesk {
        try asker.principal.checkIsOwner("sees and changes its configuration")
        guard let desk else { throw ControlError(.unavailable, "this phlistd has no configuration file") }
        return desk
    }
}
