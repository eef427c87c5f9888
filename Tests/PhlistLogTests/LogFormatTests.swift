import Foundation
import PhlistModel
import PhlistTestKit
import Testing

@testable import PhlistLog

/// The bytes on disk.
///
/// A golden file that changes is another version of the format.
@Suite struct LogFormatTests {
    static let groups: [[Record]] = [
        [Record(.feed, Array(0..<20)), .batch("oat milk"), Record(.head, [0xFF])], [.local("")], [.long(1, count: 150)],
    ]

    static func golden(_ version: String) -> URL {
        URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Golden/log-\(version).txt")
    }

    /// A log with a frame of each type: its second generation, in which a hole is in the place of the first frame.
    @Test func `the log has the bytes of the golden file`() throws {
        let fileSystem = MemoryFileSystem()
        do {
            var opened = try openLog(on: fileSystem)
            try append(Array(Self.groups.prefix(2)), to: &opened.log)
            try opened.log.seal()
        }
        try fileSystem.open("/state/phlist.log", .update).write([0], at: 120)
        do {
            var opened = try openLog(on: fileSystem)
            try append(Array(Self.groups.dropFirst(2)), to: &opened.log)
            try opened.log.close()
        }
        let text = Self.dump(fileSystem.logBytes)
        if ProcessInfo.processInfo.environment["PHLIST_UPDATE"] == "1" {
            try text.write(to: Self.golden("2.0"), atomically: true, encoding: .utf8)
        }
        #expect(try String(contentsOf: Self.golden("2.0"), encoding: .utf8) == text)
    }

    @Test func `the golden log is read`() throws {
        let bytes = try Self.parse(String(contentsOf: Self.golden("2.0"), encoding: .utf8))
        let opened = try openLog(on: MemoryFileSystem.holding(log: bytes))
        let report = opened.report
        #expect(opened.records == Self.groups.dropFirst().flatMap { $0 })
        #expect(report.ending == .clean)
        #expect(report.generation == 2)
        #expect(report.holes == [LogHole(offset: 64, byteCount: 72, firstLostRecord: 1, lostRecordCount: 3)])
        #expect(report.byteCount == bytes.count - 32)
    }

    @Test func `a later minor version is read, a later major version refused as it is`() throws {
        let header = FileHeader(device: alice, generation: 1, createdMilliseconds: 0, salt: 1).bytes
        let minor = Self.with(header, 7, at: 10)
        let later = try MemoryFileSystem.holding(log: minor)
        _ = try append([[.batch("a")]], on: later)
        let opened = try openLog(on: later)
        #expect(opened.records == [.batch("a")])
        for (bytes, error) in [
            (Self.with(header, 3, at: 8), LogError.unsupportedVersion(major: 3, minor: 0)),
            (Self.with(header, 72, at: 12), .unsupportedVersion(major: 2, minor: 0)),
        ] {
            let fileSystem = try MemoryFileSystem.holding(log: bytes)
            #expect(throws: error) { _ = try openLog(on: fileSystem) }
            #expect(fileSystem.logBytes == bytes)
        }
    }

    @Test func `an unknown frame is passed over when it says so and refused when it does not`() throws {
        let (skippable, must) = try (log(withFrameOfType: 200, flags: 1), log(withFrameOfType: 200, flags: 0))
        let fileSystem = try MemoryFileSystem.holding(log: skippable)
        do {
            var opened = try openLog(on: fileSystem)
            let report = opened.report
            #expect(opened.records.isEmpty && report.recordCount == 3)
            _ = try opened.log.append([.batch("a")])
        }
        let reopened = try openLog(on: fileSystem)
        #expect(reopened.records == [.batch("a")])
        let refusing = try MemoryFileSystem.holding(log: must)
        #expect(throws: LogError.unsupportedFrame(type: 200, at: 64)) { _ = try openLog(on: refusing) }
        #expect(refusing.logBytes == must)
    }

    @Test func `a frame with a good sum and bad records is damage`() throws {
        let bytes = try log(withFrameOfType: FrameType.batches.rawValue, flags: 0)
        let fileSystem = try MemoryFileSystem.holding(log: bytes)
        #expect(throws: LogError.damaged(at: 64, durableUpto: 64)) { _ = try openLog(on: fileSystem) }
        #expect(fileSystem.logBytes == bytes)
    }

