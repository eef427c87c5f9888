import PhlistModel
import PhlistTestKit
import Testing

@testable import PhlistLog

@Suite struct ContinuityTokenTests {
    static let token = ContinuityToken(
        device: alice,
        nonce: 0x0102_0304_0506_0708,
        incarnation: .max,
        directory: FileIdentity(device: 7, inode: 9),
        machine: "café"
    )

    @Test func `a token is read as it was written, and damaged or cut anywhere it is none`() {
        let bytes = Self.token.bytes
        #expect(ContinuityToken(decoding: bytes) == Self.token)
        for offset in bytes.indices {
            var damaged = bytes
            damaged[offset] ^= 1 << (offset % 8)
            #expect(ContinuityToken(decoding: damaged) == nil, "offset \(offset)")
            #expect(ContinuityToken(decoding: Array(bytes[..<offset])) == nil, "cut \(offset)")
        }
        #expect(ContinuityToken(decoding: bytes + [0]) == nil)
    }

    @Test(arguments: Disk.allCases)
    func `a token is taken once`(disk: Disk) throws {
        try disk.withDirectory { fileSystem, path in
            let name = "\(path)/cache/phlist/x.token"
            #expect(try ContinuityToken.take(from: name, on: fileSystem) == nil)
            try Self.token.write(to: name, on: fileSystem)
            #expect(try ContinuityToken.take(from: name, on: fileSystem) == Self.token)
            #expect(try ContinuityToken.take(from: name, on: fileSystem) == nil)
        }
    }

    @Test func `a token that was taken does not come back after a power cut, one that was written stays`() throws {
        let fileSystem = MemoryFileSystem()
        try Self.token.write(to: "/cache/x.token", on: fileSystem)
        for seed in 0..<30 {
            let disk = fileSystem.crashed(seed: seed)
            #expect(try ContinuityToken.take(from: "/cache/x.token", on: disk) == Self.token)
            #expect(disk.crashed(seed: seed).contents(of: "/cache/x.token") == nil)
        }
    }

    @Test func `only the same end, device, directory and machine is continued`() {
        let token = Self.token
        func continues(
            _ ending: OpenReport.Ending = .clean(nonce: token.nonce),
            _ device: DeviceID = alice,
            _ directory: FileIdentity = token.directory,
            _ machine: String = token.machine
        ) -> Bool {
            token.continues(ending, device: device, directory: directory, machine: machine)
        }
        #expect(continues())
        for ending in [.clean(nonce: 1), .clean(nonce: nil), .sealed, .interrupted, .created] as [OpenReport.Ending] {
            #expect(!continues(ending))
        }
        #expect(!continues(.clean(nonce: token.nonce), bob))
        #expect(!continues(.clean(nonce: token.nonce), alice, FileIdentity(device: 7, inode: 8)))
        #expect(!continues(.clean(nonce: token.nonce), alice, FileIdentity(device: 6, inode: 9)))
        #expect(!continues(.clean(nonce: token.nonce), alice, token.directory, "other"))
    }

    @Test func `machines without a name are never the same`() {
        var token = Self.token
        token.machine = ""
        let ending = OpenReport.Ending.clean(nonce: token.nonce)
        #expect(!token.continues(ending, device: alice, directory: token.directory, machine: ""))
    }
}
