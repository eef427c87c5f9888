package import NIOCore
import NIOPosix
import Synchronization

/// Connections between devices: streams of frames over TLS 1.3, each end known by its key.
///
/// A transport listens and dials for one application protocol; it knows nothing of what the frames mean. Everything
/// that happens is told to one closure on an event loop: it must be quick, and it may call any method here. All
/// methods may be called from any thread; what they do to one connection is done in the order of the calls.
package final class Transport: Sendable {
    private let group: any EventLoopGroup
    private let surroundings: ConnectionHandler.Surroundings
    private let listeners = Mutex<[Listener.Socket]>([])

    /// Creates a transport that does nothing yet.
    ///
    /// - Parameters:
    ///   - configuration: Who we are, what we speak, whom we admit.
    ///   - group: The event loops to run on.
    ///   - events: Is told everything that happens, in order for each connection.
    package init(
        _ configuration: TransportConfiguration,
        group: any EventLoopGroup = MultiThreadedEventLoopGroup.singleton,
        events: @escaping @Sendable (TransportEvent) -> Void
    ) {
        self.group = group
        let registry = Registry(limits: configuration.limits)
        surroundings = .init(configuration: configuration, registry: registry, emit: events)
    }

    private var registry: Registry { surroundings.registry }

    /// Connections and dials that have not ended.
    package var connectionCount: Int { registry.connections.count }

    /// Where it listens.
    package var places: Set<ListenPlace> { Set(listeners.withLock { $0.filter(\.isCurrent).map(\.place) }) }

    /// Listens for others.
    ///
    /// - Parameters:
    ///   - places: Where; those that this machine does not have are left out.
    ///   - port: The wanted port; where it is taken one of the next few even or odd ones, else a free one. Zero gives a
    ///     free one.
    /// - Returns: The port, the same everywhere.
    /// - Throws: `cannotListen` with the place that failed, or `shutDown`.
    package func listen(on places: [ListenPlace] = [.everywhere], port: UInt16) async throws(TransportError) -> UInt16 {
        let (sockets, port) = try await Listener(group: group, surroundings: surroundings).bind(places, port: port)
        try await add(sockets)
        return port
    }

    /// Listens also on those places that this machine has only now, or has anew.
    ///
    /// - Parameters:
    ///   - places: Where.
    ///   - port: The port on which it listens already.
    /// - Throws: As `listen`; what it listened on before goes on.
    package func listenAgain(on places: [ListenPlace], port: UInt16) async throws(TransportError) {
        let (stale, current) = listeners.withLock { listeners in
            let stale = listeners.filter { !$0.isCurrent }
            listeners = listeners.filter(\.isCurrent)
            return (stale, Set(listeners.map(\.place)))
        }
        await Listener.close(stale)
        let listener = Listener(group: group, surroundings: surroundings)
        try await add(try await listener.bindMore(places.filter { !current.contains($0) }, port: port))
    }

    private func add(_ sockets: [Listener.Socket]) async throws(TransportError) {
        listeners.withLock { $0 += sockets }
        guard !registry.isShutDown else {
            await stopListening()
            throw .shutDown
        }
    }

    /// Takes no more connections; those that are there stay.
    package func stopListening() async {
        await Listener.close(
            listeners.withLock { listeners in
                defer { listeners = [] }
                return listeners
            }
        )
    }

    /// Dials.
    ///
    /// - Parameters:
    ///   - address: Where to.
    ///   - expected: The only key that will do there, besides being admitted; nil for any that is admitted.
    /// - Returns: The connection to be; `connected` or `disconnected` tells what came of it.
    package func connect(to address: NetworkAddress, expecting expected: Fingerprint? = nil) -> ConnectionID {
        let loop = group.next()
        let connection = registry.dialled(on: loop)
        let dialer = Dialer(surroundings: surroundings)
        loop.execute { dialer.dial(connection, to: address, expecting: expected, on: loop) }
        return connection.id
    }

    /// Sends frames, in order, with one flush.
    ///
    /// Frames for a connection that is not open are dropped. Frames that do not fit into the queue any more end the
    /// connection, so what can wait should wait for `drained` while the queue is above its low mark.
    ///
    /// - Returns: The bytes in the queue after this call; `drained` follows when they are more than the low mark.
    @discardableResult
    package func send(_ frames: [Frame], to id: ConnectionID) -> Int {
        guard let connection = registry[id] else { return 0 }
        let count = frames.reduce(0) { $0 + $1.encodedSize }
        guard let queued = connection.outbound.withLock({ $0.add(count) }) else {
            connection.perform { $0.abort(.outboundQueueFull) }
            return 0
        }
        connection.perform { $0.send(frames) }
        return queued
    }

    /// Sends a frame behind everything else, also behind what is sent while it waits.
    ///
    /// Of such frames one at a time is written, when the system has taken all that was before it. A few may wait; one
    /// too many is dropped.
    package func sendLater(_ frame: Frame, to id: ConnectionID) {
        registry[id]?.perform { $0.sendLater(frame) }
    }

    /// The peer showed in its first frame that it is whom its key says: ends the time limit, grants large frames.
    ///
    /// Say this before `consumed` for that frame: while a connection is not authenticated, a frame is handed over
    /// only when the one before it is consumed. A pairing never says this; its limits are those of a stranger, but for
    /// ``takesLargeFrames(from:)`` and ``allowsWriting(on:)``.
    package func authenticated(_ id: ConnectionID) {
        registry[id]?.perform { $0.authenticated() }
    }

    /// Grants large frames to a peer, and `provenTimeout` from now on for what becomes of them; nothing else of what
    /// ``authenticated(_:)`` grants.
    package func takesLargeFrames(from id: ConnectionID) {
        registry[id]?.perform { $0.takesLargeFrames() }
    }

    /// Gives a connection that is not authenticated `writingTimeout` from now on, in place of what it had left.
    package func allowsWriting(on id: ConnectionID) {
        registry[id]?.perform { $0.allowsWriting() }
    }

    /// The caller is done with frames it received.
    ///
    /// - Parameters:
    ///   - cost: The sum of their `cost`.
    ///   - id: Where they came from.
    package func consumed(cost: Int, from id: ConnectionID) {
        registry[id]?.perform { $0.consumed(cost: cost) }
    }

    /// Closes a connection after what was sent is out, or takes back a dial.
    package func close(_ id: ConnectionID) {
        registry[id]?.perform { $0.close() }
    }

    /// Asks admission again about every open connection, and cuts those that it refuses now.
    ///
    /// Nothing more goes out on them; who is to get a last frame gets it before, followed by `close`.
    package func recheck() {
        for connection in registry.connections {
            connection.perform { $0.recheck() }
        }
    }

    /// Stops listening, closes every connection, and returns when the last has ended.
    package func shutdown() async {
        registry.shutDown()
        await stopListening()
        for connection in registry.connections {
            connection.perform { $0.close() }
        }
        await registry.untilEmpty()
    }
}
