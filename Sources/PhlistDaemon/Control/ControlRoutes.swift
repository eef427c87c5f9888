import HTTPTypes
import Hummingbird
import PhlistControl

/// The routes of the control API: decode, check the form and who may ask, one call, encode.
struct ControlRoutes: Sendable {
    let service: any ControlService

    /// One method of one path.
    private struct Route {
        let method: HTTPRequest.Method
        let path: String
        let handle: @Sendable (Request, ControlContext) async throws -> Response

        init(
            _ method: HTTPRequest.Method,
            _ path: String,
            _ handle: @escaping @Sendable (Request, ControlContext) async throws -> Response
        ) {
            self.method = method
            self.path = path
            self.handle = handle
        }
    }

    private var routes: [Route] {
        [
            Route(.get, "/v1/status", status),
            Route(.get, "/v1/lists", lists),
            Route(.post, "/v1/lists", addList),
            Route(.get, "/v1/items", items),
            Route(.post, "/v1/items", addItems),
            Route(.patch, "/v1/items", changeItems),
            Route(.get, "/v1/events", events),
            Route(.get, "/v1/peers", peers),
            Route(.post, "/v1/sync", sync),
            Route(.get, "/v1/pairing", pairing),
            Route(.post, "/v1/pairing", openPairing),
            Route(.delete, "/v1/pairing", closePairing),
            Route(.post, "/v1/pairing/join", join),
        ]
    }

    /// The responder of all routes.
    func responder() -> RouterResponder<ControlContext> {
        let routes = routes
        let router = Router(context: ControlContext.self)
        let methods = Dictionary(grouping: routes, by: \.path).mapValues { $0.map(\.method) }
        router.add(middleware: ErrorMiddleware(methods: methods))
        for route in routes {
            router.on(RouterPath(route.path), method: route.method, use: route.handle)
        }
        return router.buildResponder()
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
