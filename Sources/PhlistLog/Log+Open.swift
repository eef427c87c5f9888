package import PhlistModel

extension Log {
    /// Returns the names of the logs of earlier versions that were set aside in a directory.
    package static func outdatedNames(in path: String, on fileSystem: any FileSystem) -> [String] {
        ((try? fileSystem.list(path)) ?? []).filter { $0.hasPrefix(outdatedPrefix) }
    }

    /// Opens the log in a directory, or creates an empty one if there is none.
    ///
    /// Every byte is checked, and everything in the log is durable when this returns; `replay(from:_:)` then passes on
    /// the records. A torn tail, which was never acknowledged, is cut off and kept in `quarantine/`. If acknowledged
    /// bytes are damaged, the file is kept there, and everything intact becomes a new generation, with holes in place
    /// of the rest; if that cannot be written, the damaged file is opened read-only. A log of an earlier version is
    /// renamed, and an empty one is created. `report` records all this.
    ///
    /// - Parameters:
    ///   - directory: The locked state directory.
    ///   - device: The device that owns the log.
    ///   - milliseconds: The time since 1970, stored in a new log.
    ///   - newSalt: A random number for new generations.
    /// - Returns: The log, ready for appends unless its `health` says otherwise.
    /// - Throws: `badHeader`, `unsupportedVersion`, `unsupportedFrame`, `belongsToAnotherDevice`, `damaged`,
    ///   `unreadable`, or `file`. The log is then left unchanged.
    package static func open(
        in directory: StateDirectory,
        device: DeviceID,
        atMilliseconds milliseconds: UInt64,
        newSalt: UInt32
    ) throws(LogError) -> Log {
        let opening = LogOpening(directory: directory, device: device, newSalt: newSalt)
        let log: Log
        do throws(LogError) {
            if let found = try opening.open() {
                log = found
            } else {
                log = try opening.create(atMilliseconds: milliseconds)
            }
        } catch .outdatedVersion(let major, let minor) {
            log = try opening.replaceOutdated(major: major, minor: minor, atMilliseconds: milliseconds)
        }
        // Nothing depends on the reserve until the disk is full.
        try? Reserve(directory).make()
        return log
    }
}
