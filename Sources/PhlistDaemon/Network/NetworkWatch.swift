import Dispatch
import Glibc
import PhlistTransport

/// Reports the addresses of this machine: once at the start, then after each change.
///
/// Netlink only signals that something has changed; the state is then read anew, so that its messages need no parser
/// and repetitions cause no report. Without netlink only the first report is made.
final class NetworkWatch: @unchecked Sendable {  // Whatever can change is used on `queue` only.
    private let queue = DispatchQueue(label: "phlist.network")
    private let tell: @Sendable ([IPAddress]) -> Void
    private var source: (any DispatchSourceRead)?
    private var network: OwnNetwork
    private var pause: DispatchWorkItem?

    /// A change comes as several messages: the old address is removed, the new one added, the link is up.
    private static let pauseMilliseconds = 300

    /// Starts watching; `tell` is called on a queue of the watch, with addresses in the order of the interfaces.
    init(listeningOn places: [ListenPlace], _ tell: @escaping @Sendable ([IPAddress]) -> Void) {
        (network, self.tell) = (OwnNetwork(listeningOn: places), tell)
        queue.async { [self] in
            watch()
            look()
        }
    }

    deinit {
        source?.cancel()
    }

    private func watch() {
        guard let descriptor = Self.openNetlink() else { return }
        let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
        source.setEventHandler { [weak self] in
            Self.drain(descriptor)
            self?.lookSoon()
        }
        source.setCancelHandler { close(descriptor) }
        self.source = source
        source.activate()
    }

    private func lookSoon() {
        pause?.cancel()
        let item = DispatchWorkItem { [weak self] in self?.look() }
        pause = item
        queue.asyncAfter(deadline: .now() + .milliseconds(Self.pauseMilliseconds), execute: item)
    }

    private func look() {
        if let addresses = network.looked(Self.links(), Self.addresses()) { tell(addresses) }
    }

    // MARK: - The kernel

    /// RTMGRP_LINK, RTMGRP_IPV4_IFADDR and RTMGRP_IPV6_IFADDR.
    private static let changeGroups: UInt32 = 0x1 | 0x10 | 0x100

    /// Opens a socket that is readable when an interface or an address appears or disappears; nil when that fails.
    private static func openNetlink() -> Int32? {
        let kind = Int32(SOCK_RAW.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        let descriptor = socket(AF_NETLINK, kind, 0)
        guard descriptor >= 0 else { return nil }
        // struct sockaddr_nl, which Glibc's module does not import: family, padding, pid, groups.
        var address = (sa_family_t(AF_NETLINK), UInt16(0), UInt32(0), changeGroups)
        let status = withUnsafeBytes(of: &address) { bytes in
            bytes.withMemoryRebound(to: sockaddr.self) { bind(descriptor, $0.baseAddress, socklen_t(bytes.count)) }
        }
        guard status == 0 else {
            close(descriptor)
            return nil
        }
        return descriptor
    }

    /// Discards all messages; lost ones also mean a change.
    private static func drain(_ descriptor: Int32) {
        var buffer = [UInt8](repeating: 0, count: 8192)
        while recv(descriptor, &buffer, buffer.count, 0) > 0 || errno == ENOBUFS {
            errno = 0
        }
    }

    /// Returns all interfaces; none when the kernel does not report them.
    private static func links() -> [NetworkLink] {
        let descriptor = socket(AF_NETLINK, Int32(SOCK_RAW.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return [] }
        defer { close(descriptor) }
        var patience = timeval(tv_sec: 1, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        let request = NetworkLinkPacket.request
        guard send(descriptor, request, request.count, 0) == request.count else { return [] }
        var links: [NetworkLink] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = recv(descriptor, &buffer, buffer.count, 0)
            let packet = NetworkLinkPacket.read(Array(buffer.prefix(max(0, count))))
            links += packet.links
            if packet.isLast { return links }
        }
    }

    private static func addresses() -> [OwnNetwork.Address] {
        var first: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&first) == 0 else { return [] }
        defer { freeifaddrs(first) }
        return sequence(first: first) { $0?.pointee.ifa_next }.prefix { $0 != nil }.compactMap { $0.flatMap(address) }
    }

    /// Returns the address of an interface that is up and leads to other machines.
    private static func address(_ entry: UnsafeMutablePointer<ifaddrs>) -> OwnNetwork.Address? {
        let name = String(cString: entry.pointee.ifa_name)
        return ipAddress(entry).map { OwnNetwork.Address(interface: name, address: $0) }
    }

    private static func ipAddress(_ entry: UnsafeMutablePointer<ifaddrs>) -> IPAddress? {
        let flags = entry.pointee.ifa_flags
        guard flags & UInt32(IFF_UP) != 0, flags & UInt32(IFF_RUNNING) != 0, flags & UInt32(IFF_LOOPBACK) == 0,
            let address = entry.pointee.ifa_addr
        else { return nil }
        let raw = UnsafeRawPointer(address)
        switch Int32(address.pointee.sa_family) {
        case AF_INET:
            return withUnsafeBytes(of: raw.load(as: sockaddr_in.self).sin_addr) { IPAddress(bytes: Array($0)) }
        case AF_INET6:
            let address = raw.load(as: sockaddr_in6.self)
            return withUnsafeBytes(of: address.sin6_addr) { IPAddress(bytes: Array($0), scope: address.sin6_scope_id) }
        default:
            return nil
        }
    }
}
