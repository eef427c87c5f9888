import PhlistControl
import PhlistVocabulary

/// Lines about words that look like more than text, and are kept as text.
extension QuickEntry {
    /// Returns a line about a word at the end of a text that looks like a field, and is kept as text; nil if there is
    /// none.
    func hint(about text: String) -> TerminalText? {
        guard Self.unquoted(text) == nil else { return nil }
        let entry = entry(text)
        let words = Self.words(entry.title)
        if let several = Self.several(entry.title) { return several }
        guard words.count > 1, let last = words.last, !Self.governs(words[words.count - 2])
        else { return nil }
        if last.first == "@", last.count > 1, given.assignee == nil {
            let name = last.dropFirst()
            guard entry.fields.assignee == nil else {
                return "an item is for one member: \(last) is kept as text"
            }
            return members.contains { $0.lowercased() == name.lowercased() }
                ? nil : "no member \"\(String(name))\": \(last) is kept as text"
        }
        if let change = change(last, of: words.dropLast()) { return change }
        if let kept = keptBefore(last, words.dropLast(), entry.fields) { return kept }
        guard last.lowercased() == PlainDate.sun, given.due == nil, !Self.isName([last], after: words[words.count - 2])
        else { return nil }
        return "\"\(last)\" is kept as text; the day is written \"sunday\""
    }

    /// Returns a line about a last word that looks like a field but is none, so that the fields before it are text.
    private func keptBefore(_ last: String, _ words: ArraySlice<String>, _ taken: ItemPatch) -> TerminalText? {
        let looksLikeField =
            last.first.map("#!".contains) ?? false || last.contains { $0.isNumber } || PlainDate.isPlain(last)
        guard looksLikeField, taken == ItemPatch() else { return nil }
        let before = entry(words.joined(separator: " "))
        guard before.fields != ItemPatch() else { return nil }
        return "\"\(last)\" is kept as text, and what stands before it, too"
    }

    /// Returns a line about a title that looks like several items; nil for any other.
    private static func several(_ title: String) -> TerminalText? {
        let parts = title.split(separator: ",", omittingEmptySubsequences: false).map(\.trimmed)
        let areShort = parts.allSatisfy { (1...partWordsMax).contains(words($0).count) }
        guard parts.count > 2, areShort else { return nil }
        return "this is one item; to add \(parts.count): phlistctl add LIST \(parts.asArguments)"
    }

    /// Returns a line about `+1` behind a title; nil for any other word, or if an option gives the amount.
    private func change(_ word: String, of title: ArraySlice<String>) -> TerminalText? {
        guard given.quantity == nil, word.first == "+", QuickAmount.isNumber(String(word.dropFirst())) else {
            return nil
        }
        let title = title.joined(separator: " ").asArgument
        return "\"\(word)\" is kept as text; to add to the amount: phlistctl edit \(title) --qty \(word)"
    }

    /// The most words of an item in a text that looks like several.
    private static let partWordsMax = 3
}
