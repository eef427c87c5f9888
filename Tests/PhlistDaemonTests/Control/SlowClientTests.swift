import FoundationEssentials
import PhlistControl
import Testing

@testable import PhlistDaemon

/// Clients of the control socket that do not read what they asked for, or ask for much at once.
@Suite(.timeLimit(.minutes(1))) struct SlowClientTests {
    /// Megabytes: more than the buffers between two processes take.
    private static let itemCount = 20_000

    @Test func `a client that does not read its reply is cut off`() async throws {
        try await withControl(FakeService(itemCount: Self.itemCount), idleMilliseconds: 1000) { control in
            let client = try control.client()
            try await client.send(RawClient.request("GET", "/v1/items"))
            try await client.waitForEnd()
            #expect(control.service.calls == [.items(ItemsQuery())])
        }
    }

    @Test func `a long reply is whole for a client that reads`() async throws {
        try await withControl(FakeService(itemCount: Self.itemCount)) { control in
            let reply = try await control.client().ask("GET", "/v1/items")
            let items = try JSONDecoder().decode(ItemsReply.self, from: Data(reply.body.utf8)).items
            #expect(items.count == Self.itemCount)
        }
    }

    @Test func `a client that does not read its stream has the time of a stream, and no more`() async throws {
        for (idle, streamIdle) in [(Int64(1000), Int64(3_600_000)), (3_600_000, 1000)] {
            let service = FakeService()
            try await withControl(service, idleMilliseconds: idle, streamIdleMilliseconds: streamIdle) { control in
                let client = try control.client()
                try await client.send(RawClient.request("GET", "/v1/events"))
                _ = try await client.reply()
                let text = String(repeating: "a", count: 1 << 16)
                for cursor in 0..<50 { service.send(ControlEvent(cursor: "\(cursor)", event: .reset, at: 0, by: text)) }
                guard idle < streamIdle else { return try await client.waitForEnd() }
                // A silent connection that is opened behind it lives as long as the time of other replies.
                #expect(try await control.client().readToEnd() == "")
                for _ in 0..<50 { #expect(try await !client.chunk().isEmpty) }
            }
        }
    }

    @Test func `a user has four requests worked on at once, and the others wait for their turns`() async throws {
        let turns = Turns(0)
        let service = FakeService(listTurns: turns)
        try await withControl(service) { control in
            let clients = try (0..<12).map { _ in try control.client() }
            for client in clients { try await client.send(RawClient.request("GET", "/v1/lists")) }
            var waiting = service.waiting.stream.makeAsyncIterator()
            for _ in 0..<ControlLimits.requestsPerUserMax { _ = await waiting.next() }
            for _ in ControlLimits.requestsPerUserMax..<clients.count {
                #expect(turns.waitingCount <= ControlLimits.requestsPerUserMax)
                turns.giveBack()
                _ = await waiting.next()
            }
            for _ in 0..<ControlLimits.requestsPerUserMax { turns.giveBack() }
            for client in clients { #expect(try await client.reply().status == 200) }
        }
    }

    @Test func `whoever waits for a turn has it in the order of arrival`() async {
        let turns = Turns(1)
        #expect(turns.takeIfFree() && !turns.takeIfFree())
        let (order, arrived) = AsyncStream.makeStream(of: Int.self)
        await withTaskGroup { group in
            for number in 0..<3 {
                group.addTask {
                    await turns.take()
                    arrived.yield(number)
                }
                while turns.waitingCount == number { await Task.yield() }
            }
            var next = order.makeAsyncIterator()
            for number in 0..<3 {
                turns.giveBack()
                #expect(await next.next() == number)
            }
        }
        turns.giveBack()
        #expect(turns.takeIfFree())
    }
}
