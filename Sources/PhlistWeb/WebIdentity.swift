package import PhlistTransport
import SwiftASN1
import X509

/// The names and addresses by which browsers know this machine.
package struct WebIdentity: Sendable, Equatable {
    /// Names in lower case, the best one first.
    package let names: [String]
    /// Addresses that a certificate may name.
    package let addresses: [IPAddress]

    /// Takes the host name of the machine, names from the configuration, and its addresses.
    ///
    /// - Parameters:
    ///   - hostName: With or without a domain; the name with `.local` is how it is found without DNS.
    ///   - configured: More names, which come first.
    ///   - addresses: The addresses of the machine; those of home networks are taken.
    package init(hostName: String, configured: [String], addresses: [IPAddress]) {
        let full = hostName.lowercased()
        let label = String(full.prefix { $0 != "." })
        let own = label.isEmpty || label == "localhost" ? [] : ["\(label).local"]
        let all = configured.map { $0.lowercased() } + own + (full.contains(".") ? [full] : [])
        var seen: Set<String> = []
        names = Array((all + ["localhost"]).filter { seen.insert($0).inserted }.prefix(WebLimits.namesMax))
        let atHome = addresses.filter { $0.isPrivateOrLinkLocal && $0.scope == 0 }
        // Those of IPv4 are easier to type.
        let sorted = atHome.filter { !$0.isIPv6 } + atHome.filter(\.isIPv6)
        self.addresses = Array(sorted.prefix(WebLimits.namesMax))
    }

    /// The name in the subject of a certificate, which people may be shown.
    var commonName: String { names[0] }

    /// The names and addresses that the authority may issue certificates for.
    var alternativeNames: SubjectAlternativeNames {
        let inside = names.filter { name in
            CertificateAuthority.domains.contains { name == $0 || name.hasSuffix(".\($0)") }
        }
        let loopback: [[UInt8]] = [[127, 0, 0, 1]]
        return SubjectAlternativeNames(
            inside.map { .dnsName($0) }
                + (addresses.map(\.bytes) + loopback).map { .ipAddress(ASN1OctetString(contentBytes: $0[...])) }
        )
    }

    /// Returns the addresses of the page for people.
    ///
    /// - Parameters:
    ///   - port: The port of the page.
    ///   - isAnnounced: Whether avahi runs, without which nobody finds a name that ends in `.local`.
    /// - Returns: The addresses, the best one first.
    package func pages(port: Int, isAnnounced: Bool) -> [String] {
        let known = names.filter { $0 != "localhost" }
        let lost = isAnnounced ? [] : known.filter { $0.hasSuffix(".local") }
        let hosts = known.filter { !lost.contains($0) } + addresses.map { $0.isIPv6 ? "[\($0)]" : "\($0)" } + lost
        return (hosts.isEmpty ? ["localhost"] : hosts).map { "https://\($0):\(port)/" }
    }
}
