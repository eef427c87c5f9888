/// The folder in which bytes that were taken out of use are kept for whoever wants to look.
struct Quarantine {
    static let name = "quarantine"

    private let directory: StateDirectory

    init(_ directory: StateDirectory) {
        self.directory = directory
    }

    /// Keeps bytes that are about to be cut off the log.
    ///
    /// The name follows from place and contents: a recovery that is interrupted and done again adds nothing.
    ///
    /// - Returns: The name in the state directory; nil when there is no room for the bytes, which stops nothing.
    func keep(_ bytes: [UInt8], cutAt offset: Int) throws(FileError) -> String? {
        let sum = String(Checksum.of(bytes[...]), radix: 16)
        let name = "\(Self.name)/torn-\(offset)-\(sum)"
        do {
            try StateDirectory.makeDirectories(directory.path(of: Self.name), on: directory.fileSystem)
            let count = try directory.fileSystem.list(directory.path(of: Self.name)).count
            guard count < LogLimits.quarantineFilesMax else { return nil }
            try directory.replace(name, with: bytes)
        } catch {
            guard error.reason.isLackOfRoom else { throw error }
            try? directory.removeIfPresent("\(name).new")
            return nil
        }
        return name
    }
}
