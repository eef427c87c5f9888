import NIOCore
import PhlistControl
import PhlistLog
import PhlistTestKit
import Testing

@testable import PhlistDaemon

/// Pictures on their way to becoming photos.
@Suite(.timeLimit(.minutes(1))) struct PhotoUploadTests {
    @Test func `a picture that would leave too little room is refused, and gives back what it took`() async throws {
        let disk = MemoryFileSystem()
        let piece = ByteBuffer(repeating: 0xFF, count: 1 << 20)
        disk.capacityBytes = LogLimits.freeBytesMin + 3 * piece.readableBytes
        let error = await #expect(throws: ControlError.self) {
            _ = try await PhotoImport(in: "/state", on: disk).photo(from: Self.body(of: 5, piece))
        }
        #expect(error?.code == .diskFull)
        #expect(try disk.freeBytes(of: "/state") == disk.capacityBytes)
    }

    @Test(arguments: [
        (false, "the item is unchanged: "), (true, "nothing was added: "),
    ])
    func `a disk that is full says what became of the item`(isForNewItem: Bool, expected: String) async throws {
        let disk = MemoryFileSystem()
        disk.capacityBytes = LogLimits.freeBytesMin
        let error = await #expect(throws: ControlError.self) {
            _ = try await PhotoImport(in: "/state", isForNewItem: isForNewItem, on: disk)
                .photo(from: Self.body(of: 1, ByteBuffer(string: "x")))
        }
        #expect(error?.message.hasPrefix(expected) == true, "\(error?.message ?? "")")
    }

    @Test func `a body that is not whole in time is refused`() async throws {
        let body = Self.body(of: 1, ByteBuffer(string: "x"))
        let error = await #expect(throws: ControlError.self) {
            _ = try await body.inTime(before: .now).collect(upTo: 10)
        }
        #expect(error?.code == .tryAgain)
        let whole = try await Self.body(of: 3, ByteBuffer(string: "x")).inTime().collect(upTo: 10)
        #expect(whole == ByteBuffer(string: "xxx"))
    }

    @Test func `a user sends four uploads at once, and no fifth`() async throws {
        let directory = try TestDirectory()
        try await RunningDaemon.run(in: directory) { daemon in
            let beginning = "POST /v1/photos HTTP/1.1\r\nhost: phlist\r\ncontent-length: 9\r\n\r\nx"
            let uploads = try (0..<ControlLimits.uploadsPerUserMax).map { _ in try RawClient(path: daemon.socketPath) }
            for upload in uploads { try await upload.send(beginning) }
            // Until all have begun, another one could take the place of one of them.
            try await Self.waitForUploads(uploads.count, in: "\(directory.path)/state/import")
            let refusal = try await RawClient(path: daemon.socketPath).ask("POST", "/v1/photos", body: "x")
            #expect(refusal.status == 503)
            #expect(try refusal.error.message.hasPrefix("4 uploads of uid "))
            try await uploads[0].send("12345678")
            #expect(try await uploads[0].reply().status == 400)
        }
    }

    /// Waits until a number of photos are being received: each has a directory of its own.
    private static func waitForUploads(_ count: Int, in folder: String) async throws {
        let deadline = ContinuousClock.now + .seconds(9)
        while (try? PosixFileSystem().list(folder).count) != count {
            try #require(ContinuousClock.now < deadline, "the uploads have not begun")
            await Task.yield()
        }
    }

    private static func body(of count: Int, _ piece: ByteBuffer) -> AsyncThrowingStream<ByteBuffer, any Error> {
        let (stream, source) = AsyncThrowingStream.makeStream(of: ByteBuffer.self)
        for _ in 0..<count { source.yield(piece) }
        source.finish()
        return stream
    }
}
