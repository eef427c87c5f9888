import HTTPTypes
import Hummingbird
import NIOCore
import PhlistControl
import PhlistWeb

/// The replies of the page that depend on nothing but the request: its files and refusals, and the headers of all.
enum WebReplies {
    /// Returns a file of the page.
    ///
    /// - Throws: `notFound` if there is no such file.
    static func file(_ path: String, _ request: Request) throws(ControlError) -> Response {
        guard let file = PageFile.all[path], [.get, .head].contains(request.method) else {
            throw ControlError(.notFound, "no such path: \(path)")
        }
        let accepted = request.headers[.acceptEncoding] ?? ""
        let compressed = accepted.contains("gzip") ? file.compressed : nil
        var headers: HTTPFields = [.contentType: file.mediaType, .vary: "Accept-Encoding", .eTag: file.tag]
        // The browser asks each time, so that its files never belong to two versions of the program. It is never told
        // that it has them already: Chromium resets each stream of such a reply, and NIO closes a connection on which
        // two hundred streams are reset in half a minute, which is a few reloads of the page.
        headers[.cacheControl] = "no-cache"
        if compressed != nil { (headers[.contentEncoding], headers[.eTag]) = ("gzip", file.compressedTag) }
        let bytes = ByteBuffer(bytes: compressed ?? file.bytes)
        return Response(status: .ok, headers: headers, body: ControlBody.responseBody(bytes))
    }

    /// Returns a refusal in the one form of the control API.
    static func refusal(_ error: ControlError, status: HTTPResponse.Status? = nil) -> Response {
        let status = status ?? .init(code: error.code.httpStatus)
        let reply = try? ControlBody.encode(ErrorReply(error: error), status: status)
        return reply ?? Response(status: .internalServerError)
    }

    /// The refusal of a phone without a session.
    static var notIn: Response {
        let error = ControlError(
            .notPermitted,
            "this phone has not got in, or was removed",
            hint: "get a code on the machine: phlistctl phone add NAME"
        )
        return refusal(error, status: .unauthorized)
    }

    /// The headers of replies that have none of these names: the page is only what this machine sent, is in nobody
    /// else's frame, and is kept by nobody.
    static let headers = HTTPFields(
        [
            ("Content-Security-Policy", policy), ("X-Content-Type-Options", "nosniff"), ("Cache-Control", "no-store"),
            ("Referrer-Policy", "no-referrer"), ("Cross-Origin-Opener-Policy", "same-origin"),
            ("Cross-Origin-Resource-Policy", "same-origin"), ("Permissions-Policy", "geolocation=(), microphone=()"),
        ]
        .compactMap { name, value in HTTPField.Name(name).map { HTTPField(name: $0, value: value) } }
    )

    private static let policy = """
        default-src 'self'; img-src 'self' blob:; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; \
        form-action 'self'; require-trusted-types-for 'script'
        """
}
