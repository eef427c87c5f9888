/// What both sides of a pairing know and nobody else does.
package enum PairingSecret: Sendable {
    /// The digits that a person reads on one device and types into the other.
    case code(PairingCode)
    /// A line that one device has written and the other one reads.
    case ticket(PairingTicket)

    /// Reads what the joining device was given.
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

    /// How many wrong tries it stands; nil for a ticket, because nobody guesses 128 bits.
    package var attemptsMax: Int? {
        switch self {
        case .code: PairingLimits.attemptsMax
        case .ticket: nil
        }
    }

    /// The device at which alone it is good; nil for any.
    package var host: KeyFingerprint? {
        switch self {
        case .code: nil
        case .ticket(let ticket): ticket.host
        }
    }

    /// Whether both are the same, in a time that does not depend on where they differ.
    func matches(_ other: PairingSecret) -> Bool {
        let (own, others) = (password, other.password)
        return own.count == others.count && zip(own, others).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }
}

extension PairingSecret: CustomStringConvertible {
    /// A fixed text: nothing of it may end up in a log.
    package var description: String {
        switch self {
        case .code(let code): "\(code)"
        case .ticket(let ticket): "\(ticket)"
        }
    }
}
