import NIOCore
import Testing

@testable import PhlistTransport

@Suite struct NetworkAddressTests {
    @Test(arguments: [
        ("192.168.1.7", "192.168.1.7:7454"), ("192.168.1.7:80", "192.168.1.7:80"),
        ("fe80::1%lo", "[fe80::1%lo]:7454"), ("[fe80::1%lo]:80", "[fe80::1%lo]:80"),
        ("[fe80::1%1]", "[fe80::1%lo]:7454"),
        ("2001:DB8:0:0::1", "[2001:db8::1]:7454"), ("[::1]:65535", "[::1]:65535"),
        ("::ffff:10.0.0.1", "10.0.0.1:7454"), ("NAS.local:9", "nas.local:9"), ("nas", "nas:7454"),
        ("4ever", "4ever:7454"),
    ])
    func `an address is read as people write it and written in one way`(_ text: String, _ written: String) throws {
        let address = try #require(NetworkAddress(text, defaultPort: 7454))
        #expect(address.description == written)
        #expect(NetworkAddress(written, defaultPort: 1) == address)
    }

    @Test(arguments: [
        "", ":", ":80", "nas:", "nas:0", "nas:65536", "nas:+1", "nas:８", "nas:80:90", "[::1", "::1]", "[::1]80",
        "[nas]:80",
        "[192.168.1.7]:80", "192.168.1", "192.168.1.256", "1.2.3.4%lo", "fe80::1%", "fe80::1%nosuch0", "fe80::1%0",
        "na_s", "-nas", "nas-", "n..s", "nas.", "na s", "häuschen", "fe80::1::", "nas/24", "a\u{0}b",
    ])
    func `what is not a valid address is refused`(_ text: String) {
        #expect(NetworkAddress(text, defaultPort: 7454) == nil)
    }

    @Test(arguments: [
        ("10.0.0.1", true), ("172.16.0.1", true), ("172.31.255.255", true), ("172.32.0.1", false),
        ("192.168.0.1", true),
        ("169.254.7.7", true), ("127.0.0.1", false), ("8.8.8.8", false), ("0.0.0.0", false), ("100.64.0.1", false),
        ("fe80::1", true), ("febf::1", true), ("fec0::1", false), ("fc00::1", true), ("fdff::1", true), ("::1", false),
        ("2001:db8::1", false), ("ff02::fb", false), ("::", false), ("::ffff:192.168.0.1", true),
        ("::ffff:8.8.8.8", false),
    ])
    func `home addresses are told from those of the world`(_ text: String, _ isHome: Bool) throws {
        #expect(try #require(IPAddress(text)).isPrivateOrLinkLocal == isHome)
    }

    @Test func `an address keeps its zone on the way through a socket address`() throws {
        for text in ["[fe80::1:2%lo]:7454", "192.168.1.7:7454", "[2001:db8::7]:65535"] {
            let address = try #require(NetworkAddress(text, defaultPort: 1))
            guard case .address(let host) = address.host else { continue }
            #expect(NetworkAddress(SocketAddress(host, port: address.port)) == address)
        }
    }

    @Test func `a socket address is what the system's own reading of the text gives`() throws {
        let host = try #require(IPAddress("2001:db8::7"))
        #expect(SocketAddress(host, port: 7454) == (try SocketAddress(ipAddress: "2001:db8::7", port: 7454)))
        #expect(SocketAddress(.loopback, port: 1) == (try SocketAddress(ipAddress: "127.0.0.1", port: 1)))
    }

    @Test func `only four or sixteen bytes are an address, and only a link-local one has a zone`() {
        for count in 0...20 where count != 4 && count != 16 {
            #expect(IPAddress(bytes: Array(repeating: 1, count: count)) == nil)
        }
        #expect(IPAddress(bytes: Array(repeating: 1, count: 16), scope: 3)?.scope == 0)
    }
}
