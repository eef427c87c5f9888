import PhlistTestKit
import PhlistTransport
import Testing

@testable import PhlistDaemon

/// Which interfaces of a machine lead to its home network.
struct OwnNetworkTests {
    private static let hardware = NetworkLink(index: 2, name: "eth0")
    private static let docker = NetworkLink(index: 3, name: "docker0", kind: "bridge")
    private static let container = NetworkLink(index: 4, name: "veth12", kind: "veth", master: 3)
    private static let vpn = NetworkLink(index: 5, name: "office", kind: "wireguard", isPointToPoint: true)
    private static let loopback = NetworkLink(index: 1, name: "lo", isLoopback: true)
    private static let all = [loopback, hardware, docker, container, vpn]

    private static func address(_ interface: String, _ text: String) throws -> OwnNetwork.Address {
        OwnNetwork.Address(interface: interface, address: try #require(IPAddress(text)))
    }

    @Test func `containers and VPNs that come and go are no change, and nobody is told their addresses`() throws {
        var network = OwnNetwork(listeningOn: [.everywhere])
        let home = try Self.address("eth0", "192.168.1.7")
        #expect(network.looked([Self.loopback, Self.hardware], [home]) == [home.address])
        let others = try [("docker0", "172.17.0.1"), ("veth12", "169.254.3.4"), ("office", "10.8.0.2")].map(
            Self.address
        )
        #expect(network.looked(Self.all, others + [home]) == nil)
        #expect(network.looked([Self.hardware], [home]) == nil)
        let moved = try Self.address("eth0", "192.168.1.8")
        #expect(network.looked(Self.all, others + [moved]) == [moved.address])
    }

    @Test(
        arguments: [
            // The LAN is on a bridge, as on a machine with virtual machines.
            ([hardware.on(9), NetworkLink(index: 9, name: "br0", kind: "bridge"), docker, container], ["br0"]),
            // A container: its way out is one end of a veth.
            ([loopback, NetworkLink(index: 7, name: "eth0", kind: "veth")], ["eth0"]),
            ([loopback, NetworkLink(index: 7, name: "eth0", kind: "veth"), docker, container, vpn], ["eth0"]),
            // The free end of a veth beside hardware, and the interfaces of virtual machines, by whatever name.
            ([hardware, NetworkLink(index: 7, name: "lan1", kind: "veth")], ["eth0"]),
            ([hardware, NetworkLink(index: 7, name: "lan1", kind: "tun"), docker], ["eth0"]),
            ([hardware.on(8), NetworkLink(index: 8, name: "bond0", kind: "bond")], ["eth0", "bond0"]),
            ([hardware, NetworkLink(index: 8, name: "eth0.7", kind: "vlan")], ["eth0", "eth0.7"]),
            ([loopback, vpn], []), ([], []),
        ] as [([NetworkLink], Set<String>)]
    )
    func `the interfaces that lead to the home network are told by what they are`(
        links: [NetworkLink],
        expected: Set<String>
    ) {
        #expect(NetworkLink.outward(links) == expected)
    }

    @Test func `of a daemon that listens on some places alone others are told those, whatever they are`() throws {
        let office = try Self.address("office", "10.8.0.2")
        let home = try Self.address("eth0", "192.168.1.7")
        let other = try Self.address("docker0", "172.17.0.1")
        let places = [ListenPlace.interface("office"), .address(home.address)]
        var network = OwnNetwork(listeningOn: places)
        #expect(network.looked(Self.all, [other, home, office]) == [home.address, office.address])
        #expect(network.looked(Self.all, [home, office]) == nil)
        // The same name, and another interface: what listens there has to begin anew.
        var recreated = Self.vpn
        recreated.index = 12
        let links = Self.all.filter { $0 != Self.vpn } + [recreated]
        #expect(network.looked(links, [home, office]) == [home.address, office.address])
    }

    @Test func `when the kernel does not say what interfaces are all count`() throws {
        var network = OwnNetwork(listeningOn: [.everywhere])
        let address = try Self.address("docker0", "172.17.0.1")
        #expect(network.looked([], [address]) == [address.address])
    }

    /// lo and a bridge's port as `ip link` had them sent, with fewer attributes.
    private static let packet: [UInt8] =
        [44, 0, 0, 0, 16, 0, 2, 0, 1, 0, 0, 0, 0, 0, 0, 0]
        + [0, 0, 4, 3, 1, 0, 0, 0, 9, 0, 0, 0, 0, 0, 0, 0] + [7, 0, 3, 0, 108, 111, 0, 0, 4, 0, 1, 0]
        + [64, 0, 0, 0, 16, 0, 2, 0, 1, 0, 0, 0, 0, 0, 0, 0]
        + [0, 0, 1, 0, 4, 0, 0, 0, 67, 16, 0, 0, 0, 0, 0, 0] + [7, 0, 3, 0, 118, 49, 0, 0]
        + [8, 0, 10, 0, 3, 0, 0, 0] + [16, 0, 18, 128, 9, 0, 1, 0, 118, 101, 116, 104, 0, 0, 0, 0]

    @Test func `interfaces are read from the kernel's answer`() {
        let (links, isLast) = NetworkLinkPacket.read(Self.packet)
        #expect(links == [Self.loopback.named("lo"), NetworkLink(index: 4, name: "v1", kind: "veth", master: 3)])
        #expect(!isLast)
        #expect(NetworkLinkPacket.read([20, 0, 0, 0, 3, 0, 2, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]).isLast)
        #expect(NetworkLinkPacket.read([]).isLast)
    }

    @Test(arguments: 1...300)
    func `any answer is read without harm`(_ seed: UInt64) {
        var (random, packet) = (SeededRandom(seed: seed), Self.packet)
        for _ in 0..<4 { packet[Int(random.next() % UInt64(packet.count))] = UInt8(truncatingIfNeeded: random.next()) }
        let read = NetworkLinkPacket.read(Array(packet.prefix(Int(random.next() % UInt64(packet.count + 1)))))
        #expect(read.links.count <= 2)
    }
}

extension NetworkLink {
    fileprivate func on(_ master: UInt32) -> NetworkLink {
        var link = self
        link.master = master
        return link
    }

    fileprivate func named(_ name: String) -> NetworkLink {
        var link = self
        link.name = name
        return link
    }
}
