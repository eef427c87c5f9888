import Logging
package import PhlistControl
import PhlistSync

/// Reads the configuration: the command line, the environment, `conf.d`, the main file, defaults, first match wins.
///
/// Every value of every source is checked, even if another one overrides it, so that all problems show at once.
package struct ConfigurationLoader {
    /// The problems found, in the order of the sources.
    private var problems: [ConfigurationProblem] = []
    /// The sources in order of precedence.
    private var sources: [ConfigurationSource] = []
    /// The source of each key's value; none for a default.
    private var origins: [ConfigurationKey: String] = [:]

    /// Reads the configuration; nil when a problem is an error.
    ///
    /// - Parameters:
    ///   - options: The command line.
    ///   - surroundings: The environment that the default paths depend on.
    ///   - hostName: The default name of the device.
    /// - Returns: The configuration, and its problems.
    package static func load(
        _ options: DaemonOptions,
        surroundings: Surroundings,
        hostName: String
    ) -> (configuration: DaemonConfiguration?, problems: [ConfigurationProblem]) {
        let result = inspect(options, surroundings: surroundings, hostName: hostName)
        return (result.configuration, result.problems)
    }

    /// Reads the configuration as `load` does, and also returns the source of each value.
    static func inspect(
        _ options: DaemonOptions,
        surroundings: Surroundings,
        hostName: String
    ) -> (
        configuration: DaemonConfiguration?, problems: [ConfigurationProblem], origins: [ConfigurationKey: String]
    ) {
        var loader = ConfigurationLoader()
        var configuration: DaemonConfiguration?
        do throws(PathError) {
            configuration = try loader.load(options, surroundings, hostName)
        } catch {
            let error = error.controlError
            loader.report(.error, error.message, error.hint ?? "")
        }
        let isUsable = !loader.problems.contains { $0.severity == .error }
        return (isUsable ? configuration : nil, loader.problems, loader.origins)
    }

    private mutating func load(
        _ options: DaemonOptions,
        _ surroundings: Surroundings,
        _ hostName: String
    ) throws(PathError) -> DaemonConfiguration {
        let profile = try Self.profile(options)
        let places = Places(profile: profile, surroundings: surroundings)
        sources = [ConfigurationSource(options: options), ConfigurationSource(environment: surroundings.environment)]
        sources += readFiles(options, places)
        for source in sources { reportUnknownKeys(of: source) }
        let socket = find(.socket, ConfigurationValue.absolutePath)
        var configuration = DaemonConfiguration(
            stateDirectory: find(.stateDirectory, ConfigurationValue.absolutePath) ?? places.stateDirectory,
            socket: try places.socketPath(socket),
            socketMode: places.socketMode,
            port: find(.port, ConfigurationValue.port) ?? places.port,
            listen: find(.listen, ConfigurationValue.places) ?? [],
            isDiscoveryEnabled: find(.discovery, ConfigurationValue.flag) ?? true,
            peers: find(.peers, ConfigurationValue.addresses) ?? [],
            deviceName: find(.deviceName, ConfigurationValue.name) ?? ConfigurationValue.name(ofHost: hostName),
            logLevel: find(.logLevel, ConfigurationValue.level) ?? .info,
            photos: find(.photos, ConfigurationValue.photos) ?? .all
        )
        configuration.web = web(places)
        return configuration
    }

    private mutating func web(_ places: Places) -> WebConfiguration {
        var web = WebConfiguration()
        web.isOn = find(.web, ConfigurationValue.flag) ?? false
        web.port = find(.webPort, ConfigurationValue.port) ?? places.webPort
        web.names = find(.webNames, ConfigurationValue.hostNames) ?? []
        web.certificatePath = find(.webCertificate, ConfigurationValue.pathOrNothing).flatMap { $0.isEmpty ? nil : $0 }
        web.keyPath = find(.webKey, ConfigurationValue.pathOrNothing).flatMap { $0.isEmpty ? nil : $0 }
        web.isForAnyAddress = find(.webAnywhere, ConfigurationValue.flag) ?? false
        return web
    }

    static func profile(_ options: DaemonOptions) throws(PathError) -> Profile {
        guard let name = options.profile else { return .standard }
        return try Profile(name: name)
    }

    /// Returns the value of the first source that has one; the others are only checked.
    private mutating func find<Value>(
        _ key: ConfigurationKey,
        _ read: (ConfigurationSource.Content) -> Value?
    ) -> Value? {
        var found: Value?
        for source in sources {
            switch source.find(key) {
            case .nothing: continue
            case .value(let content):
                let value = read(content)
                if value == nil { reportMisfit(key, in: source, content.text) }
                if found == nil, value != nil { origins[key] = source.origin(of: key) }
                found = found ?? value
            case .unreadable(let text): reportMisfit(key, in: source, text)
            }
        }
        return found
    }

    private mutating func reportMisfit(_ key: ConfigurationKey, in source: ConfigurationSource, _ text: String) {
        let value = text.isEmpty ? "and has no value" : "not \"\(text)\""
        report(.error, source.place(of: key), "must be \(key.expectation), \(value)")
    }

    private mutating func reportUnknownKeys(of source: ConfigurationSource) {
        for key in source.keys {
            switch source.judge(key) {
            case .known: continue
            case .partOf(let known): report(.error, source.place(of: known), "must be \(known.expectation), not a map")
            case .unknown(let nearest?):
                report(.warning, source.name, "unknown key \"\(key)\"; did you mean \"\(nearest)\"?")
            case .unknown(nil): report(.warning, source.name, "unknown key \"\(key)\"; it has no effect")
            }
        }
    }

    private mutating func report(_ severity: ConfigurationProblem.Severity, _ place: String, _ message: String) {
        problems.append(ConfigurationProblem(severity: severity, place: place, message: message))
    }
}

// Files: the last fragment takes precedence, the main file comes last.
extension ConfigurationLoader {
    private mutating func readFiles(_ options: DaemonOptions, _ places: Places) -> [ConfigurationSource] {
        let file = options.configurationFile ?? places.configurationFile
        let directory = options.configurationFile.map { PrivateDirectory.parent(of: $0) + "/conf.d" }
        let fragments = listFragments(directory ?? places.fragmentsDirectory)
        let main = readFile(file, mustExist: options.configurationFile != nil)
        return fragments.reversed().compactMap { readFile($0, mustExist: true) } + [main].compactMap(\.self)
    }

    private mutating func listFragments(_ directory: String) -> [String] {
        do throws(Errno) {
            return try ConfigurationFiles.fragments(in: directory)
        } catch {
            report(.error, directory, error.description)
            return []
        }
    }

    private mutating func readFile(_ path: String, mustExist: Bool) -> ConfigurationSource? {
        do throws(Errno) {
            let bytes = try ConfigurationFiles.read(path)
            return parse(bytes, path)
        } catch {
            if mustExist || error != Errno.noSuchFile { report(.error, path, error.description) }
            return nil
        }
    }

    private mutating func parse(_ bytes: [UInt8], _ path: String) -> ConfigurationSource? {
        do throws(YAMLError) {
            return try ConfigurationSource(yaml: bytes, file: path)
        } catch {
            report(.error, path, error.message)
            return nil
        }
    }
}
