import Foundation
import Testing

@testable import PhlistLog

@Suite struct PosixFileSystemTests {
    @Test func `a symbolic link is not followed`() throws {
        try withTemporaryDirectory { path in
            _ = try PosixFileSystem().open("\(path)/a", .create)
            try FileManager.default.createSymbolicLink(atPath: "\(path)/b", withDestinationPath: "\(path)/a")
            for mode in [OpenMode.read, .update, .updateOrCreate] {
                #expect(throws: FileError(.open, "\(path)/b", .symbolicLink)) {
                    try PosixFileSystem().open("\(path)/b", mode)
                }
            }
            #expect(throws: FileError(.open, "\(path)/b", .exists)) { try PosixFileSystem().open("\(path)/b", .create) }
        }
    }

    @Test func `a pipe is refused at once`() throws {
        try withTemporaryDirectory { path in
            #expect(mkfifo("\(path)/pipe", 0o600) == 0)
            #expect(throws: FileError.self) { try PosixFileSystem().open("\(path)/pipe", .read) }
            #expect(throws: FileError.self) { try PosixFileSystem().open("\(path)/pipe", .update) }
        }
    }

    @Test func `a new directory is closed to others`() throws {
        try withTemporaryDirectory { path in
            try PosixFileSystem().makeDirectory("\(path)/d")
            let attributes = try FileManager.default.attributesOfItem(atPath: "\(path)/d")
            #expect(attributes[.posixPermissions] as? Int == 0o700)
        }
    }

    static let table = Array(
        """
        22 1 254:1 / / rw,relatime shared:1 - ext4 /dev/vda1 rw
        35 22 0:31 / /home rw,nosuid - nfs4 server:/home rw,vers=4.2
        36 22 0:32 / /mnt/far rw master:3 propagate_from:2 - fuse.sshfs user@host: rw
        37 22 0:33 / /mnt/near rw - fuse.gocryptfs /x rw
        38 22 259:1048577 / /nvme rw - xfs /dev/nvme0n1 rw

        """.utf8
    )

    @Test(
        arguments: [
            (0x0000_0000_0000_FE01, Volume.local),
            (0x0000_0000_0000_001F, .network("nfs4")),
            (0x0000_0000_0000_0020, .network("fuse.sshfs")),
            (0x0000_0000_0000_0021, .local),
            (0x0000_0001_0001_0301, .local),
            (0x0000_0000_0000_0099, .local),
        ] as [(UInt64, Volume)]
    )
    func `the mount table tells what reaches over a network`(device: UInt64, volume: Volume) {
        #expect(MountTable.volume(ofDevice: device, in: Self.table) == volume)
    }
}
