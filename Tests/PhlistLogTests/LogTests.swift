import PhlistLog
import PhlistModel
import PhlistTestKit
import Testing

@Suite struct LogTests {
    @Test(arguments: Disk.allCases)
    func `what was appended is replayed in order with its positions`(disk: Disk) throws {
        try disk.withDirectory { fileSystem, path in
            let groups: [[Record]] = [[.batch("a"), .long(1)], [.local("b")], [Record(.head, [])]]
            let positions = try append(groups, on: fileSystem, path: "\(path)/state")
            let opened = try openLog(on: fileSystem, path: "\(path)/state")
            let report = opened.report
            #expect(opened.records == groups.flatMap { $0 })
            #expect(opened.positions == positions)
            #expect(opened.positions == opened.positions.sorted())
            #expect(report.ending == .interrupted)
            #expect(report.frameCount == 3)
            #expect(report.recordCount == 4)
        }
    }

    @Test(arguments: Disk.allCases)
    func `a record is read back from its position`(disk: Disk) throws {
        try disk.withDirectory { fileSystem, path in
            var opened = try openLog(on: fileSystem, path: "\(path)/state")
            let group: [Record] = [.batch("a"), .long(1), .batch(""), .local("b")]
            var positions: [RecordPosition] = []
            for _ in 0..<3 {
                positions += try opened.log.append(group)
            }
            for (index, position) in positions.enumerated().reversed() {
                let record = try opened.log.record(at: position)
                #expect(record == group[index % group.count])
            }
        }
    }

    @Test func `a new log says that it is new and is empty afterwards`() throws {
        let fileSystem = MemoryFileSystem()
        do {
            let opened = try openLog(on: fileSystem)
            let report = opened.report
            #expect(report.ending == .created)
            #expect(report.byteCount == 64)
        }
        let opened = try openLog(on: fileSystem)
        let report = opened.report
        #expect(report.ending == .interrupted)
        #expect(report.byteCount == fileSystem.logBytes.count)
        #expect(opened.records.isEmpty)
    }

    @Test func `the next opening knows how the log was left`() throws {
        let fileSystem = MemoryFileSystem()
        try leave(fileSystem) { log throws(LogError) in try log.close() }
        #expect(try ending(of: fileSystem) == .clean)
        try leave(fileSystem) { log throws(LogError) in
            _ = try log.append([.batch("x")])
            try log.seal()
        }
        #expect(try ending(of: fileSystem) == .sealed)
        try leave(fileSystem) { log throws(LogError) in _ = try log.append([.batch("x")]) }
        #expect(try ending(of: fileSystem) == .interrupted)
    }

    @Test func `an append is one write and one flush`() throws {
        let fileSystem = MemoryFileSystem()
        var opened = try openLog(on: fileSystem)
        let before = fileSystem.callCount
        _ = try opened.log.append([.batch("a"), .long(1), .local("b")])
        #expect(fileSystem.callCount == before + 2)
    }

    @Test func `an empty append writes nothing`() throws {
        let fileSystem = MemoryFileSystem()
        var opened = try openLog(on: fileSystem)
        let positions = try opened.log.append([])
        #expect(positions.isEmpty)
        #expect(fileSystem.logBytes.count == 64)
    }

    @Test func `a group of exactly the largest size is kept whole, one byte more is refused`() throws {
        let fileSystem = MemoryFileSystem()
        var opened = try openLog(on: fileSystem)
        let largest = Record(.batch, Array(repeating: 1, count: LogLimits.payloadBytesMax - 5))
        let positions = try opened.log.append([largest])
        let size = opened.log.byteCount
        let tooLarge = Record(.batch, largest.bytes + [1])
        let error = LogError.groupTooLarge(records: 1, bytes: LogLimits.payloadBytesMax + 1)
        #expect(throws: error) { try append([[tooLarge]], to: &opened.log) }
        let many = Array(repeating: Record.local(""), count: LogLimits.recordCountMax)
        #expect(throws: LogError.groupTooLarge(records: many.count + 1, bytes: 2 * many.count + 2)) {
            try append([many + [.local("")]], to: &opened.log)
        }
        let sizeAfter = opened.log.byteCount
        #expect(sizeAfter == size)
        let more = try opened.log.append(many)
        let read = try [opened.log.record(at: positions[0]), opened.log.record(at: more[many.count - 1])]
        #expect(read == [largest, .local("")])
    }

    @Test func `a closed log refuses everything`() throws {
        var opened = try openLog(on: MemoryFileSystem())
        let position = try opened.log.append([.batch("a")])[0]
        try opened.log.close()
        #expect(throws: LogError.closed) { try append([[.batch("b")]], to: &opened.log) }
        #expect(throws: LogError.closed) { try seal(&opened.log) }
        #expect(throws: LogError.closed) { try close(&opened.log) }
        #expect(throws: LogError.closed) { try record(at: position, in: &opened.log) }
    }

    @Test func `a record that rotted is never handed out`() throws {
        let fileSystem = MemoryFileSystem()
        var opened = try openLog(on: fileSystem)
        let position = try opened.log.append([.batch("abcdefgh")])[0]
        let size = opened.log.byteCount
        try fileSystem.open("/state/phlist.log", .update).write([0], at: 64 + 32 + 3)
        #expect(throws: LogError.damaged(at: 64, durableUpto: size)) { try record(at: position, in: &opened.log) }
        try fileSystem.open("/state/phlist.log", .update).truncate(to: 100)
        #expect(throws: LogError.unreadable(at: 100, FileError(.read, "/state/phlist.log", .inputOutput))) {
            try record(at: position, in: &opened.log)
        }
    }

    @Test func `a log of another device is refused as it is`() throws {
        let fileSystem = MemoryFileSystem()
        _ = try append([[.batch("a")]], on: fileSystem)
        let bytes = fileSystem.logBytes
        #expect(throws: LogError.belongsToAnotherDevice(path: "/state/phlist.log")) {
            _ = try openLog(on: fileSystem, device: bob)
        }
        #expect(fileSystem.logBytes == bytes)
    }

    @Test func `the generation before is taken when the log is missing`() throws {
        let fileSystem = MemoryFileSystem()
        _ = try append([[.batch("a")]], on: fileSystem)
        try fileSystem.rename("/state/phlist.log", to: "/state/phlist.log.prev")
        let opened = try openLog(on: fileSystem)
        let report = opened.report
        #expect(report.usedPrevious)
        #expect(opened.records == [.batch("a")])
    }

    @Test func `an unfinished new generation is removed`() throws {
        let fileSystem = MemoryFileSystem()
        _ = try append([[.batch("a")]], on: fileSystem)
        fileSystem.place([1, 2, 3], at: "/state/phlist.log.new")
        let opened = try openLog(on: fileSystem)
        #expect(opened.records == [.batch("a")])
        #expect(try fileSystem.list("/state") == ["phlist.lock", "phlist.log"])
    }

    private func leave(_ fileSystem: MemoryFileSystem, _ act: (inout Log) throws(LogError) -> Void) throws {
        var opened = try openLog(on: fileSystem)
        try act(&opened.log)
    }

    private func ending(of fileSystem: MemoryFileSystem) throws -> OpenReport.Ending {
        let opened = try openLog(on: fileSystem)
        return opened.report.ending
    }
}
