import HTTPTypes
import Hummingbird
import Logging
import PhlistControl

/// Gives every error the one form of the control API, also for paths and methods without a route.
///
/// An error of the connection itself passes through: nobody is left to reply to.
struct ErrorMiddleware: RouterMiddleware {
    func handle(
        _ request: Request,
        context: ControlContext,
        next: @concurrent (Request, ControlContext) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch let error as ControlError {
            log(error, of: request, to: context.logger)
            return try Self.response(error)
        } catch is HTTPError {
            return try Self.noSuchRoute(request)
        }
    }

    /// Returns the reply to a path that does not exist, or that does not take the method.
    static func noSuchRoute(_ request: Request) throws -> Response {
        let path = request.uri.path
        let allowed = ControlRoute.allCases.filter { $0.path == path }.map(\.method).joined(separator: ", ")
        var response: Response
        if allowed.isEmpty {
            response = try Self.response(ControlError(.notFound, "no such path: \(path)"))
        } else {
            let error = ControlError(.usage, "\(path) takes \(allowed), not \(request.method.rawValue)")
            response = try ControlBody.encode(ErrorReply(error: error), status: .methodNotAllowed)
            response.headers[.allow] = allowed
        }
        return request.method == .head ? response.createHeadResponse() : response
    }

    private func log(_ error: ControlError, of request: Request, to logger: Logger) {
        logger.log(
            level: error.code == .internal ? .error : .debug,
            "control request refused",
            metadata: [
                "method": "\(request.method.rawValue)", "path": "\(request.uri.path)", "code": "\(error.code.rawValue)",
            ]
        )
    }

    private static func response(_ error: ControlError) throws -> Response {
        try ControlBody.encode(ErrorReply(error: error), status: .init(code: error.code.httpStatus))
    }
}