    @Test func `packed records are unpacked when they are read or examined, not at each opening`() throws {
        let bytes = try log(withFrameOfType: FrameType.packed.rawValue, flags: 0)
        let fileSystem = try MemoryFileSystem.holding(log: bytes)
        let directory = try StateDirectory.open("/state", on: fileSystem)
        var log = try Log.open(in: directory, device: alice, atMilliseconds: 0, newSalt: 1)
        let damage = LogError.damaged(at: 64, durableUpto: bytes.count)
        #expect(throws: damage) { try log.replay { _, _ in Issue.record("a record") } }
        #expect(throws: damage) { _ = try log.record(at: RecordPosition(frame: 64, offset: 0)) }
        let found = try LogExamination(of: "/state", on: fileSystem).nextOpening
        #expect(found == .refuses(.damaged(at: 64, durableUpto: 64)))
        #expect(fileSystem.logBytes == bytes)
    }

    @Test func `a record of any kind and length keeps its bytes`() {
        var payload: [UInt8] = []
        let lengths = [0, 1, 127, 128, 16383, 16384]
        let records = lengths.enumerated().map {
            Record(Record.Kind(rawValue: UInt8(250 + $0)), Array(repeating: 7, count: $1))
        }
        records.forEach { $0.append(to: &payload) }
        var rest = payload[...]
        let taken = records.map { _ in Record(takingFrom: &rest) }
        #expect(taken == records && rest.isEmpty)
    }

    @Test func `a record cut at any byte is none`() {
        var payload: [UInt8] = []
        Record.long(1, count: 200).append(to: &payload)
        for end in 0..<payload.count {
            var rest = payload[..<end]
            let record = Record(takingFrom: &rest)
            #expect(record == nil)
        }
    }

    @Test func `a number has one form`() {
        for number in [0, 1, 127, 128, 300, 1 << 32, 1 << 63 - 1] as [UInt64] {
            var bytes: [UInt8] = []
            bytes.append(varint: number)
            var rest = bytes[...]
            let taken = rest.takeVarint()
            #expect(taken == number && rest.isEmpty)
        }
        for bytes in [[0x80, 0x00], [0x81, 0x80, 0x00], Array(repeating: 0xFF, count: 10), [0x80], []] as [[UInt8]] {
            var rest = bytes[...]
            let taken = rest.takeVarint()
            #expect(taken == nil)
        }
    }

    /// A log with one frame of three records, whose payload is no record.
    private func log(withFrameOfType type: UInt8, flags: UInt8) throws -> [UInt8] {
        let header = FileHeader(device: alice, generation: 1, createdMilliseconds: 0, salt: 1)
        let payload: [UInt8] = Array(repeating: 0x80, count: 8)
        let frame = FrameHeader(
            payloadLength: 8,
            firstSequence: 1,
            recordCount: 3,
            type: type,
            flags: flags,
            previousChecksum: header.checksum,
            payloadChecksum: FrameHeader.payloadChecksum(of: payload[...], frame: 64, salt: 1)
        )
        return header.bytes + frame.bytes(at: 64, salt: 1) + payload
    }

    /// Header bytes with one changed and the sum made to fit.
    private static func with(_ header: [UInt8], _ byte: UInt8, at offset: Int) -> [UInt8] {
        var bytes = Array(header.dropLast(4))
        bytes[offset] = byte
        bytes.append(littleEndian: Checksum.of(bytes[...]))
        return bytes
    }

    /// Sixteen bytes a line, so that a change can be read.
    private static func dump(_ bytes: [UInt8]) -> String {
        stride(from: 0, to: bytes.count, by: 16).map { start in
            let line = bytes[start...].prefix(16).map { String(format: "%02x", $0) }
            return String(format: "%06d  ", start) + line.joined(separator: " ") + "\n"
        }.joined()
    }

    static func parse(_ text: String) -> [UInt8] {
        text.split(separator: "\n").flatMap { line in
            line.dropFirst(8).split(separator: " ").compactMap { UInt8($0, radix: 16) }
        }
    }
}
