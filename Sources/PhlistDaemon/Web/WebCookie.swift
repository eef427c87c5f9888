import PhlistWeb

/// The cookie by which a phone is recognised.
///
/// The prefix `__Host-` has the browser refuse it from anybody but this host over TLS (RFC 6265bis, section 4.1.3.2).
enum WebCookie {
    private static let name = "__Host-phlist"
    private static let attributes = "Path=/; Secure; HttpOnly; SameSite=Strict"

    /// Returns the header that sets it.
    static func text(of secret: String) -> String {
        "\(name)=\(secret); \(attributes); Max-Age=\(WebLimits.sessionDays * 24 * 60 * 60)"
    }

    /// The header that removes it.
    static let ended = "\(name)=; \(attributes); Max-Age=0"

    /// Returns the secret in a header of a request.
    static func secret(in header: String) -> String? {
        for part in header.split(separator: ";") {
            let text = part.drop { $0 == " " }
            if text.hasPrefix("\(name)=") { return String(text.dropFirst(name.count + 1)) }
        }
        return nil
    }
}
