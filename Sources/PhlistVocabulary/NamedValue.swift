/// One of a few values, which people and JSON call by a name, whatever the log keeps for it.
package protocol NamedValue: CaseIterable, Codable, Hashable, Sendable {
    /// The name in JSON and on the command line; never changed, as programs of users depend on it.
    var name: String { get }
}

extension NamedValue where Self: RawRepresentable<String> {
    package var name: String { rawValue }
}

extension NamedValue {
    /// Creates the value with a name; nil for any other text.
    package init?(name: String) {
        guard let value = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = value
    }

    /// The names of all values, in their order.
    package static var names: [String] { allCases.map(\.name) }
}

/// In JSON the value is its name; without the constraint, the standard library would write the byte.
extension NamedValue where Self: RawRepresentable<UInt8> {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let name = try container.decode(String.self)
        guard let value = Self(name: name) else {
            let reason = "\"\(name)\" is none of: \(Self.names.joined(separator: ", "))"
            throw DecodingError.dataCorruptedError(in: container, debugDescription: reason)
        }
        self = value
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(name)
    }
}
