import Hummingbird
import PhlistControl
import Synchronization

/// The number of requests since the start, by route and status.
package final class RequestCounts: Sendable {
    private let counts = Mutex<[Key: Int]>([:])

    /// The requests that are counted together.
    struct Key: Hashable, Sendable {
        /// Nil for paths and methods without a route, of which there is no end.
        var route: ControlRoute?
        var status: Int
    }

    package init() {}

    /// The counts of this moment.
    var all: [Key: Int] { counts.withLock { $0 } }

    fileprivate func add(_ key: Key) {
        counts.withLock { $0[key, default: 0] += 1 }
    }
}

/// Counts the replies of the control API, those to errors among them.
struct CountingMiddleware: RouterMiddleware {
    let counts: RequestCounts

    func handle(
        _ request: Request,
        context: ControlContext,
        next: @concurrent (Request, ControlContext) async throws -> Response
    ) async throws -> Response {
        let response = try await next(request, context)
        let route = ControlRoute(rawValue: "\(request.method.rawValue) \(request.uri.path)")
        counts.add(RequestCounts.Key(route: route, status: response.status.code))
        return response
    }
}
