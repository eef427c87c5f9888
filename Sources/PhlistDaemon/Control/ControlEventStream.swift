package import PhlistControl

/// The events for one subscriber: bounded, and never with a gap.
///
/// When the subscriber falls `ControlLimits.eventBufferCountMax` events behind, the stream ends after the events that
/// it holds. The client then asks again behind the last cursor that it saw.
package struct ControlEventStream: AsyncSequence, Sendable {
    private let events: AsyncStream<ControlEvent>

    /// Creates a stream and the end that feeds it; `onEnd` is called once, when either side has ended it.
    package static func make(
        limit: Int = ControlLimits.eventBufferCountMax,
        onEnd: @escaping @Sendable () -> Void
    ) -> (stream: ControlEventStream, source: Source) {
        let (events, continuation) = AsyncStream.makeStream(
            of: ControlEvent.self,
            bufferingPolicy: .bufferingOldest(limit)
        )
        continuation.onTermination = { _ in onEnd() }
        return (ControlEventStream(events: events), Source(continuation: continuation))
    }

    /// Iterates over the events; the end is a normal one in every case.
    package func makeAsyncIterator() -> AsyncStream<ControlEvent>.AsyncIterator {
        events.makeAsyncIterator()
    }

    /// The end of a stream that feeds it.
    package struct Source: Sendable {
        fileprivate let continuation: AsyncStream<ControlEvent>.Continuation

        /// Gives an event to the subscriber; false when the stream has ended, or ends now because it is full.
        @discardableResult
        package func send(_ event: ControlEvent) -> Bool {
            switch continuation.yield(event) {
            case .enqueued: return true
            case .dropped: continuation.finish()
            case .terminated: break
            @unknown default: continuation.finish()
            }
            return false
        }

        /// Ends the stream behind the events that it holds.
        package func finish() {
            continuation.finish()
        }
    }
}
