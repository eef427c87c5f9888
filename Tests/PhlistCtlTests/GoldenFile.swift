import Foundation
import Testing

/// A file that holds what is expected; with PHLIST_UPDATE=1 it is written instead of compared.
struct GoldenFile {
    var name: String

    func expect(_ text: String) throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Golden")
        let file = folder.appending(path: "\(name).txt")
        if ProcessInfo.processInfo.environment["PHLIST_UPDATE"] == "1" {
            try Data(text.utf8).write(to: file)
        }
        let expected = try String(contentsOf: file, encoding: .utf8)
        #expect(text == expected, "differs from \(file.path); after a look rewrite it with PHLIST_UPDATE=1")
    }
}
