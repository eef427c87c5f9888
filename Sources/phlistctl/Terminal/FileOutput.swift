import PhlistControl
import PhlistLog

/// A file that is made with all its bytes.
struct FileOutput {
    let path: String
    let fileSystem: any FileSystem

    /// Refuses a file that is there already, unless it may be replaced; a link counts, wherever it leads.
    func check(isReplaced: Bool) throws(ControlError) {
        guard !isReplaced, (try? fileSystem.identity(of: path)) != nil else { return }
        throw ControlError(.usage, "\(path) is there already", hint: "name another file, or add --force")
    }

    /// The name of the file until it is whole: among somebody's own files no simpler one is sure to be free.
    var temporaryPath: String { "\(path).\(fileSystem.processIdentifier).new" }

    /// Writes the file: it appears whole, or not at all.
    func write(_ bytes: [UInt8]) throws(ControlError) {
        do throws(FileError) {
            try fileSystem.replace(path, with: bytes, temporaryPath: temporaryPath)
        } catch {
            if error.reason != .exists { try? fileSystem.unlink(temporaryPath) }
            throw error.controlError
        }
    }
}

extension FileError {
    /// Why a file of the user cannot be read or written.
    var controlError: ControlError {
        let code: ErrorCode =
            switch reason {
            case .noSpace, .quotaExceeded, .fileTooLarge: .diskFull
            case .denied: .notPermitted
            case .notFound: .notFound
            case .exists, .readOnly, .symbolicLink, .inputOutput, .other: .inputOutput
            }
        return ControlError(code, "\(self)")
    }
}
