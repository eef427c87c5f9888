import FoundationEssentials
import Glibc
import PhlistControl
import PhlistDaemon
import Testing

@Suite(.timeLimit(.minutes(1))) struct ControlListenerTests {
    @Test func `events come one to a line and begin behind the cursor`() async throws {
        try await withControl { control in
            let client = try control.client()
            try await client.send(RawClient.request("GET", "/v1/events?after=c%2B9"))
            let head = try await client.reply()
            #expect(head.status == 200)
            #expect(head.header("content-type") == "application/x-ndjson")
            #expect(try await client.chunk() == #"{"at":7,"cursor":"1","event":"ready"}"# + "\n")
            control.service.send(ControlEvent(cursor: "2", event: .itemAdded, at: 8, item: .milk))
            let line = try await client.chunk()
            let event = try JSONDecoder().decode(ControlEvent.self, from: Data(line.utf8))
            #expect(event == ControlEvent(cursor: "2", event: .itemAdded, at: 8, item: .milk))
            #expect(line.hasSuffix("}\n"))
            #expect(control.service.calls == [.events(after: "c+9")])
        }
    }

    @Test func `a client that goes ends its stream`() async throws {
        try await withControl { control in
            var ended = control.service.endedStreams.stream.makeAsyncIterator()
            var client: RawClient? = try control.client()
            try await client?.send(RawClient.request("GET", "/v1/events"))
            #expect(try await client?.reply().status == 200)
            client = nil
            #expect(await ended.next() != nil)
        }
    }

    @Test func `a stop ends streams with their last chunk and removes the socket`() async throws {
        try await withControl { control in
            let client = try control.client()
            try await client.send(RawClient.request("GET", "/v1/events"))
            #expect(try await client.reply().status == 200)
            _ = try await client.chunk()
            await control.stop()
            // Only a stream that was ended, not one that was cut, has an empty chunk at its end.
            #expect(try await client.readToEnd() == "0\r\n\r\n")
        }
    }

    @Test func `a stop closes idle connections and removes the socket file`() async throws {
        let served = try await withControlEnded { control in
            let client = try control.client()
            _ = try await client.ask("GET", "/v1/lists")
            await control.stop()
            #expect(try await client.readToEnd() == "")
        }
        #expect(!served.has("s/control.sock"))
        #expect(served.has("s/control.sock.lock"))
    }

    @Test func `clients that arrive while the listener stops are served, refused or hung up on`() async throws {
        for _ in 0..<40 {
            try await withControl { control in
                #expect(try await control.client().ask("GET", "/v1/lists").status == 200)
                try await withThrowingDiscardingTaskGroup { group in
                    for _ in 0..<8 {
                        group.addTask {
                            while let client = try? control.client() { _ = try? await client.ask("GET", "/v1/lists") }
                        }
                    }
                    await control.stop()
                }
            }
        }
    }

    @Test func `a client that goes cancels the call that waits for it`() async throws {
        try await withControl(FakeService(holdsPairing: true)) { control in
            var waiting = control.service.waiting.stream.makeAsyncIterator()
            var client: RawClient? = try control.client()
            try await client?.send(RawClient.request("GET", "/v1/pairing?wait=600000"))
            #expect(await waiting.next() == .begun)
            client = nil
            #expect(await waiting.next() == .cancelled)
        }
    }

    @Test func `a client that goes cancels a call that waits behind a body, every time`() async throws {
        try await withControl(FakeService(holdsPairing: true)) { control in
            var waiting = control.service.waiting.stream.makeAsyncIterator()
            for _ in 0..<50 {
                var client: RawClient? = try control.client()
                let body = #"{"code":"123456782","shareLists":false}"#
                try await client?.send(RawClient.request("POST", "/v1/pairing/join", body: body))
                #expect(await waiting.next() == .begun)
                client = nil
                #expect(await waiting.next() == .cancelled)
            }
            #expect(try await control.client().ask("GET", "/v1/lists").status == 200)
        }
    }

    @Test func `a stop cancels a call that waits and still sends its reply`() async throws {
        try await withControl(FakeService(holdsPairing: true)) { control in
            var waiting = control.service.waiting.stream.makeAsyncIterator()
            let client = try control.client()
            try await client.send(RawClient.request("GET", "/v1/pairing?wait=600000"))
            #expect(await waiting.next() == .begun)
            await control.stop()
            #expect(await waiting.next() == .cancelled)
            #expect(try await client.reply().error == ControlError(.unavailable, "the wait was cancelled"))
        }
    }

    @Test func `the sixty-fifth connection is told to try again`() async throws {
        try await withControl { control in
            var clients: [RawClient] = []
            for _ in 0..<ControlLimits.connectionCountMax {
                let client = try control.client()
                #expect(try await client.ask("GET", "/v1/lists").status == 200)
                clients.append(client)
            }
            let refused = try control.client()
            let reply = try await refused.reply()
            #expect(reply.status == 503)
            let words = "uid \(geteuid()) has \(ControlLimits.connectionCountMax) connections to phlistd open already"
            #expect(try reply.error == ControlError(.tryAgain, words))
            #expect(try await refused.readToEnd() == "")
            clients.removeLast()
            // The place is free once the daemon has seen the end of the connection.
            var status = 503
            for _ in 0..<10_000 where status == 503 {
                let next = try control.client()
                try? await next.send(RawClient.request("GET", "/v1/lists"))
                status = try await next.reply().status
            }
            #expect(status == 200)
        }
    }

    @Test func `clients that are refused again and again are one line of the log`() async throws {
        let lines = LogLines()
        try await withControl(isOwner: { _ in false }, isOpenToOthers: false, logger: lines.logger) { control in
            for _ in 0..<50 {
                let reply = try await control.client().reply()
                #expect(reply.status == 403)
            }
        }
        #expect(lines.all.count { $0.hasPrefix("control connection refused code=not-permitted") } == 1)
    }

    @Test(
        arguments: [
            "", "GET /v1/li", "GET /v1/lists HTTP/1.1\r\nhost: phl",
            "POST /v1/lists HTTP/1.1\r\ncontent-length: 9\r\n\r\n{",
            RawClient.request("GET", "/v1/lists"),
        ]
    )
    func `a connection that stands still is closed`(_ beginning: String) async throws {
        // Longer than a busy machine takes from the connection to the request that is whole.
        try await withControl(idleMilliseconds: 1000) { control in
            let client = try control.client()
            try await client.send(beginning)
            let end = try await client.readToEnd()
            #expect(end.hasPrefix("HTTP/1.1 200") == beginning.hasSuffix("\r\n\r\n"))
        }
    }

    @Test func `a call that waits is not cut for standing still`() async throws {
        // Longer than a busy machine takes from the connection to the request, which must not be cut itself.
        try await withControl(FakeService(holdsPairing: true), idleMilliseconds: 1000) { control in
            var waiting = control.service.waiting.stream.makeAsyncIterator()
            let client = try control.client()
            try await client.send(RawClient.request("GET", "/v1/pairing?wait=600000"))
            #expect(await waiting.next() == .begun)
            // A silent connection that is opened behind it lives as long as the limit.
            #expect(try await control.client().readToEnd() == "")
            await control.stop()
            #expect(await waiting.next() == .cancelled)
            #expect(try await client.reply().status == 503)
        }
    }

    @Test func `a stream that its client does not read is closed by the stop all the same`() async throws {
        let service = FakeService()
        try await withControl(service, drainMilliseconds: 50) { control in
            let client = try control.client()
            try await client.send(RawClient.request("GET", "/v1/events"))
            #expect(try await client.reply().status == 200)
            let text = String(repeating: "a", count: 1 << 16)
            for cursor in 0..<200 { service.send(ControlEvent(cursor: "\(cursor)", event: .reset, at: 0, by: text)) }
            await control.stop()
        }
        // The listener has ended although nobody read.
        #expect(service.calls == [.events(after: nil)])
    }

    @Test func `what is not HTTP is answered and closed`() async throws {
        try await withControl { control in
            let client = try control.client()
            try await client.send("\u{16}\u{3}\u{1}hello\r\n\r\n")
            #expect(try await client.readToEnd().hasPrefix("HTTP/1.1 400 "))
            #expect(control.service.calls.isEmpty)
        }
    }

    /// Runs a test and returns the directory after the listener has ended.
    private func withControlEnded(_ test: (ServedControl) async throws -> Void) async throws -> TestDirectory {
        var directory: TestDirectory?
        try await withControl { control in
            directory = control.directory
            try await test(control)
        }
        return try #require(directory)
    }
}
