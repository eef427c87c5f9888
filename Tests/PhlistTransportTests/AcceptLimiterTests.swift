import NIOCore
import Testing

@testable import PhlistTransport

@Suite struct AcceptLimiterTests {
    private var limiter = AcceptLimiter(limits: .small)
    private let start = NIODeadline.uptimeNanoseconds(1_000_000_000_000)

    /// Limits small enough to be reached by hand: three in all, two per source, two per ten seconds.
    private mutating func accept(_ id: UInt64, _ source: UInt8, after seconds: Int64 = 0) -> AcceptLimiter.Verdict {
        let source = IPAddress(bytes: [10, 0, 0, source]) ?? .any
        return limiter.accepted(ConnectionID(rawValue: id), from: source, now: start + .seconds(seconds))
    }

    @Test mutating func `a source gets its number of handshakes and then one per share of the window`() {
        #expect(accept(1, 1) == .admit(evicting: nil))
        limiter.settled(ConnectionID(rawValue: 1))
        #expect(accept(2, 1) == .admit(evicting: nil))
        limiter.settled(ConnectionID(rawValue: 2))
        #expect(accept(3, 1, after: 4) == .refuse(.tooManyHandshakes))
        #expect(accept(4, 1, after: 5) == .admit(evicting: nil))
        limiter.settled(ConnectionID(rawValue: 4))
        #expect(accept(5, 1, after: 9) == .refuse(.tooManyHandshakes))
        #expect(accept(6, 2, after: 9) == .admit(evicting: nil))
    }

    @Test mutating func `a source may have so many that nobody knows yet`() {
        #expect(accept(1, 1) == .admit(evicting: nil))
        #expect(accept(2, 1, after: 20) == .admit(evicting: nil))
        #expect(accept(3, 1, after: 40) == .refuse(.tooManyUnauthenticated))
        limiter.settled(ConnectionID(rawValue: 1))
        #expect(accept(4, 1, after: 40) == .admit(evicting: nil))
    }

    @Test mutating func `when all places are taken the oldest gives way`() {
        for id in 1...3 {
            #expect(accept(UInt64(id), UInt8(id)) == .admit(evicting: nil))
        }
        #expect(accept(4, 4) == .admit(evicting: ConnectionID(rawValue: 1)))
        #expect(accept(5, 5) == .admit(evicting: ConnectionID(rawValue: 2)))
    }

    @Test mutating func `the number of sources that are remembered stays bounded`() {
        for source in 1...200 {
            _ = accept(UInt64(source), UInt8(source))
            #expect(limiter.sourceCount <= 4)
        }
    }
}

extension TransportLimits {
    fileprivate static var small: TransportLimits {
        var limits = TransportLimits()
        limits.unauthenticatedMax = 3
        limits.unauthenticatedPerSourceMax = 2
        limits.handshakesPerSourceMax = 2
        limits.sourcesMax = 4
        return limits
    }
}
