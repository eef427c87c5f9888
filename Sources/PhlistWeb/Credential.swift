package import Crypto
import FoundationEssentials
package import PhlistControl
import SwiftASN1
package import X509

/// A certificate and its private key, as a PEM file holds them.
package struct Credential: Sendable {
    package let certificate: Certificate
    package let key: P256.Signing.PrivateKey

    init(_ certificate: Certificate, _ key: P256.Signing.PrivateKey) {
        (self.certificate, self.key) = (certificate, key)
    }

    /// Reads what `pem` returns.
    ///
    /// - Throws: `configuration` for any other text.
    package init(pem text: String) throws(ControlError) {
        do {
            let documents = try PEMDocument.parseMultiple(pemString: text)
            guard documents.count == 2 else { throw ASN1Error.invalidPEMDocument(reason: "two parts are expected") }
            certificate = try Certificate(pemDocument: documents[0])
            key = try P256.Signing.PrivateKey(pemRepresentation: documents[1].pemString)
        } catch {
            throw ControlError(.configuration, "it does not hold a certificate and its key")
        }
        guard certificate.publicKey == Certificate.PublicKey(key.publicKey) else {
            throw ControlError(.configuration, "the key is not that of the certificate")
        }
    }

    /// The certificate, then the key.
    package var pem: String {
        get throws(ControlError) {
            do {
                return try certificate.serializeAsPEM().pemString + "\n" + key.pemRepresentation + "\n"
            } catch {
                throw ControlError(.internal, "a certificate cannot be written: \(error)")
            }
        }
    }

    /// The certificate in DER, as phones install it.
    package var der: [UInt8] {
        var serializer = DER.Serializer()
        // A certificate that was made or read can be written.
        try? serializer.serialize(certificate)
        return serializer.serializedBytes
    }

    /// The SHA-256 of the certificate, as phones show it: pairs of digits in upper case with colons.
    package var fingerprint: String {
        SHA256.hash(data: der).map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }
            .joined(separator: ":")
    }
}
