import Dispatch
import PhlistTransport
import Synchronization

/// What happens on the connections of a transport, in order.
final class Ear: Sendable {
    private let events = Mutex<[TransportEvent]>([])
    private let arrivals = DispatchSemaphore(value: 0)

    func note(_ event: TransportEvent) {
        events.withLock { $0.append(event) }
        arrivals.signal()
    }

    func next() throws -> TransportEvent {
        // Longer than the time between two pings, which is all that a daemon says who waits.
        guard arrivals.wait(timeout: .now() + .seconds(60)) == .success else {
            throw HarnessError("the daemon says nothing")
        }
        return events.withLock { $0.removeFirst() }
    }
}
