import Glibc
import PhlistControl
import PhlistTestKit
import PhlistVocabulary
import Synchronization
import Testing

/// The client against a server that says what it should not.
struct ControlClientTests {
    static let body = #"{"lists":[],"schemaVersion":1}"#
    static let reply = ListsReply(lists: [])

    static let framings = [
        "HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)",
        "HTTP/1.1 200 OK\r\ncontent-length:\t\(body.utf8.count)\r\nX: y\r\n\r\n\(body)rest",
        "HTTP/1.1 200 OK\nContent-Length: \(body.utf8.count)\n\n\(body)",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
            + "1\r\n{\r\n1d;x=y\r\n\(body.dropFirst())\r\n0\r\nT: u\r\n\r\n",
        "HTTP/1.0 200\r\n\r\n\(body)",
    ]

    @Test(arguments: framings)
    func `a reply is read in each framing`(text: String) throws {
        let server = ScriptedServer([.readRequest, .send(text)])
        #expect(try client(server).reply(to: .lists) == Self.reply)
    }

    @Test(arguments: framings)
    func `a reply is read when it comes byte by byte`(text: String) throws {
        let server = ScriptedServer([.readRequest, .drip(text)])
        #expect(try client(server).reply(to: .lists) == Self.reply)
    }

    /// The last framing is left out: its end is the end of the connection.
    @Test(arguments: [framings[0], framings[3]])
    func `a reply that is cut anywhere is an error`(text: String) {
        for count in 0..<text.utf8.count {
            let server = ScriptedServer([.readRequest, .send(String(decoding: text.utf8.prefix(count), as: UTF8.self))])
            #expect(throws: ClientError.connectionClosed) { try client(server).reply(to: .lists) }
        }
    }

