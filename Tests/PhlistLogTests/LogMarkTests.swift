import PhlistLog
import PhlistModel
import PhlistTestKit
import Testing

@Suite struct LogMarkTests {
    static let groups: [[Record]] = [[.batch("a"), .long(1)], [.local("b")], [.batch("c"), .batch("d")]]

    @Test func `from a mark exactly what was appended behind it is replayed`() throws {
        let fileSystem = MemoryFileSystem()
        var opened = try openLog(on: fileSystem)
        var marks = [opened.log.mark]
        for group in Self.groups {
            try append([group], to: &opened.log)
            marks.append(opened.log.mark)
        }
        for (index, mark) in marks.enumerated() {
            let rest = Self.groups.dropFirst(index).flatMap { $0 }
            let isHeld = opened.holds(mark)
            #expect(isHeld)
            #expect(try opened.replayed(from: mark) == rest)
        }
        _ = consume opened
        let reopened = try openLog(on: fileSystem)
        for (index, mark) in marks.enumerated() {
            #expect(try reopened.replayed(from: mark) == Self.groups.dropFirst(index).flatMap { $0 })
        }
    }

    @Test func `a mark of another place, another header or another generation is not held`() throws {
        var opened = try openLog(on: MemoryFileSystem())
        try append(Self.groups, to: &opened.log)
        let mark = opened.log.mark
        let elsewhere = (0..<mark.offset + 100).filter { $0 != mark.offset }
            .map { LogMark(generation: 1, offset: $0, checksum: mark.checksum) }
        let others = [
            LogMark(generation: 1, offset: 64, checksum: 0),
            LogMark(generation: 1, offset: .max, checksum: mark.checksum),
            LogMark(generation: 2, offset: mark.offset, checksum: mark.checksum),
            LogMark(generation: 1, offset: mark.offset, checksum: mark.checksum ^ 1),
        ]
        for other in elsewhere + others {
            let isHeld = opened.holds(other)
            #expect(!isHeld, "\(other)")
            #expect(throws: LogError.self) { try opened.replayed(from: other) }
        }
    }

    @Test func `a seal that was not flushed is behind the mark`() throws {
        let fileSystem = MemoryFileSystem()
        var opened = try openLog(on: fileSystem)
        try append(Self.groups, to: &opened.log)
        let mark = opened.log.mark
        try opened.log.seal()
        let sealed = opened.log.mark
        let isHeld = opened.holds(mark)
        #expect(sealed == mark && isHeld)
        _ = consume opened
        for seed in 0..<30 {
            let reopened = try openLog(on: fileSystem.crashed(seed: seed))
            let isHeld = reopened.holds(mark)
            #expect(isHeld, "seed \(seed)")
        }
    }

    @Test func `damage after the opening is found by the replay`() throws {
        let fileSystem = MemoryFileSystem()
        var opened = try openLog(on: fileSystem)
        try append(Self.groups, to: &opened.log)
        try fileSystem.open("/state/phlist.log", .update).write([0], at: 64 + 32 + 3)
        let end = opened.log.byteCount
        #expect(throws: LogError.damaged(at: 64, durableUpto: end)) { try opened.replayed() }
    }
}
