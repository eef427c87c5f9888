import NIOCore

/// Decides on accepting a socket, before a byte is read, whether a stranger may start a handshake.
///
/// Pure: the time is an argument.
struct AcceptLimiter {
    /// The decision on an accepted socket.
    enum Verdict: Equatable {
        /// It may start a handshake; if there was no room, the oldest unauthenticated connection is evicted.
        case admit(evicting: ConnectionID?)
        case refuse(DisconnectReason)
    }

    private let limits: TransportLimits
    private var trying: [ConnectionID: IPAddress] = [:]
    /// For each source the time at which its whole allowance is restored, as in the generic cell rate algorithm.
    private var allowances: [IPAddress: NIODeadline] = [:]

    init(limits: TransportLimits) {
        self.limits = limits
    }

    /// The number of sources whose allowance is remembered.
    var sourceCount: Int { allowances.count }

    /// Decides on an accepted socket.
    mutating func accepted(_ id: ConnectionID, from source: IPAddress, now: NIODeadline) -> Verdict {
        guard trying.values.count(where: { $0 == source }) < limits.unauthenticatedPerSourceMax else {
            return .refuse(.tooManyUnauthenticated)
        }
        guard spendHandshake(of: source, now: now) else { return .refuse(.tooManyHandshakes) }
        // Evict the oldest, not the newcomer: an honest handshake takes milliseconds, a silent one its whole timeout.
        let evicted = trying.count >= limits.unauthenticatedMax ? trying.keys.min() : nil
        if let evicted {
            trying[evicted] = nil
        }
        trying[id] = source
        return .admit(evicting: evicted)
    }

    /// Stops counting a connection that was authenticated or has ended.
    mutating func settled(_ id: ConnectionID) {
        trying[id] = nil
    }

    private mutating func spendHandshake(of source: IPAddress, now: NIODeadline) -> Bool {
        let interval = limits.handshakeWindow.nanoseconds / Int64(limits.handshakesPerSourceMax)
        let restored = max(allowances[source] ?? now, now) + .nanoseconds(interval)
        guard restored - now <= limits.handshakeWindow else { return false }
        if allowances[source] == nil, allowances.count >= limits.sourcesMax {
            forgetSources(now: now)
        }
        allowances[source] = restored
        return true
    }

    /// Drops the sources whose whole allowance is restored; if none are, the one nearest to that.
    private mutating func forgetSources(now: NIODeadline) {
        allowances = allowances.filter { $0.value > now }
        if allowances.count >= limits.sourcesMax, let least = allowances.min(by: { $0.value < $1.value })?.key {
            allowances[least] = nil
        }
    }
}
