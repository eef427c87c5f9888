package import PhlistTransport

/// Decides which requests are answered at all, before anybody asks whose they are.
///
/// Pure. It stands between the page and other pages, other names and other networks: it refuses a name that leads here
/// only because somebody else's DNS says so (DNS rebinding), changes that another page asks for (CSRF), and addresses
/// outside the home network.
package struct WebPolicy: Sendable, Equatable {
    /// The names of this machine, in lower case.
    private let names: Set<String>
    /// Whether addresses outside the home network are answered.
    private let isForAnyAddress: Bool

    package init(names: [String], isForAnyAddress: Bool) {
        self.names = Set(names.map { $0.lowercased() } + ["localhost"])
        self.isForAnyAddress = isForAnyAddress
    }

    /// The parts of a request that decide.
    package struct Request: Sendable {
        package var isSafe: Bool
        /// The header Host, or `:authority` in HTTP/2.
        package var authority: String?
        package var origin: String?
        package var fetchSite: String?

        package init(isSafe: Bool, authority: String?, origin: String?, fetchSite: String?) {
            (self.isSafe, self.authority, self.origin, self.fetchSite) = (isSafe, authority, origin, fetchSite)
        }
    }

    /// The reasons for a refusal.
    package enum Refusal: Sendable, Equatable {
        /// The request is for a name that is not this machine's.
        case otherHost
        /// Another page asks for a change.
        case otherSite
    }

    /// Judges an address that connects.
    ///
    /// - Parameters:
    ///   - source: The address of the other side.
    ///   - own: The addresses of this machine; an address that shares a network of IPv6 with one of them is at home.
    /// - Returns: Whether it may.
    package func admits(_ source: IPAddress, besides own: [IPAddress]) -> Bool {
        if isForAnyAddress || source.isPrivateOrLinkLocal || source.isLoopback { return true }
        return source.isIPv6 && own.contains { $0.isIPv6 && $0.bytes.prefix(8) == source.bytes.prefix(8) }
    }

    /// Whether a connection came in on an address that the page is served on.
    ///
    /// - Parameters:
    ///   - local: The address on this side.
    ///   - served: The addresses of the places that the configuration names; nil if it names none, which means all.
    /// - Returns: True for an address of the machine itself, too.
    package static func serves(_ local: IPAddress, on served: [IPAddress]?) -> Bool {
        guard let served, !local.isLoopback else { return true }
        return served.contains { $0.bytes == local.bytes }
    }

    /// Returns the reason for which a request is refused; nil if there is none.
    package func refusal(of request: Request) -> Refusal? {
        guard let authority = request.authority, let host = Self.host(of: authority), isOurs(host) else {
            return .otherHost
        }
        guard !request.isSafe else { return nil }
        return isSameSite(request, authority) ? nil : .otherSite
    }

    /// Whether a host is a name of this machine, or an address in numbers, which DNS cannot point elsewhere.
    private func isOurs(_ host: String) -> Bool {
        IPAddress(host) != nil || names.contains(host)
    }

    /// Whether the page that asks is ours, by the rule of Go's `http.CrossOriginProtection`: browsers say so in
    /// `Sec-Fetch-Site`, older ones in `Origin`; what says neither is no browser.
    private func isSameSite(_ request: Request, _ authority: String) -> Bool {
        if let site = request.fetchSite { return site == "same-origin" || site == "none" }
        guard let origin = request.origin else { return true }
        return origin.lowercased() == "https://\(authority.lowercased())"
    }

    /// Returns the host of `HOST`, `HOST:PORT` or `[IPv6]:PORT`, in lower case, without a dot at its end.
    static func host(of authority: String) -> String? {
        var host = authority.lowercased()[...]
        if host.hasPrefix("[") {
            guard let end = host.firstIndex(of: "]"), isPort(host[host.index(after: end)...]) else { return nil }
            return String(host[host.index(after: host.startIndex)..<end])
        }
        if let colon = host.firstIndex(of: ":") {
            guard isPort(host[colon...]) else { return nil }
            host = host[..<colon]
        }
        if host.hasSuffix(".") { host = host.dropLast() }
        return host.isEmpty ? nil : String(host)
    }

    private static func isPort(_ text: Substring) -> Bool {
        text.isEmpty || text.hasPrefix(":") && text.count > 1 && UInt16(text.dropFirst()) != nil
    }
}
