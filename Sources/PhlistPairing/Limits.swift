/// The limits of pairing, with their reasons.
package enum PairingLimits {
    /// Eight random digits: a hundred million codes.
    package static let codeRandomDigitCount = 8
    /// The random digits and the check digit.
    package static let codeDigitCount = codeRandomDigitCount + 1

    /// 128 bits, which cannot be guessed.
    static let ticketSecretSize = 16
    /// Enough to detect a truncated or mistyped line; it is not a protection against forgery.
    static let ticketCheckSize = 4
    /// The secret, the fingerprint of the host, the check.
    static let ticketSize = ticketSecretSize + KeyFingerprint.byteCount + ticketCheckSize

    /// Room for two typing mistakes; an attacker gets three guesses out of a hundred million.
    package static let attemptsMax = 3
    /// Five minutes: long enough to walk to the other device, short enough that an open code is not forgotten.
    package static let offerLifetimeMilliseconds: Int64 = 5 * 60 * 1000

    /// Largest body from a peer that has not proved the code: 64 bytes today, but a later version may send more.
    package static let unprovenBodySizeMax = 1024
    /// Room for a device with its people, and the authors of the lists that it brings along.
    package static let joinPayloadSizeMax = 64 * 1024
    /// Room for what a device must know before its first session: the household, its roster and the discovery key.
    package static let welcomePayloadSizeMax = 64 * 1024
    /// Size of the authentication tag that sealing adds to a payload, in bytes.
    static let sealTagSize = 16
}
