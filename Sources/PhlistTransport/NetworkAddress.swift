import Glibc

/// A network endpoint of a peer: an address or a name, and a port.
///
/// Written `192.168.1.7:7454`, `[fe80::1%eth0]:7454` or `nas.local:7454`.
package struct NetworkAddress: Hashable, Sendable, CustomStringConvertible {
    /// The part before the port.
    package enum Host: Hashable, Sendable {
        case address(IPAddress)
        case name(String)
    }

    package let host: Host
    package let port: UInt16

    /// Creates an address.
    package init(_ host: IPAddress, port: UInt16) {
        self.host = .address(host)
        self.port = port
    }

    /// Parses `HOST`, `HOST:PORT`, `[IPV6]`, `[IPV6]:PORT` or a bare `IPV6`, with `%ZONE` if it is link-local.
    ///
    /// - Returns: nil if the text has another form or names an interface that does not exist.
    package init?(_ text: String, defaultPort: UInt16) {
        guard let (host, port) = Self.split(text) else { return nil }
        guard let port = port.map(Self.port(of:)) ?? defaultPort else { return nil }
        if let address = IPAddress(host) {
            self.host = .address(address)
        } else if Self.isName(host) {
            self.host = .name(host.lowercased())
        } else {
            return nil
        }
        self.port = port
    }

    /// The host and the port; an IPv6 host is in brackets.
    package var description: String {
        switch host {
        case .address(let address): address.isIPv6 ? "[\(address)]:\(port)" : "\(address):\(port)"
        case .name(let name): "\(name):\(port)"
        }
    }

    /// The host without the port.
    package var hostText: String {
        switch host {
        case .address(let address): "\(address)"
        case .name(let name): name
        }
    }

    /// Whether the address belongs to a home network; false for a name.
    package var isPrivateOrLinkLocal: Bool {
        switch host {
        case .address(let address): address.isPrivateOrLinkLocal
        case .name: false
        }
    }

    private static func split(_ text: String) -> (host: String, port: String?)? {
        guard text.hasPrefix("[") else {
            let parts = text.split(separator: ":", omittingEmptySubsequences: false)
            return parts.count == 2 ? (String(parts[0]), String(parts[1])) : (text, nil)
        }
        guard let end = text.firstIndex(of: "]") else { return nil }
        let host = String(text[text.index(after: text.startIndex)..<end])
        let rest = text[text.index(after: end)...]
        guard host.contains(":"), rest.isEmpty || rest.hasPrefix(":") else { return nil }
        return (host, rest.isEmpty ? nil : String(rest.dropFirst()))
    }

    private static func port(of text: String) -> UInt16? {
        guard text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else { return nil }
        return UInt16(text).flatMap { $0 == 0 ? nil : $0 }
    }

    /// Whether the text is a host name (RFC 1123, section 2.1); a last label of digits is taken as a mistyped address.
    private static func isName(_ text: String) -> Bool {
        let labels = text.split(separator: ".", omittingEmptySubsequences: false)
        guard text.utf8.count <= 253, let last = labels.last, last.contains(where: { !$0.isNumber }) else {
            return false
        }
        return labels.allSatisfy { label in
            (1...63).contains(label.utf8.count) && label.first != "-" && label.last != "-"
                && label.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
        }
    }
}
