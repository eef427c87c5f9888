import HTTPTypes
import Hummingbird
import NIOCore
import PhlistControl
import PhlistHousehold

/// The routes of the control API: decode, check the form and the permission, one call, encode.
struct ControlRoutes: Sendable {
    let service: any ControlService

    typealias Handler = @Sendable (Request, ControlContext) async throws -> Response

    /// Returns the responder of all routes.
    func responder() -> RouterResponder<ControlContext> {
        let router = Router(context: ControlContext.self)
        router.add(middleware: CountingMiddleware(counts: service.requests))
        router.add(middleware: ErrorMiddleware())
        let handlers = table.handlers
        for route in ControlRoute.allCases {
            router.on(RouterPath(String(route.path)), method: route.requestMethod, use: handlers[route] ?? unanswered)
        }
        return router.buildResponder()
    }

    /// The handlers of all routes: the calls of the service, and those that have parameters or an end of their own.
    var table: ControlTable {
        var table = service.table
        table.answer(.status, Operation(reply: .json(StatusReply.self), actsAs: true), status)
        table.answer(.health, Operation(reply: .json(HealthReply.self)), health)
        table.answer(.metrics, Operation(reply: .bytes(["text/plain"])), metrics)
        table.answer(.events, Operation(.text("after"), reply: .lines(ControlEvent.self), actsAs: true), events)
        table.answer(.peers, Operation(reply: .json(PeersReply.self)), peers)
        table.answer(.sync, Operation(body: .json(SyncRequest.self), reply: .json(PeersReply.self)), sync)
        addPairing(to: &table)
        table.answer(.contract, Operation(reply: .bytes(["application/json"])), contract)
        return table
    }

    private func addPairing(to table: inout ControlTable) {
        let reply = Operation.Content.json(PairingReply.self)
        let opening = Operation(.flag("ticket"), .flag("admin"), .text("for"), reply: reply)
        table.answer(.openPairing, opening, openPairing)
        let wait = Operation.Parameter.wait("wait", max: ControlLimits.waitMillisecondsMax)
        table.answer(.pairing, Operation(wait, reply: reply), pairing)
        table.answer(.closePairing, Operation(reply: reply), closePairing)
        table.answer(.answerPairing, Operation(body: .json(PairingAnswer.self), reply: reply), answerPairing)
        table.answer(.join, Operation(body: .json(JoinRequest.self), reply: .json(JoinReply.self)), join)
    }

    /// Fails: a route without a handler is a bug, and a test requests them all.
    @Sendable private func unanswered(_ request: Request, _ context: ControlContext) async throws -> Response {
        throw ControlError(.internal, "phlistd does not answer \(request.method.rawValue) \(request.uri.path)")
    }

    @Sendable private func contract(_ request: Request, _ context: ControlContext) async throws -> Response {
        try ControlQuery(request).checkNames([])
        return try ControlBody.encode(OpenAPIDocument.make(of: table.operations))
    }

    @Sendable private func status(_ request: Request, _ context: ControlContext) async throws -> Response {
        let query = ControlQuery(request)
        try query.checkNames(["as"])
        let principal = Principal(context.caller, actsAs: try query.text("as"))
        return try ControlBody.encode(try await service.status(for: principal))
    }

    /// Refuses where no change can be stored, so that the HTTP status is all that monitoring needs.
    @Sendable private func health(_ request: Request, _ context: ControlContext) async throws -> Response {
        try ControlQuery(request).checkNames([])
        let store = try await service.status(for: Principal(context.caller)).store
        switch store.health {
        case .ok, .degraded: return try ControlBody.encode(HealthReply(health: store.health))
        case .full, .readOnly, .failed:
            throw ControlError(.unavailable, "the store is \(store.health.rawValue)", hint: store.reason)
        }
    }

    @Sendable private func metrics(_ request: Request, _ context: ControlContext) async throws -> Response {
        try ControlQuery(request).checkNames([])
        let status = try await service.status(for: Principal(context.caller))
        let text = MetricsText(status, service.requests.all).text
        return Response(
            status: .ok,
            headers: [.contentType: "text/plain; version=0.0.4; charset=utf-8"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: text))
        )
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
