/// The routes of the page beside its files and the control API, as method and path.
enum WebRoute: String {
    /// Lets a phone in by a code.
    case enter = "POST /phone/enter"
    /// Returns the phone that asks.
    case phone = "GET /phone"
    /// Signs the phone out that asks.
    case leave = "DELETE /phone"
    /// Returns the certificate of the machine's own authority, for phones to install.
    case authority = "GET /authority.crt"
}
