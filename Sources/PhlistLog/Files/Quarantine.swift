/// The directory that keeps bytes taken out of use, for later inspection.
struct Quarantine {
    static let name = "quarantine"

    private let directory: StateDirectory

    init(_ directory: StateDirectory) {
        self.directory = directory
    }

    /// Keeps bytes that are about to be cut off the log.
    ///
    /// The name follows from offset and contents, so that repeating an interrupted recovery adds nothing.
    ///
    /// - Returns: The name in the state directory; nil if there is no room for the bytes, which stops nothing.
    func keep(_ bytes: [UInt8], cutAt offset: Int) throws(FileError) -> String? {
        let sum = String(Checksum.of(bytes[...]), radix: 16)
        let name = "\(Self.name)/torn-\(offset)-\(sum)"
        do {
            try makeFolder()
            let count = try directory.fileSystem.list(directory.path(of: Self.name)).count
            guard count < LogLimits.quarantineFilesMax else { return nil }
            try directory.replace(name, with: bytes)
        } catch {
            guard error.reason.isLackOfRoom else { throw error }
            return nil
        }
        return name
    }

    /// Gives the damaged log a second name, which it keeps when the log gets another generation.
    ///
    /// Nothing is copied: a generation found damaged is never written again. The name follows from the contents, so
    /// that repeating this adds nothing.
    ///
    /// - Returns: The name in the state directory.
    func keepLog(_ file: any File, size: Int, generation: UInt64) throws(FileError) -> String {
        let sum = String(Self.sum(of: file, size: size), radix: 16)
        let name = "\(Self.name)/log-\(generation)-\(sum)"
        try makeFolder()
        do {
            try directory.fileSystem.link(directory.path(of: Log.name), to: directory.path(of: name))
        } catch {
            guard error.reason == .exists else { throw error }
        }
        try directory.fileSystem.flushParent(of: directory.path(of: name))
        return name
    }

    private func makeFolder() throws(FileError) {
        try directory.fileSystem.makeDirectories(directory.path(of: Self.name))
    }

    /// Returns a checksum of everything that can be read.
    private static func sum(of file: any File, size: Int) -> UInt32 {
        stride(from: 0, to: size, by: LogLimits.scanBytes).reduce(0) { sum, offset in
            let piece = try? file.read(min(LogLimits.scanBytes, size - offset), at: offset)
            return Checksum.of((piece ?? [])[...], seed: sum)
        }
    }
}
