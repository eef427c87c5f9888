import NIOCore
import Synchronization

/// The live connections, and the limits on accepting more.
final class Registry: Sendable {
    private struct State {
        var lastID: UInt64 = 0
        var connections: [ConnectionID: Connection] = [:]
        var authenticated: Set<ConnectionID> = []
        var limiter: AcceptLimiter
        var isShutDown = false
        var emptied: [CheckedContinuation<Void, Never>] = []
    }

    /// The decision on an accepted socket.
    enum Admission {
        case admit(Connection)
        case refuse(DisconnectReason)
    }

    private let limits: TransportLimits
    private let state: Mutex<State>

    init(limits: TransportLimits) {
        self.limits = limits
        state = Mutex(State(limiter: AcceptLimiter(limits: limits)))
    }

    /// All connections and dials, in order of creation.
    var connections: [Connection] {
        state.withLock { $0.connections.values.sorted { $0.id < $1.id } }
    }

    /// The live connection with an id.
    subscript(id: ConnectionID) -> Connection? {
        state.withLock { $0.connections[id] }
    }

    /// Decides on an accepted socket and registers its connection.
    func accepted(from source: IPAddress, on eventLoop: any EventLoop) -> Admission {
        let (admission, evicted) = state.withLock { state -> (Admission, Connection?) in
            guard !state.isShutDown else { return (.refuse(.closedLocally), nil) }
            let connection = Self.newConnection(&state, limits: limits, eventLoop: eventLoop)
            switch state.limiter.accepted(connection.id, from: source, now: .now()) {
            case .refuse(let reason):
                state.connections[connection.id] = nil
                return (.refuse(reason), nil)
            case .admit(let evicted):
                return (.admit(connection), evicted.flatMap { state.connections[$0] })
            }
        }
        evicted?.perform { $0.abort(.tooManyUnauthenticated) }
        return admission
    }

    /// Registers a dial.
    func dialled(on eventLoop: any EventLoop) -> Connection {
        state.withLock { Self.newConnection(&$0, limits: limits, eventLoop: eventLoop) }
    }

    /// Counts a connection as authenticated; returns false if there is no room for it.
    func authenticated(_ id: ConnectionID) -> Bool {
        state.withLock { state in
            state.limiter.settled(id)
            guard state.authenticated.count < limits.authenticatedMax else { return false }
            state.authenticated.insert(id)
            return true
        }
    }

    /// Removes a connection that has ended.
    func ended(_ id: ConnectionID) {
        let emptied = state.withLock { state in
            state.connections[id] = nil
            state.authenticated.remove(id)
            state.limiter.settled(id)
            return Self.takeEmptied(&state)
        }
        emptied.forEach { $0.resume() }
    }

    /// Whether `shutDown()` was called.
    var isShutDown: Bool {
        state.withLock { $0.isShutDown }
    }

    /// Refuses all new connections from now on.
    func shutDown() {
        state.withLock { $0.isShutDown = true }
    }

    /// Waits until the last connection has ended.
    func untilEmpty() async {
        await withCheckedContinuation { continuation in
            let emptied = state.withLock { state in
                state.emptied.append(continuation)
                return Self.takeEmptied(&state)
            }
            emptied.forEach { $0.resume() }
        }
    }

    private static func newConnection(
        _ state: inout State,
        limits: TransportLimits,
        eventLoop: any EventLoop
    ) -> Connection {
        state.lastID += 1
        let connection = Connection(id: ConnectionID(rawValue: state.lastID), limits: limits, eventLoop: eventLoop)
        state.connections[connection.id] = connection
        return connection
    }

    private static func takeEmptied(_ state: inout State) -> [CheckedContinuation<Void, Never>] {
        guard state.connections.isEmpty else { return [] }
        defer { state.emptied = [] }
        return state.emptied
    }
}
