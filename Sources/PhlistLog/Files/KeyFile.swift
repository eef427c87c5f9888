/// The reasons why the device's key cannot be used.
package enum KeyFileError: Error, Hashable, Sendable {
    /// Other users than the owner may read or write the file; it has these permission bits.
    case openToOthers(path: String, permissions: UInt32)
    /// The file belongs to another user.
    case notOurs(path: String)
    /// The file is empty or far longer than any key.
    case badSize(path: String, bytes: Int)
    /// There is no file, although a log is there that was begun with it.
    case missing(path: String, log: String)
    /// The file cannot be read or created; a symbolic link is not followed.
    case file(FileError)
}

extension KeyFileError: CustomStringConvertible {
    /// One line that says what is wrong and what to do.
    package var description: String { [finding, remedy].compactMap(\.self).joined(separator: "; ") }

    /// The fault, without advice.
    package var finding: String {
        switch self {
        case .openToOthers(let path, let permissions):
            "\(path) is open to others (mode \(String(permissions, radix: 8)))"
        case .notOurs(let path): "\(path) belongs to another user"
        case .badSize(let path, let bytes): "\(path) holds no key (\(bytes) bytes)"
        case .missing(let path, let log): "\(path) is missing, and \(log) was begun with it"
        case .file(let error): "\(error)"
        }
    }

    /// Advice for the owner of the key; nil if the finding says all.
    package var remedy: String? {
        switch self {
        case .openToOthers(let path, _): "try: chmod 600 \(path)"
        case .badSize, .missing: "put it back, or \(LogError.wayToBeginAnew)"
        case .notOurs, .file: nil
        }
    }
}

/// The file `device.key`: the private key that identifies this device to others.
package enum KeyFile {
    static let name = "device.key"

    /// Reads the key, or stores a new one if there is none.
    ///
    /// The key is durable before it is returned: a device that others know by one key must not start with another.
    /// Beside a log no new one is stored, because the log would not open with it.
    ///
    /// - Parameters:
    ///   - directory: The locked state directory.
    ///   - create: Makes the bytes of a new key; called only if there is no file.
    /// - Returns: The bytes of the key.
    /// - Throws: The reason why the file must not, or cannot, be used.
    package static func load(
        from directory: StateDirectory,
        create: () -> [UInt8]
    ) throws(KeyFileError) -> [UInt8] {
        guard let file = try asKeyFileError({ () throws(FileError) in try directory.openIfPresent(name, .read) }) else {
            try checkIsFirst(in: directory.path, on: directory.fileSystem)
            let bytes = create()
            try asKeyFileError { () throws(FileError) in try directory.replace(name, with: bytes) }
            return bytes
        }
        return try read(file, path: directory.path(of: name))
    }

    /// Returns the permission bits of a key file that its owner could use; nil if there is none.
    ///
    /// The key itself is not read.
    static func permissions(of path: String, on fileSystem: any FileSystem) throws(KeyFileError) -> UInt32? {
        let file = try asKeyFileError { () throws(FileError) in try fileSystem.openIfPresent(path, .read) }
        guard let file else { return nil }
        return try check(file, path: path).permissions
    }

    /// Returns the reason why `load` would refuse the key of a state directory; nil if it would not.
    ///
    /// The key itself is not read, and none is stored.
    package static func refusal(in directory: String, on fileSystem: any FileSystem) -> KeyFileError? {
        let path = "\(directory)/\(name)"
        do throws(KeyFileError) {
            let file = try asKeyFileError { () throws(FileError) in try fileSystem.openIfPresent(path, .read) }
            if let file {
                _ = try checkIsOurs(file, path: path)
            } else {
                try checkIsFirst(in: directory, on: fileSystem)
            }
            return nil
        } catch {
            return error
        }
    }

    /// Throws if a log is there, whose key a new one cannot replace.
    private static func checkIsFirst(in directory: String, on fileSystem: any FileSystem) throws(KeyFileError) {
        let names = try asKeyFileError { () throws(FileError) in try fileSystem.list(directory) }
        guard names.contains(Log.name) || names.contains(Log.previousName) else { return }
        throw .missing(path: "\(directory)/\(name)", log: Log.name)
    }

    private static func read(_ file: any File, path: String) throws(KeyFileError) -> [UInt8] {
        let attributes = try checkIsOurs(file, path: path)
        return try asKeyFileError { () throws(FileError) in try file.read(attributes.size, at: 0) }
    }

    private static func checkIsOurs(_ file: any File, path: String) throws(KeyFileError) -> FileAttributes {
        let attributes = try check(file, path: path)
        guard attributes.isOurs else { throw .notOurs(path: path) }
        return attributes
    }

    private static func check(_ file: any File, path: String) throws(KeyFileError) -> FileAttributes {
        let attributes = try asKeyFileError { () throws(FileError) in try file.attributes() }
        guard attributes.permissions & 0o077 == 0 else {
            throw .openToOthers(path: path, permissions: attributes.permissions)
        }
        guard (1...LogLimits.keyBytesMax).contains(attributes.size) else {
            throw .badSize(path: path, bytes: attributes.size)
        }
        return attributes
    }

    private static func asKeyFileError<Result>(
        _ body: () throws(FileError) -> Result
    ) throws(KeyFileError) -> Result {
        do {
            return try body()
        } catch {
            throw .file(error)
        }
    }
}
