import NIOCore

/// The connections of a listener.
///
/// A connection is handed over while it is set up. As an element of the sequence of an asynchronous server channel, one
/// that arrives while that channel closes would be dropped, and swift-nio ends a program that drops an unserved
/// connection (https://github.com/apple/swift-nio/issues/2637).
final class ServedConnections: Sendable {
    private typealias Serve = @Sendable () async -> Void

    private let arrivals: AsyncStream<Serve>
    private let newArrivals: AsyncStream<Serve>.Continuation

    init() {
        (arrivals, newArrivals) = AsyncStream.makeStream()
    }

    /// Takes over a connection that is not active yet; one that comes too late is closed.
    func add(_ channel: any Channel, _ serve: @escaping @Sendable () async -> Void) {
        if case .terminated = newArrivals.yield(serve) { channel.close(promise: nil) }
    }

    /// Serves connections until the server is closed and the connections that arrived before are served.
    ///
    /// - Parameters:
    ///   - server: The channel that accepts connections.
    ///   - close: Closes the server and its connections when the task is cancelled.
    func serve(until server: any Channel, onCancel close: @escaping @Sendable () -> Void) async {
        server.closeFuture.whenComplete { _ in self.newArrivals.finish() }
        // A cancelled task would drop those that have just arrived.
        let serving = Task {
            await withDiscardingTaskGroup { group in
                for await serve in arrivals { group.addTask { await serve() } }
            }
        }
        await withTaskCancellationHandler {
            await serving.value
        } onCancel: {
            close()
        }
    }
}
