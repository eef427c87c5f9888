import Foundation
import Glibc
import Testing

@testable import PhlistControl

/// Whether a lock is held, by the kernel's tables.
struct FileLockTests {
    private static let locks = """
        1: POSIX  ADVISORY  WRITE 17 00:19:7 0 EOF
        2: FLOCK  ADVISORY  WRITE 4711 00:2a:1234 0 EOF
        3: FLOCK  ADVISORY  WRITE 4712 fe:00:99 0 EOF
        """
    private static let mounts = """
        21 1 254:0 / / rw,relatime shared:1 - ext4 /dev/vda rw
        36 21 0:42 / /run rw,nosuid shared:13 - tmpfs tmpfs rw
        361 21 0:5 / /dev rw - devtmpfs udev rw
        """

    @Test func `a lock on a file with the same inode on another device does not count`() {
        #expect(FileLock.isListed(inode: 1234, on: "00:2a", in: Self.locks))
        #expect(!FileLock.isListed(inode: 1234, on: "00:2b", in: Self.locks))
        #expect(!FileLock.isListed(inode: 234, on: "00:2a", in: Self.locks))
        #expect(!FileLock.isListed(inode: 7, on: "00:19", in: Self.locks), "only locks of flock(2) count")
        #expect(FileLock.isListed(inode: 99, on: nil, in: Self.locks), "without a device the inode decides")
    }

    @Test func `the device of a mount is written as the table of locks does`() {
        #expect(FileLock.device(ofMount: "36", in: Self.mounts) == "00:2a")
        #expect(FileLock.device(ofMount: "21", in: Self.mounts) == "fe:00")
        #expect(FileLock.device(ofMount: "361", in: Self.mounts) == "00:05")
        #expect(FileLock.device(ofMount: "3", in: Self.mounts) == nil)
    }

    @Test func `a lock that a process holds is seen, on the disk and in memory, until it is released`() throws {
        for directory in [NSTemporaryDirectory(), "/dev/shm/"] {
            let path = "\(directory)phlist-lock-\(UUID().uuidString)"
            defer { unlink(path) }
            let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
            try #require(descriptor >= 0)
            #expect(!FileLock(path: path).isHeld, "\(path)")
            #expect(flock(descriptor, LOCK_EX | LOCK_NB) == 0)
            #expect(FileLock(path: path).isHeld, "\(path)")
            close(descriptor)
            #expect(!FileLock(path: path).isHeld, "\(path)")
        }
        #expect(!FileLock(path: "/no/such/file").isHeld)
    }

    /// The kernel hands its table out in pieces of a page, which holds about 80 locks.
    @Test func `a lock is seen among more than one read of the table holds`() throws {
        let paths = (0..<300).map { _ in "\(NSTemporaryDirectory())phlist-lock-\(UUID().uuidString)" }
        let descriptors = paths.map { open($0, O_RDWR | O_CREAT | O_CLOEXEC, 0o600) }
        defer {
            descriptors.forEach { close($0) }
            paths.forEach { unlink($0) }
        }
        for descriptor in descriptors { try #require(flock(descriptor, LOCK_EX | LOCK_NB) == 0) }
        #expect(paths.filter { !FileLock(path: $0).isHeld } == [])
    }
}
