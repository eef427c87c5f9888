import PhlistControl
import Testing

@testable import PhlistDaemon

/// The batches in which events go to a client, and what is sent in a silence.
@Suite struct ControlEventStreamTests {
    private static let event = ControlEvent(cursor: "1", event: .ready, at: 7)

    /// A source without events, until its wait is given up.
    private static func waits(thenReturns events: [ControlEvent] = []) -> ControlEventStream {
        ControlEventStream {
            for await _ in AsyncStream<Never>.makeStream().stream {}
            return events
        }
    }

    @Test func `events are a batch`() async {
        let stream = ControlEventStream { [Self.event, Self.event] }
        #expect(await stream.batch(within: .seconds(600)) == [Self.event, Self.event])
    }

    @Test func `a silence is an empty batch, and the stream goes on`() async {
        var batches = Self.waits().batches(silence: .milliseconds(1)).makeAsyncIterator()
        #expect(await batches.next() == [])
        #expect(await batches.next() == [])
    }

    @Test func `events that come while the wait is given up are not lost`() async {
        let stream = Self.waits(thenReturns: [Self.event])
        #expect(await stream.batch(within: .milliseconds(1)) == [Self.event])
    }

    @Test func `the end is the end`() async {
        let stream = ControlEventStream { [] }
        #expect(await stream.batch(within: .seconds(600)) == nil)
    }

    @Test func `a wait ends with its task`() async {
        let task = Task { await Self.waits().batch(within: .seconds(600)) }
        task.cancel()
        #expect(await task.value == nil)
    }
}
