import PhlistControl
import PhlistLog

/// A file that is written as a whole.
struct FileOutput {
    let path: String
    let fileSystem: any FileSystem

    /// Refuses an existing file, unless it may be replaced, and what is no file, as it would be replaced by one.
    func check(isReplaced: Bool) throws(ControlError) {
        switch FileStatus(path: path)?.kind {
        case .directory: throw ControlError(.usage, "\(path) is a directory", hint: "name a file in it")
        case .symbolicLink:
            throw ControlError(.usage, "\(path) is a symbolic link", hint: "name the file to which it leads")
        case .socket, .other:
            throw ControlError(.usage, "\(path) is a device, a pipe or a socket, and not a file", hint: "name a file")
        case .regular, nil: break
        }
        guard !isReplaced, (try? fileSystem.identity(of: path)) != nil else { return }
        throw ControlError(.usage, "\(path) already exists", hint: "name another file, or add --force")
    }

    /// The path of the file until it is complete, with the process id so that it is not one of the user's own files.
    var temporaryPath: String { "\(path).\(fileSystem.processIdentifier).new" }

    /// Writes the file, which appears complete or not at all.
    func write(_ bytes: [UInt8]) throws(ControlError) {
        do throws(FileError) {
            try fileSystem.replace(path, with: bytes, temporaryPath: temporaryPath)
        } catch {
            // The file that the user named, not the one that stands in for it.
            throw FileError(.write, path, error.reason).controlError
        }
    }
}

extension FileError {
    /// The error for a user's file that cannot be read or written.
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