    @Test func `a request names what is asked for and escapes it`() throws {
        let reply = #"{"items":[],"schemaVersion":1}"#
        let server = ScriptedServer([.readRequest, .send("HTTP/1.1 200 OK\r\n\r\n\(reply)")])
        _ = try client(server).reply(to: ControlRequest(ItemsQuery(list: "a b/é&=%", all: true)))
        #expect(
            server.requests == [
                "GET /v1/items?all=true&list=a%20b%2F%C3%A9%26%3D%25 HTTP/1.1\r\n"
                    + "Host: phlist\r\nConnection: close\r\n\r\n"
            ]
        )
    }

    @Test func `a request carries its document with its length`() throws {
        let reply = #"{"changed":[],"schemaVersion":1,"unchanged":[]}"#
        let server = ScriptedServer([.readRequest, .send("HTTP/1.1 200 OK\r\n\r\n\(reply)")])
        _ = try client(server).reply(to: ControlRequest(ChangeItemsRequest(items: ["é"], state: .done)))
        #expect(
            server.requests == [
                "PATCH /v1/items HTTP/1.1\r\nHost: phlist\r\nConnection: close\r\n"
                    + "Content-Type: application/json\r\nContent-Length: 31\r\n\r\n"
                    + #"{"items":["é"],"state":"done"}"#
            ]
        )
    }

    @Test func `an error of the daemon arrives as it is`() {
        let error = ControlError(.ambiguous, "two fit", hint: "say more", details: ["kq", "lz"])
        let body = #"{"error":{"code":"ambiguous","details":["kq","lz"],"hint":"say more","message":"two fit"}}"#
        let server = ScriptedServer([.readRequest, .send("HTTP/1.1 409 Conflict\r\n\r\n\(body)")])
        #expect(throws: ClientError.refused(error)) { try client(server).reply(to: .lists) }
    }

    static let malformed = [
        "SSH-2.0-OpenSSH_9.2\r\n\r\n", "HTTP/2 200\r\n\r\n", "HTTP/1.1 2x0\r\n\r\n", "HTTP/1.1 -20\r\n\r\n",
        "HTTP/1.1 200 OK\r\nno colon\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: +1\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999\r\n\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n{{\r\n", "HTTP/1.1 200 OK\r\n\r\n[]",
        "HTTP/1.1 404 Not Found\r\n\r\nnot found", "HTTP/1.1 404 Not Found\r\n\r\n{\"error\":{\"message\":\"x\"}}",
    ]

    @Test(arguments: malformed)
    func `what is not the contract is named as such`(text: String) {
        let server = ScriptedServer([.readRequest, .send(text)])
        let error = #expect(throws: ClientError.self) { try client(server).reply(to: .lists) }
        #expect(error?.controlError.message.hasPrefix("cannot understand phlistd: ") == true)
    }

    @Test func `a head without end is refused`() {
        let header = "X: " + String(repeating: "y", count: 1000) + "\r\n"
        let headers = String(repeating: header, count: 20)
        for head in [headers, String(repeating: "z", count: 20_000)] {
            let server = ScriptedServer([.readRequest, .send("HTTP/1.1 200 OK\r\n\(head)"), .waitForClient])
            #expect(throws: ClientError.replyTooLarge(sizeMax: 16 << 10)) { try client(server).reply(to: .lists) }
        }
    }

    @Test func `silence ends at the deadline`() {
        let server = ScriptedServer([.readRequest, .waitForClient])
        #expect(throws: ClientError.timedOut) {
            try client(server, timeout: .milliseconds(30)).reply(to: .lists)
        }
    }

    @Test func `a wait for a daemon that starts ends with how far it is`() throws {
        let wait = [ScriptedServer.Step.waitForClient]
        let server = ScriptedServer(wait, wait, wait, wait, wait, wait)
        let lock = open("\(server.path).lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        let file = open(StartProgress.file(of: server.path), O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        defer { [lock, file].forEach { close($0) } }
        #expect(flock(lock, LOCK_EX) == 0)
        let texts: [(String, ClientError)] = [
            ("reading 43\n", .starting(.reading(percent: 43))), ("packing\n", .starting(.packing)),
            ("", .timedOut), ("reading\n", .timedOut), ("reading 101\n", .timedOut), ("dancing 5\n", .timedOut),
        ]
        for (text, error) in texts {
            ftruncate(file, 0)
            pwrite(file, text, text.utf8.count, 0)
            #expect(throws: error) { try client(server, timeout: .milliseconds(30)).reply(to: .lists) }
        }
        let line = ClientError.starting(.reading(percent: 43)).controlError.message
        #expect(line == "phlistd is still starting: 43% of the log is read")
    }

    @Test func `a daemon that drips cannot keep a client beyond the deadline`() {
        let server = ScriptedServer([.readRequest, .send("HTTP/1.1 200 OK\r\n\r\n"), .dripForever(UInt8(ascii: " "))])
        #expect(throws: ClientError.timedOut) {
            try client(server, timeout: .milliseconds(100)).reply(to: .lists)
        }
    }

    @Test func `a daemon that was asked to wait may take longer`() throws {
        let request = ControlRequest.pairing(waitMilliseconds: 20_000)
        #expect(request.patience == .seconds(20))
        let body = #"{"attemptsLeft":0,"schemaVersion":1,"state":"none"}"#
        let server = ScriptedServer([.readRequest, .drip("HTTP/1.1 200 OK\r\n\r\n\(body)")])
        #expect(try client(server, timeout: .zero).reply(to: request).state == .none)
        #expect(server.requests.first?.hasPrefix("GET /v1/pairing?wait=20000 ") == true)
    }

    @Test func `a user who interrupts is not kept waiting`() {
        let server = ScriptedServer([.readRequest, .waitForClient])
        let count = Mutex(0)
        let client = ControlClient(socket: .test(server.path), timeout: .seconds(60)) {
            count.withLock { $0 += 1 }
            return count.withLock { $0 > 3 }
        }
        #expect(throws: ClientError.interrupted) { try client.reply(to: .lists) }
    }

    @Test func `a change whose answer was lost is sent again with the same key`() throws {
        let reply = #"{"changed":[],"unchanged":[],"schemaVersion":1}"#
        let server = ScriptedServer(
            [.readRequest],
            [.readRequest, .send("HTTP/1.1 200 OK\r\n\r\n\(reply)")]
        )
        let call = ChangeItemsRequest(items: ["milk"], state: .done)
        let request = try ControlRequest(call, CallOptions(key: "k1"))
        #expect(try client(server).reply(to: request) == ChangeItemsReply(changed: [], unchanged: []))
        let requests = server.requests
        #expect(requests.count == 2 && requests[0] == requests[1])
        #expect(requests[0].contains("Idempotency-Key: k1\r\n"))
    }

    @Test func `an answer that comes before the request was read is heard`() throws {
        let error = ControlError(.tooLarge, "too large")
        let body = #"{"error":{"code":"too-large","details":[],"message":"too large"}}"#
        let server = ScriptedServer([.send("HTTP/1.1 413 Too Large\r\n\r\n\(body)")])
        let titles = [String(repeating: "x", count: 4 << 20)]
        let request = try ControlRequest(AddItemsRequest(list: nil, titles: titles))
        let thrown = #expect(throws: ClientError.self) { try client(server).reply(to: request) }
        // Closing with unread bytes may take the answer away again; then the connection was closed, and not more.
        #expect(thrown == .refused(error) || thrown == .connectionClosed)
    }

    private func client(_ server: ScriptedServer, timeout: Duration = .seconds(20)) -> ControlClient {
        ControlClient(socket: .test(server.path), timeout: timeout)
    }
}

extension SocketPath {
    /// A socket named by its path.
    static func test(_ path: String) -> SocketPath {
        guard let path = try? SocketPath(option: path, profile: .standard, surroundings: .anna()) else {
            Issue.record("no path for a socket: \(path)")
            return .test("/")
        }
        return path
    }
}
