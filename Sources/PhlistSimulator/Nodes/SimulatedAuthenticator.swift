import PhlistModel
import PhlistSync

/// Cheap signatures: a digest of the key and the bytes.
///
/// A simulation has no forgers.
struct SimulatedAuthenticator: HeadAuthenticator {
    let publicKey: [UInt8]

    func sign(_ bytes: [UInt8]) -> [UInt8] {
        Self.signature(of: bytes, by: publicKey)
    }

    func isValid(_ signature: [UInt8], of bytes: [UInt8], by publicKey: [UInt8]) -> Bool {
        signature == Self.signature(of: bytes, by: publicKey)
    }

    private static func signature(of bytes: [UInt8], by publicKey: [UInt8]) -> [UInt8] {
        var mixer = DigestMixer()
        mixer.add(publicKey)
        mixer.add(bytes)
        return mixer.sum.bigEndianBytes
    }
}
