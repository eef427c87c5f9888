/// The findings when a log was opened.
package struct OpenReport: Hashable, Sendable {
    /// The ending of the log.
    package enum Ending: Hashable, Sendable {
        /// There was no log; an empty one was created.
        case created
        /// It was properly closed.
        case clean
        /// It was not closed, but everything in it was known to be durable.
        case sealed
        /// It was not closed; its last frame is whole.
        case interrupted
        /// It ended in bytes that were never acknowledged. They were cut off, and kept in the file of this name in the
        /// state directory, or not kept if there was no room.
        case torn(bytes: Int, keptAs: String?)
        /// Acknowledged bytes were damaged.
        case damaged(Damage)
    }

    /// The treatment of a damaged log.
    package struct Damage: Hashable, Sendable {
        /// The holes that were found, in the order of the log.
        package var holes: [LogHole]
        /// The name of the damaged log in the state directory; nil if it could not be kept.
        package var keptAs: String?
        /// The reason why the intact parts could not become a new generation; nil if they did.
        ///
        /// The log is then read from the damaged file, and not written.
        package var isLeftAsItIs: FileError?
    }

    /// A log of an earlier version, which this program cannot read: an empty one replaced it.
    package struct Outdated: Hashable, Sendable {
        package var major: UInt16
        package var minor: UInt16
        /// The name under which it is kept in the state directory.
        package var keptAs: String
    }

    package var ending: Ending
    /// The outdated log that the new one replaced.
    package var outdated: Outdated?
    /// Whether the log was missing and the previous generation was used instead.
    package var usedPrevious: Bool
    package var generation: UInt64
    /// The numbers of frames and records in the log, including lost records and those of skipped frames.
    package var frameCount: Int
    package var recordCount: UInt64
    /// The size of the opened log in bytes, without a SEAL or CLEAN, which the next append overwrites.
    package var byteCount: Int
    /// All holes in this log, whenever they were found, in the order of the log.
    package var holes: [LogHole]
}
