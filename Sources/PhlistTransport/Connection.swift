import NIOCore
import Synchronization

/// A connection as other threads see it: a way to its event loop, and the size of its queue.
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

    /// Gives the connection its handler; on the event loop, before anything else arrives there.
    func start(_ handler: ConnectionHandler) {
        self.handler.value = handler
    }

    /// Lets go of the handler; on the event loop.
    func stop() {
        handler.value = nil
    }

    /// Does something on the event loop, never at once: a caller inside an event is not interrupted by another event.
    func perform(_ action: @escaping @Sendable (ConnectionHandler) -> Void) {
        eventLoop.execute {
            if let handler = self.handler.value {
                action(handler)
            }
        }
    }
}
