import FoundationEssentials
import Hummingbird
import PhlistControl

/// The query of a request, read as strictly as a body.
struct ControlQuery {
    private let request: Request

    init(_ request: Request) {
        self.request = request
    }

    /// Rejects unknown and repeated parameters: a change must not be made because of a misspelling.
    func checkNames(_ known: [String]) throws(ControlError) {
        var seen: Set<Substring> = []
        for (name, _) in request.uri.queryParameters {
            guard known.contains(String(name)) else {
                throw Self.unknown("parameter", String(name), known: known)
            }
            guard seen.insert(name).inserted else { throw ControlError(.invalid, "parameter \"\(name)\" comes twice") }
        }
    }

    /// Returns the refusal of a name that means nothing, with those that there are.
    static func unknown(_ kind: String, _ name: String, known: [String]) -> ControlError {
        let others = known.isEmpty ? "there are none here" : "known are: \(known.joined(separator: ", "))"
        return ControlError(.invalid, "unknown \(kind) \"\(name)\"; \(others)")
    }

    /// Decodes all parameters as one value.
    func decode<Value: Decodable>(_ type: Value.Type) throws(ControlError) -> Value {
        for (name, value) in request.uri.queryParameters where value.isEmpty {
            throw ControlError(.invalid, "parameter \"\(name)\" is empty")
        }
        do {
            let texts = try URLEncodedFormDecoder().decode([String: String].self, from: request.uri.query ?? "")
            return try Self.value(of: texts)
        } catch let error as ControlError {
            throw error
        } catch let error as DecodingError {
            throw ControlError(.invalid, ControlBody.message(for: error, inPart: "parameter"))
        } catch {
            throw ControlError(.invalid, "the query is not understood")
        }
    }

    /// Treats every parameter as text until another type is required, which it then must have.
    private static func value<Value: Decodable>(of texts: [String: String]) throws -> Value {
        var members = texts.mapValues(Member.text)
        while true {
            do {
                return try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(members))
            } catch DecodingError.typeMismatch(let type, let context) {
                guard let name = context.codingPath.first?.stringValue, case .text(let text)? = members[name] else {
                    throw DecodingError.typeMismatch(type, context)
                }
                members[name] = try Member(text, as: type, of: name)
            }
        }
    }

    /// The value of a parameter.
    private enum Member: Encodable {
        case text(String)
        case flag(Bool)
        case number(Int)

        init(_ text: String, as type: any Any.Type, of name: String) throws(ControlError) {
            if type is Bool.Type, let flag = Bool(text) {
                self = .flag(flag)
            } else if type is any FixedWidthInteger.Type, let number = Int(text) {
                self = .number(number)
            } else {
                let expectation = ControlBody.name(of: type)
                throw ControlError(.invalid, "parameter \"\(name)\" must be \(expectation), not \"\(text)\"")
            }
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            switch self {
            case .text(let text): try container.encode(text)
            case .flag(let flag): try container.encode(flag)
            case .number(let number): try container.encode(number)
            }
        }
    }

    /// Returns the text of a parameter, nil when it is missing; an empty one is refused.
    func text(_ name: String) throws(ControlError) -> String? {
        guard let value = request.uri.queryParameters[name[...]] else { return nil }
        guard !value.isEmpty else { throw ControlError(.invalid, "parameter \"\(name)\" is empty") }
        return String(value)
    }

    /// Returns a parameter that is a whole number; nil when it is missing.
    func number(_ name: String) throws(ControlError) -> Int? {
        guard let text = try text(name) else { return nil }
        guard let value = Int(text) else {
            throw ControlError(.invalid, "parameter \"\(name)\" must be a whole number, not \"\(text)\"")
        }
        return value
    }

    /// Returns a parameter that is true or false; false when it is missing.
    func flag(_ name: String) throws(ControlError) -> Bool {
        switch try text(name) {
        case nil, "false": return false
        case "true": return true
        case .some(let value):
            throw ControlError(.invalid, "parameter \"\(name)\" must be true or false, not \"\(value)\"")
        }
    }

    /// Returns a time to wait in milliseconds; zero when the parameter is missing.
    func wait(_ name: String, max: Int = ControlLimits.waitMillisecondsMax) throws(ControlError) -> Int {
        guard let value = try number(name) else { return 0 }
        return try ControlQuery.checkedWait(value, called: "parameter \"\(name)\"", max: max)
    }

    /// Returns a time to wait if it is within bounds.
    static func checkedWait(
        _ value: Int,
        called name: String,
        max: Int = ControlLimits.waitMillisecondsMax
    ) throws(ControlError) -> Int {
        guard (0...max).contains(value) else {
            throw ControlError(.invalid, "\(name) must be 0 to \(max) milliseconds, not \(value)")
        }
        return value
    }
}
