import NIOCore
import PhlistPairing
import PhlistTransport

extension TransportConfiguration {
    /// Returns a configuration that admits every device, whatever its key is; proof of the code follows, in small
    /// frames.
    ///
    /// - Parameters:
    ///   - identity: The identity of this device.
    ///   - payloadSizeMax: The longest message that the other device may send once it has proved the code, before it
    ///     is sealed, in bytes.
    /// - Returns: The configuration.
    static func pairing(_ identity: DeviceIdentity, payloadSizeMax: Int) -> TransportConfiguration {
        var limits = TransportLimits()
        // Sealing adds a tag of 16 bytes, and a frame its type.
        limits.frameSizeMax = payloadSizeMax + 64
        // The host stores an attempt before it answers.
        limits.outboundAuthenticationTimeout = .seconds(20)
        // As long as a code lasts: then the question about a waiting device has ended too.
        limits.provenTimeout = .milliseconds(PairingLimits.offerLifetimeMilliseconds + 10_000)
        return TransportConfiguration(
            identity: identity,
            applicationProtocol: "phlist-pair/1",
            limits: limits,
            admission: { _ in true }
        )
    }
}

extension PairingFrame {
    init(_ frame: Frame) {
        self.init(type: frame.type, body: frame.body)
    }
}

extension Frame {
    init(_ frame: PairingFrame) {
        self.init(type: frame.type, body: frame.body)
    }
}
