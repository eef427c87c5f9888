import PhlistModel
import PhlistTestKit
import Testing

@testable import PhlistLog

/// SEAL and CLEAN stand at the end until the next append is written over them.
@Suite struct LogNoteTests {
    typealias Sample = LogDamageTests.Sample

    static let noteSize = 32
    static let all = LogDamageTests.groups.flatMap { $0 }
    static let next: [Record] = [.batch("next"), .long(9)]

    /// How a log can end in a note.
    enum Note: CaseIterable, Sendable {
        case seal, clean

        func write(to log: inout Log) throws(LogError) {
            switch self {
            case .seal: try log.seal()
            case .clean: try log.close()
            }
        }

        var ending: OpenReport.Ending { self == .seal ? .sealed : .clean }
    }

    static func sample(_ note: Note) throws -> Sample {
        try LogDamageTests.sample { log throws(LogError) in try note.write(to: &log) }
    }

    /// A log that ends in a note, and the bytes of the frame that is written over it.
    private static func overwriting(_ note: Note) throws -> (sample: Sample, end: Int, frame: [UInt8]) {
        let sample = try sample(note)
        let fileSystem = try MemoryFileSystem.holding(log: sample.bytes)
        _ = try append([next], on: fileSystem)
        let end = sample.bytes.count - noteSize
        return (sample, end, Array(fileSystem.logBytes[end...]))
    }

    @Test func `runs, seals and orderly ends cost nothing that stays`() throws {
        let fileSystem = MemoryFileSystem()
        for _ in 0..<1000 {
            var opened = try openLog(on: fileSystem)
            _ = try opened.log.append([.batch("oat milk")])
            try opened.log.seal()
            try opened.log.close()
        }
        // A header of 32 bytes, and a record of 10 bytes, filled up to 16.
        #expect(fileSystem.logBytes.count == 64 + 1000 * 48 + Self.noteSize)
        let opened = try openLog(on: fileSystem)
        let report = opened.report
        #expect(opened.records.count == 1000 && report.frameCount == 1000)
        #expect(report.ending == .clean && report.byteCount == fileSystem.logBytes.count - Self.noteSize)
    }

    @Test func `a mark and a copy never include a note`() throws {
        for note in Note.allCases {
            let fileSystem = MemoryFileSystem()
            var opened = try openLog(on: fileSystem)
            try append(LogDamageTests.groups, to: &opened.log)
            let (mark, bytes) = (opened.log.mark, fileSystem.logBytes)
            try note.write(to: &opened.log)
            let (after, isHeld) = (opened.log.mark, opened.log.holds(mark))
            #expect(after == mark && isHeld)
            let end = opened.log.end
            let copy = try #require(try LogCopy(of: "/state", upTo: end, on: fileSystem))
            #expect(try copy.piece(at: 0) == bytes)
            _ = consume opened
            let reopened = try openLog(on: fileSystem)
            let (next, isStillHeld) = (reopened.log.mark, reopened.log.holds(mark))
            #expect(next == mark && isStillHeld)
            #expect(try reopened.replayed(from: mark).isEmpty)
        }
    }

    /// The first bytes of the append have arrived, or all but them: the rest is what was there before, or zeros.
    @Test(arguments: Note.allCases)
    func `a note that was written over in part costs no record`(note: Note) throws {
        let (sample, end, frame) = try Self.overwriting(note)
        for size in stride(from: Self.noteSize, through: frame.count, by: 8) {
            let old = Array(sample.bytes[end...]) + Array(repeating: 0, count: size - Self.noteSize)
            for cut in stride(from: 0, through: size, by: 4) {
                let beginning = frame[..<cut] + old[cut...]
                let rest = old[..<cut] + frame[cut..<size]
                for bytes in [Array(beginning), Array(rest)] {
                    try expectAll(sample, end, bytes, note, isWhole: bytes == frame, "size \(size), cut \(cut)")
                }
            }
        }
    }

    /// Opens a log with some bytes at its end, and appends to it.
    private func expectAll(
        _ sample: Sample,
        _ end: Int,
        _ bytes: [UInt8],
        _ note: Note,
        isWhole: Bool,
        _ place: String
    ) throws {
        let fileSystem = try MemoryFileSystem.holding(log: Array(sample.bytes[..<end]) + bytes)
        let expected = Self.all + (isWhole ? Self.next : [])
        do {
            var opened = try openLog(on: fileSystem)
            let ending = opened.report.ending
            #expect(opened.records == expected, "\(place)")
            switch ending {
            case .interrupted: #expect(isWhole, "\(place)")
            case note.ending: #expect(bytes.elementsEqual(sample.bytes[end...]), "\(place)")
            case .torn(let count, let name?):
                #expect(count == bytes.count && fileSystem.contents(of: "/state/\(name)") == bytes, "\(place)")
            default: Issue.record("\(place): \(ending)")
            }
            try append([[.batch("after")]], to: &opened.log)
        }
        let reopened = try openLog(on: fileSystem.crashed(seed: end))
        #expect(reopened.records == expected + [.batch("after")], "\(place)")
    }

