/// `GET /v1/config`: the configuration of the daemon, for the user who runs it.
package struct ConfigurationQuery: ControlCall {
    package static let route = ControlRoute.configuration
    package typealias Reply = ConfigurationReply

    package init() {}
}

/// The reply to `GET /v1/config`.
package struct ConfigurationReply: Codable, Sendable, Equatable {
    package var schemaVersion = PhlistControl.schemaVersion
    /// The file that `PATCH /v1/config` writes.
    package var file: String
    package var settings: [SettingView]

    package init(file: String, settings: [SettingView]) {
        self.file = file
        self.settings = settings
    }
}

/// One key of the configuration.
package struct SettingView: Codable, Sendable, Equatable {
    package var key: String
    /// The value that the daemon would use if it started now.
    package var value: String
    /// The source of the value: `default`, `command line`, an environment variable, or a file.
    package var source: String
    /// The values that are allowed, worded to follow "must be".
    package var expectation: String
    /// Whether a running daemon applies a change.
    package var isLive: Bool
    /// Whether the daemon runs with another value until it is restarted.
    package var needsRestart: Bool
    /// A sentence about a value that has no effect, with the command that has it; nil for most values.
    package var remark: String?

    package init(
        key: String,
        value: String,
        source: String,
        expectation: String,
        isLive: Bool,
        needsRestart: Bool
    ) {
        (self.key, self.value, self.source) = (key, value, source)
        (self.expectation, self.isLive, self.needsRestart) = (expectation, isLive, needsRestart)
    }
}

/// `PATCH /v1/config`: writes one key to the configuration file.
package struct ChangeConfigurationRequest: ControlCall {
    package static let route = ControlRoute.changeConfiguration
    package typealias Reply = ChangeConfigurationReply

    package var key: String
    /// The value as written in the file; addresses are separated by commas.
    package var value: String

    package init(key: String, value: String) {
        (self.key, self.value) = (key, value)
    }
}

/// The reply to `PATCH /v1/config`.
package struct ChangeConfigurationReply: Codable, Sendable, Equatable {
    package var schemaVersion = PhlistControl.schemaVersion
    package var file: String
    /// The key after the change; its source differs from the file when something else overrides it.
    package var setting: SettingView
    /// Other values for which the daemon would refuse the configuration, one line each; nil if it takes all.
    package var problems: [String]?

    package init(file: String, setting: SettingView) {
        (self.file, self.setting) = (file, setting)
    }
}
