import NIOCore

/// A length-prefixed message on a connection.
///
///     0        4      5                  4 + length
///     | length | type | body ...                  |
///
/// `length` is a little-endian u32 that covers the type and the body, so it is never zero.
package struct Frame: Sendable, Hashable {
    /// The size of the length field, in bytes.
    static let lengthSize = 4

    package let type: UInt8
    package let body: [UInt8]

    package init(type: UInt8, body: [UInt8]) {
        self.type = type
        self.body = body
    }

    /// The memory that a frame occupies until it is consumed, in bytes: its body and about the size of an event.
    package var cost: Int { body.count + 64 }

    /// The value of the length field.
    var size: Int { 1 + body.count }

    /// The number of bytes on the wire.
    var encodedSize: Int { Frame.lengthSize + size }
}

extension ByteBuffer {
    /// Appends an encoded frame, whose size the caller has checked against the limit.
    mutating func writeFrame(_ frame: Frame) {
        writeInteger(UInt32(truncatingIfNeeded: frame.size), endianness: .little)
        writeInteger(frame.type)
        writeBytes(frame.body)
    }
}
