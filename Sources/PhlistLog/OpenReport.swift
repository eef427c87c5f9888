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
    }

    package var ending: Ending
    /// Whether the log was missing and the generation before it was taken instead.
    package var usedPrevious: Bool
    package var generation: UInt64
    /// The frames and records in the log; records of frames that were passed over count as well.
    package var frameCount: Int
    package var recordCount: UInt64
    /// The size of the log after opening it.
    package var byteCount: Int
}
