import Foundation

/// A file in the source tree with the expected output of a test, in the folder `Golden` next to the test.
///
/// With PHLIST_UPDATE=1 it is written instead of compared. If it holds bytes, they are what every version stores,
/// signs, sends and reads: a change of the file is a new version of the format.
package struct GoldenFile {
    private let file: URL

    /// An output of a test that differs from the file.
    package struct Difference: Error, CustomStringConvertible {
        package let description: String
    }

    /// Refers to a file.
    ///
    /// - Parameters:
    ///   - name: Its name, without the extension.
    ///   - test: The source file of the test.
    package init(name: String, test: String = #filePath) {
        file = URL(filePath: test).deletingLastPathComponent().appending(path: "Golden/\(name).txt")
    }

    /// Refers to a file that is published with the source tree.
    ///
    /// - Parameters:
    ///   - path: Its path from the top of the tree.
    ///   - test: The source file of the test.
    package init(published path: String, test: String = #filePath) {
        let above = test.split(separator: "/").prefix { $0 != "Tests" }
        file = URL(filePath: "/\(above.joined(separator: "/"))/\(path)")
    }

    /// The bytes under each title of the file.
    package var entries: [(title: String, bytes: [UInt8])] {
        get throws { GoldenText.entries(of: try text) }
    }

    /// Compares the file with bytes, part by part.
    package func expect(_ golden: GoldenText) throws {
        try expect(golden.text)
    }

    /// Compares the file with a text.
    ///
    /// - Throws: `Difference` when they differ.
    package func expect(_ text: String) throws {
        if ProcessInfo.processInfo.environment["PHLIST_UPDATE"] == "1" {
            try Data(text.utf8).write(to: file)
        }
        guard try self.text != text else { return }
        let line = zip(try self.text.split(separator: "\n"), text.split(separator: "\n")).first { $0 != $1 }
        let first = line.map { "\n- \($0)\n+ \($1)" } ?? ""
        throw Difference(description: "differs from \(file.path); after a look rewrite it with PHLIST_UPDATE=1\(first)")
    }

    private var text: String {
        get throws { try String(contentsOf: file, encoding: .utf8) }
    }
}