    @Test func `while a note or the header of the next append stands, the last commit cannot rot in silence`() throws {
        let (sample, end, frame) = try Self.overwriting(.seal)
        let last = sample.frames[sample.frames.count - 2]
        let note = Array(sample.bytes[end...])
        // The note alone, with bytes of an append after it, and replaced by the header of one that is torn.
        for tail in [note, note + frame[Self.noteSize...], Array(frame[..<Self.noteSize]), Array(frame.dropLast(8))] {
            for offset in last.start..<end {
                var bytes = Array(sample.bytes[..<end]) + tail
                bytes[offset] ^= 1 << (offset % 8)
                let opened = try openLog(on: MemoryFileSystem.holding(log: bytes))
                let report = opened.report
                guard case .damaged = report.ending else {
                    Issue.record("\(offset): \(report.ending)")
                    return
                }
                let hole = LogHole(
                    offset: last.start,
                    byteCount: end - last.start,
                    firstLostRecord: UInt64(sample.records(below: last.start).count + 1),
                    lostRecordCount: UInt64(last.records.count)
                )
                #expect(report.holes == [hole])
                #expect(opened.records == sample.records(below: last.start))
            }
        }
    }

    /// Some disks leave out the write of a sector, and give back what was there before.
    @Test func `a note that comes back in the place of a later append is damage when anything follows`() throws {
        let (sample, end, frame) = try Self.overwriting(.seal)
        let fileSystem = try MemoryFileSystem.holding(log: Array(sample.bytes[..<end]) + frame)
        _ = try append([[.batch("last")]], on: fileSystem)
        var bytes = fileSystem.logBytes
        bytes.replaceSubrange(end..<end + Self.noteSize, with: sample.bytes[end...])
        let opened = try openLog(on: MemoryFileSystem.holding(log: bytes))
        let hole = LogHole(
            offset: end,
            byteCount: frame.count,
            firstLostRecord: UInt64(Self.all.count + 1),
            lostRecordCount: UInt64(Self.next.count)
        )
        #expect(opened.records == Self.all + [.batch("last")])
        #expect(opened.report.holes == [hole])
    }

    @Test func `after a full disk took the seal, it is written again`() throws {
        let fileSystem = try MemoryFileSystem.holding(log: Self.sample(.seal).bytes)
        let size = fileSystem.logBytes.count
        do {
            var opened = try openLog(on: fileSystem)
            fileSystem.faults = [.failure(.noSpace, atCall: fileSystem.callCount + 1)]
            #expect(throws: LogError.self) { try append([Self.next], to: &opened.log) }
            #expect(fileSystem.logBytes.count == size - Self.noteSize)
            try opened.log.retry()
            #expect(fileSystem.logBytes.count == size)
            fileSystem.faults = [.failure(.noSpace, atCall: fileSystem.callCount + 1)]
            #expect(throws: LogError.self) { try append([Self.next], to: &opened.log) }
            try opened.log.seal()
        }
        let opened = try openLog(on: fileSystem)
        let ending = opened.report.ending
        #expect(ending == .sealed && opened.records == Self.all)
        #expect(fileSystem.logBytes.count == size)
    }

    @Test func `a new generation ends in a seal, so that damage to its last frame is named`() throws {
        let fileSystem = MemoryFileSystem()
        do {
            var opened = try openLog(on: fileSystem)
            _ = try opened.log.appendTogether(LogDamageTests.groups)
        }
        let bytes = fileSystem.logBytes
        let whole = try openLog(on: MemoryFileSystem.holding(log: bytes))
        let ending = whole.report.ending
        #expect(ending == .sealed && whole.records == Self.all)
        try fileSystem.open("/state/phlist.log", .update).write([0], at: bytes.count - Self.noteSize - 12)
        let opened = try openLog(on: fileSystem)
        #expect(opened.records == LogDamageTests.groups.dropLast().flatMap { $0 })
        #expect(opened.report.holes.map(\.lostRecordCount) == [2])
    }

    @Test(arguments: Note.allCases)
    func `looking at a log tells how it was left, and what was being written over its note`(note: Note) throws {
        let (sample, end, frame) = try Self.overwriting(note)
        let whole = try examine(sample.bytes)
        #expect(whole.ending == note.ending && whole.nextOpening == .opens)
        #expect(whole.byteCount == sample.bytes.count && whole.end?.offset == UInt64(end))
        for bytes in [sample.bytes + [0], Array(sample.bytes[..<end] + frame.dropLast())] {
            let torn = try examine(bytes)
            #expect(torn.ending == nil && torn.end == whole.end)
            #expect(torn.nextOpening == .cutsTornTail(at: end, byteCount: bytes.count - end))
        }
    }

    private func examine(_ bytes: [UInt8]) throws -> LogExamination {
        try LogExamination(of: "/state", on: MemoryFileSystem.holding(log: bytes))
    }
}
