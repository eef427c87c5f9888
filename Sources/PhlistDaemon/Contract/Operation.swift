import PhlistControl

/// The parameters, the body and the reply of a route, for the contract.
struct Operation: Sendable {
    var query: [Parameter] = []
    /// The call whose members are the query.
    var queryCall: (any (Decodable & Sendable).Type)?
    var body = Content.nothing
    var reply: Content
    /// Whether the parameter `as` names the member to act as.
    var actsAs = false
    /// Whether the parameter `dryRun` and the header `Idempotency-Key` are taken.
    var isChange = false

    /// A parameter of the query.
    struct Parameter: Sendable {
        var name: String
        var schema: JSONValue
        var isRequired = false

        static func text(_ name: String) -> Parameter { Parameter(name: name, schema: ["type": "string"]) }
        static func flag(_ name: String) -> Parameter { Parameter(name: name, schema: ["type": "boolean"]) }

        /// A time to wait, in milliseconds.
        static func wait(_ name: String, max: Int) -> Parameter {
            Parameter(name: name, schema: ["type": "integer", "minimum": 0, "maximum": .number(max)])
        }
    }

    /// The body of a request or a reply.
    enum Content: Sendable {
        case nothing
        case json(any (Decodable & Sendable).Type)
        /// A line of JSON for each event.
        case lines(any (Decodable & Sendable).Type)
        /// Bytes of one of these media types.
        case bytes([String])
    }

    /// The operation of a call.
    init<Call: ControlCall>(_: Call.Type) {
        reply = .json(Call.Reply.self)
        actsAs = true
        if Call.route.isRead {
            queryCall = Call.self
        } else {
            body = .json(Call.self)
            isChange = true
        }
    }

    /// The operation of a route that is no call.
    init(_ query: Parameter..., body: Content = .nothing, reply: Content, actsAs: Bool = false) {
        (self.query, self.body, self.reply, self.actsAs) = (query, body, reply, actsAs)
    }

    /// Returns the operation in OpenAPI 3.1.
    func document(of route: ControlRoute, _ schemas: Schemas) throws -> JSONValue {
        guard let summary = ControlRoute.summaries[route] else { throw OpenAPIDocument.Missing(route: route) }
        var document: [String: JSONValue] = [
            "operationId": .text("\(route)"),
            "summary": .text(summary),
            "tags": [.text(String(route.path.split(separator: "/")[1]))],
            "responses": [
                "200": .object(try content(reply, schemas, ["description": "What was asked for, or what was done."])),
                "default": ["$ref": "#/components/responses/Refusal"],
            ],
        ]
        let parameters = try parameters(schemas)
        if !parameters.isEmpty { document["parameters"] = .array(parameters) }
        if case .nothing = body { return .object(document) }
        if case .json(let type) = body { try schemas.close(type) }
        document["requestBody"] = .object(try content(body, schemas, ["required": true]))
        return .object(document)
    }

    private func parameters(_ schemas: Schemas) throws -> [JSONValue] {
        var found = query
        if let queryCall {
            let members = try schemas.object(queryCall).schema.members
            let required = members["required"]
            for (name, schema) in members["properties"]?.members.sorted(by: { $0.key < $1.key }) ?? [] {
                let isRequired = if case .array(let names) = required { names.contains(.text(name)) } else { false }
                found.append(Parameter(name: name, schema: schema, isRequired: isRequired))
            }
        }
        let own: [JSONValue] = found.map { parameter in
            [
                "name": .text(parameter.name), "in": "query", "required": .flag(parameter.isRequired),
                "schema": parameter.schema,
            ]
        }
        let shared = (actsAs ? ["as"] : []) + (isChange ? ["dryRun", "key"] : [])
        return own + shared.map { ["$ref": .text("#/components/parameters/\($0)")] }
    }

    private func content(
        _ content: Content,
        _ schemas: Schemas,
        _ others: [String: JSONValue]
    ) throws -> [String: JSONValue] {
        let media: JSONValue? =
            switch content {
            case .nothing: nil
            case .json(let type): ["application/json": ["schema": try schemas.schema(of: type)]]
            case .lines(let type): ["application/x-ndjson": ["schema": try schemas.schema(of: type)]]
            case .bytes(let types): .object(Dictionary(uniqueKeysWithValues: types.map { ($0, ["schema": [:]]) }))
            }
        return media.map { others.merging(["content": $0]) { $1 } } ?? others
    }
}
