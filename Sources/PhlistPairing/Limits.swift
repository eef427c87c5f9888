/// Everything in pairing that is counted or measured, with its limit and the reason.
package enum PairingLimits {
    /// Eight random digits: a hundred million codes.
    package static let codeRandomDigitCount = 8
    /// The random digits and the check digit.
    package static let codeDigitCount = codeRandomDigitCount + 1

    /// Nobody guesses 128 bits.
    static let ticketSecretSize = 16
    /// Enough to notice a line that was cut or mistyped; it protects nothing.
    static let ticketCheckSize = 4
    /// The secret, the fingerprint of the host, the check.
    static let ticketSize = ticketSecretSize + KeyFingerprint.byteCount + ticketCheckSize

    /// Room for two typing mistakes; a guesser gets three of a hundred million.
    package static let attemptsMax = 3
    /// Long enough to walk to the other device, short enough that nobody forgets an open code.
    package static let offerLifetimeMilliseconds: Int64 = 5 * 60 * 1000

    /// Of a peer that has not proved the code; its largest frame has 64 bytes, but a later version may say more.
    package static let unprovenBodySizeMax = 1024
    /// A device with its people, and those that wrote the lists which it brings along.
    package static let joinPayloadSizeMax = 64 * 1024
    /// What a device must know before its first session: the household, its roster and the discovery key.
    package static let welcomePayloadSizeMax = 64 * 1024
    /// The authentication tag that sealing adds to a payload.
    static let sealTagSize = 16
}
