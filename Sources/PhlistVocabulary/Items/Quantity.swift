/// A quantity that can be counted: a number, and a unit that begins with a letter or is empty; no sum of several.
///
/// Any text may be a quantity; this is what `+1` and a number without a unit need to know of one.
package struct Quantity: Hashable, Sendable {
    /// The digits without the decimal sign.
    private var digits: Int
    /// The number of digits after the decimal sign.
    private var decimals: Int
    /// The decimal sign, a point or a comma.
    private var sign = "."
    /// The text between the number and the unit, a blank or nothing.
    private var gap = " "
    private var unit: String

    private static let digitsMax = 12

    /// Reads a quantity; nil if the text is not a number with at most a unit after it.
    init?(_ text: String) {
        let number = text.prefix { $0.isASCII && $0.isNumber || $0 == "." || $0 == "," }
        let parts = number.split(omittingEmptySubsequences: false) { $0 == "." || $0 == "," }
        let rest = text.dropFirst(number.count)
        guard parts.count < 3, parts.allSatisfy({ !$0.isEmpty }), number.count <= Self.digitsMax,
            let digits = Int(parts.joined())
        else { return nil }
        (self.digits, decimals, unit) = (digits, parts.count == 2 ? parts[1].count : 0, String(rest).trimmed)
        // `1,000` is a thousand or one.
        guard unit.first?.isLetter ?? true, !unit.contains("+"), decimals != 3 else { return nil }
        if number.contains(",") { sign = "," }
        gap = rest.first?.isWhitespace ?? true ? " " : ""
    }

    /// Counts what is typed from what is there.
    ///
    /// A plus adds: the numbers if the units are the same or what is typed has none, else the texts, of which each may
    /// have been added before: three and a dozen are not three dozen. A number without a unit takes the former unit
    /// when the item is added again.
    ///
    /// - Parameters:
    ///   - typed: The text as it was typed.
    ///   - former: The quantity that the item has; empty for none.
    ///   - keepsUnit: Whether a number without a unit takes the former one.
    /// - Returns: The new text.
    package static func text(typed: String, former: String, keepsUnit: Bool) -> String {
        let typed = typed.trimmed
        guard typed.hasPrefix("+") else {
            guard keepsUnit, let number = Quantity(typed), number.unit.isEmpty, let former = Quantity(former),
                !number.isCount(beside: former)
            else { return typed }
            return former.unit.isEmpty ? typed : typed + former.gap + former.unit
        }
        let added = String(typed.dropFirst()).trimmed
        guard !former.isEmpty, !added.isEmpty else { return former.isEmpty ? added : former }
        var parts = former.split(separator: " + ").map(String.init)
        guard let number = Quantity(added) else { return "\(former) + \(added)" }
        for index in parts.indices {
            // A number alone is of no certain one of several units.
            guard let part = Quantity(parts[index]), parts.count == 1 || part.hasUnit(of: number) else { continue }
            guard let sum = part.adding(number) else { continue }
            parts[index] = sum.description
            return parts.joined(separator: " + ")
        }
        return "\(former) + \(added)"
    }

    /// Returns a sum of which one part has changed; nil if that cannot be counted.
    package static func sum(_ sum: String, with new: String, insteadOf old: String) -> String? {
        guard var total = Quantity(sum), var new = Quantity(new), var old = Quantity(old), total.hasUnit(of: new),
            total.hasUnit(of: old)
        else { return nil }
        let decimals = max(total.decimals, new.decimals, old.decimals)
        total.scale(to: decimals)
        new.scale(to: decimals)
        old.scale(to: decimals)
        total.digits += new.digits - old.digits
        total.shorten()
        return total.digits < 0 ? nil : total.description
    }

    /// Units of which nobody wants a few.
    private static let smallUnits: Set<String> = ["g", "mg", "ml"]

    /// Whether a number without a unit counts things rather than the other amount's small unit: nobody buys 2 g.
    private func isCount(beside other: Quantity) -> Bool {
        unit.isEmpty && decimals == 0 && digits < 10 && Self.smallUnits.contains(other.unit.lowercased())
    }

    private func hasUnit(of other: Quantity) -> Bool {
        unit.lowercased() == other.unit.lowercased()
    }

    private func adding(_ other: Quantity) -> Quantity? {
        var (sum, other) = (self, other)
        guard other.unit.isEmpty || hasUnit(of: other), !other.isCount(beside: self) else { return nil }
        if decimals == 0 { sum.sign = other.sign }
        sum.scale(to: max(decimals, other.decimals))
        other.scale(to: sum.decimals)
        sum.digits += other.digits
        sum.shorten()
        return sum
    }

    /// Drops zeros at the end of the decimals.
    private mutating func shorten() {
        while decimals > 0, digits.isMultiple(of: 10) {
            digits /= 10
            decimals -= 1
        }
    }

    private mutating func scale(to decimals: Int) {
        while self.decimals < decimals {
            digits *= 10
            self.decimals += 1
        }
    }
}

extension Quantity: CustomStringConvertible {
    package var description: String {
        let whole = String(digits)
        let padded = String(repeating: "0", count: max(0, decimals + 1 - whole.count)) + whole
        let number = decimals == 0 ? padded : padded.dropLast(decimals) + sign + padded.suffix(decimals)
        return unit.isEmpty ? number : number + gap + unit
    }
}
