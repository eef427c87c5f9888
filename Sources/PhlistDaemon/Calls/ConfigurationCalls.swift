import PhlistControl
import PhlistSync

/// The calls about the daemon's own configuration, for its owner.
struct ConfigurationCalls {
    /// Nil for a daemon without a configuration file, as in tests.
    let desk: ConfigurationDesk?

    func register(in table: inout ControlTable) {
        table.on(ConfigurationQuery.self) { _, asker throws(ControlError) in try configuration(for: asker).view() }
        table.on(ChangeConfigurationRequest.self) { call, asker throws(ControlError) in
            try configuration(for: asker).set(call, isDryRun: asker.options.isDryRun)
        }
    }

    private func configuration(for asker: Asker) throws(ControlError) -> ConfigurationDesk {
        try asker.principal.checkIsOwner("sees and changes its configuration")
        guard let desk else { throw ControlError(.unavailable, "this phlistd has no configuration file") }
        return desk
    }
}
