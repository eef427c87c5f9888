import PhlistModel

/// The durable part of a log, to be read beside its writer.
///
/// What is before a mark never changes, so it can be read long after the mark was taken, in pieces; also when the log
/// gets another generation meanwhile: the file stays as it was for whoever has it open.
package struct LogCopy {
    private let file: any File
    /// The size in bytes.
    package let byteCount: Int

    /// The most bytes of one piece: it is read in a moment, and takes little memory.
    package static let pieceBytesMax = 1 << 20

    /// Opens the log of a state directory; nil when it has got another generation since the mark was taken, and a new
    /// mark is to be taken.
    ///
    /// - Parameters:
    ///   - directory: The path of the directory.
    ///   - mark: The mark of the end, from the writer.
    ///   - fileSystem: The file system.
    /// - Throws: `file`, or as opening a log for a header that is no good.
    package init?(of directory: String, upTo mark: LogMark, on fileSystem: any FileSystem) throws(LogError) {
        let opened = try asLogError { () throws(FileError) in
            let file = try fileSystem.open("\(directory)/\(Log.name)", .read)
            return (file: file, size: try file.attributes().size)
        }
        let header = try FileHeader(readFrom: opened.file, size: opened.size)
        guard header.generation == mark.generation, let end = Int(exactly: mark.offset), end <= opened.size else {
            return nil
        }
        file = opened.file
        byteCount = end
    }

    /// The bytes behind an offset; none at the end.
    package func piece(at offset: Int) throws(LogError) -> [UInt8] {
        let count = min(Self.pieceBytesMax, byteCount - offset)
        let bytes = try asLogError { () throws(FileError) in try file.read(count, at: offset) }
        guard bytes.count == count else { throw .file(FileError(.read, file.path, .inputOutput)) }
        return bytes
    }
}
