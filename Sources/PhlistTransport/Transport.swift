package import NIOCore
import NIOPosix
import Synchronization

/// Connections between devices: streams of frames over TLS 1.3, with each end identified by its key.
///
/// A transport listens and dials for one application protocol, without interpreting the frames. All events go to one
/// closure on an event loop: it must be quick, and it may call any method here. All methods may be called from any
/// thread; calls for one connection take effect in order.
package final class Transport: Sendable {
    private let group: any EventLoopGroup
    private let surroundings: ConnectionHandler.Surroundings
    private let listeners = Mutex<[Listener.Socket]>([])

    /// Creates a transport that does nothing yet.
    ///
    /// - Parameters:
    ///   - configuration: Our identity, the application protocol, the limits, and the admission policy.
    ///   - group: The event loops to run on.
    ///   - events: Receives all events, in order for each connection.
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

    /// The number of connections and dials that have not ended.
    package var connectionCount: Int { registry.connections.count }

    /// The places on which it listens.
    package var places: Set<ListenPlace> { Set(listeners.withLock { $0.filter(\.isCurrent).map(\.place) }) }

    /// Starts to listen.
    ///
    /// - Parameters:
    ///   - places: The places to listen on; those that this machine does not have are skipped.
    ///   - port: The wanted port; if it is taken, one of the next few of the same parity, else a free one. Zero chooses
    ///     a free one.
    /// - Returns: The port, the same on all places.
    /// - Throws: `cannotListen` with the place that failed, or `shutDown`.
    package func listen(on places: [ListenPlace] = [.everywhere], port: UInt16) async throws(TransportError) -> UInt16 {
        let (sockets, port) = try await Listener(group: group, surroundings: surroundings).bind(places, port: port)
        try await add(sockets)
        return port
    }

    /// Also listens on places that have appeared, or reappeared, on this machine.
    ///
    /// - Parameters:
    ///   - places: All places to listen on.
    ///   - port: The port on which it already listens.
    /// - Throws: The same errors as `listen`; sockets that are open stay open after `cannotListen`.
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

    /// Accepts no more connections; existing ones stay open.
    package func stopListening() async {
        await Listener.close(
            listeners.withLock { listeners in
                defer { listeners = [] }
                return listeners
            }
        )
    }

    /// Dials an address.
    ///
    /// - Parameters:
    ///   - address: The address to dial.
    ///   - expected: The only key accepted there, which must also be admitted; nil for any admitted key.
    /// - Returns: The id of the connection; `connected` or `disconnected` reports the outcome.
    package func connect(to address: NetworkAddress, expecting expected: Fingerprint? = nil) -> ConnectionID {
        let loop = group.next()
        let connection = registry.dialled(on: loop)
        let dialer = Dialer(surroundings: surroundings)
        loop.execute { dialer.dial(connection, to: address, expecting: expected, on: loop) }
        return connection.id
    }

    /// Sends frames, in order, with one flush.
    ///
    /// Frames for a connection that is not open are dropped. Frames that no longer fit into the queue end the
    /// connection, so while the queue is above its low mark, frames that can wait should wait for `drained`.
    ///
    /// - Returns: The bytes in the queue after this call; `drained` follows if they exceed the low mark.
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

    /// Sends a frame after everything else, including frames sent while it waits.
    ///
    /// Such frames are written one at a time, each when the system has taken everything before it. At most
    /// `laterFramesMax` may wait; more are dropped.
    package func sendLater(_ frame: Frame, to id: ConnectionID) {
        registry[id]?.perform { $0.sendLater(frame) }
    }

    /// Marks the peer as authenticated by its first frame, which ends the time limit and allows large frames.
    ///
    /// Call this before `consumed` for that frame: until a connection is authenticated, a frame is delivered only when
    /// the one before it is consumed. A pairing never calls this; it keeps a stranger's limits, except for
    /// ``takesLargeFrames(from:)`` and ``waitsForDisk(on:)``.
    package func authenticated(_ id: ConnectionID) {
        registry[id]?.perform { $0.authenticated() }
    }

    /// Allows large frames from a peer that is not authenticated, with a time limit of `provenTimeout` from now on.
    package func takesLargeFrames(from id: ConnectionID) {
        registry[id]?.perform { $0.takesLargeFrames() }
    }

    /// Sets the time limit of a connection that is not authenticated to `diskTimeout` from now on.
    package func waitsForDisk(on id: ConnectionID) {
        registry[id]?.perform { $0.waitsForDisk() }
    }

    /// Reports that the caller has finished with received frames.
    ///
    /// - Parameters:
    ///   - cost: The sum of their `cost`.
    ///   - id: The connection on which they arrived.
    package func consumed(cost: Int, from id: ConnectionID) {
        registry[id]?.perform { $0.consumed(cost: cost) }
    }

    /// Closes a connection once all sent frames are out, or cancels a dial.
    package func close(_ id: ConnectionID) {
        registry[id]?.perform { $0.close() }
    }

    /// Asks admission again about every open connection, and aborts those that it now refuses.
    ///
    /// Nothing more goes out on those; to send a peer a last frame, send it before this call and then call `close`.
    package func recheck() {
        for connection in registry.connections {
            connection.perform { $0.recheck() }
        }
    }

    /// Stops listening, closes every connection, and returns once the last has ended.
    package func shutdown() async {
        registry.shutDown()
        await stopListening()
        for connection in registry.connections {
            connection.perform { $0.close() }
        }
        await registry.untilEmpty()
    }
}
