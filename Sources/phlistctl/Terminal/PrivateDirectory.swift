import Glibc
import PhlistControl

/// A directory that only the user can enter, for files that other programs work on; whoever makes it removes it.
enum PrivateDirectory {
    /// Makes one and returns its path.
    static func make(_ environment: [String: String]) throws(ControlError) -> String {
        let parent = ["XDG_RUNTIME_DIR", "TMPDIR"].compactMap { environment[$0] }.first { $0.hasPrefix("/") } ?? "/tmp"
        var template = Array("\(parent)/phlist-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else {
            let cause = String(cString: strerror(errno))
            throw ControlError(.inputOutput, "cannot make a directory in \(parent): \(cause)")
        }
        return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
