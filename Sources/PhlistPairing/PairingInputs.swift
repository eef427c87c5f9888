import Crypto

/// The SHA-256 of a device's public key as shown in the TLS handshake of this connection; equal to its device id.
package struct KeyFingerprint: Equatable, Sendable {
    /// The number of bytes.
    package static let byteCount = 32

    /// The thirty-two bytes.
    package let bytes: [UInt8]

    /// Wraps exactly thirty-two bytes; nil for any other count.
    package init?(bytes: [UInt8]) {
        guard bytes.count == Self.byteCount else { return nil }
        self.bytes = bytes
    }

    /// The fingerprint of a key given as DER SubjectPublicKeyInfo.
    package init(publicKey: [UInt8]) {
        bytes = Array(SHA256.hash(data: publicKey))
    }
}

/// All the randomness of one side of one run, drawn beforehand and used only once.
package struct PairingEntropy: Sendable {
    static let nonceSize = 16

    let nonce: [UInt8]
    let scalarBytes: [UInt8]
}

extension PairingEntropy {
    /// Draws a nonce and the bytes of a scalar from a source that must be cryptographically secure.
    package init(using generator: inout some RandomNumberGenerator) {
        nonce = (0..<Self.nonceSize).map { _ in UInt8.random(in: 0...255, using: &generator) }
        scalarBytes = (0..<Ristretto255.uniformSize).map { _ in UInt8.random(in: 0...255, using: &generator) }
    }
}
