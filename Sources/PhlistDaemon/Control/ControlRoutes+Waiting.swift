import HTTPTypes
import Hummingbird
import NIOCore
import PhlistControl
import PhlistSync
import ServiceLifecycle

/// The routes that may take long: they end with their client and with the daemon, and their connection with them.
extension ControlRoutes {
    @Sendable func events(_ request: Request, _ context: ControlContext) async throws -> Response {
        let query = ControlQuery(request)
        try query.checkNames(["after"])
        let cursor = try query.text("after")
        let events = try await service.events(after: cursor, caller: context.caller)
        let body = ResponseBody { writer in
            try await withGracefulShutdownHandler {
                try await request.body.consumeWithCancellationOnInboundClose { _ in
                    for await event in events.cancelOnGracefulShutdown() {
                        try await writer.write(ControlBody.line(event))
                    }
                }
                try await writer.finish(nil)
            } onGracefulShutdown: {
                context.hangUp()
            }
        }
        return Response(
            status: .ok,
            headers: [.contentType: "application/x-ndjson", .cacheControl: "no-store", .connection: "close"],
            body: body
        )
    }

    @Sendable func sync(_ request: Request, _ context: ControlContext) async throws -> Response {
        try ControlQuery(request).checkNames([])
        let body = try await ControlBody.decode(SyncRequest.self, from: request)
        if let wait = body.waitMilliseconds {
            _ = try ControlQuery.checkedWait(wait, called: "field \"waitMilliseconds\"")
        }
        return try await reply(to: request) { try await service.sync(body, caller: context.caller) }
    }

    @Sendable func openPairing(_ request: Request, _ context: ControlContext) async throws -> Response {
        try checkOwner(context)
        let query = ControlQuery(request)
        try query.checkNames(["ticket", "admin"])
        let (asTicket, asAdmin) = (try query.flag("ticket"), try query.flag("admin"))
        let reply = try await service.openPairing(asTicket: asTicket, asAdmin: asAdmin)
        return try ControlBody.encode(reply)
    }

    @Sendable func pairing(_ request: Request, _ context: ControlContext) async throws -> Response {
        try checkOwner(context)
        let query = ControlQuery(request)
        try query.checkNames(["wait"])
        let wait = try query.wait("wait")
        return try await reply(to: request) {
            try await service.pairing(waitMilliseconds: wait)
        }
    }

    @Sendable func closePairing(_ request: Request, _ context: ControlContext) async throws -> Response {
        try checkOwner(context)
        try ControlQuery(request).checkNames([])
        return try ControlBody.encode(try await service.closePairing())
    }

    @Sendable func join(_ request: Request, _ context: ControlContext) async throws -> Response {
        try checkOwner(context)
        try ControlQuery(request).checkNames([])
        let body = try await ControlBody.decode(JoinRequest.self, from: request)
        return try await reply(to: request) { try await service.join(body) }
    }

    private func checkOwner(_ context: ControlContext) throws(ControlError) {
        try Principal(context.caller).checkIsOwner("may pair devices")
    }

    /// The reply of a call that may wait.
    private func reply(
        to request: Request,
        _ call: @escaping @Sendable () async throws -> some Encodable & Sendable
    ) async throws -> Response {
        var response = try ControlBody.encode(try await request.whileHeard(call))
        response.headers[.connection] = "close"
        return response
    }
}

extension Request {
    /// Makes a call that is cancelled when its client goes or the daemon stops; the connection is to end with it.
    func whileHeard<Value: Sendable>(_ call: @escaping @Sendable () async throws -> Value) async throws -> Value {
        try await body.consumeWithCancellationOnInboundClose { _ in
            try await cancelWhenGracefulShutdown(call)
        }
    }
}
