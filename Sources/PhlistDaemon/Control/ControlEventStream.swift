package import PhlistControl

/// The events for one subscriber, which takes them at its own pace: pending events stay in the shared queue, never
/// here.
package struct ControlEventStream: AsyncSequence, Sendable {
    private let source: @Sendable () async -> [ControlEvent]

    /// Creates a stream.
    ///
    /// - Parameter source: Waits for the next events and returns them; returns none when the stream ends, and soon when
    ///   its task is cancelled. It is never called again before it has returned.
    package init(source: @escaping @Sendable () async -> [ControlEvent]) {
        self.source = source
    }

    package func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(source: source)
    }

    /// Returns the same events, until the client disconnects.
    func heard(by context: ControlContext) -> ControlEventStream {
        ControlEventStream { [source] in (try? await context.whileHeard { await source() }) ?? [] }
    }

    /// Iterates over the events; the end is a normal one in every case.
    package struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate let source: @Sendable () async -> [ControlEvent]
        private var taken: ArraySlice<ControlEvent> = []

        fileprivate init(source: @escaping @Sendable () async -> [ControlEvent]) {
            self.source = source
        }

        package mutating func next() async -> ControlEvent? {
            if taken.isEmpty {
                taken = await source()[...]
            }
            return taken.popFirst()
        }
    }
}
