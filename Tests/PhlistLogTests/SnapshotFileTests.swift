import PhlistLog
import PhlistModel
import PhlistTestKit
import Testing

@Suite struct SnapshotFileTests {
    static let path = "/state/phlist.snapshot"
    static let snapshot = SnapshotFile(
        mark: LogMark(generation: 3, offset: 1 << 40, checksum: 0xA1B2_C3D4),
        bytes: Array(0..<200)
    )

    private func read(
        _ fileSystem: MemoryFileSystem,
        device: DeviceID = alice
    ) throws(SnapshotFile.Fault) -> SnapshotFile {
        try SnapshotFile.read(from: Self.path, device: device, on: fileSystem)
    }

    private func written(_ snapshot: SnapshotFile = snapshot) throws -> MemoryFileSystem {
        let fileSystem = MemoryFileSystem()
        try fileSystem.makeDirectory("/state")
        try fileSystem.flushDirectory("/")
        try snapshot.write(to: Self.path, device: alice, on: fileSystem)
        return fileSystem
    }

    @Test func `a snapshot is read as it was written, also after a power cut`() throws {
        let fileSystem = try written()
        #expect(try read(fileSystem) == Self.snapshot)
        for seed in 0..<30 { #expect(try read(fileSystem.crashed(seed: seed)) == Self.snapshot) }
        #expect(throws: SnapshotFile.Fault.belongsToAnotherDevice) { try read(fileSystem, device: bob) }
        try fileSystem.removeIfPresent(Self.path)
        #expect(throws: SnapshotFile.Fault.missing) { try read(fileSystem) }
    }

    @Test func `a snapshot with any byte changed or missing is none`() throws {
        let fileSystem = try written()
        let bytes = fileSystem.contents(of: Self.path) ?? []
        for offset in bytes.indices {
            var damaged = bytes
            damaged[offset] ^= 1 << (offset % 8)
            for bytes in [damaged, Array(bytes[..<offset])] {
                fileSystem.place(bytes, at: Self.path)
                #expect(throws: SnapshotFile.Fault.damaged) { try read(fileSystem) }
            }
        }
        fileSystem.place(bytes + [0], at: Self.path)
        #expect(throws: SnapshotFile.Fault.damaged) { try read(fileSystem) }
    }

    @Test func `a power cut at any call leaves the old snapshot or the new one`() throws {
        let next = SnapshotFile(mark: LogMark(generation: 3, offset: 9, checksum: 1), bytes: [9])
        for call in 1...20 {
            let fileSystem = try written()
            fileSystem.faults = [.powerCut(atCall: fileSystem.callCount + call)]
            let isDone = (try? next.write(to: Self.path, device: alice, on: fileSystem)) != nil
            for seed in 0..<30 {
                let found = try read(fileSystem.crashed(seed: seed))
                #expect(found == next || !isDone && found == Self.snapshot, "call \(call), seed \(seed)")
            }
        }
    }

    @Test func `a snapshot that does not come back from the disk never gets the name`() throws {
        let next = SnapshotFile(mark: LogMark(generation: 3, offset: 9, checksum: 1), bytes: [9])
        let fileSystem = try written()
        fileSystem.setUnreadable([0..<1], in: Self.path)
        #expect(throws: SnapshotFile.Fault.unreadable(FileError(.read, Self.path, .inputOutput))) {
            try read(fileSystem)
        }
        // The calls are: remove what is in the way, create, write twice, flush, forget, and read back three times.
        for call in 7...9 {
            fileSystem.faults = [.failure(.inputOutput, atCall: fileSystem.callCount + call)]
            #expect(throws: FileError(.read, "\(Self.path).new", .inputOutput)) {
                try next.write(to: Self.path, device: alice, on: fileSystem)
            }
        }
        fileSystem.setUnreadable([], in: Self.path)
        #expect(try read(fileSystem) == Self.snapshot)
    }
}
