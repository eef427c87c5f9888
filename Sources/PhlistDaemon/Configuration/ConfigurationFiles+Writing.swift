import Glibc
import PhlistControl

extension ConfigurationFiles {
    /// Returns the text of a file; empty for a missing one.
    static func readText(_ path: String) throws(ControlError) -> String {
        do throws(Errno) {
            let bytes = try read(path)
            guard let text = String(validating: bytes, as: UTF8.self) else { throw Errno(code: EILSEQ) }
            return text
        } catch {
            guard error == .noSuchFile else { throw error.about(path) }
            return ""
        }
    }

    /// Replaces a file atomically, also across a power failure; the file keeps its mode.
    ///
    /// A symbolic link stays one: its target is replaced.
    static func replace(_ path: String, with text: String) throws(ControlError) {
        let target = resolved(path)
        let directory = PrivateDirectory.parent(of: target)
        if FileStatus(path: directory) == nil { try PrivateDirectory.make(directory) }
        let temporary = "\(target).new"
        do throws(Errno) {
            do throws(Errno) {
                try write(Array(text.utf8), to: temporary, mode: mode(of: target))
                try Errno.check(rename(temporary, target))
            } catch {
                unlink(temporary)
                throw error
            }
            try synchronize(directory)
        } catch {
            throw error.about(target)
        }
    }

    private static func resolved(_ path: String) -> String {
        guard let target = realpath(path, nil) else { return path }
        defer { free(target) }
        return String(cString: target)
    }

    /// Returns the mode of a file; a new file is for its user alone.
    private static func mode(of path: String) -> mode_t {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_mode & 0o777 : 0o600
    }

    private static func write(_ bytes: [UInt8], to path: String, mode: mode_t) throws(Errno) {
        let flags = O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW
        let descriptor = try Errno.check(open(path, flags, mode))
        defer { close(descriptor) }
        try Errno.check(fchmod(descriptor, mode))
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            guard count >= 0 else { throw .last }
            rest = rest.dropFirst(count)
        }
        try Errno.check(fsync(descriptor))
    }

    private static func synchronize(_ directory: String) throws(Errno) {
        let descriptor = try Errno.check(open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC))
        defer { close(descriptor) }
        try Errno.check(fsync(descriptor))
    }
}
