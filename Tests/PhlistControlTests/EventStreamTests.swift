import PhlistControl
import PhlistTestKit
import Testing

/// Events, line by line.
struct EventStreamTests {
    static let lines = [
        #"{"at":1,"cursor":"a","event":"ready"}"#, "", #"{"at":2,"cursor":"b","event":"reset","later":1}"#,
    ]
    static let events = [
        ControlEvent(cursor: "a", event: .ready, at: 1), ControlEvent(cursor: "b", event: .reset, at: 2),
    ]

    static let bodies = [
        "HTTP/1.1 200 OK\r\n\r\n" + lines.map { "\($0)\n" }.joined(),
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + lines.map(chunk).joined() + "0\r\n\r\n",
    ]

    @Test(arguments: bodies)
    func `events come one after the other until the stream ends`(body: String) throws {
        for step in [ScriptedServer.Step.send(body), .drip(body)] {
            let server = ScriptedServer([.readRequest, step])
            let stream = try client(server).events(after: nil, restartPatience: .zero)
            #expect(try stream.next() == Self.events[0])
            #expect(try stream.next() == Self.events[1])
            #expect(try stream.next() == nil)
        }
    }

    @Test func `an event is heard while the stream goes on, however long that takes`() throws {
        let server = ScriptedServer([.readRequest, .send(Self.bodies[0]), .waitForClient])
        let stream = try client(server, timeout: .seconds(20)).events(after: "x y", restartPatience: .zero)
        #expect(try stream.next() == Self.events[0])
        #expect(server.requests.first?.hasPrefix("GET /v1/events?after=x%20y HTTP/1.1\r\n") == true)
    }

    @Test func `an empty line is no news`() throws {
        let chunks = Self.lines[..<2].map(Self.chunk).joined()
        let server = ScriptedServer(
            [.readRequest, .send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n\(chunks)"), .waitForClient]
        )
        let stream = try client(server, timeout: .seconds(20)).events(after: nil, restartPatience: .zero)
        #expect(try stream.next() == Self.events[0])
        #expect(try stream.hasNext() == false)
    }

    @Test func `an event that has come with another is known without waiting`() throws {
        let server = ScriptedServer([.readRequest, .send(Self.bodies[0]), .waitForClient])
        let stream = try client(server, timeout: .seconds(20)).events(after: nil, restartPatience: .zero)
        #expect(try stream.next() == Self.events[0])
        #expect(try stream.hasNext())
        #expect(try stream.next() == Self.events[1])
        #expect(try stream.hasNext() == false)
    }

    @Test(arguments: bodies)
    func `the end is known without waiting, too`(body: String) throws {
        let server = ScriptedServer([.readRequest, .send(body)])
        let stream = try client(server).events(after: nil, restartPatience: .zero)
        #expect(try stream.next() == Self.events[0])
        #expect(try stream.next() == Self.events[1])
        #expect(try stream.next() == nil)
        #expect(try stream.hasNext())
    }

    @Test func `a stream that breaks off is told from one that ends`() throws {
        let server = ScriptedServer([.readRequest, .send(String(Self.bodies[1].dropLast(3)))])
        let stream = try client(server).events(after: nil, restartPatience: .zero)
        #expect(try stream.next() == Self.events[0])
        #expect(try stream.next() == Self.events[1])
        #expect(throws: ClientError.connectionClosed) { try stream.next() }
    }

    @Test func `a line without end is refused`() throws {
        let line = String(repeating: "x", count: (1 << 20) + (64 << 10))
        let server = ScriptedServer([.readRequest, .send("HTTP/1.1 200 OK\r\n\r\n\(line)"), .waitForClient])
        let stream = try client(server).events(after: nil, restartPatience: .zero)
        #expect(throws: ClientError.replyTooLarge(sizeMax: 1 << 20)) { try stream.next() }
    }

    @Test func `a line that is no event is named as such`() throws {
        let server = ScriptedServer([.readRequest, .send("HTTP/1.1 200 OK\r\n\r\n{}\n")])
        let stream = try client(server).events(after: nil, restartPatience: .zero)
        let error = #expect(throws: ClientError.self) { try stream.next() }
        #expect(error?.controlError.code == .internal)
    }

    private static func chunk(_ line: String) -> String {
        "\(String(line.utf8.count + 1, radix: 16))\r\n\(line)\n\r\n"
    }

    private func client(_ server: ScriptedServer, timeout: Duration = .seconds(20)) -> ControlClient {
        ControlClient(socket: .test(server.path), timeout: timeout)
    }
}
