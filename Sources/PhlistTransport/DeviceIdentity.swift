package import Crypto
import FoundationEssentials
import NIOSSL
import SwiftASN1
import X509

/// The key of this device, and the certificate that carries it.
///
/// The certificate conveys only the key: its name is the same on every device, and it is valid from 1970 to 2100, so
/// that a device without a clock can still connect.
package struct DeviceIdentity: Sendable {
    package let privateKey: P256.Signing.PrivateKey
    /// The public key, as peers see it.
    package let key: PeerKey

    let certificate: NIOSSLCertificate
    let certificateKey: NIOSSLPrivateKey

    /// Generates a new key.
    package static func generate() throws(TransportError) -> DeviceIdentity {
        try DeviceIdentity(privateKey: P256.Signing.PrivateKey())
    }

    /// Loads a stored key.
    ///
    /// - Parameter privateKeyBytes: The 32 bytes of `privateKeyBytes`.
    /// - Throws: `unusableKey` if the bytes are not a P-256 key.
    package init(privateKeyBytes: [UInt8]) throws(TransportError) {
        do {
            try self.init(privateKey: P256.Signing.PrivateKey(rawRepresentation: privateKeyBytes))
        } catch {
            throw .unusableKey
        }
    }

    private init(privateKey: P256.Signing.PrivateKey) throws(TransportError) {
        self.privateKey = privateKey
        key = PeerKey(publicKey: Array(privateKey.publicKey.derRepresentation))
        do {
            certificate = try NIOSSLCertificate(bytes: Self.selfSigned(privateKey, []), format: .der)
            certificateKey = try NIOSSLPrivateKey(bytes: Array(privateKey.derRepresentation), format: .der)
        } catch {
            throw .unusableKey
        }
    }

    /// The 32 bytes of the private key, to be stored in secret.
    package var privateKeyBytes: [UInt8] {
        Array(privateKey.rawRepresentation)
    }

    /// Returns the certificate with a letter in it; the plain one if the letter is empty.
    func certificate(carrying letter: [UInt8]) throws -> NIOSSLCertificate {
        letter.isEmpty
            ? certificate : try NIOSSLCertificate(bytes: Self.selfSigned(privateKey, letter), format: .der)
    }

    private static func selfSigned(_ privateKey: P256.Signing.PrivateKey, _ letter: [UInt8]) throws -> [UInt8] {
        let name = try DistinguishedName { CommonName("phlist") }
        let certificate = try Certificate(
            version: .v3,
            serialNumber: 1,
            publicKey: .init(privateKey.publicKey),
            notValidBefore: Date(timeIntervalSince1970: 0),
            notValidAfter: Date(timeIntervalSince1970: 4_102_444_800),  // 2100-01-01
            issuer: name,
            subject: name,
            signatureAlgorithm: .ecdsaWithSHA256,
            extensions: try Letter.extensions(carrying: letter),
            issuerPrivateKey: .init(privateKey)
        )
        var serializer = DER.Serializer()
        try serializer.serialize(certificate)
        return serializer.serializedBytes
    }
}
