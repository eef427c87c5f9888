/// An amount among the words of an item.
struct QuickAmount: Equatable {
    let text: String
    /// The number of words that it takes, with the `of` behind it.
    let wordCount: Int

    private init(_ text: String, _ wordCount: Int) {
        (self.text, self.wordCount) = (text, wordCount)
    }

    /// Reads an amount such as `2 l`, `500g`, `x3` or `x 3` from the last words; nil if there is none.
    init?(atEndOf words: ArraySlice<String>) {
        guard let last = words.last else { return nil }
        let (number, unit) = Self.halves(last)
        if !number.isEmpty, Self.units.contains(unit.lowercased()) {
            self.init(last, 1)
        } else if !number.isEmpty, unit == "x" {
            self.init(number, 1)
        } else if last.hasPrefix("x"), let count = Int(last.dropFirst()), count > 0 {
            self.init("\(count)", 1)
        } else if words.count > 2 {
            self.init(words[words.endIndex - 2], last)
        } else {
            return nil
        }
    }

    private init?(_ first: String, _ second: String) {
        if first == "x", let count = Int(second), count > 0 {
            self.init("\(count)", 2)
        } else if Self.units.contains(second.lowercased()), Self.isNumber(first) {
            self.init("\(first) \(second)", 2)
        } else {
            return nil
        }
    }

    /// Reads an amount such as `3x`, `3 x`, `2 kg` or `a bottle of` from the first words; nil if there is none.
    init?(inFrontOf words: ArraySlice<String>) {
        guard let first = words.first else { return nil }
        let isArticle = first.lowercased() == "a" && words.dropFirst().first?.lowercased() != "x"
        let (number, unit) = isArticle ? ("1", "") : Self.halves(first)
        guard !number.isEmpty else { return nil }
        if unit.isEmpty, words.count > 2 {
            self.init(number, words[words.startIndex + 1], separator: " ", before: words.dropFirst(2))
        } else {
            self.init(number, unit, separator: "", before: words.dropFirst())
        }
    }

    /// - Parameters:
    ///   - number: The number.
    ///   - unit: What follows it.
    ///   - separator: What is between them.
    ///   - rest: The words behind them.
    private init?(_ number: String, _ unit: String, separator: String, before rest: ArraySlice<String>) {
        let count = separator.isEmpty ? 1 : 2
        let isCount = unit.lowercased() == "x" && Int(number).map { $0 > 0 } ?? false
        let hasOf = rest.count > 1 && rest.first?.lowercased() == "of"
        if isCount {
            self.init(number, count)
        } else if hasOf, Self.units.contains(unit.lowercased()) {
            self.init("\(number)\(separator)\(unit)", count + 1)
        } else if unit != "G", Self.measures.contains(unit.lowercased()) {
            self.init("\(number)\(separator)\(unit)", count)
        } else {
            return nil
        }
    }

    static func isNumber(_ word: String) -> Bool { halves(word) == (word, "") && !word.isEmpty }

    /// Splits a word into a number and what follows it; the number is empty if it is none.
    private static func halves(_ word: String) -> (number: String, unit: String) {
        let number = word.prefix { $0.isASCII && $0.isNumber || ".,½¼¾⅓⅔".contains($0) }
        guard number.first?.isNumber == true, number.last?.isNumber == true else { return ("", word) }
        return (String(number), String(word.dropFirst(number.count)))
    }

    /// Units that a title does not begin with: `2 boxes` may be what is meant, and `5G` is a network.
    private static let measures: Set<String> = [
        "l", "ml", "cl", "dl", "liter", "liters", "litre", "litres", "g", "kg", "mg", "gram", "grams", "kilo", "kilos",
        "lb", "lbs", "oz", "dozen",
    ]

    private static let units = measures.union([
        "pint", "pints", "pcs", "piece", "pieces", "pkg", "pack", "packs", "packet", "packets", "bottle", "bottles",
        "can", "cans", "tin", "tins", "jar", "jars", "bag", "bags", "box", "boxes", "carton", "cartons", "bunch",
        "bunches", "loaf", "loaves", "roll", "rolls", "slices", "crate", "crates",
    ])
}
