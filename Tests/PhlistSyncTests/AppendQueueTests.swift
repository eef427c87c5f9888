import Testing

@testable import PhlistSync

/// The order in which appends end, and the commands that wait for them.
struct AppendQueueTests {
    @Test func `commands wait until nothing is in flight, and go on in the order in which they came`() {
        var queue = AppendQueue()
        let appends = (0..<2).map { _ in queue.start(reply: nil, source: nil, isMoving: false) }
        for number in 1...2 as ClosedRange<UInt64> { queue.wait(.synchronize, id: CommandID(rawValue: number)) }
        #expect(queue.takeWaiting()?.id == nil)
        _ = queue.end(appends[0])
        #expect(queue.takeWaiting()?.id == nil)
        _ = queue.end(appends[1])
        #expect(queue.takeWaiting()?.id == CommandID(rawValue: 1))
        #expect(queue.takeWaiting()?.id == CommandID(rawValue: 2))
        #expect(queue.takeWaiting()?.id == nil)
    }

    @Test func `a device is moving as long as an append moves it`() {
        var queue = AppendQueue()
        let first = queue.start(reply: nil, source: nil, isMoving: false)
        #expect(!queue.isMoving)
        let second = queue.start(reply: nil, source: nil, isMoving: true)
        _ = queue.end(first)
        #expect(queue.isMoving && !queue.isEmpty)
        _ = queue.end(second)
        #expect(!queue.isMoving && queue.isEmpty)
    }
}
