import Crypto
import PhlistSync

/// Signatures that cost nothing: the hash of the key and the bytes.
///
/// Nobody in a simulation forges one.
struct SimulatedAuthenticator: HeadAuthenticator {
    let publicKey: [UInt8]

    func sign(_ bytes: [UInt8]) -> [UInt8] {
        Self.signature(of: bytes, by: publicKey)
    }

    func isValid(_ signature: [UInt8], of bytes: [UInt8], by publicKey: [UInt8]) -> Bool {
        signature == Self.signature(of: bytes, by: publicKey)
    }

    private static func signature(of bytes: [UInt8], by publicKey: [UInt8]) -> [UInt8] {
        SHA256.hash(data: publicKey + bytes).withUnsafeBytes { Array($0) }
    }
}
