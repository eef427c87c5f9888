/// One call of the control API: what is asked, where it goes, and what comes back.
///
/// The members of a call that is a `GET` travel as parameters of the query: they are texts, numbers, and flags, nil for
/// what is not given. Those of any other call are the members of a JSON document.
package protocol ControlCall: Codable, Sendable, Equatable {
    associatedtype Reply: Codable & Sendable
    static var route: ControlRoute { get }
    /// The daemon takes no larger document.
    static var bodySizeMax: Int { get }
    /// How long the daemon may take for it beyond the usual.
    static var patience: Duration { get }

    /// Refuses what no state of the household could make sense of.
    func check() throws(ControlError)
}

extension ControlCall {
    package static var bodySizeMax: Int { Limits.requestBodySizeMax }
    package static var patience: Duration { .zero }

    /// Whatever can be decoded makes sense.
    package func check() throws(ControlError) {}

    /// Refuses no references at all, and more than one request may have.
    func checkReferences(_ references: [String], in field: String) throws(ControlError) {
        guard !references.isEmpty else { throw ControlError(.invalid, "field \"\(field)\" is empty") }
        guard references.count <= Limits.referencesMax else {
            throw ControlError(
                .tooLarge,
                "field \"\(field)\" has \(references.count) references, \(Limits.referencesMax) fit one request"
            )
        }
    }

    /// Refuses all but either references or an age in days.
    func checkPurge(of references: [String]?, in field: String, olderThanDays days: Int?) throws(ControlError) {
        guard (references == nil) != (days == nil), references?.isEmpty != true else {
            throw ControlError(.invalid, "either \"\(field)\" or \"olderThanDays\" is needed")
        }
        if let references { try checkReferences(references, in: field) }
        guard let days, !(0...Limits.purgeDaysMax).contains(days) else { return }
        throw ControlError(.invalid, "field \"olderThanDays\" is 0 to \(Limits.purgeDaysMax), not \(days)")
    }
}

/// How a call is meant, whatever it asks.
package struct CallOptions: Sendable, Equatable {
    /// The member to act as; nil for the caller's own.
    package var actsAs: String?
    /// Asks what would happen, and changes nothing.
    package var isDryRun: Bool
    /// Makes a repetition of the call known as one; at most 64 characters of ASCII.
    package var key: String?

    /// Creates options.
    package init(actsAs: String? = nil, isDryRun: Bool = false, key: String? = nil) {
        self.actsAs = actsAs
        self.isDryRun = isDryRun
        self.key = key
    }
}

extension ControlRequest {
    /// The request that a call is sent as.
    package init<Call: ControlCall>(
        _ call: Call,
        _ options: CallOptions = CallOptions()
    ) throws(ClientError) where Call.Reply == Reply {
        self.init(route: Call.route)
        patience = Call.patience
        query = options.actsAs.map { [(name: "as", value: $0)] } ?? []
        if Call.route.isRead {
            query += try Self.parameters(of: call)
            return
        }
        body = call
        key = options.key
        if options.isDryRun {
            query.append((name: "dryRun", value: "true"))
        }
    }

    private static func parameters(of call: some Encodable) throws(ClientError) -> [(name: String, value: String)] {
        do {
            let document = try JSONText.decode([String: Scalar].self, from: Array(JSONText.encode(call).utf8))
            return document.sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value.text) }
        } catch {
            throw .requestMalformed("\(error)")
        }
    }
}

/// The value of a parameter.
private struct Scalar: Decodable {
    var text: String

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let flag = try? container.decode(Bool.self) {
            text = flag ? "true" : "false"
        } else if let number = try? container.decode(Int64.self) {
            text = String(number)
        } else {
            text = try container.decode(String.self)
        }
    }
}
