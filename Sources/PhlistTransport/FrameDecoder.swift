import NIOCore

/// Splits a byte stream into frames.
///
/// Nothing is allocated for a frame before its length is known to be within `frameSizeMax`. After `.invalid` the frame
/// boundaries are lost, and `next()` returns the same again.
struct FrameDecoder {
    /// The result of decoding the bytes so far.
    enum Step: Equatable {
        case frame(Frame)
        case needMore
        case invalid(length: UInt32)
    }

    /// The largest accepted value of the length field; read again for each frame.
    var frameSizeMax: Int

    private var buffer = ByteBuffer()

    init(frameSizeMax: Int) {
        self.frameSizeMax = frameSizeMax
    }

    /// Appends bytes from the stream.
    mutating func append(_ bytes: ByteBuffer) {
        // Not after each frame, because each of many small frames would then move all the remaining bytes.
        buffer.discardReadBytes()
        buffer.writeImmutableBuffer(bytes)
    }

    /// Removes and returns the next frame, if the bytes so far hold one.
    mutating func next() -> Step {
        guard let length = buffer.getInteger(at: buffer.readerIndex, endianness: .little, as: UInt32.self) else {
            return .needMore
        }
        guard length > 0, length <= UInt32(clamping: frameSizeMax) else { return .invalid(length: length) }
        guard buffer.readableBytes >= Frame.lengthSize + Int(length) else { return .needMore }
        buffer.moveReaderIndex(forwardBy: Frame.lengthSize)
        guard let type = buffer.readInteger(as: UInt8.self), let body = buffer.readBytes(length: Int(length) - 1) else {
            return .invalid(length: length)
        }
        return .frame(Frame(type: type, body: body))
    }
}
