import Crypto
import NIOSSL
import X509

/// The SHA-256 of a public key: what a device is called.
package struct Fingerprint: Sendable, Hashable {
    /// The number of bytes.
    package static let byteCount = 32

    package let bytes: [UInt8]

    /// Creates a fingerprint from exactly 32 bytes; nil for any other count.
    package init?(bytes: [UInt8]) {
        guard bytes.count == Self.byteCount else { return nil }
        self.bytes = bytes
    }

    /// Computes the fingerprint of a key.
    ///
    /// - Parameter publicKey: The key as DER SubjectPublicKeyInfo.
    package init(publicKey: [UInt8]) {
        bytes = Array(SHA256.hash(data: publicKey))
    }
}

/// The key that the other end proved to own.
package struct PeerKey: Sendable, Hashable {
    /// The key as DER SubjectPublicKeyInfo.
    package let publicKey: [UInt8]
    package let fingerprint: Fingerprint
    /// What its certificate says beside the key, most often nothing; whoever reads it judges it.
    package let letter: [UInt8]

    /// Wraps a key.
    ///
    /// - Parameters:
    ///   - publicKey: The key as DER SubjectPublicKeyInfo.
    ///   - letter: What stands beside it.
    package init(publicKey: [UInt8], letter: [UInt8] = []) {
        self.publicKey = publicKey
        self.letter = letter
        fingerprint = Fingerprint(publicKey: publicKey)
    }

    /// Takes the key out of a certificate; nil unless it is a P-256 key in its one usual encoding, so that one key
    /// never has two fingerprints.
    ///
    /// The key comes from the same library that checked the signature of the handshake with it.
    init?(_ certificate: NIOSSLCertificate) {
        guard let bytes = try? certificate.extractPublicKey().toSPKIBytes(),
            let key = try? P256.Signing.PublicKey(derRepresentation: bytes),
            Array(key.derRepresentation) == bytes
        else { return nil }
        self.init(publicKey: bytes, letter: Letter.read(from: certificate))
    }
}
