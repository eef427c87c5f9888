import FoundationEssentials
import PhlistControl
import PhlistTestKit
import PhlistVocabulary
import Testing

@testable import PhlistDaemon

/// The contract of the control API.
struct OpenAPITests {
    /// A changed `docs/openapi.json` is a changed contract, which should be seen in review.
    @Test func `the contract that programs are written against is the one that is published`() async throws {
        try await RunningDaemon.run(in: TestDirectory()) { daemon in
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted]
            let table = ControlRoutes(service: daemon.service).table
            let document = try encoder.encode(OpenAPIDocument.make(of: table.operations))
            try GoldenFile(published: "docs/openapi.json").expect(String(decoding: document, as: UTF8.self) + "\n")
        }
    }

    struct Inner: Decodable {
        var names: [String]
        var counts: [String: Int]?
        var others: [Inner]?
    }

    struct Outer: Decodable {
        var inner: Inner
        var flag = false
        var kind: ErrorCode?
    }

    @Test func `a type is described by what it asks for, with what may be missing`() throws {
        let schemas = Schemas()
        #expect(
            try schemas.schema(of: [Outer].self) == [
                "type": "array", "items": ["$ref": "#/components/schemas/OpenAPITests.Outer"],
            ]
        )
        let outer = schemas.components["OpenAPITests.Outer"]?.members
        #expect(outer?["required"] == ["flag", "inner"])
        #expect(outer?["properties"]?.members["inner"] == ["$ref": "#/components/schemas/OpenAPITests.Inner"])
        #expect(outer?["properties"]?.members["kind"]?.members["enum"] == .array(ErrorCode.names.map { .text($0) }))
        let inner = schemas.components["OpenAPITests.Inner"]?.members
        #expect(inner?["required"] == ["names"])
        #expect(
            inner?["properties"]?.members["counts"] == ["type": "object", "additionalProperties": ["type": "integer"]]
        )
    }

    @Test func `a type that says nothing about its form is refused`() {
        struct Silent: Decodable {
            init(from decoder: any Decoder) throws { _ = try decoder.singleValueContainer() }
        }
        #expect(throws: Schemas.Undescribed.self) { try Schemas().schema(of: Silent.self) }
        #expect(throws: OpenAPIDocument.Missing.self) { try OpenAPIDocument.make(of: [:]) }
    }
}
