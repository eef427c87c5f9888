import PhlistControl

/// The contract of the control API in OpenAPI 3.1, made of the types that requests are decoded to and replies encoded
/// from.
enum OpenAPIDocument {
    /// Returns the document.
    ///
    /// - Throws: An error that names a type whose JSON cannot be described, or a route without an operation.
    static func make(of operations: [ControlRoute: Operation]) throws -> JSONValue {
        let schemas = Schemas()
        var paths: [String: [String: JSONValue]] = [:]
        for route in ControlRoute.allCases {
            guard let operation = operations[route] else { throw Missing(route: route) }
            let document = try operation.document(of: route, schemas)
            paths[String(route.path), default: [:]][route.method.lowercased()] = document
        }
        let refusal = try schemas.schema(of: ErrorReply.self)
        return [
            "openapi": "3.1.0",
            "info": info,
            "servers": [
                ["url": "http://phlist", "description": "The Unix socket of phlistd; see docs/control-api.md."]
            ],
            "paths": .object(paths.mapValues { .object($0) }),
            "components": [
                "parameters": parameters,
                "responses": [
                    "Refusal": [
                        "description": "Nothing was changed; the error says why.",
                        "content": ["application/json": ["schema": refusal]],
                    ]
                ],
                "schemas": .object(schemas.components),
            ],
        ]
    }

    /// A route without an operation or a summary.
    struct Missing: Error {
        var route: ControlRoute
    }

    private static var info: JSONValue {
        [
            "title": "phlist control API",
            "version": .text("\(PhlistControl.schemaVersion)"),
            "summary": "Everything that phlistctl can do, for other programs.",
            "license": ["name": "Apache License 2.0", "identifier": "Apache-2.0"],
        ]
    }

    private static let parameters: JSONValue = [
        "as": [
            "name": "as", "in": "query", "description": "The member to act as.", "schema": ["type": "string"],
        ],
        "dryRun": [
            "name": "dryRun", "in": "query", "description": "Says what would happen, and changes nothing.",
            "schema": ["type": "boolean"],
        ],
        "key": [
            "name": "Idempotency-Key", "in": "header",
            "description": "The same request with the same key is carried out once.",
            "schema": ["type": "string", "pattern": "^[!-~]{1,64}$"],
        ],
    ]
}
