/// The secret that only the two sides of a pairing know.
package enum PairingSecret: Sendable {
    /// Digits that a person reads on one device and types into the other.
    case code(PairingCode)
    /// A line that one device wrote and the other one reads.
    case ticket(PairingTicket)

    /// Parses a ticket, or else a code.
    package init(parsing text: String) throws(PairingCodeError) {
        if let ticket = PairingTicket(parsing: text) {
            self = .ticket(ticket)
        } else {
            self = .code(try PairingCode(parsing: text))
        }
    }

    /// The password of the key exchange; a code and a ticket have different lengths.
    var password: [UInt8] {
        switch self {
        case .code(let code): code.password
        case .ticket(let ticket): ticket.secret
        }
    }

    /// The largest number of wrong attempts; nil for a ticket, because 128 bits cannot be guessed.
    package var attemptsMax: Int? {
        switch self {
        case .code: PairingLimits.attemptsMax
        case .ticket: nil
        }
    }

    /// The only device at which it is valid; nil for any.
    package var host: KeyFingerprint? {
        switch self {
        case .code: nil
        case .ticket(let ticket): ticket.host
        }
    }

    /// Whether two secrets are equal, in a time that does not depend on where they differ.
    func matches(_ other: PairingSecret) -> Bool {
        let (own, others) = (password, other.password)
        return own.count == others.count && zip(own, others).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }
}

extension PairingSecret: CustomStringConvertible {
    /// A fixed text, so that the secret cannot end up in a log.
    package var description: String {
        switch self {
        case .code(let code): "\(code)"
        case .ticket(let ticket): "\(ticket)"
        }
    }
}
