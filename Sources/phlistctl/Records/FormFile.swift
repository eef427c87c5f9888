import FoundationEssentials
import PhlistControl
import PhlistVocabulary

/// The description of a form in a file.
///
/// ```json
/// {"fields": [
///   {"name": "Number", "type": "alphanumeric"},
///   {"name": "Language", "type": "choice", "isRequired": true, "choices": ["English", "French"]},
///   {"name": "Has plan", "type": "toggle"},
///   {"name": "Plan", "type": "text", "isRequired": true, "gate": "Has plan"}
/// ]}
/// ```
///
/// The first field is the key. Unknown members are refused: a mistyped `isRequired` would make a field optional.
struct FormFile: Decodable {
    var fields: [NewFormField]

    private struct Field: Decodable {
        var field: NewFormField

        init(from decoder: any Decoder) throws {
            try AnyKey.check(decoder, among: ["name", "type", "isRequired", "choices", "gate"])
            let container = try decoder.container(keyedBy: AnyKey.self)
            if let type = try? container.decode(String.self, forKey: AnyKey("type")),
                FormFieldType(name: type) == nil
            {
                throw AnyKey.fault(decoder, "\"\(type)\" is not a type of field")
            }
            field = try NewFormField(from: decoder)
        }
    }

    init(from decoder: any Decoder) throws {
        try AnyKey.check(decoder, among: ["fields"])
        let container = try decoder.container(keyedBy: AnyKey.self)
        fields = try container.decode([Field].self, forKey: AnyKey("fields")).map(\.field)
    }

    /// Reads the fields from a file, or from the standard input for "-".
    static func read(_ path: String, _ input: any TextInput) throws -> [NewFormField] {
        let file = try FileInput.open(path, or: input)
        let bytes = try file.readAll(sizeMax: PhlistControl.Limits.requestBodySizeMax)
        do {
            return try JSONDecoder().decode(FormFile.self, from: Data(bytes)).fields
        } catch let error as DecodingError {
            let name = path == "-" ? "the standard input" : path
            throw ControlError(.invalid, "\(name) describes no form: \(reason(error))", hint: hint)
        }
    }

    private static let hint =
        #"it looks like {"fields":[{"name":"Number","type":"alphanumeric"}]}; "#
        + "types: \(FormFieldType.names.joined(separator: ", "))"

    private static func reason(_ error: DecodingError) -> String {
        switch error {
        case .keyNotFound(let key, let context): "\(place(context))\"\(key.stringValue)\" is missing"
        case .typeMismatch(_, let context), .valueNotFound(_, let context):
            "\(place(context))the value is of another type"
        case .dataCorrupted(let context) where context.codingPath.isEmpty && context.underlyingError != nil:
            "it is not JSON"
        case .dataCorrupted(let context): "\(place(context))\(context.debugDescription)"
        @unknown default: "it is not understood"
        }
    }

    private static func place(_ context: DecodingError.Context) -> String {
        let path = context.codingPath.map { key in key.intValue.map { "field \($0 + 1)" } ?? key.stringValue }
        let named = path.count > 1 ? path.dropFirst() : path[...]
        return named.isEmpty ? "" : "\(named.joined(separator: ", ")): "
    }
}

/// A member of a JSON object with any name.
private struct AnyKey: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }

    init(_ name: String) {
        stringValue = name
    }

    init?(stringValue: String) {
        self.init(stringValue)
    }

    init?(intValue: Int) {
        nil
    }

    /// Refuses unknown members.
    static func check(_ decoder: any Decoder, among names: [String]) throws {
        let container = try decoder.container(keyedBy: AnyKey.self)
        for name in container.allKeys.map(\.stringValue).sorted() where !names.contains(name) {
            let isShort = name.utf8.count <= Limits.memberNameSizeMax
            let nearest = isShort ? Suggestion.nearest(to: name, among: names) : nil
            let meant = nearest.map { "; did you mean \"\($0)\"?" } ?? ""
            throw fault(decoder, "\"\(name)\" means nothing here\(meant)")
        }
    }

    static func fault(_ decoder: any Decoder, _ reason: String) -> DecodingError {
        .dataCorrupted(DecodingError.Context(codingPath: decoder.codingPath, debugDescription: reason))
    }
}
