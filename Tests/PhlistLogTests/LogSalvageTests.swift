import PhlistLog
import PhlistModel
import PhlistTestKit
import Testing

/// Damage to acknowledged bytes costs what it hits and nothing else, and is named.
@Suite struct LogSalvageTests {
    typealias Sample = LogDamageTests.Sample

    /// Frames of several pages.
    static let pages: [[Record]] = (0..<9).map { [.long($0, count: 3000 + 700 * $0), .local("\($0)")] }

    static func sealed(_ groups: [[Record]] = LogDamageTests.groups) throws -> Sample {
        try LogDamageTests.sample(groups) { log throws(LogError) in try log.seal() }
    }

    @Test func `a flip of any bit in a sealed log costs the frame that it hits`() throws {
        let sample = try Self.sealed()
        let sealed = sample.frames[sample.frames.count - 1].start
        for bit in 0..<sealed * 8 {
            var bytes = sample.bytes
            bytes[bit / 8] ^= 1 << (bit % 8)
            try expectSalvage(of: bytes, sample, damaged: bit / 8..<bit / 8 + 1, "bit \(bit)")
        }
    }

    @Test func `zeros in the place of any sector cost the frames that they hit`() throws {
        let sample = try Self.sealed(LogDamageTests.groups + [[.long(7)], [.local("z")]])
        let sealed = sample.frames[sample.frames.count - 1].start
        for start in stride(from: 0, through: sealed - 512, by: 8) {
            var bytes = sample.bytes
            bytes.replaceSubrange(start..<start + 512, with: repeatElement(0, count: 512))
            try expectSalvage(of: bytes, sample, damaged: start..<start + 512, "from \(start)")
        }
    }

    @Test(arguments: 0..<300)
    func `whatever is hit, every frame that is whole is there at its old position`(seed: Int) throws {
        var random = SeededRandom(seed)
        let sample = try Self.sealed(Self.pages)
        let sealed = sample.frames[sample.frames.count - 1].start
        var bytes = sample.bytes
        for _ in 0..<Int.random(in: 1...6, using: &random) {
            let start = Int.random(in: 64..<sealed, using: &random)
            let end = min(start + Int.random(in: 1...9000, using: &random), sealed)
            for offset in start..<end { bytes[offset] = UInt8.random(in: 0...255, using: &random) }
        }
        let isWhole = sample.frames.map { bytes[$0.start..<$0.end] == sample.bytes[$0.start..<$0.end] }
        let fileSystem = try MemoryFileSystem.holding(log: bytes)
        let opened = try openLog(on: fileSystem)
        let kept = zip(sample.frames, isWhole).filter(\.1).map(\.0)
        #expect(opened.records == kept.flatMap(\.records))
        #expect(opened.positions == kept.flatMap(\.positions))
        let report = opened.report
        let lost = zip(sample.frames, isWhole).filter { !$0.1 }.map(\.0)
        #expect(report.holes.map(\.byteCount).reduce(0, +) == lost.map { $0.end - $0.start }.reduce(0, +))
        #expect(report.holes.map(\.lostRecordCount).reduce(0, +) == UInt64(lost.flatMap(\.records).count))
        #expect(report.recordCount == UInt64(Self.pages.joined().count))
        try expectSame(fileSystem, opened, "seed \(seed)")
    }

    @Test func `a hole larger than any frame is filled by several and named once`() throws {
        let large = Record(.batch, Array(repeating: 3, count: LogLimits.payloadBytesMax - 5))
        let sample = try Self.sealed([[.batch("a")], [large], [large], [.batch("b")]])
        for cut in [0, 8, 24, 32, 40] {
            var bytes = sample.bytes
            let range = sample.frames[1].start..<sample.frames[2].end
            bytes.replaceSubrange(range, with: repeatElement(0, count: range.count))
            bytes[range.lowerBound + cut] = 1
            let fileSystem = try MemoryFileSystem.holding(log: bytes)
            let opened = try openLog(on: fileSystem)
            let report = opened.report
            let hole = LogHole(
                offset: range.lowerBound,
                byteCount: range.count,
                firstLostRecord: 2,
                lostRecordCount: 2
            )
            #expect(report.holes == [hole])
            #expect(opened.records == [.batch("a"), .batch("b")])
            try expectSame(fileSystem, opened, "cut \(cut)")
        }
    }

    @Test func `the log goes on behind its holes`() throws {
        let sample = try Self.sealed()
        var bytes = sample.bytes
        bytes[sample.frames[1].start + 60] ^= 1
        let fileSystem = try MemoryFileSystem.holding(log: bytes)
        let rest = [0, 2, 3].flatMap { sample.frames[$0].records }
        do {
            var opened = try openLog(on: fileSystem)
            let health = opened.log.health
            #expect(health == .ok)
            try append([[.batch("next")]], to: &opened.log)
            try opened.log.close()
        }
        for seed in 0..<10 {
            let opened = try openLog(on: fileSystem.crashed(seed: seed))
            let report = opened.report
            #expect(opened.records == rest + [.batch("next")])
            #expect(report.ending == .clean)
            #expect(report.generation == 2)
            #expect(report.holes.count == 1)
        }
    }

