import PhlistLog
import PhlistTestKit
import Testing

@Suite struct StateDirectoryTests {
    @Test(arguments: Disk.allCases)
    func `a second daemon is told who holds the directory`(disk: Disk) throws {
        try disk.withDirectory { fileSystem, path in
            let held = try openLog(on: fileSystem, path: path)
            let error = LogError.locked(path: path, by: fileSystem.processIdentifier)
            #expect(throws: error) { _ = try openLog(on: fileSystem, path: path) }
            _ = consume held
            _ = try openLog(on: fileSystem, path: path)
        }
    }

    @Test func `a log holds its directory for as long as it lives`() throws {
        let fileSystem = MemoryFileSystem()
        var log: Log? = try hold(on: fileSystem)
        #expect(throws: LogError.locked(path: "/state", by: 1)) {
            _ = try StateDirectory.open("/state", on: fileSystem)
        }
        log = nil
        _ = consume log
        _ = try StateDirectory.open("/state", on: fileSystem)
    }

    @Test(arguments: Disk.allCases)
    func `missing parents are made`(disk: Disk) throws {
        try disk.withDirectory { fileSystem, path in
            let directory = try StateDirectory.open("\(path)/a/b/c", on: fileSystem)
            #expect(directory.path(of: "x") == "\(path)/a/b/c/x")
            #expect(try fileSystem.list("\(path)/a/b/c") == ["phlist.lock"])
        }
    }

    @Test func `the directory survives a power cut once it is held`() throws {
        let fileSystem = MemoryFileSystem()
        let directory = try StateDirectory.open("/a/b/state", on: fileSystem)
        for seed in 0..<50 {
            #expect(try fileSystem.crashed(seed: seed).list(directory.path) == ["phlist.lock"])
        }
    }

    @Test func `a directory made by a run that was killed is made durable by the next`() throws {
        for call in 1...20 {
            let fileSystem = MemoryFileSystem()
            fileSystem.faults = [.powerCut(atCall: call)]
            _ = try? StateDirectory.open("/a/b/state", on: fileSystem)
            fileSystem.faults = []
            _ = try StateDirectory.open("/a/b/state", on: fileSystem)
            for seed in 0..<20 {
                #expect(try fileSystem.crashed(seed: seed).list("/a/b/state") == ["phlist.lock"], "call \(call)")
            }
        }
    }

    @Test func `a file is replaced whole or not at all`() throws {
        let prepared = MemoryFileSystem()
        do {
            let directory = try StateDirectory.open("/state", on: prepared)
            try directory.replace("token", with: [1, 1])
        }
        for call in 1...20 {
            let fileSystem = prepared.crashed(seed: 0)
            let isDone = replace(on: fileSystem, powerCutAtCall: call)
            for seed in 0..<50 {
                let contents = fileSystem.crashed(seed: seed).contents(of: "/state/token")
                #expect(contents == [2, 2, 2] || !isDone && contents == [1, 1], "call \(call), seed \(seed)")
            }
        }
    }

    @Test func `a replacement that failed leaves nothing behind`() throws {
        let fileSystem = MemoryFileSystem()
        let directory = try StateDirectory.open("/state", on: fileSystem)
        try directory.replace("token", with: [1, 1])
        let names = try fileSystem.list("/state")
        for call in 1...6 {
            fileSystem.faults = [.failure(.noSpace, atCall: fileSystem.callCount + call)]
            let isDone = (try? directory.replace("token", with: [2, 2, 2])) != nil
            fileSystem.faults = []
            #expect(try fileSystem.list("/state") == names, "call \(call)")
            #expect(!isDone)
        }
    }

    @Test func `a network file system is refused`() {
        #expect(throws: LogError.networkFileSystem(path: "/state", kind: "nfs4")) {
            _ = try StateDirectory.open("/state", on: NetworkFileSystem())
        }
    }

    private func hold(on fileSystem: MemoryFileSystem) throws -> Log {
        try Log.open(
            in: StateDirectory.open("/state", on: fileSystem),
            device: alice,
            atMilliseconds: 0,
            newSalt: 0
        )
    }

    private func replace(on fileSystem: MemoryFileSystem, powerCutAtCall call: Int) -> Bool {
        fileSystem.faults = [.powerCut(atCall: call)]
        do {
            try StateDirectory.open("/state", on: fileSystem).replace("token", with: [2, 2, 2])
            return true
        } catch {
            return false
        }
    }
}

/// Says that it is far away, and nothing else.
private struct NetworkFileSystem: FileSystem {
    private let memory = MemoryFileSystem()

    var processIdentifier: Int32 { 1 }

    func open(_ path: String, _ mode: OpenMode) throws(FileError) -> any File { try memory.open(path, mode) }
    func makeDirectory(_ path: String) throws(FileError) { try memory.makeDirectory(path) }
    func flushDirectory(_ path: String) throws(FileError) { try memory.flushDirectory(path) }
    func rename(_ path: String, to newPath: String) throws(FileError) { try memory.rename(path, to: newPath) }
    func link(_ path: String, to newPath: String) throws(FileError) { try memory.link(path, to: newPath) }
    func unlink(_ path: String) throws(FileError) { try memory.unlink(path) }
    func list(_ path: String) throws(FileError) -> [String] { try memory.list(path) }
    func volume(of path: String) throws(FileError) -> Volume { .network("nfs4") }
    func freeBytes(of path: String) throws(FileError) -> Int { try memory.freeBytes(of: path) }
    func totalBytes(of path: String) throws(FileError) -> Int { try memory.totalBytes(of: path) }
    func identity(of path: String) throws(FileError) -> FileIdentity { try memory.identity(of: path) }
}
