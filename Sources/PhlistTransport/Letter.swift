import NIOSSL
import SwiftASN1
import X509

/// Some bytes that a certificate carries beside the key; what they mean is not known here.
enum Letter {
    /// Longer ones are not read.
    static let sizeMax = 128
    /// An arc for which nobody has to be asked: 2.25 with a random number.
    private static let identifier: ASN1ObjectIdentifier = [2, 25, 4_611_906_274_387_190_213]

    static func extensions(carrying letter: [UInt8]) throws -> Certificate.Extensions {
        guard !letter.isEmpty else { return Certificate.Extensions() }
        return try Certificate.Extensions([.init(oid: identifier, critical: false, value: letter[...])])
    }

    /// The letter in a certificate; empty when there is none.
    static func read(from certificate: NIOSSLCertificate) -> [UInt8] {
        guard let bytes = try? certificate.toDERBytes(), let parsed = try? Certificate(derEncoded: bytes),
            let letter = parsed.extensions[oid: identifier]?.value, letter.count <= sizeMax
        else { return [] }
        return Array(letter)
    }
}
