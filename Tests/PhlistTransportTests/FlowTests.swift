import NIOCore
import Testing

@testable import PhlistTransport

@Suite(.timeLimit(.minutes(2))) struct FlowTests {
    private static let frame = Frame(type: 1, body: Array(repeating: 5, count: 60_000))

    @Test func `a connection whose frames nobody consumes is not read, and its sender gives up`() async throws {
        var limits = TransportLimits.unhurried
        limits.stallTimeout = .milliseconds(500)
        limits.unconsumedCostMax = 100_000
        try await withSession(limits: limits) { alice, toBob, bob, _ in
            try await send(Array(repeating: Self.frame, count: 1_000), from: alice, toBob)
            #expect(try await alice.events.disconnected(toBob) == .stalled)
            // What one turn of the event loop reads may still come on top of the limit.
            #expect(bob.events.frames.reduce(0) { $0 + $1.cost } < 2 << 20)
        }
    }

    @Test func `consuming lets the rest come, every frame once and in order`() async throws {
        var limits = TransportLimits.unhurried
        limits.unconsumedCostMax = 100_000
        try await withSession(limits: limits) { alice, toBob, bob, toAlice in
            let bodies = (0..<200).map { index in Array(repeating: UInt8(index), count: 60_000) }
            async let sending: Void = send(bodies.map { Frame(type: $0[0], body: $0) }, from: alice, toBob)
            for body in bodies {
                let frame = try await bob.events.received(body[0])
                #expect(frame.body == body)
                bob.transport.consumed(cost: frame.cost, from: toAlice)
            }
            try await sending
            #expect(bob.events.frames.map(\.type) == bodies.map { $0[0] })
        }
    }

    @Test func `more than the queue holds ends the connection`() async throws {
        try await withSession { alice, toBob, _, _ in
            let frames = Array(repeating: Self.frame, count: 18)
            #expect(alice.transport.send(frames, to: toBob) == 0)
            let reason = try await alice.events.disconnected(toBob)
            #expect(reason == .outboundQueueFull)
        }
    }

    @Test func `a frame that the other end would refuse is not sent`() async throws {
        try await withSession { alice, toBob, bob, _ in
            alice.transport.send([Frame(type: 1, body: Array(repeating: 0, count: 256 << 10))], to: toBob)
            let reason = try await alice.events.disconnected(toBob)
            #expect(reason == .invalidFrame(length: 256 << 10 | 1))
            #expect(bob.events.frames.isEmpty)
        }
    }

    @Test func `a queue above its low mark tells when it has room again`() async throws {
        try await withSession { alice, toBob, _, _ in
            let queued = alice.transport.send(Array(repeating: Self.frame, count: 10), to: toBob)
            #expect(queued == 10 * Self.frame.encodedSize)
            let isLow = try await alice.events.drained(1)
            #expect(isLow)
        }
    }

    @Test func `of what may wait too many are dropped, and the connection stays`() async throws {
        try await withSession(limits: .unhurried) { alice, toBob, bob, _ in
            for number in 0..<100 {
                alice.transport.sendLater(Frame(type: UInt8(number + 1), body: [1]), to: toBob)
            }
            alice.transport.send([Frame(type: 200, body: [1])], to: toBob)
            let last = try await bob.events.received(200)
            #expect(last.body == [1])
        }
    }

    @Test func `the queue counts what fits, what is taken, and tells once when it is low`() {
        var limits = TransportLimits()
        (limits.outboundQueueSizeMax, limits.outboundQueueSizeLow) = (100, 20)
        var queue = OutboundQueue(limits: limits)
        #expect(queue.add(60) == 60)
        #expect(queue.add(41) == nil)
        #expect(queue.add(40) == 100)
        #expect(queue.remove(79) == false)
        #expect(queue.remove(1) == true)
        #expect(queue.remove(20) == false)
        #expect(queue.add(20) == 20)
        #expect(queue.remove(20) == false)
    }

    /// Sends at the pace at which the queue drains, until there is nothing left or the connection has ended.
    private func send(_ frames: [Frame], from sender: Device, _ id: ConnectionID) async throws {
        var drains = 0
        for frame in frames where sender.transport.send([frame], to: id) > TransportLimits().outboundQueueSizeLow {
            drains += 1
            guard try await sender.events.drained(drains) else { return }
        }
    }
}
