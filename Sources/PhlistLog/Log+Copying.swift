package import PhlistModel

/// The durable end of a log.
package struct LogEnd: Sendable {
    let tail: LogTail
    let generation: UInt64

    package var mark: LogMark { tail.mark(generation: generation) }
}

extension Log {
    /// The durable end, as a copy needs it.
    package var end: LogEnd { LogEnd(tail: tail, generation: generation) }
}

/// The durable part of a log, to be read beside its writer, and records that the copy alone has behind it.
///
/// What is before the end of a log never changes, so it can be read long after the end was taken, in pieces; also when
/// the log gets another generation meanwhile: the file stays as it was for whoever has it open.
package struct LogCopy {
    private let file: any File
    /// How much of the file belongs to the copy, in bytes.
    private let fileByteCount: Int
    /// The frames behind that.
    private let addition: [UInt8]

    /// The size in bytes.
    package var byteCount: Int { fileByteCount + addition.count }

    /// The most records in one of the added frames.
    private static let frameRecordsMax = 1024

    /// The most bytes of one piece: it is read in a moment, and takes little memory.
    package static let pieceBytesMax = 1 << 20

    /// Opens the log of a state directory; nil when it has got another generation since its end was taken, and a new
    /// end is to be taken.
    ///
    /// - Parameters:
    ///   - directory: The path of the directory.
    ///   - end: The end, from the writer.
    ///   - records: What the copy has behind it; each is far below the size of a frame.
    ///   - fileSystem: The file system.
    /// - Throws: `file`, `groupTooLarge`, or as opening a log for a header that is no good.
    package init?(
        of directory: String,
        upTo end: LogEnd,
        adding records: [Record] = [],
        on fileSystem: any FileSystem
    ) throws(LogError) {
        let opened = try asLogError { () throws(FileError) in
            let file = try fileSystem.open("\(directory)/\(Log.name)", .read)
            return (file: file, size: try file.attributes().size)
        }
        let header = try FileHeader(readFrom: opened.file, size: opened.size)
        guard header.generation == end.generation, end.tail.end <= opened.size else { return nil }
        file = opened.file
        fileByteCount = end.tail.end
        addition = try Self.frames(records, after: end.tail, salt: header.salt)
    }

    private static func frames(_ records: [Record], after tail: LogTail, salt: UInt32) throws(LogError) -> [UInt8] {
        var (bytes, tail, rest) = ([UInt8](), tail, records[...])
        while !rest.isEmpty {
            let frame = EncodedFrame(try FrameDraft(Array(rest.prefix(frameRecordsMax))), after: tail, salt: salt)
            bytes += frame.bytes
            (tail, rest) = (frame.tail, rest.dropFirst(frameRecordsMax))
        }
        return bytes
    }

    /// The bytes behind an offset; none at the end.
    package func piece(at offset: Int) throws(LogError) -> [UInt8] {
        guard offset < fileByteCount else {
            return Array(addition.dropFirst(offset - fileByteCount).prefix(Self.pieceBytesMax))
        }
        let count = min(Self.pieceBytesMax, fileByteCount - offset)
        let bytes = try asLogError { () throws(FileError) in try file.read(count, at: offset) }
        guard bytes.count == count else { throw .file(FileError(.read, file.path, .inputOutput)) }
        return bytes
    }
}
