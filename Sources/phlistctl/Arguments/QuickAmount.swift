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
        let isArticle = first.lowercased() == "a"
        let (number, unit) = isArticle ? ("1", "") : Self.halves(first)
        guard number.contains(where: { $0.isNumber && $0 != "0" }) else { return nil }
        if unit.isEmpty, words.count > 2 {
            let unit = words[words.startIndex + 1]
            self.init("\(number) \(unit)", number, unit, wordCount: 2, before: words.dropFirst(2), isArticle)
        } else {
            // `5g` is a network more often than a weight.
            guard unit.lowercased() != "g" || number.count > 1 else { return nil }
            self.init(first, number, unit, wordCount: 1, before: words.dropFirst(), false)
        }
    }

    /// - Parameters:
    ///   - text: The amount.
    ///   - number: Its number.
    ///   - unit: What follows the number.
    ///   - wordCount: The number of words that both take.
    ///   - rest: The words behind them.
    ///   - isArticle: Whether an article stands for the number.
    private init?(
        _ text: String,
        _ number: String,
        _ unit: String,
        wordCount: Int,
        before rest: ArraySlice<String>,
        _ isArticle: Bool
    ) {
        let unit = unit.lowercased()
        if unit == "x", !isArticle, Int(number) != nil {
            self.init(number, wordCount)
        } else if rest.count > 1, rest.first?.lowercased() == "of", Self.units.contains(unit) {
            self.init(text, wordCount + 1)
        } else if isArticle ? unit == "dozen" : Self.measures.contains(unit), !Self.isSize(unit, of: rest) {
            self.init(text, wordCount)
        } else {
            return nil
        }
    }

    /// Whether a measure is the size of what is named: `10 l bin bags`.
    private static func isSize(_ unit: String, of words: ArraySlice<String>) -> Bool {
        volumes.contains(unit) && words.contains { containers.contains($0.lowercased()) }
    }

    static func isNumber(_ word: String) -> Bool { halves(word) == (word, "") && !word.isEmpty }

    /// Splits a word into a number and what follows it; the number is empty if it is none.
    private static func halves(_ word: String) -> (number: String, unit: String) {
        let number = word.prefix { $0.isASCII && $0.isNumber || ".,½¼¾⅓⅔".contains($0) }
        guard number.first?.isNumber == true, number.last?.isNumber == true else { return ("", word) }
        return (String(number), String(word.dropFirst(number.count)))
    }

    private static let volumes: Set<String> = ["l", "ml", "cl", "dl", "liter", "liters", "litre", "litres"]

    private static let containers: Set<String> = [
        "backpack", "bag", "bags", "bin", "bottle", "bottles", "box", "boxes", "bucket", "can", "cans", "cup", "cups",
        "jar", "jars", "jug", "jugs", "pan", "pot", "pots", "tank", "tub", "tubs",
    ]

    /// Units that a title does not begin with: `2 boxes` may be what is meant.
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
