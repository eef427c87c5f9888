import Foundation
import PhlistTestKit
import Testing

/// Bytes that never change: every version stores, signs, sends and reads them.
///
/// A file that differs is a new version of the format. With PHLIST_UPDATE=1 it is written instead of compared.
struct GoldenFile {
    var name: String

    func expect(_ golden: GoldenText) throws {
        if ProcessInfo.processInfo.environment["PHLIST_UPDATE"] == "1" {
            try Data(golden.text.utf8).write(to: file)
        }
        let expected = try text
        #expect(golden.text == expected, "differs from \(file.path); after a look rewrite it with PHLIST_UPDATE=1")
    }

    /// What the file has under each title.
    var entries: [(title: String, bytes: [UInt8])] {
        get throws { GoldenText.entries(of: try text) }
    }

    private var file: URL {
        URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Golden/\(name).txt")
    }

    private var text: String {
        get throws { try String(contentsOf: file, encoding: .utf8) }
    }
}
