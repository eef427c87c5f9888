import PhlistTransport
import PhlistWeb
import Testing

/// Which requests are answered at all.
@Suite struct WebPolicyTests {
    private let policy = WebPolicy(names: ["nas.local", "NAS.example.org"], isForAnyAddress: false)

    private func request(
        _ authority: String?,
        isSafe: Bool = true,
        origin: String? = nil,
        site: String? = nil
    ) -> WebPolicy.Refusal? {
        policy.refusal(of: .init(isSafe: isSafe, authority: authority, origin: origin, fetchSite: site))
    }

    @Test(arguments: [
        "nas.local", "nas.local:7480", "NAS.Local:7480", "nas.local.", "nas.example.org", "localhost:1", "192.168.1.7",
        "192.168.1.7:7480", "[fd00::2]:7480", "[::1]", "127.0.0.1:7480",
    ])
    func `names of this machine and addresses in numbers are answered`(authority: String) {
        #expect(request(authority) == nil)
    }

    @Test(arguments: [
        nil, "", ":7480", "evil.example", "nas.local.evil.example", "evil.example:7480", "nas.local:x",
        "nas.local:99999", "nas.local@evil.example", "[fd00::2", "[fd00::2]evil", "xnas.local", "nas",
        "192.168.1.7.evil.example", "nas.local:",
    ])
    func `every other name is refused, whoever's DNS leads it here`(authority: String?) {
        #expect(request(authority) == .otherHost)
    }

    @Test func `another page cannot ask for a change`() {
        let own = "nas.local:7480"
        #expect(request(own, isSafe: false, site: "same-origin") == nil)
        #expect(request(own, isSafe: false, site: "none") == nil)
        for site in ["same-site", "cross-site", "", "Same-Origin"] {
            #expect(request(own, isSafe: false, origin: "https://\(own)", site: site) == .otherSite, "\(site)")
            #expect(request(own, isSafe: true, site: site) == nil)
        }
        #expect(request(own, isSafe: false, origin: "https://nas.local:7480") == nil)
        for origin in ["https://evil.example", "http://nas.local:7480", "https://nas.local", "null", ""] {
            #expect(request(own, isSafe: false, origin: origin) == .otherSite, "\(origin)")
        }
        // Programs without a browser send neither.
        #expect(request(own, isSafe: false) == nil)
    }

    @Test func `where the configuration names places, nothing is served elsewhere`() throws {
        let (wifi, wire) = (try #require(IPAddress("192.168.1.2")), try #require(IPAddress("10.0.0.2")))
        let own = try #require(IPAddress("127.0.0.1"))
        for address in [wifi, wire, own] { #expect(WebPolicy.serves(address, on: nil)) }
        #expect(WebPolicy.serves(wifi, on: [wifi]))
        #expect(!WebPolicy.serves(wire, on: [wifi]))
        #expect(WebPolicy.serves(own, on: [wifi]))
        #expect(!WebPolicy.serves(wifi, on: []))
    }

    @Test func `addresses of the home network connect, and others only if they may`() throws {
        let own = try ["192.168.1.2", "2001:db8:1:2::5"].map { try #require(IPAddress($0)) }
        let home = [
            "127.0.0.1", "::1", "10.1.2.3", "172.16.0.1", "172.31.255.255", "192.168.200.1", "169.254.3.4", "fe80::1",
            "fd12::1", "2001:db8:1:2:ffff::1", "::ffff:192.168.1.9",
        ]
        let elsewhere = ["8.8.8.8", "172.32.0.1", "100.64.0.1", "2001:db8:1:3::1", "::ffff:8.8.8.8", "192.169.0.1"]
        let open = WebPolicy(names: [], isForAnyAddress: true)
        for text in home { #expect(policy.admits(try #require(IPAddress(text)), besides: own), "\(text)") }
        for text in elsewhere {
            let address = try #require(IPAddress(text))
            #expect(!policy.admits(address, besides: own), "\(text)")
            #expect(open.admits(address, besides: own))
        }
    }
}
