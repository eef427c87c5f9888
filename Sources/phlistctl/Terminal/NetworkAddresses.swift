import Glibc

/// The addresses of this machine.
enum NetworkAddresses {
    /// The IPv4 addresses under which others may reach this machine, in the order of its interfaces.
    static func ofThisMachine() -> [String] {
        var first: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&first) == 0 else { return [] }
        defer { freeifaddrs(first) }
        return sequence(first: first) { $0?.pointee.ifa_next }.prefix { $0 != nil }.compactMap { $0.flatMap(text) }
    }

    private static func text(_ entry: UnsafeMutablePointer<ifaddrs>) -> String? {
        let flags = entry.pointee.ifa_flags
        guard flags & UInt32(IFF_UP) != 0, flags & UInt32(IFF_LOOPBACK) == 0,
            let address = entry.pointee.ifa_addr, address.pointee.sa_family == sa_family_t(AF_INET)
        else { return nil }
        var bytes = [CChar](repeating: 0, count: Int(NI_MAXHOST))
        let size = socklen_t(MemoryLayout<sockaddr_in>.size)
        guard getnameinfo(address, size, &bytes, socklen_t(bytes.count), nil, 0, NI_NUMERICHOST) == 0 else {
            return nil
        }
        return bytes.withUnsafeBufferPointer { $0.baseAddress.map(String.init(cString:)) }
    }
}
