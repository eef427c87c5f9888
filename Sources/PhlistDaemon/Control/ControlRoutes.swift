import HTTPTypes
import Hummingbird
import PhlistControl

/// The routes of the control API: decode, check the form and the permission, one call, encode.
struct ControlRoutes: Sendable {
    let service: any ControlService

    typealias Handler = @Sendable (Request, ControlContext) async throws -> Response

    /// Returns the responder of all routes.
    func responder() -> RouterResponder<ControlContext> {
        let router = Router(context: ControlContext.self)
        router.add(middleware: ErrorMiddleware())
        let handlers = table.handlers
        for route in ControlRoute.allCases {
            router.on(RouterPath(String(route.path)), method: route.requestMethod, use: handlers[route] ?? unanswered)
        }
        return router.buildResponder()
    }

    /// The handlers of all routes: the calls of the service, and those that have parameters or an end of their own.
    private var table: ControlTable {
        var table = service.table
        table.answer(.status, status)
        table.answer(.events, events)
        table.answer(.peers, peers)
        table.answer(.sync, sync)
        table.answer(.openPairing, openPairing)
        table.answer(.pairing, pairing)
        table.answer(.closePairing, closePairing)
        table.answer(.answerPairing, answerPairing)
        table.answer(.join, join)
        return table
    }

    /// Fails: a route without a handler is a bug, and a test requests them all.
    @Sendable private func unanswered(_ request: Request, _ context: ControlContext) async throws -> Response {
        throw ControlError(.internal, "phlistd does not answer \(request.method.rawValue) \(request.uri.path)")
    }

    @Sendable private func status(_ request: Request, _ context: ControlContext) async throws -> Response {
        try ControlQuery(request).checkNames([])
        return try ControlBody.encode(try await service.status(caller: context.caller))
    }

    @Sendable private func peers(_ request: Request, _ context: ControlContext) async throws -> Response {
        try ControlQuery(request).checkNames([])
        return try ControlBody.encode(try await service.peers(caller: context.caller))
    }
}

extension ControlRoute {
    /// The method, for the router.
    var requestMethod: HTTPRequest.Method {
        HTTPRequest.Method(rawValue: String(method)) ?? .get
    }
}
