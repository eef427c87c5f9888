/// A call of the control API: its parameters, its route, and its reply.
///
/// The properties of a `GET` call are query parameters: texts, numbers and flags, nil for those not given. Those of any
/// other call form a JSON document.
package protocol ControlCall: Codable, Sendable, Equatable {
    associatedtype Reply: Codable & Sendable
    static var route: ControlRoute { get }
    /// The size limit of the document, in bytes.
    static var bodySizeMax: Int { get }
    /// Time that the daemon may take in addition to the client's time limit.
    static var patience: Duration { get }

    /// Throws an error if the call makes no sense in any state of the household.
    func check() throws(ControlError)
}

extension ControlCall {
    package static var bodySizeMax: Int { Limits.requestBodySizeMax }
    package static var patience: Duration { .zero }

    package func check() throws(ControlError) {}

    /// Throws if there are no references, or more than `Limits.referencesMax`.
    func checkReferences(_ references: [String], in field: String) throws(ControlError) {
        guard !references.isEmpty else { throw ControlError(.invalid, "field \"\(field)\" is empty") }
        guard references.count <= Limits.referencesMax else {
            throw ControlError(
                .tooLarge,
                "field \"\(field)\" has \(references.count) references; at most \(Limits.referencesMax)"
            )
        }
    }

    /// Throws unless either references or an age in days are given, within their limits.
    func checkPurge(of references: [String]?, in field: String, olderThanDays days: Int?) throws(ControlError) {
        guard (references == nil) != (days == nil), references?.isEmpty != true else {
            throw ControlError(.invalid, "either \"\(field)\" or \"olderThanDays\" is needed")
        }
        if let references { try checkReferences(references, in: field) }
        guard let days, !(0...Limits.purgeDaysMax).contains(days) else { return }
        throw ControlError(.invalid, "field \"olderThanDays\" is 0 to \(Limits.purgeDaysMax), not \(days)")
    }
}

/// Options that apply to every call.
package struct CallOptions: Sendable, Equatable {
    /// The member to act as; nil for the caller's own.
    package var actsAs: String?
    /// Asks what would happen, without changing anything.
    package var isDryRun: Bool
    /// Identifies repetitions of the same call; at most 64 ASCII characters.
    package var key: String?

    package init(actsAs: String? = nil, isDryRun: Bool = false, key: String? = nil) {
        self.actsAs = actsAs
        self.isDryRun = isDryRun
        self.key = key
    }
}

extension ControlRequest {
    /// Creates the request that carries a call.
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

/// A value as the text of a query parameter.
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
