import NIOCore
import Synchronization

/// The moment when the client of a connection disconnects or stops sending.
///
/// Work for a client that cannot be answered is cancelled. The body of a request does not reliably show that its client
/// has disconnected: nothing follows a body that was read to its end.
final class Departure: Sendable {
    private let state = Mutex(State())

    private struct State {
        var hasCome = false
        var waiters: [UInt64: CheckedContinuation<Void, Never>] = [:]
        var waiterCount: UInt64 = 0
    }

    /// Resumes all waiters.
    func announce() {
        let waiters = state.withLock { state in
            state.hasCome = true
            defer { state.waiters = [:] }
            return state.waiters.values
        }
        for waiter in waiters { waiter.resume() }
    }

    /// Waits for the moment, or until the task is cancelled.
    func wait() async {
        let number = state.withLock { state in
            state.waiterCount += 1
            return state.waiterCount
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { waiter in
                let isOver = state.withLock { state in
                    guard !state.hasCome, !Task.isCancelled else { return true }
                    state.waiters[number] = waiter
                    return false
                }
                if isOver { waiter.resume() }
            }
        } onCancel: {
            state.withLock { $0.waiters.removeValue(forKey: number) }?.resume()
        }
    }
}

/// Announces a departure from within the pipeline of the connection.
final class DepartureHandler: ChannelInboundHandler, Sendable {
    typealias InboundIn = ByteBuffer

    private let departure: Departure

    init(_ departure: Departure) {
        self.departure = departure
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case ChannelEvent.inputClosed? = event as? ChannelEvent { departure.announce() }
        context.fireUserInboundEventTriggered(event)
    }

    func channelInactive(context: ChannelHandlerContext) {
        departure.announce()
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        departure.announce()
    }
}
