import Foundation
import PhlistLog
import PhlistTestKit
import Testing

@Suite struct KeyFileTests {
    @Test(arguments: Disk.allCases)
    func `a key is made once and read ever after`(disk: Disk) throws {
        try disk.withDirectory { fileSystem, path in
            let directory = try StateDirectory.open(path, on: fileSystem)
            #expect(try KeyFile.load(from: directory) { [1, 2, 3] } == [1, 2, 3])
            #expect(try KeyFile.load(from: directory) { [4] } == [1, 2, 3])
            #expect(try fileSystem.list(path) == ["device.key", "phlist.lock"])
            let attributes = try fileSystem.open("\(path)/device.key", .read).attributes()
            #expect(attributes.permissions == 0o600)
        }
    }

    @Test(arguments: [0o640, 0o604, 0o620, 0o601, 0o660, 0o777] as [UInt32])
    func `a key that others can reach is refused`(permissions: UInt32) throws {
        let directory = try StateDirectory.open("/state", on: MemoryFileSystem.withKey(permissions: permissions))
        #expect(throws: KeyFileError.openToOthers(path: "/state/device.key", permissions: permissions)) {
            try KeyFile.load(from: directory) { [4] }
        }
    }

    @Test(arguments: [0o600, 0o400] as [UInt32])
    func `a key that only its owner can reach is taken`(permissions: UInt32) throws {
        let directory = try StateDirectory.open("/state", on: MemoryFileSystem.withKey(permissions: permissions))
        #expect(try KeyFile.load(from: directory) { [4] } == [1, 2, 3])
    }

    @Test func `a key of another user is refused`() throws {
        let fileSystem = try MemoryFileSystem.withKey(permissions: 0o600, isOurs: false)
        let directory = try StateDirectory.open("/state", on: fileSystem)
        #expect(throws: KeyFileError.notOurs(path: "/state/device.key")) {
            try KeyFile.load(from: directory) { [4] }
        }
    }

    @Test(arguments: [0, 4097])
    func `a file that holds no key is refused`(count: Int) throws {
        let fileSystem = try MemoryFileSystem.withKey(permissions: 0o600, count: count)
        let directory = try StateDirectory.open("/state", on: fileSystem)
        #expect(throws: KeyFileError.badSize(path: "/state/device.key", bytes: count)) {
            try KeyFile.load(from: directory) { [4] }
        }
        #expect(fileSystem.contents(of: "/state/device.key")?.count == count)
    }

    @Test func `on a real disk, links and open permissions are refused`() throws {
        try withTemporaryDirectory { path in
            let directory = try StateDirectory.open(path, on: PosixFileSystem())
            _ = try KeyFile.load(from: directory) { [1] }
            try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: "\(path)/device.key")
            #expect(throws: KeyFileError.openToOthers(path: "\(path)/device.key", permissions: 0o644)) {
                try KeyFile.load(from: directory) { [2] }
            }
            try FileManager.default.moveItem(atPath: "\(path)/device.key", toPath: "\(path)/elsewhere")
            try FileManager.default.createSymbolicLink(
                atPath: "\(path)/device.key",
                withDestinationPath: "\(path)/elsewhere"
            )
            #expect(throws: KeyFileError.file(FileError(.open, "\(path)/device.key", .symbolicLink))) {
                try KeyFile.load(from: directory) { [2] }
            }
        }
    }

    @Test func `a key that was handed out survives a power cut`() throws {
        for call in 1...30 {
            let fileSystem = MemoryFileSystem()
            fileSystem.faults = [.powerCut(atCall: call)]
            let key = try? KeyFile.load(from: StateDirectory.open("/state", on: fileSystem)) { [1, 2, 3] }
            for seed in 0..<50 {
                let disk = fileSystem.crashed(seed: seed)
                let found = try KeyFile.load(from: StateDirectory.open("/state", on: disk)) { [9] }
                #expect(found == [1, 2, 3] || key == nil && found == [9], "call \(call), seed \(seed)")
            }
        }
    }
}

extension MemoryFileSystem {
    fileprivate static func withKey(
        permissions: UInt32,
        isOurs: Bool = true,
        count: Int = 3
    ) throws -> MemoryFileSystem {
        let fileSystem = MemoryFileSystem()
        try fileSystem.makeDirectory("/state")
        let key = (0..<count).map { UInt8(truncatingIfNeeded: $0 + 1) }
        fileSystem.place(key, at: "/state/device.key")
        fileSystem.setAttributes(of: "/state/device.key", permissions: permissions, isOurs: isOurs)
        return fileSystem
    }
}
