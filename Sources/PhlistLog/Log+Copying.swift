package import PhlistModel

/// The durable end of a log.
package struct LogEnd: Sendable {
    let tail: LogTail
    let generation: UInt64
}

extension Log {
    /// The durable end, for a copy.
    package var end: LogEnd { LogEnd(tail: tail, generation: generation) }
}

/// The durable part of a log, readable while a writer continues, and records that only the copy has after it.
///
/// The bytes before the end never change, so they can be read in pieces long after the end was taken, even if the log
/// gets another generation: the open file stays as it was.
package struct LogCopy {
    private let file: any File
    /// The size of the copied part of the file, in bytes.
    private let fileByteCount: Int
    /// The encoded frames after that part.
    private let addition: [UInt8]

    /// The size in bytes.
    package var byteCount: Int { fileByteCount + addition.count }

    /// The most records in one of the added frames.
    private static let frameRecordsMax = 1024

    /// The largest size of one piece, in bytes: it is read in a moment, and takes little memory.
    package static let pieceBytesMax = 1 << 20

    /// Opens the log of a state directory; nil if its generation has changed since the end was taken, so that a new end
    /// must be taken.
    ///
    /// - Parameters:
    ///   - directory: The path of the directory.
    ///   - end: The end, from the writer.
    ///   - records: Additional records of the copy; each is far below the size of a frame.
    ///   - fileSystem: The file system.
    /// - Throws: `file`, `groupTooLarge`, or the errors of opening a log with an invalid header.
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

    /// Returns the bytes from an offset on, at most `pieceBytesMax`; none at the end.
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
