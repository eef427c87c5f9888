import Crypto
import NIOSSL
import X509

/// The SHA-256 of a public key, which identifies a device.
package struct Fingerprint: Sendable, Hashable {
    package let bytes: [UInt8]

    /// Computes the fingerprint of a key.
    ///
    /// - Parameter publicKey: The key as DER SubjectPublicKeyInfo.
    package init(publicKey: [UInt8]) {
        bytes = Array(SHA256.hash(data: publicKey))
    }
}

/// The key whose possession the other end proved.
package struct PeerKey: Sendable, Hashable {
    /// The key as DER SubjectPublicKeyInfo.
    package let publicKey: [UInt8]
    package let fingerprint: Fingerprint
    /// The letter in the peer's certificate, usually empty; not verified here.
    package let letter: [UInt8]

    /// Wraps a key.
    ///
    /// - Parameters:
    ///   - publicKey: The key as DER SubjectPublicKeyInfo.
    ///   - letter: The letter in the same certificate.
    package init(publicKey: [UInt8], letter: [UInt8] = []) {
        self.publicKey = publicKey
        self.letter = letter
        fingerprint = Fingerprint(publicKey: publicKey)
    }

    /// Extracts the key from a certificate; nil unless it is a P-256 key in its canonical encoding, so that one key
    /// never has two fingerprints.
    ///
    /// The key is read by the same library that verified the signature of the handshake with it.
    init?(_ certificate: NIOSSLCertificate) {
        guard let bytes = try? certificate.extractPublicKey().toSPKIBytes(),
            let key = try? P256.Signing.PublicKey(derRepresentation: bytes),
            Array(key.derRepresentation) == bytes
        else { return nil }
        self.init(publicKey: bytes, letter: Letter.read(from: certificate))
    }
}
