/// What was found when a log was opened.
package struct OpenReport: Hashable, Sendable {
    /// How the log ended.
    package enum Ending: Hashable, Sendable {
        /// There was no log; an empty one was made.
        case created
        /// It was closed in order.
        case clean
        /// It was not closed, but everything in it was known durable.
        case sealed
        /// It was not closed; its last frame is whole.
        case interrupted
        /// It ended in bytes that were never acknowledged. They were cut off, and kept in the file of this name in
        /// the state directory, or nowhere when there was no room.
        case torn(bytes: Int, keptAs: String?)
        /// Acknowledged bytes were damaged.
        case damaged(Damage)
    }

    /// What became of a damaged log.
    package struct Damage: Hashable, Sendable {
        /// The holes that were found, in the order of the log.
        package var holes: [LogHole]
        /// The damaged log, as a file of this name in the state directory; nil when it could not get the name.
        package var keptAs: String?
        /// Why no new generation could be made of what is whole.
        ///
        /// The log then is read from the damaged file, and not
        /// written.
        package var isLeftAsItIs: FileError?
    }

    /// A log of an earlier version, which this program cannot read: an empty one took its place.
    package struct Outdated: Hashable, Sendable {
        package var major: UInt16
        package var minor: UInt16
        /// The name in the state directory under which it stays.
        package var keptAs: String
    }

    package var ending: Ending
    /// The outdated log that the new one replaced.
    package var outdated: Outdated?
    /// Whether the log was missing and the generation before it was taken instead.
    package var usedPrevious: Bool
    package var generation: UInt64
    /// The frames and records in the log; lost records, and those of frames that were passed over, count as well.
    package var frameCount: Int
    package var recordCount: UInt64
    /// The size of the log after opening it, without a SEAL or CLEAN, which the next append writes over.
    package var byteCount: Int
    /// Everything that this log once lost, in the order of the log, whenever it was found.
    package var holes: [LogHole]
}
