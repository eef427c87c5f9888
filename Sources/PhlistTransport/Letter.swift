import NIOSSL
import SwiftASN1
import X509

/// Opaque bytes that a certificate carries besides the key.
enum Letter {
    /// The largest letter that is read from a certificate, in bytes.
    static let sizeMax = 128
    /// An identifier that needs no registration: a random number under the UUID arc, 2.25.
    private static let identifier: ASN1ObjectIdentifier = [2, 25, 4_611_906_274_387_190_213]

    static func extensions(carrying letter: [UInt8]) throws -> Certificate.Extensions {
        guard !letter.isEmpty else { return Certificate.Extensions() }
        return try Certificate.Extensions([.init(oid: identifier, critical: false, value: letter[...])])
    }

    /// Returns the letter in a certificate; empty if it has no letter or one that is too large.
    static func read(from certificate: NIOSSLCertificate) -> [UInt8] {
        guard let bytes = try? certificate.toDERBytes(), let parsed = try? Certificate(derEncoded: bytes),
            let letter = parsed.extensions[oid: identifier]?.value, letter.count <= sizeMax
        else { return [] }
        return Array(letter)
    }
}
