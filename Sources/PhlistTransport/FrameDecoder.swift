import NIOCore

/// Cuts a stream of bytes into frames.
///
/// Nothing is allocated for a frame before its length is found to be within `frameSizeMax`. After `.invalid` the
/// stream has no meaning any more and the decoder answers the same for ever.
struct FrameDecoder {
    /// What the bytes so far amount to.
    enum Step: Equatable {
        case frame(Frame)
        case needMore
        case invalid(length: UInt32)
    }

    /// The largest length that is accepted; read anew for each frame.
    var frameSizeMax: Int

    private var buffer = ByteBuffer()

    init(frameSizeMax: Int) {
        self.frameSizeMax = frameSizeMax
    }

    /// Takes bytes from the stream.
    mutating func append(_ bytes: ByteBuffer) {
        // Here and not after each frame, or many small frames would cost a move of all the rest each.
        buffer.discardReadBytes()
        buffer.writeImmutableBuffer(bytes)
    }

    /// Takes the next frame out of the bytes so far.
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
