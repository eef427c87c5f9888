import Logging
import PhlistControl
import PhlistSync
import PhlistVocabulary

/// The text of a configuration file, of which single lines can be changed; comments and all other lines stay as they
/// are.
struct ConfigurationText {
    private var lines: [String]
    /// The line ending of the file, also that of other systems.
    private let lineEnd: String

    init(_ text: String) {
        lineEnd = text.contains("\r\n" as Character) ? "\r\n" : "\n"
        lines = text.lines.map(String.init)
        if lines.last == "" { lines.removeLast() }
    }

    var text: String {
        lines.map { $0 + lineEnd }.joined()
    }

    /// Sets a key on its line, or on a new one at the end; a comment after the old value stays.
    ///
    /// - Returns: False when the old value spans several lines.
    mutating func set(_ key: ConfigurationKey, to value: String) -> Bool {
        guard let index = lines.lastIndex(where: { Self.isLine($0, of: key) }) else {
            lines.append("\(key.rawValue): \(value)")
            return true
        }
        let next = lines.indices.contains(index + 1) ? lines[index + 1] : ""
        let isContinued = next.hasPrefix(" ") || next.hasPrefix("\t") || next.hasPrefix("-")
        guard !isContinued || next.allSatisfy(\.isWhitespace) || next.drop(while: \.isWhitespace).hasPrefix("#") else {
            return false
        }
        lines[index] = "\(key.rawValue): \(value)\(Self.comment(of: lines[index]))"
        return true
    }

    private static func isLine(_ line: String, of key: ConfigurationKey) -> Bool {
        guard line.hasPrefix(key.rawValue) else { return false }
        return line.dropFirst(key.rawValue.count).drop(while: \.isWhitespace).hasPrefix(":")
    }

    /// Returns the comment at the end of a line, with the blanks before it; a number sign in quotes does not start one.
    private static func comment(of line: String) -> Substring {
        var quote: Character?
        var blanks: String.Index?
        for index in line.indices {
            let character = line[index]
            if let open = quote {
                if character == open { quote = nil }
            } else if character == "\"" || character == "'" {
                quote = character
            } else if character == "#", let blanks {
                return line[blanks...]
            }
            blanks = character.isWhitespace ? blanks ?? index : nil
        }
        return ""
    }
}

extension ConfigurationKey {
    /// Returns a value as written into the file.
    func written(_ value: String) -> String {
        switch self {
        case .port, .discovery, .web, .webPort, .webAnywhere: value
        case .stateDirectory, .socket, .photos, .deviceName, .logLevel, .webCertificate, .webKey: Self.scalar(value)
        case .listen, .peers, .webNames: "[\(Self.elements(value).map(Self.scalar).joined(separator: ", "))]"
        }
    }

    /// Splits at commas; a space within an element stays, and is refused as it is in a list of the file.
    private static func elements(_ value: String) -> [String] {
        value.split(separator: ",").map { String($0).trimmed }.filter { !$0.isEmpty }
    }

    /// Returns a YAML scalar, quoted if it could be taken for anything but a text.
    private static func scalar(_ text: String) -> String {
        let isPlain = text.utf8.allSatisfy { byte in
            Character(Unicode.Scalar(byte)).isLetter && byte < 0x80 || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
                || "/._-".utf8.contains(byte)
        }
        let begins = text.first.map { $0 == "/" || $0.isLetter } ?? false
        let isWord = ["true", "false", "null", "yes", "no", "on", "off", "y", "n"].contains(text.lowercased())
        if isPlain, begins, !isWord { return text }
        return (try? JSONText.encode(text)) ?? "\"\""
    }

    /// Whether only the first start of a daemon uses the value, so that a restart does not apply a change either.
    var isForFirstStart: Bool { self == .deviceName }

    /// Whether a running daemon applies a change.
    var isLive: Bool {
        switch self {
        case .logLevel, .peers, .photos, .web, .webPort, .webNames, .webCertificate, .webKey, .webAnywhere: true
        case .stateDirectory, .socket, .port, .listen, .discovery, .deviceName: false
        }
    }
}

extension DaemonConfiguration {
    /// Returns the value of a key in the form that `config set` accepts.
    func text(of key: ConfigurationKey) -> String {
        switch key {
        case .stateDirectory: stateDirectory
        case .socket: socket.path
        case .port: "\(port)"
        case .listen: listen.joined(separator: ", ")
        case .discovery: "\(isDiscoveryEnabled)"
        case .peers: peers.joined(separator: ", ")
        case .photos: photos.rawValue
        case .deviceName: deviceName
        case .logLevel: logLevel.rawValue
        case .web: "\(web.isOn)"
        case .webPort: "\(web.port)"
        case .webNames: web.names.joined(separator: ", ")
        case .webCertificate: web.certificatePath ?? ""
        case .webKey: web.keyPath ?? ""
        case .webAnywhere: "\(web.isForAnyAddress)"
        }
    }
}
