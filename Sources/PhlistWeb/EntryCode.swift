/// A code with which a phone gets in: eight characters that cannot be mistaken for one another.
///
/// The alphabet is that of Crockford's Base32 (https://www.crockford.com/base32.html); forty bits.
package struct EntryCode: Hashable, Sendable, CustomStringConvertible {
    private let digits: [UInt8]

    private static let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ")
    private static let digitCount = 8

    package init(using random: inout some RandomNumberGenerator) {
        digits = (0..<Self.digitCount).map { _ in UInt8.random(in: 0..<32, using: &random) }
    }

    /// Reads a code as people type it: in any case, with blanks and hyphens, O for zero, and I or L for one.
    package init?(_ text: String) {
        var digits: [UInt8] = []
        for character in text.uppercased() where character != " " && character != "-" {
            let plain: Character =
                switch character {
                case "O": "0"
                case "I", "L": "1"
                default: character
                }
            guard let digit = Self.alphabet.firstIndex(of: plain), digits.count < Self.digitCount else { return nil }
            digits.append(UInt8(digit))
        }
        guard digits.count == Self.digitCount else { return nil }
        self.digits = digits
    }

    /// The code without a hyphen, as it stands in addresses.
    package var compact: String { String(digits.map { Self.alphabet[Int($0)] }) }

    /// The code as people read it: `K7QM-2XWP`.
    package var description: String { "\(compact.prefix(4))-\(compact.suffix(4))" }
}
