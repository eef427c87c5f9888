import Foundation
import PhlistControl
import Testing

/// The page about the control API names all that the code has.
struct DocumentTests {
    static let page: String = {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
        let text = try? String(contentsOf: root.appending(path: "docs/control-api.md"), encoding: .utf8)
        return text ?? ""
    }()

    @Test(arguments: ControlRoute.allCases)
    func `each route is described once, with a command to try`(route: ControlRoute) throws {
        let parts = Self.page.components(separatedBy: "\n### `\(route.rawValue)`\n")
        try #require(parts.count == 2)
        let section = parts[1]
        let command = section.components(separatedBy: "\n### ").first ?? ""
        #expect(command.contains("curl "))
        #expect(command.contains("http://phlist\(route.path)"))
    }

    @Test(arguments: ErrorCode.allCases)
    func `each error code is listed with its numbers`(code: ErrorCode) {
        #expect(Self.page.contains("| `\(code.rawValue)` | \(code.httpStatus) | \(code.exitStatus) |"))
    }
}
