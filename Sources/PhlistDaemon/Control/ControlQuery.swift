import Hummingbird
import PhlistControl

/// The query of a request, read with the same care as a body.
struct ControlQuery {
    private let request: Request

    init(_ request: Request) {
        self.request = request
    }

    /// Refuses a parameter with another name, and one that comes twice: a change must not be made on a slip of the pen.
    func checkNames(_ known: [String]) throws(ControlError) {
        var seen: Set<Substring> = []
        for (name, _) in request.uri.queryParameters {
            guard known.contains(String(name)) else {
                throw ControlError(
                    .invalid,
                    "unknown parameter \"\(name)\"; known are: \(known.joined(separator: ", "))"
                )
            }
            guard seen.insert(name).inserted else { throw ControlError(.invalid, "parameter \"\(name)\" comes twice") }
        }
    }

    /// All parameters as one value.
    func decode<Value: Decodable>(_ type: Value.Type) throws(ControlError) -> Value {
        for (name, value) in request.uri.queryParameters where value.isEmpty {
            throw ControlError(.invalid, "parameter \"\(name)\" is empty")
        }
        do {
            return try URLEncodedFormDecoder().decode(type, from: request.uri.query ?? "")
        } catch let error as DecodingError {
            throw ControlError(.invalid, ControlBody.message(for: error, inPart: "parameter"))
        } catch {
            throw ControlError(.invalid, "the query is not understood")
        }
    }

    /// The text of a parameter, nil when it is missing; an empty one is refused.
    func text(_ name: String) throws(ControlError) -> String? {
        guard let value = request.uri.queryParameters[name[...]] else { return nil }
        guard !value.isEmpty else { throw ControlError(.invalid, "parameter \"\(name)\" is empty") }
        return String(value)
    }

    /// A parameter that is true or false; false when it is missing.
    func flag(_ name: String) throws(ControlError) -> Bool {
        switch try text(name) {
        case nil, "false": return false
        case "true": return true
        case .some(let value):
            throw ControlError(.invalid, "parameter \"\(name)\" must be true or false, not \"\(value)\"")
        }
    }

    /// A parameter that is a time to wait in milliseconds; zero when it is missing.
    func wait(_ name: String) throws(ControlError) -> Int {
        guard let text = try text(name) else { return 0 }
        guard let value = Int(text) else {
            throw ControlError(.invalid, "parameter \"\(name)\" must be a whole number, not \"\(text)\"")
        }
        return try ControlQuery.checkedWait(value, called: "parameter \"\(name)\"")
    }

    /// A time to wait that is in bounds.
    static func checkedWait(_ value: Int, called name: String) throws(ControlError) -> Int {
        guard (0...ControlLimits.waitMillisecondsMax).contains(value) else {
            let limit = ControlLimits.waitMillisecondsMax
            throw ControlError(.invalid, "\(name) must be 0 to \(limit) milliseconds, not \(value)")
        }
        return value
    }
}
