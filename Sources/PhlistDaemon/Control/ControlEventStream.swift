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

    /// The same events in batches, with an empty one after each silence, by which the client learns that the stream is
    /// alive.
    func batches(silence: Duration) -> AsyncStream<[ControlEvent]> {
        AsyncStream { await batch(within: silence) }
    }

    /// Waits for the next events; returns none after a silence, and nil at the end.
    func batch(within silence: Duration) async -> [ControlEvent]? {
        await withTaskGroup(of: [ControlEvent]?.self) { [source] group in
            group.addTask { await source() }
            group.addTask {
                try? await ContinuousClock().sleep(for: silence)
                return nil
            }
            let first = await group.next() ?? nil
            group.cancelAll()
            if let first { return first.isEmpty ? nil : first }
            // Events that came while the wait was being given up are not lost.
            let late = await group.next() ?? []
            return Task.isCancelled && late?.isEmpty != false ? nil : late
        }
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
