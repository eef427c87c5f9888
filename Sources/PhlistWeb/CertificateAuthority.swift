import Crypto
import FoundationEssentials
package import PhlistControl
import SwiftASN1
import X509

/// The authority of this machine, whose certificates phones trust once they have installed its own.
///
/// It is limited to the names and addresses of home networks (RFC 5280, section 4.2.1.10): a key that is stolen from
/// this machine cannot stand in for a bank.
package struct CertificateAuthority: Sendable {
    /// Its certificate and key.
    package let credential: Credential

    /// Takes an authority that was made before.
    package init(_ credential: Credential) {
        self.credential = credential
    }

    /// Makes an authority.
    ///
    /// - Parameter deviceName: The name of this machine, by which people recognise it in the settings of a phone.
    /// - Returns: The authority, with a new key.
    /// - Throws: `internal` if the library makes none.
    package static func make(for deviceName: String) throws(ControlError) -> CertificateAuthority {
        do {
            let key = P256.Signing.PrivateKey()
            let name = try DistinguishedName { CommonName("phlist on \(deviceName)") }
            let extensions = try Certificate.Extensions {
                Critical(BasicConstraints.isCertificateAuthority(maxPathLength: 0))
                Critical(KeyUsage(keyCertSign: true, cRLSign: true))
                Critical(NameConstraints(permittedDNSDomains: domains, permittedIPRanges: ranges))
                SubjectKeyIdentifier(hash: Certificate.PublicKey(key.publicKey))
            }
            let certificate = try Certificate(
                version: .v3,
                serialNumber: Certificate.SerialNumber(),
                publicKey: .init(key.publicKey),
                notValidBefore: firstDay,
                notValidAfter: lastDay,
                issuer: name,
                subject: name,
                signatureAlgorithm: .ecdsaWithSHA256,
                extensions: extensions,
                issuerPrivateKey: .init(key)
            )
            return CertificateAuthority(Credential(certificate, key))
        } catch {
            throw ControlError(.internal, "no certificate can be made: \(error)")
        }
    }

    /// Issues a certificate for this machine.
    ///
    /// - Parameters:
    ///   - identity: Its names and addresses; those that are outside a home network are left out.
    ///   - now: Milliseconds since 1970.
    /// - Returns: The certificate, with a new key.
    /// - Throws: `internal` if the library makes none.
    package func issue(for identity: WebIdentity, now: Int64) throws(ControlError) -> Credential {
        do {
            let key = P256.Signing.PrivateKey()
            let day = TimeInterval(24 * 60 * 60)
            // A phone whose clock is a little slow accepts it too.
            let start = Date(timeIntervalSince1970: TimeInterval(now / 1000)) - day
            let alternatives = identity.alternativeNames
            let extensions = try Certificate.Extensions {
                Critical(BasicConstraints.notCertificateAuthority)
                Critical(KeyUsage(digitalSignature: true))
                try ExtendedKeyUsage([.serverAuth])
                SubjectAlternativeNames(alternatives)
                SubjectKeyIdentifier(hash: Certificate.PublicKey(key.publicKey))
                AuthorityKeyIdentifier(
                    keyIdentifier: SubjectKeyIdentifier(hash: credential.certificate.publicKey).keyIdentifier
                )
            }
            let certificate = try Certificate(
                version: .v3,
                serialNumber: Certificate.SerialNumber(),
                publicKey: .init(key.publicKey),
                notValidBefore: start,
                notValidAfter: start + TimeInterval(WebLimits.certificateDays) * day,
                issuer: credential.certificate.subject,
                subject: try DistinguishedName { CommonName(identity.commonName) },
                signatureAlgorithm: .ecdsaWithSHA256,
                extensions: extensions,
                issuerPrivateKey: .init(credential.key)
            )
            return Credential(certificate, key)
        } catch {
            throw ControlError(.internal, "no certificate can be made: \(error)")
        }
    }

    /// Whether a certificate of this authority is still good: for these names at least, and for a while.
    ///
    /// One that has more names, such as an address of another network, is kept: a browser that was told to accept it
    /// would ask again.
    package func hasIssued(_ other: Credential, for identity: WebIdentity, now: Int64) -> Bool {
        let present = Date(timeIntervalSince1970: TimeInterval(now / 1000))
        let left = other.certificate.notValidAfter.timeIntervalSince(present)
        let names = try? other.certificate.extensions.subjectAlternativeNames
        return other.certificate.issuer == credential.certificate.subject
            && credential.certificate.publicKey.isValidSignature(other.certificate.signature, for: other.certificate)
            && left > TimeInterval(WebLimits.renewalDays * 24 * 60 * 60) && other.certificate.notValidBefore <= present
            && names.map { Set($0).isSuperset(of: identity.alternativeNames) } ?? false
    }

    /// The domains of home networks: RFC 6762, RFC 8375, ICANN's `internal`, and what routers use.
    static let domains = ["local", "home.arpa", "internal", "lan", "home", "fritz.box", "localhost"]

    /// Addresses and masks of RFC 1918, RFC 3927, RFC 4193, RFC 4291, and the machine itself.
    private static let ranges: [ASN1OctetString] = [
        [10, 0, 0, 0, 255, 0, 0, 0],
        [172, 16, 0, 0, 255, 240, 0, 0],
        [192, 168, 0, 0, 255, 255, 0, 0],
        [169, 254, 0, 0, 255, 255, 0, 0],
        [127, 0, 0, 0, 255, 0, 0, 0],
        range(of: [0xFC], mask: [0xFE]),
        range(of: [0xFE, 0x80], mask: [0xFF, 0xC0]),
    ].map { ASN1OctetString(contentBytes: $0[...]) }

    private static func range(of prefix: [UInt8], mask: [UInt8]) -> [UInt8] {
        func filled(_ bytes: [UInt8]) -> [UInt8] { bytes + Array(repeating: 0, count: 16 - bytes.count) }
        return filled(prefix) + filled(mask)
    }

    /// Fixed days, so that a machine that starts without a clock makes an authority that lasts.
    private static let firstDay = Date(timeIntervalSince1970: 1_577_836_800)  // 2020-01-01
    private static let lastDay = Date(timeIntervalSince1970: 2_524_521_600)  // 2049-12-31, the last UTCTime
}
