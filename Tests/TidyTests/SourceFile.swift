import Foundation

/// One text file of the project.
struct SourceFile: Sendable {
    /// The path below the package root, with forward slashes.
    let path: String
    let text: String

    var lines: [Substring] {
        text.split(separator: "\n", omittingEmptySubsequences: false)
    }

    /// The file's name without its folders.
    var name: String {
        String(path.split(separator: "/").last ?? "")
    }

    /// The name of the target that a Swift file below Sources belongs to.
    var target: String? {
        let parts = path.split(separator: "/")
        guard parts.count > 2, parts[0] == "Sources" else { return nil }
        return String(parts[1])
    }

    /// What is wrong at a line, as a compiler would print it, so that editors can jump there.
    func finding(line: Int, _ words: String) -> String {
        "\(path):\(line): \(words)"
    }
}
