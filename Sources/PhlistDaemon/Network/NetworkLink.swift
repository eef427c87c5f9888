/// An interface of this machine, as the kernel describes it.
struct NetworkLink: Hashable, Sendable {
    var index: UInt32
    var name: String
    /// The kernel's name for the kind of a virtual interface, such as `bridge`; nil for hardware.
    var kind: String?
    /// The index of the interface that this one is a port of; usually nil.
    var master: UInt32?
    /// Whether it has exactly one other end, as in a VPN.
    var isPointToPoint = false
    var isLoopback = false
}

extension NetworkLink {
    /// The kinds of virtual interfaces that stand for hardware.
    private static let kindsLikeHardware: Set = ["bond", "team", "vlan", "macvlan", "ipvlan", "openvswitch", "batadv"]

    /// Returns the names of the interfaces that lead to the home network.
    ///
    /// These are hardware, virtual interfaces that stand for hardware, and bridges with one of these as a port. The
    /// bridges of containers and virtual machines, their ports, and VPNs are left out. In a container, which has no
    /// hardware, all interfaces count except its own bridges, their ports and VPNs.
    static func outward(_ links: [NetworkLink]) -> Set<String> {
        let bridges = Set(links.filter { $0.kind == "bridge" }.map(\.index))
        let free = links.filter { !$0.isLoopback && !$0.isPort(ofAny: bridges) }
        let likeHardware = links.filter(\.isLikeHardware)
        let realBridges = Set(likeHardware.compactMap(\.master)).intersection(bridges)
        let real = free.filter { $0.isLikeHardware || realBridges.contains($0.index) }
        guard real.isEmpty else { return Set(real.map(\.name)) }
        return Set(free.filter { $0.kind != "bridge" && $0.kind != "dummy" && !$0.isPointToPoint }.map(\.name))
    }

    private var isLikeHardware: Bool {
        guard !isLoopback, !isPointToPoint else { return false }
        guard let kind else { return true }
        return Self.kindsLikeHardware.contains(kind)
    }

    private func isPort(ofAny bridges: Set<UInt32>) -> Bool {
        guard let master else { return false }
        return bridges.contains(master)
    }
}

/// The kernel's answer to RTM_GETLINK: all interfaces, in one or several packets.
///
///     nlmsghdr: length u32 | type u16 | flags u16 | sequence u32 | process u32
///     ifinfomsg: family u8 | 0 | hardware u16 | index i32 | flags u32 | changes u32
///     attributes, in the latter: {length u16 | type u16 | …}…
enum NetworkLinkPacket {
    /// Returns the interfaces in a packet, and whether it is the last; an unreadable part ends it.
    static func read(_ packet: [UInt8]) -> (links: [NetworkLink], isLast: Bool) {
        var links: [NetworkLink] = []
        var rest = packet[...]
        while rest.count >= headerSize {
            let (length, type) = (Int(number(rest, at: 0, size: 4)), number(rest, at: 4, size: 2))
            guard length >= headerSize, length <= rest.count, type == newLink else { return (links, true) }
            if let link = link(rest.prefix(length).dropFirst(headerSize)) { links.append(link) }
            rest = rest.dropFirst(padded(length))
        }
        return (links, packet.isEmpty)
    }

    /// The request for all interfaces: RTM_GETLINK with NLM_F_REQUEST and NLM_F_DUMP.
    static var request: [UInt8] {
        let numbers: [UInt32] = [32, 18 | 0x301 << 16, 1, 0, 0, 0, 0, 0]
        return numbers.flatMap { number in withUnsafeBytes(of: number) { Array($0) } }
    }

    private static let headerSize = 16
    private static let newLink: UInt32 = 16
    private enum Attribute {
        static let name: UInt32 = 3
        static let master: UInt32 = 10
        static let info: UInt32 = 18
        static let infoKind: UInt32 = 1
    }
    private static let isLoopback: UInt32 = 0x8
    private static let isPointToPoint: UInt32 = 0x10

    private static func link(_ body: ArraySlice<UInt8>) -> NetworkLink? {
        guard body.count >= headerSize else { return nil }
        let flags = number(body, at: 8, size: 4)
        let attributes = attributes(body.dropFirst(headerSize))
        guard let name = attributes[Attribute.name] else { return nil }
        let info = attributes[Attribute.info].map(Self.attributes) ?? [:]
        return NetworkLink(
            index: number(body, at: 4, size: 4),
            name: text(name),
            kind: info[Attribute.infoKind].map(text),
            master: attributes[Attribute.master].flatMap { $0.count == 4 ? number($0, at: 0, size: 4) : nil },
            isPointToPoint: flags & isPointToPoint != 0,
            isLoopback: flags & isLoopback != 0
        )
    }

    private static func attributes(_ bytes: ArraySlice<UInt8>) -> [UInt32: ArraySlice<UInt8>] {
        var attributes: [UInt32: ArraySlice<UInt8>] = [:]
        var rest = bytes
        while rest.count >= 4 {
            let (length, type) = (Int(number(rest, at: 0, size: 2)), number(rest, at: 2, size: 2) & 0x3FFF)
            guard length >= 4, length <= rest.count else { break }
            attributes[type] = rest.prefix(length).dropFirst(4)
            rest = rest.dropFirst(padded(length))
        }
        return attributes
    }

    private static func padded(_ length: Int) -> Int { (length + 3) & ~3 }

    private static func text(_ bytes: ArraySlice<UInt8>) -> String {
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }

    /// Reads a number in native byte order, which is little-endian wherever phlist runs.
    private static func number(_ bytes: ArraySlice<UInt8>, at offset: Int, size: Int) -> UInt32 {
        bytes.dropFirst(offset).prefix(size).reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }
}
