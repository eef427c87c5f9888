import Synchronization

/// Events that the reader has not taken yet, merged to the newest state of each instance: nothing has to be dropped,
/// however slowly it reads.
package final class DiscoveryFeed: Sendable {
    /// Yields when there are events to take; one element may stand for several events.
    package let news: AsyncStream<Void>
    private let announce: AsyncStream<Void>.Continuation
    private let pending = Mutex(PendingEvents())

    /// Creates an empty feed.
    package init() {
        (news, announce) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Adds an event.
    package func add(_ event: DiscoveryEvent) {
        pending.withLock { $0.add(event) }
        announce.yield()
    }

    /// Removes and returns the events that the reader has not taken yet.
    package func takeAll() -> [DiscoveryEvent] {
        pending.withLock { $0.takeAll() }
    }
}

/// The difference between what discovery knows and what its reader knows.
///
/// It has at most one entry for each instance that either of them knows.
struct PendingEvents {
    /// The newest events about avahi, about our own name, and about the interfaces on which that is seen.
    private var status: DiscoveryEvent?
    private var ownName: DiscoveryEvent?
    private var ownSeen: DiscoveryEvent?
    /// The names of the instances that the reader knows.
    private var known: Set<String> = []
    /// The changes to report to the reader, by name; a nil instance is gone.
    private var changes: [String: Instance?] = [:]
    /// The names in `changes`, in the order of their first change.
    private var order: [String] = []

    /// The number of waiting events.
    var count: Int { changes.count + words.count }

    private var words: [DiscoveryEvent] { [status, ownName, ownSeen].compactMap(\.self) }

    mutating func add(_ event: DiscoveryEvent) {
        switch event {
        case .available, .unavailable: status = event
        case .advertised: ownName = event
        case .ownSeen: ownSeen = event
        case .found(let instance), .changed(let instance): change(instance.name, to: instance)
        case .lost(let name) where known.contains(name): change(name, to: nil)
        case .lost(let name): forget(name)
        }
    }

    mutating func takeAll() -> [DiscoveryEvent] {
        let (order, changes, words) = (order, changes, words)
        (status, ownName, ownSeen, self.changes, self.order) = (nil, nil, nil, [:], [])
        var events: [DiscoveryEvent] = []
        for name in order {
            if let instance = changes[name] { events.append(event(for: name, instance)) }
        }
        return events + words
    }

    private mutating func event(for name: String, _ instance: Instance?) -> DiscoveryEvent {
        guard let instance else {
            known.remove(name)
            return .lost(name: name)
        }
        return known.insert(name).inserted ? .found(instance) : .changed(instance)
    }

    private mutating func change(_ name: String, to instance: Instance?) {
        if changes.updateValue(instance, forKey: name) == nil { order.append(name) }
    }

    /// An instance came and went unseen.
    private mutating func forget(_ name: String) {
        guard changes.removeValue(forKey: name) != nil else { return }
        order.removeAll { $0 == name }
    }
}
