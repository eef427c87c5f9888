import Hummingbird
import Logging

/// What a route knows beside the request: who asks.
struct ControlContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    let caller: Caller
    /// Closes the connection in a moment, whether or not its client has read everything by then.
    let hangUp: @Sendable () -> Void

    init(source: Source) {
        coreContext = CoreRequestContextStorage(source: source)
        caller = source.caller
        hangUp = source.hangUp
    }

    /// What a connection gives to each of its requests.
    struct Source: RequestContextSource {
        let caller: Caller
        let hangUp: @Sendable () -> Void
        let logger: Logger
    }
}
