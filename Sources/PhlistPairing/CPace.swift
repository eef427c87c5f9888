import Crypto

/// One side of CPace-RISTR255-SHA512 (draft-irtf-cfrg-cpace), with the transcript ordered by initiator and responder.
///
/// Both sides turn the same short password into the same strong key by sending one share each. A party that does not
/// know the password learns from a run only whether the one guess it made beforehand was right.
struct CPace {
    /// The suite's domain separator.
    private static let suite = Array("CPaceRistretto255".utf8)
    private static let hashBlockSize = 128

    /// The share to send to the other side.
    let share: [UInt8]
    private let scalar: [UInt8]
    private let sessionID: [UInt8]

    /// Computes the share from a scalar that must be used for this run only.
    ///
    /// The channel is what both sides must agree on besides the password: their names and how they met.
    init(password: [UInt8], channel: [UInt8], sessionID: [UInt8], scalar: [UInt8]) throws(Ristretto255.Failure) {
        let generator = try Self.generator(password: password, channel: channel, sessionID: sessionID)
        share = try Ristretto255.multiply(generator, by: scalar)
        self.scalar = scalar
        self.sessionID = sessionID
    }

    /// Returns the key if this side spoke first.
    func keyAsInitiator(responderShare: [UInt8]) throws(Ristretto255.Failure) -> [UInt8] {
        let point = try Ristretto255.multiply(responderShare, by: scalar)
        let transcript = Self.transcript(initiatorShare: share, responderShare: responderShare)
        return Self.key(point: point, sessionID: sessionID, transcript: transcript)
    }

    /// Returns the key if the other side spoke first.
    func keyAsResponder(initiatorShare: [UInt8]) throws(Ristretto255.Failure) -> [UInt8] {
        let point = try Ristretto255.multiply(initiatorShare, by: scalar)
        let transcript = Self.transcript(initiatorShare: initiatorShare, responderShare: share)
        return Self.key(point: point, sessionID: sessionID, transcript: transcript)
    }

    /// Returns the base point, which only parties that know the password can compute (`calculate_generator`).
    static func generator(
        password: [UInt8],
        channel: [UInt8],
        sessionID: [UInt8]
    ) throws(Ristretto255.Failure) -> [UInt8] {
        let string = generatorString(password: password, channel: channel, sessionID: sessionID)
        return try Ristretto255.element(fromUniform: Array(SHA512.hash(data: string)))
    }

    /// Returns the hash input for the generator; zeros fill its first block, so that the hash treats all passwords
    /// alike.
    static func generatorString(password: [UInt8], channel: [UInt8], sessionID: [UInt8]) -> [UInt8] {
        let used = lengthValue(suite, password).count + 1
        let padding = [UInt8](repeating: 0, count: max(0, hashBlockSize - used))
        return lengthValue(suite, password, padding, channel, sessionID)
    }

    /// Returns both shares in the order in which they were sent (`transcript_ir`).
    static func transcript(
        initiatorShare: [UInt8],
        initiatorData: [UInt8] = [],
        responderShare: [UInt8],
        responderData: [UInt8] = []
    ) -> [UInt8] {
        lengthValue(initiatorShare, initiatorData) + lengthValue(responderShare, responderData)
    }

    /// Returns the intermediate session key (`ISK`).
    static func key(point: [UInt8], sessionID: [UInt8], transcript: [UInt8]) -> [UInt8] {
        Array(SHA512.hash(data: lengthValue(suite + Array("_ISK".utf8), sessionID, point) + transcript))
    }
}
