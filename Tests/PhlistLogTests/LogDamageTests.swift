import PhlistLog
import PhlistModel
import PhlistTestKit
import Testing

/// Every kind of damage gets a verdict that says so; nothing known durable ever goes missing in silence.
@Suite struct LogDamageTests {
    /// A log with the offset and the records of each of its frames.
    struct Sample {
        var bytes: [UInt8] = []
        var frames: [(start: Int, end: Int, records: [Record], positions: [RecordPosition])] = []

        func records(below end: Int) -> [Record] {
            frames.filter { $0.end <= end }.flatMap(\.records)
        }
    }

    static let groups: [[Record]] = [
        [.batch("oat milk"), .local("x")], [.long(1, count: 600)], [.local("")], [.batch("bread"), .batch("salt")],
    ]

    /// Makes a log of all the groups, whose run ends in a given way.
    static func sample(
        _ groups: [[Record]] = groups,
        _ finish: (inout Log) throws(LogError) -> Void = { _ throws(LogError) in }
    ) throws -> Sample {
        let fileSystem = MemoryFileSystem()
        var opened = try openLog(on: fileSystem)
        var sample = Sample()
        for group in groups {
            let start = opened.log.byteCount
            let positions = try opened.log.append(group)
            sample.frames.append((start, opened.log.byteCount, group, positions))
        }
        let start = opened.log.byteCount
        try finish(&opened.log)
        sample.bytes = fileSystem.logBytes
        if sample.bytes.count > start { sample.frames.append((start, sample.bytes.count, [], [])) }
        return sample
    }

    @Test func `a log cut at any byte keeps every whole frame, and the cut bytes`() throws {
        let sample = try Self.sample { log throws(LogError) in try log.close() }
        for cut in 0..<sample.bytes.count {
            let fileSystem = try MemoryFileSystem.holding(log: Array(sample.bytes[..<cut]))
            guard cut >= 64 else {
                #expect(throws: LogError.badHeader(path: "/state/phlist.log")) { _ = try openLog(on: fileSystem) }
                #expect(fileSystem.logBytes.count == cut)
                continue
            }
            let opened = try openLog(on: fileSystem)
            let end = sample.frames.map(\.end).last { $0 <= cut } ?? 64
            let ending = opened.report.ending
            #expect(opened.records == sample.records(below: cut))
            #expect(fileSystem.logBytes == Array(sample.bytes[..<end]))
            guard case .torn(let count, let name?) = ending else {
                #expect(ending == .interrupted && end == cut)
                continue
            }
            #expect(count == cut - end && count > 0)
            #expect(fileSystem.contents(of: "/state/\(name)") == Array(sample.bytes[end..<cut]))
        }
    }

    @Test func `a flip in the seal costs the seal alone`() throws {
        let sample = try Self.sample { log throws(LogError) in try log.seal() }
        let sealed = sample.frames[sample.frames.count - 1].start
        for offset in sealed..<sample.bytes.count {
            let opened = try openLog(on: MemoryFileSystem.holding(log: flip(sample.bytes, offset, offset % 8)))
            #expect(opened.records == Self.groups.flatMap { $0 })
        }
    }

    /// This is the one exception.
    ///
    /// Bytes of the last flush look the same torn and rotten while nothing follows that knows them durable. A seal or
    /// the next append ends it. When a peer has them, what it gives back and what was written since are branches.
    @Test func `a flip in the last commit with nothing after it is taken for a torn tail`() throws {
        let sample = try Self.sample()
        let last = sample.frames[sample.frames.count - 1]
        for offset in 64..<sample.bytes.count {
            let fileSystem = try MemoryFileSystem.holding(log: flip(sample.bytes, offset, offset % 8))
            guard offset >= last.start else {
                let hit = sample.frames.firstIndex { $0.end > offset } ?? 0
                let opened = try openLog(on: fileSystem)
                let rest = sample.frames.enumerated().filter { $0.offset != hit }.flatMap(\.element.records)
                #expect(opened.records == rest)
                continue
            }
            let opened = try openLog(on: fileSystem)
            let ending = opened.report.ending
            #expect(opened.records == sample.records(below: last.start))
            guard case .torn(last.end - last.start, _?) = ending else {
                Issue.record("the ending is \(ending)")
                return
            }
        }
    }

    @Test func `a frame in another place than it was written to never counts`() throws {
        let sample = try Self.sample { log throws(LogError) in try log.seal() }
        let (first, second, third) = (sample.frames[0], sample.frames[1], sample.frames[2])
        let withoutSecond = sample.bytes[..<second.start] + sample.bytes[third.start...]
        let twice = sample.bytes[..<first.end] + sample.bytes[first.start...]
        for bytes in [Array(withoutSecond), Array(twice)] {
            let fileSystem = try MemoryFileSystem.holding(log: bytes)
            let opened = try openLog(on: fileSystem)
            #expect(opened.records == Self.groups[0])
        }
    }

    @Test func `bytes of another log behind this one never count`() throws {
        let sample = try Self.sample()
        let other = MemoryFileSystem()
        var opened = try openLog(on: other, salt: 99)
        _ = try append(Self.groups + Self.groups, to: &opened.log)
        let bytes = sample.bytes + other.logBytes.dropFirst(sample.bytes.count)
        let reopened = try openLog(on: MemoryFileSystem.holding(log: bytes))
        #expect(reopened.records == Self.groups.flatMap { $0 })
    }

    @Test func `a stale frame that followed another frame never counts`() throws {
        let stale = MemoryFileSystem()
        var first = try openLog(on: stale)
        try append([[.batch("a")]], to: &first.log)
        let end = first.log.byteCount
        try append([[.batch("stale")]], to: &first.log)
        let now = MemoryFileSystem()
        var second = try openLog(on: now)
        try append([[.batch("b")]], to: &second.log)
        #expect(now.logBytes.count == end)
        let opened = try openLog(on: MemoryFileSystem.holding(log: now.logBytes + stale.logBytes[end...]))
        #expect(opened.records == [.batch("b")])
    }

    @Test func `junk after the log is a torn tail, however much there is`() throws {
        var random = SeededRandom(3)
        let sample = try Self.sample()
        for count in [1, 31, 32, 4096, 9 << 20] {
            let fileSystem = try MemoryFileSystem.holding(log: sample.bytes + random.bytes(count))
            let opened = try openLog(on: fileSystem)
            let ending = opened.report.ending
            guard case .torn(count, let name?) = ending else {
                Issue.record("the ending is \(ending)")
                return
            }
            let kept = fileSystem.contents(of: "/state/\(name)")
            #expect(kept?.count == min(count, 8 << 20))
            #expect(opened.records.count == Self.groups.joined().count)
        }
    }

    @Test func `a full quarantine does not stop the log from opening`() throws {
        let sample = try Self.sample()
        let fileSystem = try MemoryFileSystem.holding(log: sample.bytes + [1])
        try fileSystem.makeDirectory("/state/quarantine")
        for index in 0..<100 {
            fileSystem.place([], at: "/state/quarantine/\(index)")
        }
        let opened = try openLog(on: fileSystem)
        let ending = opened.report.ending
        #expect(ending == .torn(bytes: 1, keptAs: nil))
    }

    private func flip(_ bytes: [UInt8], _ offset: Int, _ bit: Int) -> [UInt8] {
        var bytes = bytes
        bytes[offset] ^= 1 << bit
        return bytes
    }
}
