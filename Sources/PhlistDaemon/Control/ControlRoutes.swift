import HTTPTypes
import Hummingbird
import PhlistControl

/// The routes of the control API: decode, check the form and the permission, one call, encode.
struct ControlRoutes: Sendable {
    let service: any ControlService
    private let table: ControlTable

    init(service: any ControlService) {
        self.service = service
        table = service.table
    }

    typealias Handler = @Sendable (Request, ControlContext) async throws -> Response

    /// Returns the responder of all routes.
    func responder() -> RouterResponder<ControlContext> {
        let router = Router(context: ControlContext.self)
        router.add(middleware: ErrorMiddleware())
        for route in ControlRoute.allCases {
            router.on(RouterPath(String(route.path)), method: route.requestMethod, use: handler(of: route))
        }
        return router.buildResponder()
    }

    private func handler(of route: ControlRoute) -> Handler {
        switch route {
        case .status: status
        case .events: events
        case .peers: peers
        case .sync: sync
        case .openPairing: openPairing
        case .pairing: pairing
        case .closePairing: closePairing
        case .answerPairing: answerPairing
        case .join: join
        default: tableHandler(of: route)
        }
    }

    private func tableHandler(of route: ControlRoute) -> Handler {
        if let handler = table.handlers[route] { return handler }
        return unanswered
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
