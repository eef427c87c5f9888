import FoundationEssentials
import Glibc

/// A directory of mode 0700 that is gone with its test; its path is short enough for a socket.
final class TestDirectory: Sendable {
    let path: String

    init() throws {
        var template = Array("/tmp/phlist-XXXXXX".utf8CString)
        guard let made = mkdtemp(&template) else { throw CocoaError(.fileWriteUnknown) }
        path = String(cString: made)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// Writes a file, making its directory.
    @discardableResult
    func write(_ text: String, to name: String) throws -> String {
        let file = "\(path)/\(name)"
        let parent = String(file.prefix(upTo: file.lastIndex(of: "/") ?? file.endIndex))
        try FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: URL(filePath: file))
        return file
    }

    /// The permissions of a file.
    func mode(of name: String) -> UInt32 {
        var status = stat()
        return lstat("\(path)/\(name)", &status) == 0 ? status.st_mode & 0o777 : 0
    }

    /// Whether there is something under a name.
    func has(_ name: String) -> Bool {
        var status = stat()
        return lstat("\(path)/\(name)", &status) == 0
    }
}
