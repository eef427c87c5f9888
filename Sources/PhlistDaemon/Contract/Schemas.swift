import PhlistVocabulary

/// The JSON Schemas of types, found by letting each type decode itself and noting what it asks for.
///
/// So the contract cannot differ from what the daemon reads and writes: it has no text of its own for any field.
final class Schemas {
    /// The schemas of objects, by their names.
    private(set) var components: [String: JSONValue] = [:]
    private var isBeingRead: Set<String> = []

    /// A type that cannot be described.
    struct Undescribed: Error, CustomStringConvertible {
        var type: any Any.Type
        var description: String { "the JSON of \(type) cannot be described" }
    }

    /// Returns the schema of a type; for an object, a reference to its component.
    ///
    /// - Throws: `Undescribed` if the type decodes itself in a way that says nothing about its form.
    func schema<Value: Decodable>(of type: Value.Type) throws -> JSONValue {
        if let described = type as? any SchemaDescribed.Type { return try described.schema(in: self) }
        if let named = type as? any NamedValue.Type {
            return ["type": "string", "enum": .array(named.names.map { .text($0) })]
        }
        let name = Self.name(of: type)
        if components[name] == nil, isBeingRead.insert(name).inserted { components[name] = try object(type).schema }
        return ["$ref": .text("#/components/schemas/\(name)")]
    }

    /// Adds to the component of a request's body that it has no other members.
    func close<Value: Decodable>(_ type: Value.Type) throws {
        _ = try schema(of: type)
        let name = Self.name(of: type)
        var members = components[name]?.members ?? [:]
        members["additionalProperties"] = .flag(false)
        components[name] = .object(members)
    }

    /// Returns the schema of a type that is an object, with its members, and not as a component.
    func object<Value: Decodable>(_ type: Value.Type) throws -> (schema: JSONValue, value: Value) {
        let reader = SchemaReader(self)
        let value = try Value(from: reader)
        return (reader.schema, value)
    }

    /// Returns a valid value of a type, so that the type around it can be read on.
    func example<Value: Decodable>(of type: Value.Type) throws -> Value {
        let found: Any? =
            if let described = type as? any SchemaDescribed.Type { described.example } else {
                (type as? any NamedValue.Type).flatMap { Self.first($0) }
            }
        return try found as? Value ?? object(type).value
    }

    private static func first<Value: CaseIterable>(_: Value.Type) -> Any? { Value.allCases.first }

    /// The name of a type without its module.
    private static func name(of type: any Decodable.Type) -> String {
        String(reflecting: type).split(separator: ".").dropFirst().joined(separator: ".")
    }
}
