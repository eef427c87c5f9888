import NIOCore
import PhlistControl
import Synchronization

/// The open connections of the control socket: limited by the quota of their users, and closed when the daemon stops.
final class ControlConnections: Sendable {
    private let state = Mutex(State())

    private struct State {
        var channels: [ObjectIdentifier: any Channel] = [:]
        var quota = ConnectionQuota()
        var isStopping = false
    }

    /// Tracks a new connection until it closes, or returns the reason for refusing it.
    func admit(_ channel: any Channel, of uid: UInt32, isOwner: Bool) -> ControlError? {
        let id = ObjectIdentifier(channel)
        let refusal: ControlError? = state.withLock { state in
            if state.isStopping { return ControlError(.unavailable, "phlistd is stopping") }
            if let refusal = state.quota.admit(uid, isOwner: isOwner) { return refusal }
            state.channels[id] = channel
            return nil
        }
        guard refusal == nil else { return refusal }
        channel.closeFuture.whenComplete { _ in
            self.state.withLock { state in
                state.channels[id] = nil
                state.quota.leave(uid, isOwner: isOwner)
            }
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
    /// Closes the channel after a time, unless it closes before.
    func close(within time: TimeAmount) {
        let timer = eventLoop.scheduleTask(in: time) { self.close(promise: nil) }
        closeFuture.whenComplete { _ in timer.cancel() }
    }
}