    @Test func `a log that was salvaged can be damaged and salvaged again`() throws {
        let sample = try Self.sealed(Self.pages)
        let fileSystem = try MemoryFileSystem.holding(log: sample.bytes)
        var isWhole = sample.frames.map { _ in true }
        for (round, frame) in [3, 5, 4, 0].enumerated() {
            isWhole[frame] = false
            try fileSystem.open("/state/phlist.log", .update).write([1, 2, 3], at: sample.frames[frame].start + 9)
            let opened = try openLog(on: fileSystem)
            let report = opened.report
            #expect(opened.records == zip(sample.frames, isWhole).filter(\.1).flatMap(\.0.records))
            #expect(report.generation == UInt64(round + 2))
            #expect(report.recordCount == UInt64(Self.pages.joined().count))
            #expect(try fileSystem.list("/state/quarantine").count == round + 1)
        }
    }

    @Test func `a place that cannot be read is a hole, never the end of the log`() throws {
        let sample = try Self.sealed(Self.pages)
        for page in 0..<sample.bytes.count / 4096 {
            let fileSystem = try MemoryFileSystem.holding(log: sample.bytes)
            let range = page * 4096 + 100..<page * 4096 + 101
            fileSystem.setUnreadable([range], in: "/state/phlist.log")
            guard page > 0 else {
                fileSystem.setUnreadable([63..<64], in: "/state/phlist.log")
                #expect(throws: LogError.self) { _ = try openLog(on: fileSystem) }
                #expect(fileSystem.logBytes == sample.bytes)
                continue
            }
            let bad = page * 4096..<page * 4096 + 4096
            let opened = try openLog(on: fileSystem)
            let kept = sample.frames.filter { !($0.start..<$0.end).overlaps(bad) }
            #expect(opened.records == kept.flatMap(\.records), "page \(page)")
            #expect(opened.positions == kept.flatMap(\.positions))
            try expectSame(fileSystem, opened, "page \(page)")
        }
    }

    @Test func `an end that cannot be read is a hole, though nobody knows whether it was acknowledged`() throws {
        let sample = try LogDamageTests.sample(Self.pages)
        let fileSystem = try MemoryFileSystem.holding(log: sample.bytes)
        fileSystem.setUnreadable([sample.bytes.count - 1..<sample.bytes.count], in: "/state/phlist.log")
        let opened = try openLog(on: fileSystem)
        let report = opened.report
        #expect(opened.records == sample.frames.dropLast().flatMap(\.records))
        let hole = LogHole(
            offset: sample.frames[8].start,
            byteCount: sample.bytes.count - sample.frames[8].start,
            firstLostRecord: 17,
            lostRecordCount: 0
        )
        #expect(report.holes == [hole])
        try expectSame(fileSystem, opened, "end")
    }

    @Test func `a read that fails once costs nothing`() throws {
        let sample = try Self.sealed(Self.pages)
        for call in 1...40 {
            let fileSystem = try MemoryFileSystem.holding(log: sample.bytes)
            fileSystem.faults = [.failure(.inputOutput, atCall: fileSystem.callCount + call)]
            if let opened = try? openLog(on: fileSystem) {
                #expect(opened.records == Self.pages.flatMap { $0 }, "call \(call)")
            }
            #expect(fileSystem.logBytes == sample.bytes)
        }
    }

    @Test func `without room the damaged log is read where it is, and salvaged when there is room`() throws {
        let sample = try Self.sealed()
        var bytes = sample.bytes
        bytes[sample.frames[1].start + 60] ^= 1
        let rest = [0, 2, 3].flatMap { sample.frames[$0].records }
        let positions = [0, 2, 3].flatMap { sample.frames[$0].positions }
        let fileSystem = try MemoryFileSystem.holding(log: bytes)
        _ = try fileSystem.open("/state/phlist.lock", .updateOrCreate)
        fileSystem.isFull = true
        do {
            var opened = try openLog(on: fileSystem)
            let (health, report) = (opened.log.health, opened.report)
            guard case .readOnly(let cause) = health, case .damaged(let damage) = report.ending else {
                Issue.record("\(health), \(report.ending)")
                return
            }
            #expect(cause.reason == .noSpace && damage.isLeftAsItIs == cause)
            #expect(report.holes == damage.holes && report.holes.count == 1)
            #expect(opened.records == rest && opened.positions == positions)
            let last = try opened.log.record(at: positions[positions.count - 1])
            #expect(last == rest[rest.count - 1])
            #expect(throws: LogError.readOnly(cause)) { try append([[.batch("b")]], to: &opened.log) }
            #expect(throws: LogError.readOnly(cause)) { try close(&opened.log) }
        }
        #expect(fileSystem.logBytes == bytes)
        fileSystem.isFull = false
        let opened = try openLog(on: fileSystem)
        #expect(opened.records == rest && opened.positions == positions)
        try expectSame(fileSystem, opened, "room")
    }

