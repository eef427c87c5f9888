import PhlistControl
import Synchronization

/// The fields that the body of a request may have: those that its type and the types in it ask for.
struct KnownFields {
    private let root: JSONValue
    private let components: [String: JSONValue]

    /// The fields by type, as finding them takes longer than a request.
    private static let found = Mutex<[ObjectIdentifier: KnownFields]>([:])

    init<Body: Decodable>(of type: Body.Type) throws {
        if let known = Self.found.withLock({ $0[ObjectIdentifier(type)] }) {
            self = known
            return
        }
        let schemas = Schemas()
        (root, components) = (try schemas.object(type).schema, schemas.components)
        Self.found.withLock { [self] in $0[ObjectIdentifier(type)] = self }
    }

    /// Refuses fields that nobody reads: a change must not be made because of a misspelling.
    func check(_ names: FieldNames) throws(ControlError) {
        try check(names, by: root, at: "")
    }

    private func check(_ names: FieldNames, by schema: JSONValue, at path: String) throws(ControlError) {
        let schema = resolved(schema)
        switch names {
        case .value: break
        case .array(let elements):
            guard let inner = schema["items"] else { return }
            for (number, element) in elements.enumerated() { try check(element, by: inner, at: "\(path)[\(number)]") }
        case .object(let members):
            let known = schema["properties"]?.members ?? [:]
            for (name, value) in members.sorted(by: { $0.key < $1.key }) {
                let place = path.isEmpty ? name : "\(path).\(name)"
                guard let inner = known[name] ?? schema["additionalProperties"] else {
                    throw ControlQuery.unknown("field", place, known: known.keys.sorted())
                }
                try check(value, by: inner, at: place)
            }
        }
    }

    private func resolved(_ schema: JSONValue) -> [String: JSONValue] {
        guard case .text(let reference)? = schema.members["$ref"] else { return schema.members }
        return components[reference.split(separator: "/").last.map(String.init) ?? ""]?.members ?? [:]
    }
}
