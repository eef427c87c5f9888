import Crypto

/// A one-time 128-bit secret and the key fingerprint of the device that made it, for joining without a keyboard.
///
/// ```
/// phlist-ticket-1: 104 hexadecimal digits: secret (16 bytes), fingerprint of the host (32), check (4)
/// ```
/// The check is the beginning of the SHA-256 of the bytes before it, so that a truncated or mistyped ticket is detected
/// where it is read. A ticket never describes itself; only ``text`` shows it.
package struct PairingTicket: Sendable {
    private static let prefix = "phlist-ticket-1:"

    let secret: [UInt8]
    /// The only device at which the ticket is valid.
    package let host: KeyFingerprint

    /// Draws a ticket from a source that must be cryptographically secure.
    package init(host: KeyFingerprint, using generator: inout some RandomNumberGenerator) {
        secret = (0..<PairingLimits.ticketSecretSize).map { _ in UInt8.random(in: 0...255, using: &generator) }
        self.host = host
    }

    /// Parses a ticket, ignoring white space around it; nil if the text is not a complete ticket.
    package init?(parsing text: String) {
        let text = text.drop(while: \.isWhitespace)
        guard text.hasPrefix(Self.prefix) else { return nil }
        let digits = text.dropFirst(Self.prefix.count)
        let end = digits.lastIndex { !$0.isWhitespace }.map { digits.index(after: $0) } ?? digits.startIndex
        guard let bytes = Self.bytes(digits[..<end]) else { return nil }
        let secretAndHost = bytes.dropLast(PairingLimits.ticketCheckSize)
        guard
            bytes.count == PairingLimits.ticketSize,
            bytes.suffix(PairingLimits.ticketCheckSize).elementsEqual(Self.check(of: secretAndHost)),
            let host = KeyFingerprint(bytes: Array(secretAndHost.dropFirst(PairingLimits.ticketSecretSize)))
        else { return nil }
        secret = Array(secretAndHost.prefix(PairingLimits.ticketSecretSize))
        self.host = host
    }

    /// The ticket as one line.
    package var text: String {
        let body = secret + host.bytes
        return Self.prefix + (body + Self.check(of: body[...])).map(Self.digits).joined()
    }

    private static func check(of bytes: ArraySlice<UInt8>) -> [UInt8] {
        Array(SHA256.hash(data: Array(bytes)).prefix(PairingLimits.ticketCheckSize))
    }

    private static func digits(of byte: UInt8) -> String {
        (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }

    /// Returns the bytes of a ticket from lower-case hexadecimal digits; nil for any other character or length.
    private static func bytes(_ digits: Substring) -> [UInt8]? {
        let digits = Array(digits.utf8)
        guard digits.count == 2 * PairingLimits.ticketSize else { return nil }
        let values = digits.compactMap(value)
        guard values.count == digits.count else { return nil }
        return stride(from: 0, to: values.count, by: 2).map { values[$0] << 4 | values[$0 + 1] }
    }

    private static func value(of digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}

extension PairingTicket: CustomStringConvertible {
    /// A fixed text: the ticket is a secret.
    package var description: String { "(pairing ticket)" }
}
