import FoundationEssentials
import PhlistControl
import PhlistTransport
import PhlistWeb
import SwiftASN1
import Testing
import X509

/// The authority of a machine and the certificates that it issues.
@Suite struct CertificateAuthorityTests {
    private static let day: Int64 = 24 * 60 * 60 * 1000
    private let start: Int64 = 1_795_795_200_000

    private func identity(
        _ hostName: String = "nas",
        _ names: [String] = [],
        _ addresses: [String] = ["192.168.1.7"]
    ) throws -> WebIdentity {
        WebIdentity(hostName: hostName, configured: names, addresses: addresses.compactMap { IPAddress($0) })
    }

    @Test func `a certificate is good for its names until it is near its end`() throws {
        let authority = try CertificateAuthority.make(for: "nas")
        let credential = try authority.issue(for: try identity(), now: start)
        #expect(authority.hasIssued(credential, for: try identity(), now: start))
        #expect(authority.hasIssued(credential, for: try identity(), now: start + 330 * Self.day))
        #expect(!authority.hasIssued(credential, for: try identity(), now: start + 340 * Self.day))
        #expect(!authority.hasIssued(credential, for: try identity(), now: start - 10 * Self.day))
        #expect(!authority.hasIssued(credential, for: try identity("attic"), now: start))
        #expect(!authority.hasIssued(credential, for: try identity("nas", [], ["192.168.1.8"]), now: start))
        // The network is away, or another one: the certificate stays, so that browsers need not be asked again.
        #expect(authority.hasIssued(credential, for: try identity("nas", [], []), now: start))
        #expect(!(try CertificateAuthority.make(for: "nas")).hasIssued(credential, for: try identity(), now: start))
    }

    @Test func `both are the same when they are read again`() throws {
        let authority = try CertificateAuthority.make(for: "nas")
        let again = CertificateAuthority(try Credential(pem: try authority.credential.pem))
        #expect(again.credential.der == authority.credential.der)
        #expect(again.credential.fingerprint == authority.credential.fingerprint)
        let issued = try Credential(pem: try again.issue(for: try identity(), now: start).pem)
        #expect(authority.hasIssued(issued, for: try identity(), now: start))
    }

    @Test(arguments: ["", "text", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"])
    func `a damaged file is refused`(text: String) {
        #expect(throws: ControlError.self) { try Credential(pem: text) }
    }

    @Test func `only names and addresses of a home are certified`() throws {
        let identity = try identity(
            "nas.example.org",
            ["lists.home.arpa", "phlist.example.com"],
            ["192.168.1.7", "2001:db8::1", "8.8.8.8", "fd00::7", "fe80::1"]
        )
        let names = ["lists.home.arpa", "phlist.example.com", "nas.local", "nas.example.org", "localhost"]
        #expect(identity.names == names)
        let credential = try CertificateAuthority.make(for: "nas").issue(for: identity, now: start)
        let certified = try #require(try credential.certificate.extensions.subjectAlternativeNames)
        let texts = certified.map { "\($0)" }
        #expect(texts.count == 7)
        for expected in ["lists.home.arpa", "nas.local", "localhost"] {
            #expect(texts.contains { $0.contains(expected) }, "\(expected)")
        }
        #expect(!texts.contains { $0.contains("example") })
        let pages = identity.pages(port: 7480, isAnnounced: true)
        #expect(pages.prefix(2) == ["https://lists.home.arpa:7480/", "https://phlist.example.com:7480/"])
    }

    @Test func `a name that only avahi makes known comes last where avahi does not run`() throws {
        let identity = try identity("vm", ["lists.home.arpa"], ["192.168.1.7", "fd00::7"])
        #expect(
            identity.pages(port: 7480, isAnnounced: true) == [
                "https://lists.home.arpa:7480/", "https://vm.local:7480/", "https://192.168.1.7:7480/",
                "https://[fd00::7]:7480/",
            ]
        )
        #expect(
            identity.pages(port: 7480, isAnnounced: false) == [
                "https://lists.home.arpa:7480/", "https://192.168.1.7:7480/", "https://[fd00::7]:7480/",
                "https://vm.local:7480/",
            ]
        )
        let alone = try self.identity("vm", [], []).pages(port: 7480, isAnnounced: false)
        #expect(alone == ["https://vm.local:7480/"])
    }

    @Test func `it is valid for as long as browsers allow`() throws {
        let credential = try CertificateAuthority.make(for: "nas").issue(for: try identity(), now: start)
        let seconds = credential.certificate.notValidAfter.timeIntervalSince(credential.certificate.notValidBefore)
        #expect(seconds == 397 * 86_400)
    }
}
