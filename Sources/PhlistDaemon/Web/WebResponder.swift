import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import PhlistControl
import PhlistModel
import PhlistPresentation
import PhlistTransport
import PhlistVocabulary
import PhlistWeb

/// Answers the requests of browsers: the files of the page, getting in, and the control API as a member.
struct WebResponder: Sendable {
    let host: ReplicaHost
    let desk: PhoneDesk
    /// The routes of the control API, the same as at the control socket.
    let routes: RouterResponder<ControlContext>
    /// The names of this machine and its authority, which may change.
    let state: WebState
    let logger: Logger

    /// Answers one request.
    ///
    /// - Throws: The error of a connection that was lost or does not follow HTTP: nobody is left to reply to.
    @concurrent func respond(
        to request: Request,
        _ writer: consuming ResponseWriter,
        _ channel: any Channel
    ) async throws {
        var turn: RequestTurn?
        defer { turn?.giveBack() }
        var response = try await response(to: request, channel, &turn)
        // One of HTTP/1.1 alone; the connection is kept in any case.
        response.headers[.connection] = nil
        for field in WebReplies.headers where response.headers[field.name] == nil { response.headers.append(field) }
        if request.method == .head { response = response.createHeadResponse() }
        try await writer.write(response: response.head, body: response.body)
    }

    private func response(
        to request: Request,
        _ channel: any Channel,
        _ turn: inout RequestTurn?
    ) async throws -> Response {
        do throws(ControlError) {
            try check(request)
        } catch {
            return WebReplies.refusal(error, status: error.code == .usage ? .misdirectedRequest : .forbidden)
        }
        do {
            return try await answer(request, channel, &turn)
        } catch let error as ControlError {
            return WebReplies.refusal(error)
        } catch {
            logger.debug("browser lost", metadata: ["cause": "\(error)"])
            throw error
        }
    }

    private func check(_ request: Request) throws(ControlError) {
        let parts = WebPolicy.Request(
            isSafe: [.get, .head].contains(request.method),
            authority: request.head.authority,
            origin: request.headers[.origin],
            fetchSite: request.headers.first { $0.name.canonicalName == "sec-fetch-site" }?.value
        )
        switch state.policy.refusal(of: parts) {
        case nil: return
        case .otherHost:
            let host = request.head.authority ?? ""
            throw ControlError(
                .usage,
                "this machine is not called \"\(host)\"",
                hint: "if it is: phlistctl config set web-names NAME"
            )
        case .otherSite: throw ControlError(.notPermitted, "another page asked for this")
        }
    }

    private func answer(
        _ request: Request,
        _ channel: any Channel,
        _ turn: inout RequestTurn?
    ) async throws -> Response {
        let path = request.uri.path
        if path.hasPrefix("/v1/") { return try await control(request, channel, &turn) }
        switch WebRoute(rawValue: "\(request.method.rawValue) \(path)") {
        case .enter: return try await enter(request, channel)
        case .phone: return try await phone(request)
        case .leave: return try await leave(request)
        case .authority: return try certificate()
        case nil: return try WebReplies.file(path, request)
        }
    }

