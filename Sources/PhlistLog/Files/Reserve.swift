/// Disk space that is reserved for when the disk is full.
///
/// An orderly end and a recovery write a little, and there must be room for it. The file is written, since blocks that
/// are only allocated can be missing when they are needed, and with bytes that no file system can compress.
struct Reserve {
    static let name = "reserve"

    private let directory: StateDirectory

    init(_ directory: StateDirectory) {
        self.directory = directory
    }

    /// Creates the file if it is missing or has another size, and there is space to spare.
    func make() throws(FileError) {
        let path = directory.path(of: Self.name)
        if let file = try directory.openIfPresent(Self.name, .read) {
            guard try file.attributes().size != LogLimits.reserveBytes else { return }
        }
        guard try directory.fileSystem.freeBytes(of: directory.path) > LogLimits.freeBytesMin else { return }
        try directory.fileSystem.replace(path, with: Self.bytes)
    }

    /// Releases the space.
    ///
    /// - Returns: Whether there was any.
    @discardableResult
    func release() throws(FileError) -> Bool {
        guard try directory.openIfPresent(Self.name, .read) != nil else { return false }
        try directory.removeIfPresent(Self.name)
        return true
    }

    /// Pseudorandom bytes (xorshift, Marsaglia 2003).
    private static var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(LogLimits.reserveBytes)
        var number: UInt64 = 0x5048_4C49_5354_4C47
        while bytes.count < LogLimits.reserveBytes {
            number ^= number << 13
            number ^= number >> 7
            number ^= number << 17
            bytes.append(littleEndian: number)
        }
        return bytes
    }
}
