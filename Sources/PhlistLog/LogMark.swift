/// A place between two frames of one generation of a log: what is before it will never be anything else.
package struct LogMark: Hashable, Sendable {
    package var generation: UInt64
    /// Where the frame before the mark ends, in bytes.
    package var offset: UInt64
    /// The checksum of the header before the mark: a frame's, or the file's.
    package var checksum: UInt32

    /// Creates a mark that was taken before.
    package init(generation: UInt64, offset: UInt64, checksum: UInt32) {
        self.generation = generation
        self.offset = offset
        self.checksum = checksum
    }
}
