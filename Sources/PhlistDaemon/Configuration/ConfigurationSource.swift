import Configuration
import PhlistControl
import Synchronization

/// A source of values: the command line, the environment or a file.
struct ConfigurationSource {
    typealias Content = ConfigContent

    /// The value of a key in a source.
    enum Finding {
        case nothing
        case value(Content)
        /// A value that does not have the key's type, as written.
        case unreadable(String)
    }

    /// The meaning of a key.
    enum Judgement {
        case known
        /// A part of a value that cannot have parts.
        case partOf(ConfigurationKey)
        case unknown(nearest: String?)
    }

    private enum Kind {
        case options
        case environment
        case file
    }

    /// The name for messages about the source as a whole.
    let name: String
    /// The keys of the source, as written there.
    let keys: [String]
    private let kind: Kind
    private let snapshot: any ConfigSnapshot

    /// Creates the source of the command line.
    init(options: DaemonOptions) {
        var values: [ConfigurationKey: Content] = [:]
        values[.stateDirectory] = options.stateDirectory.map { .string($0) }
        values[.socket] = options.socket.map { .string($0) }
        values[.port] = options.port.map { .int($0) }
        values[.discovery] = options.isDiscoveryDisabled ? .bool(false) : nil
        values[.photos] = options.photos.map { .string($0) }
        values[.deviceName] = options.deviceName.map { .string($0) }
        values[.logLevel] = options.logLevel.map { .string($0) }
        let pairs = values.map { (AbsoluteConfigKey([$0.rawValue]), ConfigValue($1, isSecret: false)) }
        name = "command line"
        keys = []
        kind = .options
        snapshot = InMemoryProvider(values: Dictionary(uniqueKeysWithValues: pairs)).snapshot()
    }

    /// Creates the source of the variables that start with `PHLIST_`; an empty one counts as unset.
    init(environment: [String: String]) {
        let variables = environment.filter { $0.hasPrefix("PHLIST_") && !$1.isEmpty }
        name = "environment"
        keys = variables.keys.sorted()
        kind = .environment
        snapshot = EnvironmentVariablesProvider(environmentVariables: variables).snapshot()
    }

    /// Parses a YAML file.
    ///
    /// The parser reveals its keys only to the rule that marks values as secret, which it calls for each of them: so
    /// that rule records them. Nothing is secret here.
    init(yaml: [UInt8], file: String) throws(YAMLError) {
        let seen = Mutex<[String]>([])
        let options = YAMLSnapshot.ParsingOptions(
            secretsSpecifier: .dynamic { key, _ in
                seen.withLock { $0.append(key) }
                return false
            }
        )
        do {
            let text = Self.isEmpty(yaml) ? Array("{}".utf8) : yaml
            snapshot = try YAMLSnapshot(data: text.span.bytes, providerName: file, parsingOptions: options)
        } catch {
            throw YAMLError(error)
        }
        name = file
        keys = seen.withLock { $0 }
        kind = .file
    }

    /// Returns the value of a key.
    func find(_ key: ConfigurationKey) -> Finding {
        do {
            let result = try snapshot.value(forKey: path(of: key), type: key.type)
            return result.value.map { .value($0.content) } ?? .nothing
        } catch {
            return .unreadable(text(of: key))
        }
    }

    /// Returns whether a key of this source is known.
    ///
    /// An environment variable may belong to another program of ours, so only a misspelling is unknown there.
    func judge(_ key: String) -> Judgement {
        let names = ConfigurationKey.allCases.map { kind == .environment ? $0.variable : $0.rawValue }
        if names.contains(key) { return .known }
        let first = key.prefix { $0 != "." }
        if let known = ConfigurationKey(rawValue: String(first)) { return .partOf(known) }
        guard kind == .environment else { return .unknown(nearest: Suggestion.nearest(to: key, among: names)) }
        // The prefix that all have says nothing about how near two names are.
        let nearest = Suggestion.nearest(
            to: String(key.dropFirst(ConfigurationKey.variablePrefix.count)),
            among: names.map { String($0.dropFirst(ConfigurationKey.variablePrefix.count)) }
        )
        return nearest.map { .unknown(nearest: ConfigurationKey.variablePrefix + $0) } ?? .known
    }

    /// Returns the name of a key as users write it in this source.
    func place(of key: ConfigurationKey) -> String {
        switch kind {
        case .options: key.flag
        case .environment: key.variable
        case .file: "\(name): \(key.rawValue)"
        }
    }

    /// Returns the source of a value, for users who want to change it.
    func origin(of key: ConfigurationKey) -> String {
        kind == .file ? name : place(of: key)
    }

    private func path(of key: ConfigurationKey) -> AbsoluteConfigKey {
        AbsoluteConfigKey(kind == .environment ? ["phlist", key.rawValue] : [key.rawValue])
    }

    /// Returns the value of a key as written, whatever its type.
    private func text(of key: ConfigurationKey) -> String {
        let types: [ConfigType] = [.string, .stringArray]
        let contents = types.lazy.compactMap { try? snapshot.value(forKey: path(of: key), type: $0).value?.content }
        return contents.first?.text ?? ""
    }

    /// Returns whether there is nothing but blanks and comments, which the parser does not accept as a map.
    private static func isEmpty(_ yaml: [UInt8]) -> Bool {
        yaml.split(separator: UInt8(ascii: "\n")).allSatisfy { line in
            let start = line.first { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\r") }
            return start == nil || start == UInt8(ascii: "#")
        }
    }
}

extension ConfigContent {
    /// The value as a user would write it.
    var text: String {
        switch self {
        case .string(let text): text
        case .int(let number): "\(number)"
        case .double(let number): "\(number)"
        case .bool(let flag): "\(flag)"
        case .stringArray(let texts): "[\(texts.joined(separator: ", "))]"
        case .bytes, .intArray, .doubleArray, .boolArray, .byteChunkArray: ""
        }
    }
}
