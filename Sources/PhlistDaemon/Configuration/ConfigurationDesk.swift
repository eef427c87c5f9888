import Logging
package import PhlistControl
import PhlistSync
import Synchronization

/// Manages the configuration of the running daemon: shows it, writes the file, and applies changes.
///
/// An invalid file changes nothing: the daemon keeps its present configuration.
package final class ConfigurationDesk: Sendable {
    /// The log level, shared by all loggers.
    package let logLevel = LiveLogLevel(.info)
    private let options: DaemonOptions
    private let surroundings: Surroundings
    private let hostName: String
    private let state = Mutex(State())

    private struct State {
        var logger: Logger?
        /// The configuration in use.
        var running: DaemonConfiguration?
        var announcePeers: (@Sendable (_ added: [String], _ removed: [String]) -> Void)?
        var announcePhotos: (@Sendable (BlobPolicy) -> Void)?
        var announceWeb: (@Sendable (WebConfiguration) -> Void)?
    }

    /// Creates a desk without a configuration; `begin` sets it.
    package init(_ options: DaemonOptions, surroundings: Surroundings, hostName: String) {
        (self.options, self.surroundings, self.hostName) = (options, surroundings, hostName)
    }

    /// Sets the configuration that the daemon starts with.
    func begin(_ configuration: DaemonConfiguration, logger: Logger) {
        logLevel.value = configuration.logLevel
        state.withLock { ($0.running, $0.logger) = (configuration, logger) }
    }

    /// Sets the function that receives the peers that are added to the configuration, and those that are removed.
    func onPeers(_ announce: @escaping @Sendable (_ added: [String], _ removed: [String]) -> Void) {
        state.withLock { $0.announcePeers = announce }
    }

    /// Sets the function that receives a changed policy for fetching photos.
    func onPhotos(_ announce: @escaping @Sendable (BlobPolicy) -> Void) {
        state.withLock { $0.announcePhotos = announce }
    }

    /// Sets the function that receives a changed configuration of the page for phones.
    func onWeb(_ announce: @escaping @Sendable (WebConfiguration) -> Void) {
        state.withLock { $0.announceWeb = announce }
    }

    // MARK: Reading

    func view() throws(ControlError) -> ConfigurationReply {
        let (configuration, origins) = try read()
        return ConfigurationReply(
            file: try file(),
            settings: ConfigurationKey.allCases.map { setting($0, configuration, origins) }
        )
    }

    private func setting(
        _ key: ConfigurationKey,
        _ configuration: DaemonConfiguration,
        _ origins: [ConfigurationKey: String]
    ) -> SettingView {
        let value = configuration.text(of: key)
        return SettingView(
            key: key.rawValue,
            value: value,
            source: origins[key] ?? "default",
            expectation: key.expectation,
            isLive: key.isLive,
            needsRestart: !key.isForFirstStart && state.withLock { $0.running?.text(of: key) } != value
        )
    }

    private func read() throws(ControlError) -> (DaemonConfiguration, [ConfigurationKey: String]) {
        let result = ConfigurationLoader.inspect(options, surroundings: surroundings, hostName: hostName)
        guard let configuration = result.configuration else {
            throw ControlError(
                .configuration,
                "the configuration is not valid",
                details: result.problems.map(\.description)
            )
        }
        return (configuration, result.origins)
    }

    /// The name that the configuration gives this device; nil if it gives none.
    var deviceName: String? {
        guard let (configuration, origins) = try? read(), origins[.deviceName] != nil else { return nil }
        return configuration.deviceName
    }

    /// The problems of the configuration on the disk.
    var problems: [ConfigurationProblem] {
        ConfigurationLoader.inspect(options, surroundings: surroundings, hostName: hostName).problems
    }

    /// The file to write.
    private func file() throws(ControlError) -> String {
        if let file = options.configurationFile { return file }
        do throws(PathError) {
            let profile = try ConfigurationLoader.profile(options)
            return Places(profile: profile, surroundings: surroundings).configurationFile
        } catch {
            throw error.controlError
        }
    }

    // MARK: Writing

    func set(_ request: ChangeConfigurationRequest, isDryRun: Bool) throws(ControlError) -> ChangeConfigurationReply {
        let key = try self.key(request.key)
        let file = try file()
        let text = try changed(key, request.value, file)
        var written = SettingView(
            key: key.rawValue,
            value: request.value,
            source: file,
            expectation: key.expectation,
            isLive: key.isLive,
            needsRestart: !key.isLive && !key.isForFirstStart
        )
        guard !isDryRun else { return ChangeConfigurationReply(file: file, setting: written) }
        try ConfigurationFiles.replace(file, with: text)
        reload()
        guard let (configuration, origins) = try? read() else {
            // Another part of the configuration is invalid: it was written, but nothing of it was applied.
            written.needsRestart = true
            var reply = ChangeConfigurationReply(file: file, setting: written)
            reply.problems = problems.filter { $0.severity == .error }.map(\.description)
            return reply
        }
        written = setting(key, configuration, origins)
        return ChangeConfigurationReply(file: file, setting: written)
    }

    private func key(_ name: String) throws(ControlError) -> ConfigurationKey {
        if let key = ConfigurationKey(rawValue: name) { return key }
        let names = ConfigurationKey.allCases.map(\.rawValue)
        let nearest = Suggestion.nearest(to: name, among: names)
        throw ControlError(
            .notFound,
            "no key \"\(name)\"",
            hint: nearest.map { "did you mean \"\($0)\"?" } ?? "see all with: phlistctl config ls"
        )
    }

    /// Returns the text of the file with a new value, after checking that it can be read.
    private func changed(
        _ key: ConfigurationKey,
        _ value: String,
        _ file: String
    ) throws(ControlError) -> String {
        var text = ConfigurationText(try ConfigurationFiles.readText(file))
        guard text.set(key, to: key.written(value)) else {
            throw ControlError(
                .configuration,
                "the value of \(key.rawValue) stands over several lines",
                hint: "change it with an editor: \(file)"
            )
        }
        let isOneLine = !value.unicodeScalars.contains { $0.properties.generalCategory == .control }
        guard isOneLine, let content = try content(of: key, in: text.text, file), key.fits(content) else {
            throw ControlError(.invalid, "\(key.rawValue) must be \(key.expectation), not \"\(value)\"")
        }
        return text.text
    }

    private func content(
        of key: ConfigurationKey,
        in text: String,
        _ file: String
    ) throws(ControlError) -> ConfigurationSource.Content? {
        do throws(YAMLError) {
            let source = try ConfigurationSource(yaml: Array(text.utf8), file: file)
            if case .value(let content) = source.find(key) { return content }
            return nil
        } catch {
            throw ControlError(.configuration, "\(file): \(error.message)")
        }
    }

    // MARK: Reloading

    /// Reads the configuration again; logs the changes that need a restart.
    func reload() {
        let result = ConfigurationLoader.inspect(options, surroundings: surroundings, hostName: hostName)
        let (logger, running, announce) = state.withLock { ($0.logger, $0.running, $0.announcePeers) }
        for problem in result.problems {
            logger?.warning("configuration", metadata: ["problem": "\(problem)"])
        }
        guard let new = result.configuration, let running else {
            logger?.error("configuration refused; the one before stays in force")
            return
        }
        logLevel.value = new.logLevel
        let added = new.peers.filter { !running.peers.contains($0) }
        let removed = running.peers.filter { !new.peers.contains($0) }
        if !added.isEmpty || !removed.isEmpty { announce?(added, removed) }
        if new.photos != running.photos { state.withLock { $0.announcePhotos }?(new.photos) }
        // The files of a certificate may have been renewed.
        if new.web != running.web || new.web.certificatePath != nil { state.withLock { $0.announceWeb }?(new.web) }
        state.withLock { state in
            state.running?.logLevel = new.logLevel
            state.running?.web = new.web
            state.running?.photos = new.photos
            state.running?.peers = new.peers
        }
        logger?.notice("configuration read again")
        if new.deviceName != running.deviceName {
            logger?.notice("device-name is for the first start alone; see: phlistctl device rename")
        }
        for key in ConfigurationKey.allCases
        where !key.isForFirstStart && state.withLock({ $0.running?.text(of: key) }) != new.text(of: key) {
            logger?.notice("configuration needs a restart", metadata: ["key": "\(key.rawValue)"])
        }
    }
}
