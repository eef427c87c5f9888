/// Nine digits that one device shows and a person types into another: eight random ones and a check digit.
///
/// The check digit is Damm's (H. Michael Damm, "Total anti-symmetrische Quasigruppen", 2004): every single wrong digit
/// and every swap of two neighbours is detected where it was typed, and costs no attempt.
///
/// A code never describes itself, so that it cannot end up in a log; a screen shows ``grouped``.
package struct PairingCode: Sendable {
    private let digits: [UInt8]

    /// Draws a code, all being equally likely.
    package init(using generator: inout some RandomNumberGenerator) {
        let digits = (0..<PairingLimits.codeRandomDigitCount).map { _ in UInt8.random(in: 0...9, using: &generator) }
        self.digits = digits + [Damm.checkDigit(of: digits)]
    }

    /// Parses a typed code; white space and hyphens are ignored.
    package init(parsing text: String) throws(PairingCodeError) {
        var digits: [UInt8] = []
        for character in text where !character.isWhitespace && character != "-" {
            guard let ascii = character.asciiValue, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(ascii) else {
                throw .notADigit(character)
            }
            digits.append(ascii - UInt8(ascii: "0"))
        }
        guard digits.count == PairingLimits.codeDigitCount else { throw .wrongLength(digitCount: digits.count) }
        guard Damm.checkDigit(of: digits) == 0 else { throw .mistyped }
        self.digits = digits
    }

    /// The code as a person reads it: `482 177 302`.
    package var grouped: String {
        let text = digits.map(String.init)
        return stride(from: 0, to: text.count, by: 3).map { text[$0..<min($0 + 3, text.count)].joined() }
            .joined(separator: " ")
    }

    /// The nine digits in ASCII: the password of the key exchange.
    var password: [UInt8] {
        digits.map { $0 + UInt8(ascii: "0") }
    }
}

extension PairingCode: CustomStringConvertible {
    /// A fixed text: the digits are a secret.
    package var description: String { "(pairing code)" }
}

/// A mistake in a typed code; none of these costs an attempt.
package enum PairingCodeError: Error, Equatable, Sendable {
    case wrongLength(digitCount: Int)
    case notADigit(Character)
    /// The check digit does not fit.
    case mistyped
}

extension PairingCodeError: CustomStringConvertible {
    /// The mistake in one line.
    package var description: String {
        switch self {
        case .wrongLength(let digitCount):
            "a code has \(PairingLimits.codeDigitCount) digits, this one has \(digitCount)"
        case .notADigit: "a code has only digits"
        case .mistyped: "a digit is mistyped"
        }
    }
}

/// Damm's check digit: a walk through a totally anti-symmetric quasigroup with zeros on its diagonal.
private enum Damm {
    private static let table: [[UInt8]] = [
        [0, 3, 1, 7, 5, 9, 8, 6, 4, 2],
        [7, 0, 9, 2, 1, 5, 4, 8, 6, 3],
        [4, 2, 0, 6, 8, 7, 1, 3, 5, 9],
        [1, 7, 5, 0, 9, 8, 3, 4, 2, 6],
        [6, 1, 2, 3, 0, 4, 5, 9, 7, 8],
        [3, 6, 7, 4, 2, 0, 9, 5, 8, 1],
        [5, 8, 6, 9, 7, 2, 0, 1, 3, 4],
        [8, 9, 4, 5, 3, 6, 2, 0, 1, 7],
        [9, 4, 3, 8, 6, 1, 7, 2, 0, 5],
        [2, 5, 8, 1, 4, 3, 6, 7, 9, 0],
    ]

    /// Returns the digit to append; zero if the last digit already is the check digit.
    static func checkDigit(of digits: [UInt8]) -> UInt8 {
        digits.reduce(0) { table[Int($0)][Int($1)] }
    }
}
