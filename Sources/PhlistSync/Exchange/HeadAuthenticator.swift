package import Crypto

/// Signs the heads of this device's feeds and verifies those of others.
package protocol HeadAuthenticator: Sendable {
    /// Signs with this device's key.
    func sign(_ bytes: [UInt8]) throws -> [UInt8]
    /// Verifies a signature by the key of any device (DER SubjectPublicKeyInfo).
    func isValid(_ signature: [UInt8], of bytes: [UInt8], by publicKey: [UInt8]) -> Bool
}

/// ECDSA over P-256 with SHA-256.
package struct P256HeadAuthenticator: HeadAuthenticator {
    private let key: P256.Signing.PrivateKey

    /// Creates an authenticator that signs with a device's key.
    package init(key: P256.Signing.PrivateKey) {
        self.key = key
    }

    package func sign(_ bytes: [UInt8]) throws -> [UInt8] {
        Array(try key.signature(for: bytes).rawRepresentation)
    }

    package func isValid(_ signature: [UInt8], of bytes: [UInt8], by publicKey: [UInt8]) -> Bool {
        guard
            let key = try? P256.Signing.PublicKey(derRepresentation: publicKey),
            let signature = try? P256.Signing.ECDSASignature(rawRepresentation: signature)
        else { return false }
        return key.isValidSignature(signature, for: bytes)
    }
}
