import PhlistLog
import PhlistTestKit
import Testing

/// The file system in memory loses what a power cut may lose, and nothing else.
@Suite struct MemoryFileSystemTests {
    /// All outcomes of many power cuts now.
    private func outcomes<Outcome: Hashable>(
        of fileSystem: MemoryFileSystem,
        _ observe: (MemoryFileSystem) -> Outcome
    ) -> Set<Outcome> {
        Set(
            (0..<400).map { seed in
                return observe(fileSystem.crashed(seed: seed))
            }
        )
    }

    @Test func `what was flushed, name and contents, survives`() throws {
        let fileSystem = MemoryFileSystem()
        let file = try fileSystem.open("/a", .create)
        try file.write([1, 2, 3], at: 0)
        try file.flush()
        try fileSystem.flushDirectory("/")
        #expect(outcomes(of: fileSystem) { $0.contents(of: "/a") } == [[1, 2, 3]])
    }

    @Test func `a name that was not flushed may be lost with flushed contents`() throws {
        let fileSystem = MemoryFileSystem()
        let file = try fileSystem.open("/a", .create)
        try file.write([1], at: 0)
        try file.flush()
        #expect(outcomes(of: fileSystem) { $0.contents(of: "/a") } == [nil, [1]])
    }

    @Test func `contents that were not flushed may be lost, whole, zeros or a mixture of sectors`() throws {
        let fileSystem = MemoryFileSystem()
        let file = try fileSystem.open("/a", .create)
        try fileSystem.flushDirectory("/")
        try file.write(Array(repeating: 7, count: 1024), at: 0)
        let outcomes = outcomes(of: fileSystem) { $0.contents(of: "/a") }
        let seven = Array(repeating: UInt8(7), count: 512)
        let zero = Array(repeating: UInt8(0), count: 512)
        #expect(outcomes.isSuperset(of: [[], seven + seven, seven + zero, zero + seven, zero + zero]))
    }

    @Test func `sizes change in order`() throws {
        let fileSystem = MemoryFileSystem()
        let file = try fileSystem.open("/a", .create)
        try file.write([1, 1, 1, 1], at: 0)
        try file.flush()
        try fileSystem.flushDirectory("/")
        try file.truncate(to: 2)
        try file.truncate(to: 3)
        #expect(outcomes(of: fileSystem) { $0.contents(of: "/a") } == [[1, 1, 1, 1], [1, 1], [1, 1, 0]])
    }

    @Test func `names change in order inside one directory`() throws {
        let fileSystem = MemoryFileSystem()
        _ = try fileSystem.open("/a", .create)
        _ = try fileSystem.open("/b", .create)
        try fileSystem.unlink("/a")
        let outcomes = outcomes(of: fileSystem) { (try? $0.list("/")) ?? [] }
        #expect(outcomes == [[], ["a"], ["a", "b"], ["b"]])
    }

    @Test func `directories change independently of each other`() throws {
        let fileSystem = MemoryFileSystem()
        try fileSystem.makeDirectory("/d")
        try fileSystem.flushDirectory("/")
        _ = try fileSystem.open("/a", .create)
        _ = try fileSystem.open("/d/b", .create)
        let outcomes = outcomes(of: fileSystem) { [$0.contents(of: "/a") != nil, $0.contents(of: "/d/b") != nil] }
        #expect(outcomes.count == 4)
        try fileSystem.flushDirectory("/d")
        #expect(self.outcomes(of: fileSystem) { $0.contents(of: "/d/b") } == [[]])
        #expect(self.outcomes(of: fileSystem) { $0.contents(of: "/a") } == [nil, []])
    }

    @Test func `a rename happens or does not, also between directories`() throws {
        let fileSystem = MemoryFileSystem()
        try fileSystem.makeDirectory("/d")
        _ = try fileSystem.open("/a", .create)
        try fileSystem.flushDirectory("/")
        try fileSystem.rename("/a", to: "/d/b")
        let outcomes = outcomes(of: fileSystem) { [$0.contents(of: "/a") != nil, $0.contents(of: "/d/b") != nil] }
        #expect(outcomes == [[true, false], [false, true]])
        try fileSystem.flushDirectory("/d")
        #expect(self.outcomes(of: fileSystem) { [$0.contents(of: "/a") != nil] } == [[false]])
    }

    @Test func `two names stay two names of one file`() throws {
        let fileSystem = MemoryFileSystem()
        _ = try fileSystem.open("/a", .create)
        try fileSystem.link("/a", to: "/b")
        try fileSystem.flushDirectory("/")
        let disk = fileSystem.crashed(seed: 1)
        try disk.open("/a", .update).write([3], at: 0)
        #expect(disk.contents(of: "/b") == [3])
    }

    @Test func `a failed flush loses its bytes even when the next one succeeds`() throws {
        let fileSystem = MemoryFileSystem()
        let file = try fileSystem.open("/a", .create)
        try fileSystem.flushDirectory("/")
        try file.write([1, 2], at: 0)
        fileSystem.faults = [.failure(.inputOutput, atCall: fileSystem.callCount + 1)]
        #expect(throws: FileError(.flush, "/a", .inputOutput)) { try file.flush() }
        try file.flush()
        #expect(try file.read(2, at: 0) == [1, 2])
        #expect(outcomes(of: fileSystem) { $0.contents(of: "/a") } == [[0, 0]])
    }

    @Test func `a full disk keeps a part of what was written`() throws {
        let fileSystem = MemoryFileSystem()
        let file = try fileSystem.open("/a", .create)
        fileSystem.faults = [.failure(.noSpace, atCall: fileSystem.callCount + 1)]
        #expect(throws: FileError(.write, "/a", .noSpace)) { try file.write([1, 2, 3, 4], at: 0) }
        #expect(fileSystem.contents(of: "/a") == [1, 2])
    }

    @Test func `after a power cut nothing works and nothing changes`() throws {
        let fileSystem = MemoryFileSystem()
        let file = try fileSystem.open("/a", .create)
        fileSystem.faults = [.powerCut(atCall: fileSystem.callCount + 1)]
        #expect(throws: FileError.self) { try file.write([1], at: 0) }
        #expect(throws: FileError.self) { try file.flush() }
        #expect(throws: FileError.self) { try fileSystem.unlink("/a") }
        #expect(fileSystem.contents(of: "/a") == [])
    }

    @Test func `equal seeds give equal disks`() throws {
        let fileSystem = MemoryFileSystem()
        for name in ["/x", "/y", "/z"] {
            try fileSystem.open(name, .create).write(Array(repeating: 1, count: 3000), at: 0)
        }
        for seed in 0..<50 {
            var first = SeededRandom(seed)
            var second = SeededRandom(seed)
            let disks = [fileSystem.crashed(using: &first), fileSystem.crashed(using: &second)]
            let contents = disks.map { disk in ["/x", "/y", "/z"].map { disk.contents(of: $0) } }
            #expect(contents[0] == contents[1])
        }
    }
}
