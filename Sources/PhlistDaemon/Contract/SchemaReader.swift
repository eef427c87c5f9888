/// A decoder that notes the members that a type asks for, and gives it examples.
final class SchemaReader: Decoder {
    let codingPath: [any CodingKey] = []
    let userInfo: [CodingUserInfoKey: Any] = [:]
    private let schemas: Schemas
    private var properties: [String: JSONValue] = [:]
    private var optional: Set<String> = []

    init(_ schemas: Schemas) {
        self.schemas = schemas
    }

    /// The schema of what was asked for.
    var schema: JSONValue {
        let required = properties.keys.filter { !optional.contains($0) }.sorted()
        var schema: [String: JSONValue] = ["type": "object", "properties": .object(properties)]
        if !required.isEmpty { schema["required"] = .array(required.map { .text($0) }) }
        return .object(schema)
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(Members(reader: self))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        throw Schemas.Undescribed(type: [Any].self)
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer {
        throw Schemas.Undescribed(type: Any.self)
    }

    private func read<Value: Decodable>(_ type: Value.Type, _ key: any CodingKey) throws -> Value {
        do {
            properties[key.stringValue] = try schemas.schema(of: type)
            return try schemas.example(of: type)
        } catch is Schemas.Undescribed {
            throw Schemas.Undescribed(type: type)
        }
    }

    /// The members of an object.
    private struct Members<Key: CodingKey>: KeyedDecodingContainerProtocol {
        let reader: SchemaReader
        var codingPath: [any CodingKey] { [] }
        var allKeys: [Key] { [] }

        func contains(_ key: Key) -> Bool { true }

        /// Notes that a member may be missing: only then is this asked.
        func decodeNil(forKey key: Key) -> Bool {
            reader.optional.insert(key.stringValue)
            return false
        }

        func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
            try reader.read(type, key)
        }

        func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try reader.read(type, key) }
        func decode(_ type: String.Type, forKey key: Key) throws -> String { try reader.read(type, key) }
        func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try reader.read(type, key) }
        func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try reader.read(type, key) }
        func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try reader.read(type, key) }
        func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try reader.read(type, key) }
        func decode(_ type: Double.Type, forKey _: Key) throws -> Double { throw Schemas.Undescribed(type: type) }
        func decode(_ type: Float.Type, forKey _: Key) throws -> Float { throw Schemas.Undescribed(type: type) }
        func decode(_ type: Int8.Type, forKey _: Key) throws -> Int8 { throw Schemas.Undescribed(type: type) }
        func decode(_ type: Int16.Type, forKey _: Key) throws -> Int16 { throw Schemas.Undescribed(type: type) }
        func decode(_ type: UInt.Type, forKey _: Key) throws -> UInt { throw Schemas.Undescribed(type: type) }
        func decode(_ type: UInt8.Type, forKey _: Key) throws -> UInt8 { throw Schemas.Undescribed(type: type) }
        func decode(_ type: UInt16.Type, forKey _: Key) throws -> UInt16 { throw Schemas.Undescribed(type: type) }
        func decode(_ type: UInt32.Type, forKey _: Key) throws -> UInt32 { throw Schemas.Undescribed(type: type) }

        func nestedContainer<Other: CodingKey>(
            keyedBy _: Other.Type,
            forKey _: Key
        ) throws -> KeyedDecodingContainer<Other> {
            throw Schemas.Undescribed(type: Other.self)
        }

        func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
            try reader.unkeyedContainer()
        }

        func superDecoder() -> any Decoder { reader }
        func superDecoder(forKey _: Key) -> any Decoder { reader }
    }
}
