import NIOCore
import PhlistControl
import Synchronization

/// The open connections of the control socket: counted against the limit, and told when the daemon stops.
final class ControlConnections: Sendable {
    private let limit: Int
    private let state = Mutex(State())

    private struct State {
        var channels: [ObjectIdentifier: any Channel] = [:]
        var isStopping = false
    }

    init(limit: Int) {
        self.limit = limit
    }

    /// Takes in a new connection until it closes, or says why not.
    func admit(_ channel: any Channel) -> ControlError? {
        let id = ObjectIdentifier(channel)
        let refusal: ControlError? = state.withLock { state in
            if state.isStopping { return ControlError(.unavailable, "phlistd is stopping") }
            if state.channels.count >= limit {
                return ControlError(.tryAgain, "\(limit) connections to phlistd are open already")
            }
            state.channels[id] = channel
            return nil
        }
        guard refusal == nil else { return refusal }
        channel.closeFuture.whenComplete { _ in
            self.state.withLock { _ = $0.channels.removeValue(forKey: id) }
        }
        return nil
    }

    /// Closes the connections: idle ones at once, the others after their reply, all of them when the time is up.
    func stop(within time: TimeAmount) {
        let channels = state.withLock { state in
            state.isStopping = true
            return Array(state.channels.values)
        }
        for channel in channels {
            channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
            channel.close(within: time)
        }
    }
}

extension Channel {
    /// Closes the channel after a time, unless that happens before.
    func close(within time: TimeAmount) {
        let timer = eventLoop.scheduleTask(in: time) { self.close(promise: nil) }
        closeFuture.whenComplete { _ in timer.cancel() }
    }
}
