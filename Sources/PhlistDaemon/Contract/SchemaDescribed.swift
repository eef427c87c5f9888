import PhlistVocabulary

/// A type whose JSON is not an object with the members that its decoding asks for.
protocol SchemaDescribed: Decodable {
    /// The schema of its JSON.
    static func schema(in schemas: Schemas) throws -> JSONValue
    /// A valid value.
    static var example: Self { get }
}

extension String: SchemaDescribed {
    static func schema(in schemas: Schemas) -> JSONValue { ["type": "string"] }
    static var example: String { "" }
}

extension Bool: SchemaDescribed {
    static func schema(in schemas: Schemas) -> JSONValue { ["type": "boolean"] }
    static var example: Bool { false }
}

extension SchemaDescribed where Self: FixedWidthInteger {
    static func schema(in schemas: Schemas) -> JSONValue {
        isSigned ? ["type": "integer"] : ["type": "integer", "minimum": 0]
    }

    static var example: Self { 0 }
}

extension Int: SchemaDescribed {}
extension Int32: SchemaDescribed {}
extension Int64: SchemaDescribed {}
extension UInt64: SchemaDescribed {}

extension Array: SchemaDescribed where Element: Decodable {
    static func schema(in schemas: Schemas) throws -> JSONValue {
        ["type": "array", "items": try schemas.schema(of: Element.self)]
    }

    static var example: [Element] { [] }
}

extension Dictionary: SchemaDescribed where Key == String, Value: Decodable {
    static func schema(in schemas: Schemas) throws -> JSONValue {
        ["type": "object", "additionalProperties": try schemas.schema(of: Value.self)]
    }

    static var example: [String: Value] { [:] }
}

extension CivilDate: SchemaDescribed {
    fileprivate static let pattern = "[0-9]{4}-[0-9]{2}-[0-9]{2}(T[0-9]{2}:[0-9]{2})?"

    static func schema(in schemas: Schemas) -> JSONValue { ["type": "string", "pattern": .text("^\(pattern)$")] }
    static var example: CivilDate { .first }
}

extension DueChange: SchemaDescribed {
    static func schema(in schemas: Schemas) -> JSONValue {
        ["type": "string", "pattern": .text("^(\(CivilDate.pattern)|none)?$")]
    }

    static var example: DueChange { .never }
}
