/// The position of a record in the log, in eight bytes.
package struct RecordPosition: Hashable, Comparable, Sendable {
    /// The offset of the frame divided by its alignment, above the 22 bits of the offset inside the payload.
    package let rawValue: UInt64

    private static let offsetBits: UInt64 = 22

    init(rawValue: UInt64) {
        self.rawValue = rawValue
    }

    /// - Parameters:
    ///   - frame: The offset of the frame in the file.
    ///   - offset: The offset of the record in the frame's payload.
    init(frame: Int, offset: Int) {
        rawValue = UInt64(frame / FrameHeader.alignment) << Self.offsetBits | UInt64(offset)
    }

    /// The offset of the frame in the file.
    package var frame: Int {
        Int(rawValue >> Self.offsetBits) * FrameHeader.alignment
    }

    var offset: Int {
        Int(rawValue & (1 << Self.offsetBits - 1))
    }

    package static func < (left: RecordPosition, right: RecordPosition) -> Bool {
        left.rawValue < right.rawValue
    }
}
