import Hummingbird
import Logging

/// What a route knows beside the request: who asks.
struct ControlContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    let caller: Caller
    /// Closes the connection in a moment, whether or not its client has read everything by then.
    let hangUp: @Sendable () -> Void
    private let departure: Departure

    init(source: Source) {
        coreContext = CoreRequestContextStorage(source: source)
        caller = source.caller
        hangUp = source.hangUp
        departure = source.departure
    }

    /// What a connection gives to each of its requests.
    struct Source: RequestContextSource {
        let caller: Caller
        let hangUp: @Sendable () -> Void
        let departure: Departure
        let logger: Logger
    }

    /// Makes a call that is cancelled when its client goes.
    func whileHeard<Value: Sendable>(
        _ call: @escaping @Sendable @concurrent () async throws -> Value
    ) async throws -> Value {
        try await withThrowingTaskGroup(of: Value.self) { group in
            group.addTask(operation: call)
            group.addTask {
                await departure.wait()
                throw CancellationError()
            }
            defer { group.cancelAll() }
            guard let value = try await group.next() else { throw CancellationError() }
            return value
        }
    }
}
