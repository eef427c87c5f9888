import Foundation
import Testing

/// Somebody who has heard two devices talk and says the same again.
struct ReplayTests {
    /// A TLS record of application data.
    private static let applicationData: UInt8 = 23

    @Test func `a recorded session, sent again, gets nothing and changes nothing`() throws {
        let (ann, ben) = (try Home(), try Home())
        try Pairing.join(ben, to: ann)
        // Both come back at other ports, so that the only way is the one that is listened to.
        try ben.daemon.stop()
        try ann.daemon.restart()
        let eve = try Eavesdropper(before: Pairing.port(of: ann))
        try ben.daemon.start()
        #expect(try ben("config", "set", "peers", "127.0.0.1:\(eve.port)").status == 0)
        #expect(try ben("add", "milk").status == 0)
        #expect(try ben("sync", "--wait").status == 0)
        let recording = try #require(eve.recordings.max { $0.count < $1.count })
        #expect(recording.count > 1_000)
        try ben.daemon.stop()
        let before = try ann("ls", "--all", "--plain").output
        #expect(before.contains("milk"))
        try Self.replay(recording, to: ann, at: Pairing.port(of: ann))
        #expect(try ann("ls", "--all", "--plain").output == before)
        #expect(try !ann("status", "--json").output.contains("\"state\":\"connected\""))
    }

    @Test func `a recorded pairing, sent again, lets nobody in and costs no attempt`() throws {
        let (ann, ben) = (try Home(), try Home())
        var recording = Data()
        var eve: Eavesdropper?
        try Pairing.join(ben, to: ann) { port in
            let listener = try Eavesdropper(before: port)
            eve = listener
            return listener.port
        }
        recording = try #require(eve?.recordings.max { $0.count < $1.count })
        #expect(recording.count > 500)
        let open = try Pairing.openCode(on: ann)
        try Self.replay(recording, to: ann, at: open.port)
        #expect(try ann("status", "--json").output.contains("\"deviceCount\":2"))
        open.pairing.signal(SIGINT)
        #expect(try open.pairing.wait() == 130)
        #expect(!open.pairing.transcript.contains("tries left"))
    }

    /// Says what was recorded, and expects that the other end closes without having said a word of the application.
    private static func replay(_ recording: Data, to home: Home, at port: UInt16) throws {
        let descriptor = try LoopbackSocket.connect(to: port)
        defer { close(descriptor) }
        _ = LoopbackSocket.send(Array(recording), to: descriptor)
        let deadline = ContinuousClock.now + .seconds(20)
        var answer: [UInt8] = []
        while true {
            guard Descriptor.isReadable(descriptor, until: deadline) else { throw HarnessError("it was not closed") }
            let piece = Descriptor.read(descriptor)
            answer += piece
            if piece.isEmpty { break }
        }
        // The host's own handshake is in such records as well, a few kilobytes; frames would come behind the
        // client's end of the handshake, which is not right this time, and an alert does.
        #expect(answer.count < 4_096 && answer.first != applicationData, "\(answer.count) bytes")
    }
}
