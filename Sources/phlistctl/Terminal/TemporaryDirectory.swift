import FoundationEssentials
import Glibc
import PhlistControl
import PhlistLog

/// A directory that only the user can enter, for files that other programs edit or read.
enum TemporaryDirectory {
    /// Creates a directory, calls the work with its path, and removes the directory with all files in it.
    static func with<Result>(_ environment: [String: String], _ work: (String) throws -> Result) throws -> Result {
        let path = try make(environment)
        defer { try? FileManager.default.removeItem(atPath: path) }
        return try work(path)
    }

    /// Writes a new file in such a directory.
    static func write(_ bytes: [UInt8], to path: String) throws(ControlError) {
        do throws(FileError) {
            try PosixFileSystem().open(path, .create).write(bytes, at: 0)
        } catch {
            throw error.controlError
        }
    }

    private static func make(_ environment: [String: String]) throws(ControlError) -> String {
        let parent = ["XDG_RUNTIME_DIR", "TMPDIR"].compactMap { environment[$0] }.first { $0.hasPrefix("/") } ?? "/tmp"
        var template = Array("\(parent)/phlist-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else {
            throw ControlError(.inputOutput, "cannot make a directory in \(parent): \(Errno.last)")
        }
        return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
