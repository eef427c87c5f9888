/// One frame of pairing: the transport adds the length and carries it inside TLS.
package struct PairingFrame: Equatable, Sendable {
    /// The type of the frame; see ``PairingFrameType``.
    package let type: UInt8
    /// The bytes after the type.
    package let body: [UInt8]

    /// Wraps a received frame, whose type may be unknown.
    package init(type: UInt8, body: [UInt8]) {
        self.type = type
        self.body = body
    }

    init(_ type: PairingFrameType, _ body: [UInt8] = []) {
        self.init(type: type.rawValue, body: body)
    }

    init(refusal: PairingRefusal) {
        self.init(.refused, [refusal.rawValue])
    }
}

/// The frame types, J for the joining device and H for the host.
package enum PairingFrameType: UInt8, CaseIterable, Sendable {
    /// J to H: version (1 byte), nonce (16).
    case hello = 0x50
    /// H to J: version (1 byte), nonce (16).
    case ready = 0x51
    /// H to J: reason (1 byte); H closes.
    case refused = 0x52
    /// Either way: the sender's CPace share (32).
    case share = 0x53
    /// Either way: HMAC-SHA512 that proves the code (64).
    case confirm = 0x54
    /// J to H: sealed payload.
    case join = 0x55
    /// H to J: sealed payload.
    case welcome = 0x56
    /// J to H: empty.
    case done = 0x57
}

/// The reason for a refusal, as the host tells it to the joining device.
///
/// It does not distinguish an expired code from a used one: only the person at the host learns that.
package enum PairingRefusal: UInt8, CaseIterable, Sendable {
    /// No code is open, or no longer.
    case notOpen = 1
    /// The host speaks another version.
    case version = 2
    /// The proof did not match.
    case code = 3
    /// The host failed, for example to write what it had to keep.
    case unable = 4
    /// A person at the host did not let the device join.
    case declined = 5
}

/// A decoded frame, whose length fits its type.
enum PairingMessage: Equatable {
    static let version: UInt8 = 1
    static let confirmationSize = 64

    /// For another version, only the first byte is known.
    case hello(version: UInt8)
    case ready(version: UInt8)
    case refused(PairingRefusal)
    case share([UInt8])
    case confirm([UInt8])
    case join(sealed: [UInt8])
    case welcome(sealed: [UInt8])
    case done

    init(_ frame: PairingFrame) throws(PairingFailure) {
        guard let type = PairingFrameType(rawValue: frame.type) else { throw .unexpectedFrame(type: frame.type) }
        guard let message = Self.decode(type, frame.body) else { throw .malformedFrame(type: frame.type) }
        self = message
    }

    private static func decode(_ type: PairingFrameType, _ body: [UInt8]) -> PairingMessage? {
        switch type {
        case .hello: greetingVersion(body).map { .hello(version: $0) }
        case .ready: greetingVersion(body).map { .ready(version: $0) }
        case .refused: body.count == 1 ? PairingRefusal(rawValue: body[0]).map { .refused($0) } : nil
        case .share: body.count == Ristretto255.size ? .share(body) : nil
        case .confirm: body.count == confirmationSize ? .confirm(body) : nil
        case .join: sealedSizes(PairingLimits.joinPayloadSizeMax).contains(body.count) ? .join(sealed: body) : nil
        case .welcome:
            sealedSizes(PairingLimits.welcomePayloadSizeMax).contains(body.count) ? .welcome(sealed: body) : nil
        case .done: body.isEmpty ? .done : nil
        }
    }

    /// Returns the version of a HELLO or READY; other versions may be longer, and get a refusal.
    private static func greetingVersion(_ body: [UInt8]) -> UInt8? {
        guard let version = body.first, body.count <= PairingLimits.unprovenBodySizeMax else { return nil }
        return version != Self.version || body.count == 1 + PairingEntropy.nonceSize ? version : nil
    }

    private static func sealedSizes(_ payloadSizeMax: Int) -> ClosedRange<Int> {
        PairingLimits.sealTagSize...payloadSizeMax + PairingLimits.sealTagSize
    }
}

extension PairingEntropy {
    /// The body of our HELLO or READY.
    var greeting: [UInt8] { [PairingMessage.version] + nonce }
}
