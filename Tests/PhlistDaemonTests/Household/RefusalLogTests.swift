import Logging
import PhlistTransport
import Testing

@testable import PhlistDaemon

/// What is told of those who are turned away.
struct RefusalLogTests {
    private static let interval = RefusalLog.intervalMilliseconds

    @Test func `a source is told of once in ten seconds, and the others are counted from the first one on`() {
        var log = RefusalLog()
        #expect(log.refused("a", at: 0) == .tell)
        #expect(log.refused("a", at: 1) == .countFromNow)
        #expect(log.refused("b", at: 2) == .tell)
        #expect(log.refused("b", at: 3) == .count)
        #expect(log.takeLeftOut() == 2)
        #expect(log.takeLeftOut() == 0)
        #expect(log.refused("a", at: Self.interval - 1) == .countFromNow)
        #expect(log.refused("a", at: Self.interval) == .tell)
    }

    @Test func `a flood from ever new sources is a few lines, and every refusal is in one of them`() {
        var (log, told, starts, leftOut) = (RefusalLog(), 0, 0, 0)
        let seconds: Int64 = 60
        for millisecond in 0..<seconds * 1000 {
            if millisecond % Self.interval == 0 { leftOut += log.takeLeftOut() }
            switch log.refused("source \(millisecond)", at: millisecond) {
            case .tell: told += 1
            case .countFromNow: starts += 1
            case .count: break
            }
        }
        leftOut += log.takeLeftOut()
        let intervals = Int(seconds * 1000 / Self.interval)
        #expect(told == RefusalLog.sourcesMax * intervals && starts == intervals)
        #expect(told + leftOut == Int(seconds) * 1000)
    }

    @Test func `a port does not make another source`() throws {
        let lines = LogLines()
        let teller = RefusalTeller(logger: lines.logger)
        for port in 1...UInt16(300) {
            for address in ["192.0.2.1", "[2001:db8::1]"] {
                let address = try #require(NetworkAddress("\(address):\(port)", defaultPort: 1))
                teller.tell("connection refused", from: address, because: "too many connections")
            }
        }
        #expect(
            lines.all == [
                "connection refused address=192.0.2.1:1 reason=too many connections",
                "connection refused address=[2001:db8::1]:1 reason=too many connections",
            ]
        )
    }
}
