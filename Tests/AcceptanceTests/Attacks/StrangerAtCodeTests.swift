import Foundation
import PhlistTransport
import Testing

/// Somebody who finds the port of an open code, and does not know the code.
struct StrangerAtCodeTests {
    /// HELLO, of a version that nobody speaks, and what such a one is answered with.
    private static let (hello, refused): (UInt8, UInt8) = (0x50, 0x52)

    @Test func `a stranger at an open code is held to frames of 1 KiB`() throws {
        let ann = try Home()
        let open = try Pairing.openCode(on: ann)
        #expect(try Self.answer(at: open.port, toBodyOf: 1_023) == Self.refused)
        #expect(try Self.answer(at: open.port, toBodyOf: 1_024) == nil)
        open.pairing.signal(SIGINT)
        #expect(try open.pairing.wait() == 130)
    }

    @Test func `who has proven the code may bring more people than fit such a frame`() throws {
        let (ann, ben) = (try Home(), try Home())
        for number in 1...8 {
            let email = "\(String(repeating: "m", count: 200))@example.org"
            #expect(try ben("member", "add", "member \(number)", "--email", email).status == 0)
            #expect(try ben("--as", "member \(number)", "list", "new", "list \(number)").status == 0)
        }
        try Pairing.join(ben, to: ann, "--share-lists")
        try ben.meet()
        #expect(try ann("list", "ls").output.contains("list 8"))
    }

    /// The type of the first frame that comes back; nil when the host hangs up instead.
    private static func answer(at port: UInt16, toBodyOf size: Int) throws -> UInt8? {
        let ear = Ear()
        let configuration = TransportConfiguration(identity: try .generate(), applicationProtocol: "phlist-pair/1") {
            _ in
            true
        }
        let transport = Transport(configuration) { ear.note($0) }
        let loopback = try #require(IPAddress("127.0.0.1"))
        let connection = transport.connect(to: NetworkAddress(loopback, port: port))
        defer { transport.close(connection) }
        while true {
            switch try ear.next() {
            case .connected:
                let body = [UInt8](repeating: 9, count: size)
                transport.send([Frame(type: hello, body: body)], to: connection)
            case .received(_, let frame): return frame.type
            case .disconnected: return nil
            case .drained, .refused: continue
            }
        }
    }
}
