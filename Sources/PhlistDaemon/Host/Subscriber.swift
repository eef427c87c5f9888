import PhlistHousehold
import Synchronization

/// A watching client.
final class Subscriber: Sendable {
    let caller: Principal
    let position: Mutex<EventHub.Position>

    init(_ caller: Principal, at position: EventHub.Position) {
        self.caller = caller
        self.position = Mutex(position)
    }
}
