import Glibc
import NIOCore

// The fields of the C structures belong to an internal module of NIO, so their bytes are read and written here by their
// offsets in Linux's <netinet/in.h>:
//
//     sockaddr_in     0 family   2 port   4 address                           8 zeros       16
//     sockaddr_in6    0 family   2 port   4 flow      8 address    24 scope   28
//
// The port and the address are big-endian, the rest in host byte order.

extension NetworkAddress {
    /// Converts a socket address; nil for a Unix socket.
    init?(_ address: SocketAddress?) {
        let raw: [UInt8]
        let host: IPAddress?
        switch address {
        case .v4(let address):
            raw = withUnsafeBytes(of: address.address) { Array($0) }
            host = IPAddress(bytes: Array(raw[4..<8]))
        case .v6(let address):
            raw = withUnsafeBytes(of: address.address) { Array($0) }
            let scope = raw[24..<28].withUnsafeBytes { $0.loadUnaligned(as: UInt32.self) }
            host = IPAddress(bytes: Array(raw[8..<24]), scope: scope)
        case .unixDomainSocket, nil:
            return nil
        }
        guard let host else { return nil }
        self.init(host, port: UInt16(raw[2]) << 8 | UInt16(raw[3]))
    }
}

extension SocketAddress {
    /// Creates the address to bind to or to dial.
    init(_ host: IPAddress, port: UInt16) {
        var raw: [UInt8] = []
        func append(_ value: some FixedWidthInteger) {
            withUnsafeBytes(of: value) { raw += $0 }
        }
        append(sa_family_t(host.isIPv6 ? AF_INET6 : AF_INET))
        append(port.bigEndian)
        if host.isIPv6 {
            append(UInt32(0))
            raw += host.bytes
            append(host.scope)
            self.init(raw.withUnsafeBytes { $0.loadUnaligned(as: sockaddr_in6.self) })
        } else {
            raw += host.bytes
            append(UInt64(0))
            self.init(raw.withUnsafeBytes { $0.loadUnaligned(as: sockaddr_in.self) })
        }
    }
}
