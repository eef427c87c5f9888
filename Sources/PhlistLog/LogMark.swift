/// A position between two frames in one generation of a log; the bytes before it never change.
package struct LogMark: Hashable, Sendable {
    package var generation: UInt64
    /// The end of the frame before the mark, as an offset in bytes.
    package var offset: UInt64
    /// The checksum of the header before the mark: a frame's, or the file's.
    package var checksum: UInt32

    package init(generation: UInt64, offset: UInt64, checksum: UInt32) {
        self.generation = generation
        self.offset = offset
        self.checksum = checksum
    }
}