    private func certificate() throws(ControlError) -> Response {
        guard let der = state.authority else {
            throw ControlError(.notFound, "this machine uses a certificate of somebody else's authority")
        }
        return Response(
            status: .ok,
            headers: [.contentType: "application/x-x509-ca-cert"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: der))
        )
    }

    // MARK: Getting in

    private func enter(_ request: Request, _ channel: any Channel) async throws -> Response {
        guard let body = try await entry(of: request, channel) else {
            let error = ControlError(.tryAgain, "too many phones are getting in at this moment")
            return WebReplies.refusal(error, status: .tooManyRequests)
        }
        let source = IPAddress(channel)?.description ?? ""
        let entered: (phone: Phone, secret: String)
        do throws(ControlError) {
            entered = try await desk.enter(with: body.code, called: body.name ?? "phone", from: source)
        } catch {
            guard error.code == .tryAgain else { throw error }
            return WebReplies.refusal(error, status: .tooManyRequests)
        }
        logger.notice("phone let in", metadata: ["phone": "\(entered.phone.name)", "address": "\(source)"])
        var response = try ControlBody.encode(await reply(about: entered.phone))
        response.headers[.setCookie] = WebCookie.text(of: entered.secret)
        return response
    }

    /// Reads the request of a stranger to get in; nil if too many are being read.
    private func entry(of request: Request, _ channel: any Channel) async throws -> EntryRequest? {
        guard desk.entries.takeIfFree() else { return nil }
        defer { desk.entries.giveBack() }
        let patience = channel.eventLoop.scheduleTask(in: .seconds(Int64(WebLimits.entrySecondsMax))) {
            channel.close(promise: nil)
        }
        defer { patience.cancel() }
        return try await ControlBody.read(EntryRequest.self, from: request, upTo: WebLimits.entryBytesMax).value
    }

    private func phone(_ request: Request) async throws -> Response {
        guard let (phone, secret) = await session(of: request) else { return WebReplies.notIn }
        var response = try ControlBody.encode(await reply(about: phone))
        // Each time the page is opened its days begin anew.
        response.headers[.setCookie] = WebCookie.text(of: secret)
        return response
    }

    private func leave(_ request: Request) async throws -> Response {
        guard let (phone, _) = await session(of: request) else { return WebReplies.notIn }
        var response = try ControlBody.encode(await reply(about: phone))
        try await desk.remove(phone)
        response.headers[.setCookie] = WebCookie.ended
        return response
    }

    private func session(of request: Request) async -> (Phone, secret: String)? {
        for text in request.headers[values: .cookie] {
            guard let secret = WebCookie.secret(in: text) else { continue }
            if let phone = await desk.phone(withSecret: secret) { return (phone, secret) }
        }
        return nil
    }

    private func reply(about phone: Phone) async -> SessionReply {
        let (member, device) = await host.present { ($0.memberName(of: phone), $0.ownName) }
        return SessionReply(phone: .init(id: phone.id, name: phone.name, member: member, device: device))
    }

    // MARK: The control API

    private func control(
        _ request: Request,
        _ channel: any Channel,
        _ requestTurn: inout RequestTurn?
    ) async throws -> Response {
        guard let (phone, _) = await session(of: request), let member = MemberID(of: phone) else {
            return WebReplies.notIn
        }
        guard let route = Self.route(of: request) else { return try ErrorMiddleware.noSuchRoute(request) }
        guard route.isForPhones else {
            throw ControlError(.notPermitted, "a phone cannot do this", hint: "use phlistctl on a machine of yours")
        }
        desk.connections.note(channel, of: phone.id)
        // It may have been removed since: from here on its connections are closed when it is.
        guard await desk.isIn(phone) else { return WebReplies.notIn }
        let departure = Departure()
        channel.closeFuture.whenComplete { _ in departure.announce() }
        let share = desk.connections.shares.share(of: phone.login)
        let turn = RequestTurn(share.requests)
        requestTurn = turn
        let source = ControlContext.Source(
            caller: Caller(phone, of: member),
            hangUp: { channel.close(promise: nil) },
            departure: departure,
            reader: try await channel.pipeline.handler(type: ReaderWatch.self).get(),
            turn: turn,
            uploads: share.uploads,
            logger: logger
        )
        return try await routes.respond(to: request, context: ControlContext(source: source))
    }

    /// Returns the route of a request; nil for every path that is not spelled as the route is.
    ///
    /// The router would take `/v1//x` and `/v1/x/` for `/v1/x`.
    private static func route(of request: Request) -> ControlRoute? {
        ControlRoute(rawValue: "\(request.method.rawValue) \(request.uri.path)")
    }
}
