import Glibc
import PhlistControl

/// Finds and reads the files of a configuration.
enum ConfigurationFiles {
    /// A configuration is a page of text; a larger file is a mistake.
    static let sizeMax = 1 << 20

    /// Returns the files of `conf.d` in the order in which they are read: by name, without hidden and other files.
    static func fragments(in directory: String) throws(Errno) -> [String] {
        guard let stream = opendir(directory) else {
            guard errno == ENOENT else { throw .last }
            return []
        }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { String(cString: $0) }
            }
            if !name.hasPrefix("."), name.hasSuffix(".yaml") || name.hasSuffix(".yml") { names.append(name) }
        }
        return names.sorted().map { "\(directory)/\($0)" }
    }

    /// Returns the bytes of a file; throws EFBIG for more than `sizeMax`.
    static func read(_ path: String) throws(Errno) -> [UInt8] {
        let descriptor = try Errno.check(open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK))
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while bytes.count <= sizeMax {
            let count = Glibc.read(descriptor, &chunk, chunk.count)
            guard count >= 0 else { throw .last }
            guard count > 0 else { return bytes }
            bytes += chunk[..<count]
        }
        throw Errno(code: EFBIG)
    }
}
