import PhlistControl

extension DateGrammar {
    /// Parses a number of days: `30d`, `4w`, or `30`.
    ///
    /// - Throws: An error for people, for anything else.
    static func days(_ text: String) throws -> Int {
        let unit = text.last.flatMap { DateWord.unit(letter: $0) }
        let digits = unit == nil ? text[...] : text.dropLast()
        guard let count = number(digits, digits: 1...5), unit != .month, unit != .year else {
            throw ControlError(.usage, "\"\(text)\" is not a valid age", hint: "write days or weeks: 30d, 4w")
        }
        return unit == .week ? count * 7 : count
    }
}
