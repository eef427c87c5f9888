/// `GET /v1/config`: the configuration of the daemon, for its owner.
package struct ConfigurationQuery: ControlCall {
    package static let route = ControlRoute.configuration
    package typealias Reply = ConfigurationReply

    /// Creates the query.
    package init() {}
}

/// The reply of `GET /v1/config`.
package struct ConfigurationReply: Codable, Sendable, Equatable {
    package var schemaVersion = PhlistControl.schemaVersion
    /// The file that `PATCH /v1/config` writes.
    package var file: String
    package var settings: [SettingView]

    /// Creates the reply.
    package init(file: String, settings: [SettingView]) {
        self.file = file
        self.settings = settings
    }
}

/// One key of the configuration.
package struct SettingView: Codable, Sendable, Equatable {
    package var key: String
    /// The value that a start of the daemon would take now.
    package var value: String
    /// Where it is from: `default`, `command line`, a variable of the environment, or a file.
    package var source: String
    /// What a value must be, to be read behind "must be".
    package var expectation: String
    /// Whether a change is taken in while the daemon runs.
    package var isLive: Bool
    /// Whether the daemon runs with another value, until it is started again.
    package var needsRestart: Bool

    /// Creates a view of a key.
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
    /// As it is written in the file; several addresses have commas between them.
    package var value: String

    /// Creates the request.
    package init(key: String, value: String) {
        (self.key, self.value) = (key, value)
    }
}

/// The reply of `PATCH /v1/config`.
package struct ChangeConfigurationReply: Codable, Sendable, Equatable {
    package var schemaVersion = PhlistControl.schemaVersion
    package var file: String
    /// The key as it is now; its source is not the file when something else overrides it.
    package var setting: SettingView

    /// Creates the reply.
    package init(file: String, setting: SettingView) {
        (self.file, self.setting) = (file, setting)
    }
}
