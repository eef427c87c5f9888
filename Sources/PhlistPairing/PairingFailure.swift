/// The reason for which a pairing run failed; the connection must be closed.
package enum PairingFailure: Error, Equatable, Sendable {
    /// A frame has the wrong length or an unknown value.
    case malformedFrame(type: UInt8)
    /// A frame came early, late, twice, from the wrong side, or is of an unknown type.
    case unexpectedFrame(type: UInt8)
    /// Both ends have the same key: a device cannot pair with itself.
    case sameDevice
    /// At the joining device: the ticket was made by another device than the one that answers.
    case otherHost
    /// The other device speaks this version of pairing instead of ours.
    case otherVersion(UInt8)
    /// At the host: the code cannot be tried, or no longer.
    case notOpen(PairingOffer.Refusal)
    /// At the joining device: the host said no, for a reason other than the code.
    case refused(PairingRefusal)
    /// Our own share or our own proof was sent back to us.
    case reflected
    /// A share is not an element of the group, or leads to the identity.
    case invalidShare
    /// The proof does not match: the codes differ, or someone is between the two devices.
    case wrongCode
    /// A sealed payload does not open.
    case damagedPayload
    /// Our own payload is larger than its limit.
    case payloadTooLarge(byteCount: Int)
    /// The shell could not write what had to be durable.
    case writeFailed
    /// At the host: a person said that the device may not join.
    case declined
    /// The connection ended too early.
    case disconnected
    /// At the host: the device is in the roster, but never confirmed that it stored what it was sent.
    case unacknowledged
    /// libsodium does not work on this machine.
    case cryptographyUnavailable
    /// The shell called a method that the last action did not request.
    case calledOutOfTurn

    init(_ failure: Ristretto255.Failure) {
        switch failure {
        case .unavailable: self = .cryptographyUnavailable
        case .invalidElement: self = .invalidShare
        }
    }

    /// The refusal that the host sends before it closes; nil for a peer that breaks the rules, which gets no answer.
    var refusal: PairingRefusal? {
        switch self {
        case .notOpen: .notOpen
        case .otherVersion: .version
        case .wrongCode: .code
        case .declined: .declined
        case .writeFailed, .payloadTooLarge, .cryptographyUnavailable, .calledOutOfTurn: .unable
        case .malformedFrame, .unexpectedFrame, .sameDevice, .otherHost, .refused, .reflected, .invalidShare,
            .damagedPayload, .disconnected, .unacknowledged:
            nil
        }
    }
}

extension PairingFailure: CustomStringConvertible {
    /// The failure in one line, for a person.
    package var description: String {
        switch self {
        case .malformedFrame(let type): "the other device sent a malformed frame (type \(type))"
        case .unexpectedFrame(let type): "the other device sent an unexpected frame (type \(type))"
        case .sameDevice: "a device cannot be paired with itself"
        case .otherHost: "the ticket is not from the device that answers, or someone is between the devices"
        case .otherVersion(let version): "the other device speaks version \(version) of pairing, this one \(ours)"
        case .notOpen(let refusal): refusal.description
        case .refused(.notOpen): "no code is open on the other device, or no longer"
        case .refused(.version): "the other device does not speak version \(ours) of pairing"
        case .refused(.unable): "the other device did not let this one in"
        case .refused(.code), .wrongCode: "wrong code, or someone is between the devices"
        case .reflected: "our own message was sent back: someone is between the devices"
        case .invalidShare: "the other device sent an invalid share: someone may be between the devices"
        case .damagedPayload: "a sealed message was damaged on its way"
        case .payloadTooLarge(let byteCount): "\(byteCount) bytes are too many to send while pairing"
        case .writeFailed: "the pairing could not be written to disk"
        case .declined, .refused(.declined): "nobody said that the new device may join as it wants to"
        case .disconnected: "the other device closed the connection before the pairing was complete"
        case .unacknowledged: "the new device was let in, but did not say that it has kept the household"
        case .cryptographyUnavailable: "libsodium cannot be used on this machine"
        case .calledOutOfTurn: "the pairing was driven out of turn"
        }
    }

    private var ours: UInt8 { PairingMessage.version }
}
