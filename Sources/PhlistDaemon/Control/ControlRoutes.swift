import HTTPTypes
import Hummingbird
import PhlistControl

/// The routes of the control API: decode, check the form and who may ask, one call, encode.
struct ControlRoutes: Sendable {
    let service: any ControlService

    typealias Handler = @Sendable (Request, ControlContext) async throws -> Response

    /// The responder of all routes.
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
        case .lists: lists
        case .newList: addList
        case .items: items
        case .addItems: addItems
        case .changeItems: changeItems
        case .events: events
        case .peers: peers
        case .sync: sync
        case .openPairing: openPairing
        case .pairing: pairing
        case .closePairing: closePairing
        case .join: join
        }
    }

    @Sendable private func status(_ request: Request, _ context: ControlContext) async throws -> Response {
        try ControlBody.encode(try await service.status(caller: context.caller))
    }

    @Sendable private func lists(_ request: Request, _ context: ControlContext) async throws -> Response {
        try ControlBody.encode(try await service.lists(caller: context.caller))
    }

    @Sendable private func addList(_ request: Request, _ context: ControlContext) async throws -> Response {
        let body = try await ControlBody.decode(NewListRequest.self, from: request)
        return try ControlBody.encode(try await service.addList(body, caller: context.caller))
    }

    @Sendable private func items(_ request: Request, _ context: ControlContext) async throws -> Response {
        let query = try Self.itemsQuery(ControlQuery(request))
        return try ControlBody.encode(try await service.items(query, caller: context.caller))
    }

    private static func itemsQuery(_ query: ControlQuery) throws(ControlError) -> ItemsQuery {
        let list = try query.text("list")
        let includesAll = try query.flag("all")
        guard let reference = try query.text("ref") else { return .list(list, includesAll: includesAll) }
        guard list == nil, !includesAll else {
            throw ControlError(.invalid, "parameter \"ref\" stands alone, without \"list\" and \"all\"")
        }
        return .reference(reference)
    }

    @Sendable private func addItems(_ request: Request, _ context: ControlContext) async throws -> Response {
        let body = try await ControlBody.decode(AddItemsRequest.self, from: request)
        guard !body.titles.isEmpty else { throw ControlError(.invalid, "field \"titles\" is empty") }
        return try ControlBody.encode(try await service.addItems(body, caller: context.caller))
    }

    @Sendable private func changeItems(_ request: Request, _ context: ControlContext) async throws -> Response {
        let body = try await ControlBody.decode(ChangeItemsRequest.self, from: request)
        guard !body.items.isEmpty else { throw ControlError(.invalid, "field \"items\" is empty") }
        guard body.state != nil || body.title != nil || body.isTrashed != nil else {
            throw ControlError(.invalid, "nothing to change: one of \"state\", \"title\", \"isTrashed\" is needed")
        }
        guard body.title == nil || body.items.count == 1 else {
            throw ControlError(.invalid, "field \"title\" goes with exactly one item, not with \(body.items.count)")
        }
        return try ControlBody.encode(try await service.changeItems(body, caller: context.caller))
    }

    @Sendable private func peers(_ request: Request, _ context: ControlContext) async throws -> Response {
        try ControlBody.encode(try await service.peers(caller: context.caller))
    }
}

extension ControlRoute {
    /// The method, for the router.
    var requestMethod: HTTPRequest.Method {
        HTTPRequest.Method(rawValue: String(method)) ?? .get
    }
}
