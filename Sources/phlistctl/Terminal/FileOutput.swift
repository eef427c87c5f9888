import PhlistControl
import PhlistLog

/// A file that is made with all its bytes.
struct FileOutput {
    let path: String
    let fileSystem: any FileSystem

    /// Refuses a file that is there already, unless it may be replaced.
    func check(isReplaced: Bool) throws(ControlError) {
        guard !isReplaced, (try? fileSystem.identity(of: path)) != nil else { return }
        throw ControlError(.usage, "\(path) is there already", hint: "name another file, or add --force")
    }

    /// Writes the file: it appears whole, or not at all.
    func write(_ bytes: [UInt8]) throws(ControlError) {
        do throws(FileError) {
            try fileSystem.replace(path, with: bytes)
        } catch {
            try? fileSystem.unlink("\(path).new")
            let code: ErrorCode = error.reason.isLackOfRoom ? .diskFull : .inputOutput
            throw ControlError(error.reason == .denied ? .notPermitted : code, "\(error)")
        }
    }
}
