import Crypto
import HTTPTypes
import Hummingbird
package import PhlistControl
package import PhlistHousehold
import PhlistModel
import PhlistPresentation

/// The handlers of the control API's calls, by route: decode, one call, encode.
package struct ControlTable: Sendable {
    private(set) var handlers: [ControlRoute: ControlRoutes.Handler] = [:]
    /// The parameters, the body and the reply of each route.
    private(set) var operations: [ControlRoute: Operation] = [:]
    /// Refuses a read by a caller who may not act as requested; changes are checked when they are made.
    private let checkReader: @Sendable (Asker) async throws(ControlError) -> Void

    /// Creates a table without handlers.
    package init(checkReader: @escaping @Sendable (Asker) async throws(ControlError) -> Void = { _ in }) {
        self.checkReader = checkReader
    }

    /// Adds the only handler of a route that is not a call with a JSON body and reply.
    mutating func answer(
        _ route: ControlRoute,
        _ operation: Operation,
        _ handler: @escaping ControlRoutes.Handler
    ) {
        invariant(handlers[route] == nil, "two answers to \(route.method) \(route.path)")
        (handlers[route], operations[route]) = (handler, operation)
    }

    /// Adds the only handler for the calls of one kind.
    package mutating func on<Call: ControlCall>(
        _: Call.Type,
        _ answer: @escaping @Sendable (Call, Asker) async throws(ControlError) -> Call.Reply
    ) {
        self.answer(Call.route, Operation(Call.self), Call.route.isRead ? reading(answer) : Self.changing(answer))
    }

    /// Adds the only handler for the queries of one kind, which the state of one moment answers.
    mutating func on<Query: ControlCall>(
        _: Query.Type,
        _ host: ReplicaHost,
        _ reply: @escaping @Sendable (Presenter) -> (Query, Principal) throws(ControlError) -> Query.Reply
    ) {
        on(Query.self) { query, asker throws(ControlError) in
            try await host.present { presenter throws(ControlError) in try reply(presenter)(query, asker.principal) }
        }
    }

    private typealias Answer<Call: ControlCall> =
        @Sendable (Call, Asker) async throws(ControlError) -> Call.Reply

    private func reading<Call: ControlCall>(_ answer: @escaping Answer<Call>) -> ControlRoutes.Handler {
        let checkReader = checkReader
        return { request, context in
            let query = ControlQuery(request)
            let call = try query.decode(Call.self)
            try call.check()
            let asker = Asker(context.caller, actsAs: try query.text("as"))
            try await checkReader(asker)
            await context.takeTurn()
            return try ControlBody.encode(try await answer(call, asker))
        }
    }

    private static func changing<Call: ControlCall>(_ answer: @escaping Answer<Call>) -> ControlRoutes.Handler {
        let change: ControlRoutes.Handler = { request, context in
            let (call, body) = try await ControlBody.read(Call.self, from: request, upTo: Call.bodySizeMax)
            try call.check()
            let asker = try Asker(context.caller, request, ControlQuery(request), body)
            await context.takeTurn()
            return try ControlBody.encode(try await answer(call, asker))
        }
        guard Call.bodySizeMax > ControlLimits.bodySizeMax else { return change }
        return { request, context in
            try await context.whileUploading(request, upTo: Call.bodySizeMax) { try await change(request, context) }
        }
    }
}

/// The caller of a call, and its options.
package struct Asker: Sendable, Equatable {
    package var principal: Principal
    package var options: CommandOptions

    init(_ caller: Caller, actsAs: String?) {
        principal = Principal(caller, actsAs: actsAs)
        options = CommandOptions()
    }

    /// Reads the parameters and headers of a change.
    fileprivate init(
        _ caller: Caller,
        _ request: Request,
        _ query: ControlQuery,
        _ body: [UInt8]
    ) throws(ControlError) {
        try query.checkNames(["as", "dryRun"])
        self.init(caller, actsAs: try query.text("as"))
        options.isDryRun = try query.flag("dryRun")
        guard let key = request.idempotencyKey else { return }
        let bytes = key.utf8
        guard (1...HouseholdLimits.requestKeyBytesMax).contains(bytes.count), bytes.allSatisfy(\.isPrintableASCII)
        else {
            throw ControlError(
                .invalid,
                "the Idempotency-Key must be 1 to \(HouseholdLimits.requestKeyBytesMax) printable ASCII characters"
            )
        }
        var hash = SHA256()
        hash.update(data: Array("\(request.method.rawValue) \(request.uri)\n".utf8))
        hash.update(data: body)
        let digest = hash.finalize().prefix(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        options.request = RequestKey(text: key, digest: digest)
    }
}

extension Principal {
    init(_ caller: Caller, actsAs: String? = nil) {
        let name = caller.loginName ?? "user \(caller.uid)"
        if let member = caller.phoneOf {
            self.init(phone: caller.uid, name: name, of: member, actsAs: actsAs)
            return
        }
        self.init(uid: caller.uid, name: name, isOwner: caller.isOwner, actsAs: actsAs)
    }

    /// Refuses a caller who is not the owner; `deed` is what owners do, as `may pair devices`.
    func checkIsOwner(_ deed: String) throws(ControlError) {
        guard !isOwner else { return }
        let message = "only the user that phlistd runs as, or root, \(deed)"
        throw ControlError(.notPermitted, message, hint: "try: sudo phlistctl …")
    }
}

extension Request {
    /// The value of the header that identifies a request; several are joined, which is never a valid key.
    fileprivate var idempotencyKey: String? {
        let values = headers.filter { $0.name.canonicalName == "idempotency-key" }.map(\.value)
        return values.isEmpty ? nil : values.joined(separator: ", ")
    }
}

extension UInt8 {
    fileprivate var isPrintableASCII: Bool { (UInt8(ascii: "!")...UInt8(ascii: "~")).contains(self) }
}
