package import PhlistModel

/// A report on a log, read without a lock and without writing a byte.
///
/// It may be the log of a running daemon: a torn tail is then the append being written.
package struct LogExamination: Hashable, Sendable {
    /// The contents of the header.
    package struct Header: Hashable, Sendable {
        package var generation: UInt64
        /// The creation time of the log, in milliseconds since 1970.
        package var createdMilliseconds: UInt64
        /// The first 16 bytes of its device's id.
        package var devicePrefix: [UInt8]
    }

    /// The totals of one type of frame.
    package struct Tally: Hashable, Sendable {
        /// For example `batches`, or `type 9` for one of a later program.
        package var type: String
        package var frameCount = 0
        package var recordCount = 0
        /// The size with headers and padding, in bytes.
        package var byteCount = 0
    }

    /// The result that the next opening would have, or the reading of packed records after it.
    package enum NextOpening: Hashable, Sendable {
        case createsEmptyLog
        case opens
        case cutsTornTail(at: Int, byteCount: Int)
        case salvages([LogHole])
        case refuses(LogError)
    }

    /// The file that was read; nil if there is none.
    package let path: String?
    /// Whether the log is missing and the previous generation was read instead, as the next opening would.
    package let usedPrevious: Bool
    package private(set) var header: Header?
    /// The size of the file, in bytes.
    package private(set) var byteCount = 0
    /// One entry for each type that occurs, in the order of the types.
    package private(set) var tallies: [Tally] = []
    /// The ending of the log, unless it is torn, damaged or refused.
    package private(set) var ending: OpenReport.Ending?
    /// The holes that earlier salvages left in the log.
    package private(set) var holes: [LogHole] = []
    package private(set) var nextOpening: NextOpening
    /// The mark of the end of the intact log, before a SEAL or CLEAN; nil if its header is refused.
    package private(set) var end: LogMark?
}

extension LogExamination {
    /// The parts of a log, in its order.
    package enum Item: Hashable, Sendable {
        case frame(type: String, offset: Int, byteCount: Int, firstRecord: UInt64, recordCount: Int)
        /// A record of the preceding frame.
        case record(Record, RecordPosition)
        /// Bytes that are not a frame: a hole, or a torn tail.
        case gap(LogHole)
    }

    /// Reads a log.
    ///
    /// - Parameters:
    ///   - path: A state directory, or a log file.
    ///   - fileSystem: The file system.
    ///   - visit: Receives everything in the log, including the items after torn bytes.
    /// - Throws: `file` if nothing at the path can be opened.
    package init(
        of path: String,
        on fileSystem: any FileSystem,
        visit: (Item) -> Void = { _ in }
    ) throws(LogError) {
        let found = try asLogError { () throws(FileError) in try Self.find(path, on: fileSystem) }
        self.path = found?.file.path
        usedPrevious = found?.usedPrevious ?? false
        nextOpening = .createsEmptyLog
        guard let file = found?.file else { return }
        do throws(LogError) {
            try read(file, visit)
        } catch {
            nextOpening = .refuses(error)
        }
    }

    /// Reads a file as a log.
    package init(of file: any File, visit: (Item) -> Void = { _ in }) {
        (path, usedPrevious, nextOpening) = (file.path, false, .createsEmptyLog)
        do throws(LogError) {
            try read(file, visit)
        } catch {
            nextOpening = .refuses(error)
        }
    }

    private static func find(
        _ path: String,
        on fileSystem: any FileSystem
    ) throws(FileError) -> (file: any File, usedPrevious: Bool)? {
        guard (try? fileSystem.list(path)) != nil else { return (try fileSystem.open(path, .read), false) }
        if let file = try fileSystem.openIfPresent("\(path)/\(Log.name)", .read) { return (file, false) }
        return try fileSystem.openIfPresent("\(path)/\(Log.previousName)", .read).map { ($0, true) }
    }

    private mutating func read(_ file: any File, _ visit: (Item) -> Void) throws(LogError) {
        byteCount = try asLogError { () throws(FileError) in try file.attributes().size }
        let header = try FileHeader(readFrom: file, size: byteCount)
        self.header = Header(
            generation: header.generation,
            createdMilliseconds: header.createdMilliseconds,
            devicePrefix: header.devicePrefix
        )
        var tallies: [UInt8: Tally] = [:]
        let scan = try LogScan(file, size: byteCount, header: header, isUnpacking: true) { step in
            if case .frame(let frame) = step { tallies[frame.header.type, default: Tally(frame)].add(frame) }
            step.forEachItem(visit)
        }
        self.tallies = tallies.sorted { $0.key < $1.key }.map(\.value)
        holes = scan.holes
        end = scan.tail.mark(generation: header.generation)
        conclude(from: scan)
    }

    private mutating func conclude(from scan: LogScan) {
        switch scan.verdict {
        case .whole:
            ending = scan.tail.ending
            nextOpening = .opens
        case .torn: nextOpening = .cutsTornTail(at: scan.tail.end, byteCount: byteCount - scan.tail.end)
        case .damaged(let holes): nextOpening = .salvages(holes)
        }
    }
}

extension LogExamination.Tally {
    fileprivate init(_ frame: Frame) {
        type = frame.typeName
    }

    fileprivate mutating func add(_ frame: Frame) {
        frameCount += 1
        recordCount += frame.header.recordCount
        byteCount += frame.end - frame.offset
    }
}

extension FrameScanner.Step {
    fileprivate func forEachItem(_ visit: (LogExamination.Item) -> Void) {
        switch self {
        case .gap(let gap): visit(.gap(gap))
        case .frame(let frame):
            visit(
                .frame(
                    type: frame.typeName,
                    offset: frame.offset,
                    byteCount: frame.end - frame.offset,
                    firstRecord: frame.header.firstSequence,
                    recordCount: frame.header.recordCount
                )
            )
            _ = frame.forEachRecord { visit(.record($0, $1)) }
        }
    }
}

extension Frame {
    fileprivate var typeName: String {
        type.map { "\($0)" } ?? "type \(header.type)"
    }
}

extension LogExamination.NextOpening: CustomStringConvertible {
    package var description: String {
        switch self {
        case .createsEmptyLog: "there is no log; an empty one would be made"
        case .opens: "the log is whole and would be opened"
        case .cutsTornTail(let offset, let count):
            "\(count) bytes from \(offset) on were never acknowledged; they would be cut off and kept in quarantine"
        case .salvages(let holes):
            "acknowledged bytes are damaged (\(holes.map(\.description).joined(separator: "; "))); "
                + "everything else would be kept, in a new generation"
        case .refuses(let error): "the log would not be opened: \(error)"
        }
    }
}
