import Hummingbird
import Logging

/// What a route knows beside the request: who asks.
struct ControlContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    let caller: Caller

    init(source: Source) {
        coreContext = CoreRequestContextStorage(source: source)
        caller = source.caller
    }

    /// What a connection gives to each of its requests.
    struct Source: RequestContextSource {
        let caller: Caller
        let logger: Logger
    }
}
