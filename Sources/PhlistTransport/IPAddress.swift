import Glibc

/// An IPv4 or IPv6 address; a link-local IPv6 address includes its interface.
package struct IPAddress: Hashable, Sendable, CustomStringConvertible {
    /// The address for listening to both families.
    package static let any = IPAddress(unchecked: Array(repeating: 0, count: 16), scope: 0)
    /// The address for listening to IPv4 only.
    package static let anyIPv4 = IPAddress(unchecked: [0, 0, 0, 0], scope: 0)

    /// Four or sixteen bytes, most significant first.
    package let bytes: [UInt8]
    /// The index of the interface of a link-local IPv6 address, otherwise zero.
    package let scope: UInt32

    /// Creates an address from four or sixteen bytes; nil for any other count.
    ///
    /// An IPv4-mapped IPv6 address becomes the IPv4 address, so that each address has one form.
    package init?(bytes: [UInt8], scope: UInt32 = 0) {
        switch bytes.count {
        case 4:
            self.init(unchecked: bytes, scope: 0)
        case 16 where bytes.starts(with: Self.mappedPrefix):
            self.init(unchecked: Array(bytes.suffix(4)), scope: 0)
        case 16:
            let isLinkLocal = bytes[0] == 0xFE && bytes[1] & 0xC0 == 0x80
            self.init(unchecked: bytes, scope: isLinkLocal ? scope : 0)
        default:
            return nil
        }
    }

    /// Parses `192.168.1.7`, `2001:db8::1`, `fe80::1%eth0` or `fe80::1%2`.
    ///
    /// - Returns: nil if the text has another form or names an interface that does not exist.
    package init?(_ text: String) {
        let parts = text.split(separator: "%", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard let address = parts.first else { return nil }
        if parts.count == 1, let bytes = Self.parse(address, family: AF_INET, byteCount: 4) {
            self.init(unchecked: bytes, scope: 0)
            return
        }
        guard let bytes = Self.parse(address, family: AF_INET6, byteCount: 16) else { return nil }
        guard parts.count == 2 else {
            self.init(bytes: bytes)
            return
        }
        guard let scope = Self.interface(named: parts[1]) else { return nil }
        self.init(bytes: bytes, scope: scope)
    }

    private init(unchecked bytes: [UInt8], scope: UInt32) {
        self.bytes = bytes
        self.scope = scope
    }

    /// Whether this is an IPv6 address.
    package var isIPv6: Bool { bytes.count == 16 }

    /// Whether the address belongs to a home network.
    ///
    /// True for the ranges of RFC 1918, RFC 3927 and RFC 4193, and for fe80::/10; false for loopback.
    package var isPrivateOrLinkLocal: Bool {
        switch (bytes[0], bytes[1]) {
        case (0xFE, let second) where isIPv6: second & 0xC0 == 0x80
        case (let first, _) where isIPv6: first & 0xFE == 0xFC
        case (10, _), (192, 168), (169, 254): true
        case (172, let second): second & 0xF0 == 16
        default: false
        }
    }

    /// Whether the address is this machine itself, in 127.0.0.0/8 or ::1.
    package var isLoopback: Bool {
        isIPv6 ? bytes.last == 1 && bytes.dropLast().allSatisfy { $0 == 0 } : bytes[0] == 127
    }

    /// The usual text form, for IPv6 as in RFC 5952, followed by `%` and the interface if there is one.
    package var description: String {
        var buffer = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        inet_ntop(isIPv6 ? AF_INET6 : AF_INET, bytes, &buffer, socklen_t(buffer.count))
        let text = Self.string(buffer)
        return scope == 0 ? text : "\(text)%\(Self.name(ofInterface: scope))"
    }

    private static let mappedPrefix: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]

    private static func parse(_ text: String, family: Int32, byteCount: Int) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: byteCount)
        return inet_pton(family, text, &bytes) == 1 ? bytes : nil
    }

    /// Returns the kernel's index of an interface; nil if there is no such interface.
    static func interface(named name: String) -> UInt32? {
        let index = UInt32(name) ?? if_nametoindex(name)
        return index == 0 ? nil : index
    }

    /// Returns the name of an interface; its index if the interface no longer exists.
    package static func name(ofInterface index: UInt32) -> String {
        var buffer = [CChar](repeating: 0, count: Int(IF_NAMESIZE))
        return if_indextoname(index, &buffer) == nil ? "\(index)" : string(buffer)
    }

    private static func string(_ buffer: [CChar]) -> String {
        String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
