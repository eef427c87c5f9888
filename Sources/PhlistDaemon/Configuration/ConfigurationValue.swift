import Configuration
import Logging
import PhlistSync
import PhlistTransport

/// Parsers for the value of each key; nil for one that is not valid.
enum ConfigurationValue {
    static func absolutePath(_ content: ConfigContent) -> String? {
        guard case .string(let path) = content, path.hasPrefix("/"), !path.hasSuffix("/") else { return nil }
        return path.utf8.contains(0) ? nil : path
    }

    /// Returns an absolute path, or an empty text for none.
    static func pathOrNothing(_ content: ConfigContent) -> String? {
        if case .string("") = content { return "" }
        return absolutePath(content)
    }

    static func hostNames(_ content: ConfigContent) -> [String]? {
        guard case .stringArray(let names) = content, names.count <= WebConfiguration.nameCountMax else { return nil }
        return names.allSatisfy(isHostName) ? names : nil
    }

    /// Returns whether it is a name of DNS (RFC 1123, section 2.1).
    private static func isHostName(_ name: String) -> Bool {
        let labels = name.split(separator: ".", omittingEmptySubsequences: false)
        return name.utf8.count <= 253
            && labels.allSatisfy { label in
                let letters = label.utf8.allSatisfy { byte in
                    UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || byte == UInt8(ascii: "-")
                        || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
                }
                return letters && (1...63).contains(label.utf8.count) && !label.hasPrefix("-") && !label.hasSuffix("-")
            }
    }

    static func port(_ content: ConfigContent) -> Int? {
        guard case .int(let port) = content else { return nil }
        return (0...Int(UInt16.max)).contains(port) ? port : nil
    }

    static func flag(_ content: ConfigContent) -> Bool? {
        guard case .bool(let flag) = content else { return nil }
        return flag
    }

    static func name(_ content: ConfigContent) -> String? {
        guard case .string(let name) = content else { return nil }
        return isName(name) ? name : nil
    }

    /// Returns the default name of a device: the host name without its domain.
    static func name(ofHost name: String) -> String {
        let label = String(name.prefix { $0 != "." })
        return isName(label) ? label : "phlist"
    }

    static func level(_ content: ConfigContent) -> Logger.Level? {
        guard case .string(let name) = content else { return nil }
        return Logger.Level(rawValue: name)
    }

    static func photos(_ content: ConfigContent) -> BlobPolicy? {
        guard case .string(let name) = content else { return nil }
        return BlobPolicy(rawValue: name)
    }

    static func addresses(_ content: ConfigContent) -> [String]? {
        guard case .stringArray(let addresses) = content else { return nil }
        let fits = addresses.count <= DaemonConfiguration.peerCountMax && addresses.allSatisfy(isAddress)
        return fits ? addresses : nil
    }

    static func places(_ content: ConfigContent) -> [String]? {
        guard case .stringArray(let places) = content, places.count <= DaemonConfiguration.listenCountMax else {
            return nil
        }
        return places.allSatisfy { ListenPlace($0) != nil } ? places : nil
    }

    private static func isName(_ name: String) -> Bool {
        (1...DaemonConfiguration.deviceNameBytesMax).contains(name.utf8.count)
            && !name.unicodeScalars.contains { $0.properties.generalCategory == .control }
    }

    /// Returns whether it is `HOST`, `HOST:PORT`, `[IPv6]:PORT` or an IPv6 address; whether the host exists shows when
    /// it is dialled.
    private static func isAddress(_ text: String) -> Bool {
        let isPlain = text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
        guard isPlain, !text.isEmpty, text.utf8.count <= DaemonConfiguration.peerBytesMax else { return false }
        guard text.contains("%") else {
            return NetworkAddress(text, defaultPort: UInt16(DaemonConfiguration.standardPort)) != nil
        }
        // The interface of a zone may come later; only then the form alone is looked at.
        let colons = text.utf8.count { $0 == UInt8(ascii: ":") }
        if text.hasPrefix("[") {
            let parts = text.dropFirst().split(separator: "]", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, parts[0].contains(":") else { return false }
            return parts[1].isEmpty || parts[1].hasPrefix(":") && isPort(parts[1].dropFirst())
        }
        guard colons == 1 else { return true }
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        return !parts[0].isEmpty && isPort(parts[1])
    }

    private static func isPort(_ text: Substring) -> Bool {
        (1...UInt16.max).contains(UInt16(text) ?? 0)
    }
}

extension ConfigurationKey {
    /// Returns whether a value is valid for the key.
    func fits(_ content: ConfigContent) -> Bool {
        switch self {
        case .stateDirectory, .socket: ConfigurationValue.absolutePath(content) != nil
        case .webCertificate, .webKey: ConfigurationValue.pathOrNothing(content) != nil
        case .port, .webPort: ConfigurationValue.port(content) != nil
        case .webNames: ConfigurationValue.hostNames(content) != nil
        case .listen: ConfigurationValue.places(content) != nil
        case .discovery, .web, .webAnywhere: ConfigurationValue.flag(content) != nil
        case .peers: ConfigurationValue.addresses(content) != nil
        case .photos: ConfigurationValue.photos(content) != nil
        case .deviceName: ConfigurationValue.name(content) != nil
        case .logLevel: ConfigurationValue.level(content) != nil
        }
    }
}
