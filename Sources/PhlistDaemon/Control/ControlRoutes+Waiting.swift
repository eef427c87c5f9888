import HTTPTypes
import Hummingbird
import NIOCore
import PhlistControl
import PhlistHousehold
import ServiceLifecycle

/// The routes that may take long: they end, with their connection, when the client disconnects or the daemon stops.
extension ControlRoutes {
    @Sendable func events(_ request: Request, _ context: ControlContext) async throws -> Response {
        let query = ControlQuery(request)
        try query.checkNames(["after", "as"])
        let cursor = try query.text("after")
        let principal = Principal(context.caller, actsAs: try query.text("as"))
        let events = try await service.events(after: cursor, for: principal)
        context.expectStream()
        let body = ResponseBody { writer in
            try await withGracefulShutdownHandler {
                let batches = events.heard(by: context).batches(silence: .seconds(ControlLimits.silenceSecondsMax))
                for await batch in batches.cancelOnGracefulShutdown() {
                    if batch.isEmpty { try await writer.write(ByteBuffer(staticString: "\n")) }
                    for event in batch { try await writer.write(ControlBody.line(event)) }
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
        return try await reply(context) { try await service.sync(body, caller: context.caller) }
    }

    @Sendable func openPairing(_ request: Request, _ context: ControlContext) async throws -> Response {
        try checkOwner(context)
        let query = ControlQuery(request)
        try query.checkNames(["ticket", "admin", "for"])
        let (asTicket, asAdmin) = (try query.flag("ticket"), try query.flag("admin"))
        let member = try query.text("for")
        let reply = try await service.openPairing(asTicket: asTicket, asAdmin: asAdmin, for: member)
        return try ControlBody.encode(reply)
    }

    @Sendable func answerPairing(_ request: Request, _ context: ControlContext) async throws -> Response {
        try checkOwner(context)
        try ControlQuery(request).checkNames([])
        let body = try await ControlBody.decode(PairingAnswer.self, from: request)
        return try await reply(context) { try await service.answerPairing(body) }
    }

    @Sendable func pairing(_ request: Request, _ context: ControlContext) async throws -> Response {
        try checkOwner(context)
        let query = ControlQuery(request)
        try query.checkNames(["wait"])
        let wait = try query.wait("wait")
        return try await reply(context) {
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
        return try await reply(context) { try await service.join(body) }
    }

    private func checkOwner(_ context: ControlContext) throws(ControlError) {
        try Principal(context.caller).checkIsOwner("may pair devices")
    }

    /// Returns the reply of a call that may wait.
    private func reply(
        _ context: ControlContext,
        _ call: @escaping @Sendable @concurrent () async throws -> some Encodable & Sendable
    ) async throws -> Response {
        let value = try await context.whileHeard { try await cancelWhenGracefulShutdown(call) }
        var response = try ControlBody.encode(value)
        response.headers[.connection] = "close"
        return response
    }
}
