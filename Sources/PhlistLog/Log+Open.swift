package import PhlistModel

extension Log {
    /// Opens the log in a directory, or makes an empty one where there is none.
    ///
    /// Every byte is checked, and everything in the log is durable when this returns; `replay(from:_:)` then hands over
    /// the records. A torn tail, which nobody was told is stored, is cut off and kept in `quarantine/`. When
    /// acknowledged bytes are damaged, the file is kept there, and all that is whole becomes a new generation, with
    /// holes in the places of what is lost; where that cannot be written, the damaged file is read and not written.
    /// A log of an earlier version gets another name, and an empty one is made. `report` says all this.
    ///
    /// - Parameters:
    ///   - directory: The directory that this process holds.
    ///   - device: The device whose log it is.
    ///   - milliseconds: The time since 1970, kept in a new log.
    ///   - newSalt: A random number for new generations.
    /// - Returns: The log, ready for appends unless its `health` says otherwise.
    /// - Throws: `badHeader`, `unsupportedVersion`, `unsupportedFrame`, `belongsToAnotherDevice`, `damaged`,
    ///   `unreadable`, or `file`. The log is then left as it is.
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
        // Nothing depends on it until the disk is full.
        try? Reserve(directory).make()
        return log
    }
}