    @Test func `a power cut at any call of a salvage costs nothing`() throws {
        let sample = try Self.sealed()
        var bytes = sample.bytes
        bytes[sample.frames[2].start + 10] ^= 1
        let rest = [0, 1, 3].flatMap { sample.frames[$0].records }
        var generations: Set<UInt64> = []
        for call in 1...60 {
            let fileSystem = try MemoryFileSystem.holding(log: bytes)
            fileSystem.faults = [.powerCut(atCall: fileSystem.callCount + call)]
            _ = try? openLog(on: fileSystem)
            for seed in 0..<20 {
                let disk = fileSystem.crashed(seed: seed)
                let place = Comment(rawValue: "call \(call), seed \(seed)")
                do {
                    let opened = try openLog(on: disk)
                    let report = opened.report
                    generations.insert(report.generation)
                    #expect(opened.records == rest, place)
                    #expect(report.holes.count == 1, place)
                    let kept = try disk.list("/state/quarantine")
                    #expect(kept.count == 1 && disk.contents(of: "/state/quarantine/\(kept[0])") == bytes, place)
                }
                _ = try append([[.batch("next")]], on: disk)
                let reopened = try openLog(on: disk.crashed(seed: seed))
                #expect(reopened.records == rest + [.batch("next")], place)
            }
        }
        #expect(generations == [2])
    }

    @Test(arguments: [.noSpace, .inputOutput, .readOnly, .denied] as [FileError.Reason])
    func `a failure at any call of a salvage leaves a log that opens later`(reason: FileError.Reason) throws {
        let sample = try Self.sealed()
        var bytes = sample.bytes
        bytes[sample.frames[2].start + 10] ^= 1
        let rest = [0, 1, 3].flatMap { sample.frames[$0].records }
        for call in 1...60 {
            let fileSystem = try MemoryFileSystem.holding(log: bytes)
            fileSystem.faults = [.failure(reason, atCall: fileSystem.callCount + call)]
            if let opened = try? openLog(on: fileSystem) {
                #expect(opened.records == rest, "call \(call)")
            }
            fileSystem.faults = []
            let opened = try openLog(on: fileSystem)
            #expect(opened.records == rest, "call \(call)")
        }
    }

    /// Opens a damaged copy of a sample and looks at everything that came of it.
    private func expectSalvage(
        of bytes: [UInt8],
        _ sample: Sample,
        damaged range: Range<Int>,
        _ place: String
    ) throws {
        let fileSystem = try MemoryFileSystem.holding(log: bytes)
        guard range.lowerBound >= 64 else {
            #expect(throws: LogError.badHeader(path: "/state/phlist.log")) { _ = try openLog(on: fileSystem) }
            #expect(fileSystem.logBytes == bytes)
            return
        }
        let opened = try openLog(on: fileSystem)
        let hit = sample.frames.filter { ($0.start..<$0.end).overlaps(range) }
        let kept = sample.frames.filter { !($0.start..<$0.end).overlaps(range) }
        #expect(opened.records == kept.flatMap(\.records), "\(place)")
        #expect(opened.positions == kept.flatMap(\.positions), "\(place)")
        let hole = LogHole(
            offset: hit[0].start,
            byteCount: hit[hit.count - 1].end - hit[0].start,
            firstLostRecord: UInt64(sample.records(below: hit[0].start).count + 1),
            lostRecordCount: UInt64(hit.flatMap(\.records).count)
        )
        let report = opened.report
        #expect(report.holes == [hole], "\(place)")
        guard case .damaged(let damage) = report.ending, let name = damage.keptAs else {
            Issue.record("\(place): the ending is \(report.ending)")
            return
        }
        #expect(damage.holes == [hole] && damage.isLeftAsItIs == nil, "\(place)")
        #expect(fileSystem.contents(of: "/state/\(name)") == bytes, "\(place)")
        try expectSame(fileSystem, opened, place)
    }

    /// Another opening finds the same records in the same bytes, and no new damage.
    private func expectSame(_ fileSystem: MemoryFileSystem, _ opened: consuming Opened, _ place: String) throws {
        let (records, positions, report) = (opened.records, opened.positions, opened.report)
        _ = consume opened
        let bytes = fileSystem.logBytes
        let again = try openLog(on: fileSystem.crashed(seed: 1))
        let next = again.report
        #expect(again.records == records && again.positions == positions, "\(place)")
        #expect(next.holes == report.holes && next.generation == report.generation, "\(place)")
        if case .damaged = next.ending { Issue.record("\(place): damaged again") }
        #expect(fileSystem.logBytes == bytes, "\(place)")
    }
}
