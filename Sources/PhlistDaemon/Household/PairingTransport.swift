import NIOCore
import PhlistPairing
import PhlistTransport

extension TransportConfiguration {
    /// Lets everybody in who shows a key; what proves who he is comes after that, in small frames.
    ///
    /// - Parameters:
    ///   - identity: Who this device is.
    ///   - payloadSizeMax: The most that the other device may send of itself once it has proved the code, in bytes.
    /// - Returns: What a transport is made with.
    static func pairing(_ identity: DeviceIdentity, payloadSizeMax: Int) -> TransportConfiguration {
        var limits = TransportLimits()
        limits.frameSizeMax = payloadSizeMax + 64
        // The host writes down an attempt before it answers.
        limits.outboundAuthenticationTimeout = .seconds(20)
        // As long as a code: then the question about a device that waits is over, too.
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
