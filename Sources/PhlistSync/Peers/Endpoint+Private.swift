import PhlistHousehold

extension Endpoint {
    /// Whether this is an address of RFC 1918, RFC 3927 or RFC 4193 with a port, which a peer may make this device
    /// dial.
    ///
    /// Link-local IPv6 addresses are excluded: their zone is only valid on the device that reports them.
    var isPrivate: Bool {
        guard let colon = text.lastIndex(of: ":"), Self.isNumber(text[text.index(after: colon)...], max: 65_535) else {
            return false
        }
        let host = text[..<colon]
        return host.hasPrefix("[") ? Self.isUniqueLocal(host) : Self.isPrivateIPv4(host)
    }

    private static func isPrivateIPv4(_ text: Substring) -> Bool {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 4, parts.allSatisfy({ isNumber($0, max: 255) }) else { return false }
        switch (parts[0], parts[1]) {
        case ("10", _), ("192", "168"), ("169", "254"): return true
        case ("172", let second): return (16...31).contains(Int(second) ?? 0)
        default: return false
        }
    }

    private static func isUniqueLocal(_ text: Substring) -> Bool {
        let isOfIPv6 = text.utf8.dropFirst().dropLast().allSatisfy { byte in
            byte == UInt8(ascii: ":") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
        }
        let first = text.dropFirst().prefix { $0 != ":" }
        return isOfIPv6 && text.hasSuffix("]") && first.count == 4 && (first.hasPrefix("fc") || first.hasPrefix("fd"))
    }

    private static func isNumber(_ text: Substring, max: Int) -> Bool {
        guard (1...5).contains(text.utf8.count), text.utf8.allSatisfy({ (48...57).contains($0) }) else { return false }
        return Int(text).map { $0 <= max } ?? false
    }
}
