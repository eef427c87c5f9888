import NIOCore
import PhlistTransport
import PhlistWeb
import Synchronization

/// The open connections of browsers: limited by their addresses, and closed with the right to them.
final class WebConnections: Sendable {
    private let state = Mutex(State())
    /// The limits that all connections of a phone share.
    let shares = UserShares()

    private struct State {
        var channels: [ObjectIdentifier: any Channel] = [:]
        var counts: [IPAddress: Int] = [:]
        /// The connections, or the streams of them, on which a phone has a request.
        var channelsOfPhones: [String: [ObjectIdentifier: any Channel]] = [:]
    }

    /// Tracks a new connection until it closes.
    ///
    /// - Returns: Whether there is a place for it.
    func admit(_ channel: any Channel, from source: IPAddress) -> Bool {
        let id = ObjectIdentifier(channel)
        let isAdmitted = state.withLock { state in
            guard state.channels.count < WebLimits.connectionsMax,
                state.counts[source, default: 0] < WebLimits.connectionsPerSourceMax
            else { return false }
            state.counts[source, default: 0] += 1
            state.channels[id] = channel
            return true
        }
        guard isAdmitted else { return false }
        channel.closeFuture.whenComplete { _ in
            self.state.withLock { state in
                state.channels[id] = nil
                let left = state.counts[source, default: 1] - 1
                state.counts[source] = left == 0 ? nil : left
            }
        }
        return true
    }

    /// Tracks a connection, or a stream of one, on which a phone has a request.
    func note(_ channel: any Channel, of phone: String) {
        let id = ObjectIdentifier(channel)
        let isNew = state.withLock { $0.channelsOfPhones[phone, default: [:]].updateValue(channel, forKey: id) == nil }
        guard isNew else { return }
        channel.closeFuture.whenComplete { _ in
            self.state.withLock { state in
                state.channelsOfPhones[phone]?[id] = nil
                if state.channelsOfPhones[phone]?.isEmpty ?? false { state.channelsOfPhones[phone] = nil }
            }
        }
    }

    /// Whether a phone has a request open.
    func isConnected(_ phone: String) -> Bool {
        state.withLock { $0.channelsOfPhones[phone] != nil }
    }

    /// Closes the connections of a phone.
    func close(of phone: String) {
        let channels = state.withLock { $0.channelsOfPhones[phone].map { Array($0.values) } ?? [] }
        for channel in channels { channel.close(promise: nil) }
    }

    /// Closes all connections: idle ones at once, the others after their reply, all of them when the time is up.
    func stop(within time: TimeAmount) {
        for channel in state.withLock({ Array($0.channels.values) }) {
            channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
            channel.close(within: time)
        }
    }
}

extension IPAddress {
    /// The address of the other side of a connection, or of the connection that a stream belongs to.
    init?(_ channel: any Channel) {
        self.init(channel.remoteAddress ?? channel.parent?.remoteAddress)
    }

    /// The address of a socket of TCP.
    init?(_ address: SocketAddress?) {
        guard let text = address?.ipAddress else { return nil }
        self.init(text)
    }
}
