import PhlistControl

/// Hands events to the clients that watch, and keeps the newest for those that come back.
struct EventHub {
    /// Events that are kept for a client that resumes: a minute of the busiest household.
    private static let keptMax = 4096

    private let run: UInt64
    private var count: UInt64 = 0
    private var kept: [ControlEvent] = []
    private var subscribers: [UInt64: Subscriber] = [:]
    private var subscriberCount: UInt64 = 0

    private struct Subscriber {
        var source: ControlEventStream.Source
        var isAllowed: @Sendable (ControlEvent) -> Bool
    }

    /// Starts to count; cursors of another run mean nothing to this one.
    init(run: UInt64) {
        self.run = run
    }

    /// Tells everybody who may know.
    mutating func publish(_ make: (_ cursor: String) -> ControlEvent) {
        count += 1
        let event = make(cursor(count))
        kept.append(event)
        if kept.count > Self.keptMax {
            kept.removeFirst(Self.keptMax / 4)
        }
        for (id, subscriber) in subscribers.sorted(by: { $0.key < $1.key }) where subscriber.isAllowed(event) {
            if !subscriber.source.send(event) {
                subscribers[id] = nil
            }
        }
    }

    /// Adds a client, which first gets what it has missed behind its cursor.
    ///
    /// - Returns: The number by which it is removed.
    mutating func subscribe(
        _ source: ControlEventStream.Source,
        after cursor: String?,
        at milliseconds: Int64,
        isAllowed: @escaping @Sendable (ControlEvent) -> Bool
    ) -> UInt64 {
        subscriberCount += 1
        let missed: [ControlEvent]? = if let cursor { events(after: cursor) } else { [] }
        let kind: ControlEvent.Kind = missed == nil ? .reset : .ready
        let start = missed == nil ? self.cursor(count) : cursor ?? self.cursor(count)
        source.send(ControlEvent(cursor: start, event: kind, at: milliseconds))
        for event in missed ?? [] where isAllowed(event) {
            source.send(event)
        }
        subscribers[subscriberCount] = Subscriber(source: source, isAllowed: isAllowed)
        return subscriberCount
    }

    mutating func unsubscribe(_ id: UInt64) {
        subscribers[id] = nil
    }

    mutating func finish() {
        for subscriber in subscribers.values {
            subscriber.source.finish()
        }
        subscribers = [:]
    }

    private func cursor(_ number: UInt64) -> String {
        "\(String(run, radix: 36)).\(number)"
    }

    /// The events behind a cursor; nil when some of them are gone.
    private func events(after cursor: String) -> [ControlEvent]? {
        let parts = cursor.split(separator: ".")
        guard parts.count == 2, parts[0] == String(run, radix: 36), let number = UInt64(parts[1]) else { return nil }
        let oldest = count - UInt64(kept.count)
        guard number >= oldest, number <= count else { return nil }
        return Array(kept.suffix(Int(count - number)))
    }
}
