import NIOCore
import Synchronization

/// The part of a connection that other threads may use: access to its event loop, and the size of its queue.
final class Connection: Sendable {
    let id: ConnectionID
    let outbound: Mutex<OutboundQueue>

    private let eventLoop: any EventLoop
    private let handler: NIOLoopBoundBox<ConnectionHandler?>

    /// Creates a connection that lives on an event loop.
    init(id: ConnectionID, limits: TransportLimits, eventLoop: any EventLoop) {
        self.id = id
        self.eventLoop = eventLoop
        outbound = Mutex(OutboundQueue(limits: limits))
        handler = .makeEmptyBox(eventLoop: eventLoop)
    }

    /// Sets the handler; called on the event loop, before any other work for the connection.
    func start(_ handler: ConnectionHandler) {
        self.handler.value = handler
    }

    /// Releases the handler; called on the event loop.
    func stop() {
        handler.value = nil
    }

    /// Schedules an action on the event loop, never running it at once, so that it cannot interrupt another event.
    func perform(_ action: @escaping @Sendable (ConnectionHandler) -> Void) {
        eventLoop.execute {
            if let handler = self.handler.value {
                action(handler)
            }
        }
    }
}
