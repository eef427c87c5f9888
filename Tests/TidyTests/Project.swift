import Foundation

/// Every text file that people keep in this tree; build products and the history are not among them.
struct Project: Sendable {
    /// The tree that this file is in, read once.
    static let current = Project(root: URL(filePath: #filePath).appending(path: "../../..").standardized)

    let files: [SourceFile]
    private let paths: Set<String>

    var swiftSources: [SourceFile] {
        files.filter { $0.path.hasPrefix("Sources/") && $0.path.hasSuffix(".swift") }
    }

    var swiftFiles: [SourceFile] {
        files.filter { $0.path.hasSuffix(".swift") }
    }

    var documents: [SourceFile] {
        files.filter { $0.path.hasSuffix(".md") }
    }

    /// Reads a tree; a file that is not UTF-8 is known by its path only.
    init(root: URL) {
        let found = Self.walk(root, below: "")
        paths = Set(found.map(\.path))
        files = found.compactMap { entry in
            (try? String(contentsOf: entry.url, encoding: .utf8)).map { SourceFile(path: entry.path, text: $0) }
        }
    }

    /// Creates a tree in memory, for the tests of the rules.
    init(files: [SourceFile]) {
        self.files = files
        paths = Set(files.map(\.path))
    }

    subscript(path: String) -> SourceFile? {
        files.first { $0.path == path }
    }

    /// Whether a file or folder is at the path.
    func contains(_ path: String) -> Bool {
        let path = path.hasSuffix("/") ? String(path.dropLast()) : path
        return paths.contains(path) || paths.contains { $0.hasPrefix(path + "/") }
    }

    /// Whether a file has the name in any folder.
    func containsFile(named name: String) -> Bool {
        paths.contains { $0 == name || $0.hasSuffix("/" + name) }
    }

    private static func walk(_ folder: URL, below prefix: String) -> [(path: String, url: URL)] {
        let entries = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return entries.sorted().filter { ![".build", ".git", ".swiftpm"].contains($0) }.flatMap { name in
            let url = folder.appending(path: name)
            return isFolder(url) ? walk(url, below: prefix + name + "/") : [(prefix + name, url)]
        }
    }

    private static func isFolder(_ url: URL) -> Bool {
        (try? url.resourceValues(forKeys: [.isDirectoryKey]))?.isDirectory ?? false
    }
}
