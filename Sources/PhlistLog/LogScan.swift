/// The contents of a log file from its first byte to its last, and the verdict on it.
///
/// A frame is built when everything before it is durable. If there is a header after the first bad bytes, acknowledged
/// bytes are bad; otherwise only the last, unfinished append can be.
struct LogScan {
    /// The nature of the first bad bytes.
    enum Verdict {
        /// There are none.
        case whole
        /// Bytes that were never acknowledged; the log ends before them.
        case torn
        /// Bytes that were acknowledged, or cannot be read: the holes, in the order of the file.
        case damaged([LogHole])
    }

    private(set) var verdict = Verdict.whole
    /// The end of the intact log: before torn bytes, after the last frame or hole of a damaged log.
    private(set) var tail: LogTail
    /// The number of frames before the tail, without a note at the end.
    private(set) var frameCount = 0
    /// The size of the frames that are one append each, in bytes.
    private(set) var looseByteCount = 0
    /// The holes that an earlier salvage left in the log, before the tail.
    private(set) var holes: [LogHole] = []

    /// Reads a whole file.
    ///
    /// - Parameters:
    ///   - file: The file, whose header has been read.
    ///   - size: The size of the file, in bytes.
    ///   - header: The header.
    ///   - isUnpacking: Whether compressed records are unpacked and looked at. That is done once when they are written,
    ///     before the log gets its name; from then on the sums tell whether a frame is as it was.
    ///   - visit: Receives each frame and each gap, including those after torn bytes.
    /// - Throws: As `FrameScanner.next()`.
    init(
        _ file: any File,
        size: Int,
        header: FileHeader,
        isUnpacking: Bool,
        visit: (FrameScanner.Step) -> Void = { _ in }
    ) throws(LogError) {
        var scanner = FrameScanner(file, size: size, header: header, isUnpacking: isUnpacking)
        tail = scanner.tail
        var gaps: [LogHole] = []
        var beforeGap = self
        while let step = try scanner.next() {
            visit(step)
            switch step {
            case .frame(let frame): add(frame)
            case .gap(let gap):
                if gaps.isEmpty { beforeGap = self }
                gaps.append(gap)
            }
            tail = scanner.tail
        }
        judge(gaps, beforeGap, scanner, size: size)
    }

    private mutating func add(_ frame: Frame) {
        guard !frame.isNote else { return }
        frameCount += 1
        if frame.type?.isLoose ?? false { looseByteCount += frame.end - frame.offset }
        guard let hole = frame.hole else { return }
        if let last = holes.last, last.end == hole.offset, hole.lostRecordCount == 0 {
            holes[holes.count - 1].byteCount += hole.byteCount
        } else {
            holes.append(hole)
        }
    }

    private mutating func judge(_ gaps: [LogHole], _ beforeGap: LogScan, _ scanner: FrameScanner, size: Int) {
        guard let first = gaps.first else { return }
        let known = max(scanner.durableUpto, FrameHeader.padded(scanner.unreadable.map(\.upperBound).max() ?? 0))
        guard first.offset < known else {
            self = beforeGap
            verdict = .torn
            return
        }
        var holes = gaps
        if let last = gaps.last, last.end == size {
            holes.removeLast()
            if last.offset < known { holes.append(tail.fill(last, upTo: known)) }
        }
        verdict = .damaged(holes)
    }
}
