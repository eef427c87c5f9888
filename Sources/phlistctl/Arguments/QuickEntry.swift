import PhlistControl
import PhlistVocabulary

/// Understands words at the end of what is typed for an item: `milk 2 l #dairy @ben fri !`.
///
/// Words are taken from the end for as long as each can mean but one thing; the first other word ends that, so that
/// numbers, signs and days within a title stay what they are. Something is always left for the title. What is given by
/// an option is not looked for.
struct QuickEntry {
    /// The variable that switches it off.
    static let variable = "PHLIST_QUICK_ENTRY"

    var dates: DateGrammar
    /// The names of the members of the household.
    var members: [String]
    /// The fields that options have given.
    var given = ItemPatch()

    /// The title and the fields of a text.
    struct Entry: Hashable {
        var title: String
        var fields = ItemPatch()
    }

    /// Creates what understands some texts; nil if it is switched off.
    ///
    /// The names of members are asked for only if a text may have one.
    static func of(_ texts: [String], given: ItemPatch = ItemPatch(), _ context: Context) throws -> QuickEntry? {
        guard context.understandsQuickEntry else { return nil }
        let mayNameMembers = texts.contains { words($0).dropFirst().contains { $0.hasPrefix("@") && $0.count > 1 } }
        let members = mayNameMembers ? try context.ask(MembersQuery()).members.filter { !$0.isRemoved } : []
        return QuickEntry(dates: DateGrammar(context.clock), members: members.map(\.name), given: given)
    }

    func entry(_ text: String) -> Entry {
        if let literal = Self.unquoted(text) { return Entry(title: literal) }
        var words = Self.words(text)[...]
        var fields = ItemPatch()
        while words.count > 1, take(&words, &fields) {}
        guard fields != ItemPatch() else { return Entry(title: text) }
        fields.addTags = fields.addTags.map { $0.reversed() }
        return Entry(title: words.joined(separator: " "), fields: fields)
    }

    private static func words(_ text: String) -> [String] {
        text.split(whereSeparator: \.isWhitespace).map(String.init)
    }

    /// Returns the text between quotation marks; nil if it has none around it.
    private static func unquoted(_ text: String) -> String? {
        let text = text.trimmed
        guard text.count > 2, text.hasPrefix("\""), text.hasSuffix("\"") else { return nil }
        return String(text.dropFirst().dropLast())
    }

    // MARK: Words at the end

    /// Takes what is understood from the end; false if that is nothing.
    private func take(_ words: inout ArraySlice<String>, _ fields: inout ItemPatch) -> Bool {
        guard let last = words.last else { return false }
        if takeSign(last, &fields) {
            words.removeLast()
            return true
        }
        if isFree(\.recurrence, fields), let count = recurrence(words, &fields) ?? date(words, &fields) {
            words.removeLast(count)
            return true
        }
        guard let count = quantity(words, &fields) else { return false }
        words.removeLast(count)
        return true
    }

    /// Whether a field was given neither by an option nor by a word further behind.
    private func isFree<Value>(_ field: KeyPath<ItemPatch, Value?>, _ fields: ItemPatch) -> Bool {
        given[keyPath: field] == nil && fields[keyPath: field] == nil
    }

    /// Takes a tag, a member or a priority.
    private func takeSign(_ word: String, _ fields: inout ItemPatch) -> Bool {
        let rest = String(word.dropFirst())
        switch word.first {
        case "#":
            // `#5` is a number.
            guard rest.contains(where: \.isLetter), (try? TextKind.tag.checked(rest)) == rest else { return false }
            fields.addTags = (fields.addTags ?? []) + [rest]
        case "@":
            guard isFree(\.assignee, fields), let name = members.first(where: { $0.lowercased() == rest.lowercased() })
            else { return false }
            fields.assignee = name
        case "!":
            guard isFree(\.priority, fields) else { return false }
            guard let priority = rest.isEmpty ? .high : Priority(name: rest.lowercased()) else { return false }
            fields.priority = priority
        default: return false
        }
        return true
    }

    /// Takes a rule from the word `every` on; returns the number of its words.
    private func recurrence(_ words: ArraySlice<String>, _ fields: inout ItemPatch) -> Int? {
        let grammar = RecurrenceGrammar(dates: dates)
        guard let index = words.lastIndex(where: { $0.lowercased() == "every" }), index > words.startIndex else {
            return nil
        }
        let rest = words[(index + 1)...]
        guard !rest.isEmpty, let rule = try? grammar.resolve(rest.joined(separator: " ")), !rule.isEmpty else {
            return nil
        }
        fields.recurrence = rule
        return words.endIndex - index
    }

    /// Takes the longest date; returns the number of its words.
    private func date(_ words: ArraySlice<String>, _ fields: inout ItemPatch) -> Int? {
        guard isFree(\.due, fields) else { return nil }
        for count in stride(from: min(Self.dateWordsMax, words.count - 1), to: 0, by: -1) {
            let text = words.suffix(count).joined(separator: " ").lowercased()
            guard !Self.isAmbiguous(text), let date = (try? dates.resolve(text))?.date else { continue }
            let before = words.dropLast(count)
            guard before.last?.lowercased() != "every" else { return nil }
            fields.due = .on(date)
            return before.count > 1 && DateWord.fillers.contains(before.last ?? "") ? count + 1 : count
        }
        return nil
    }

    /// Takes an amount such as `2 l`, `500g` or `x3`; returns the number of its words.
    private func quantity(_ words: ArraySlice<String>, _ fields: inout ItemPatch) -> Int? {
        guard isFree(\.quantity, fields), let last = words.last else { return nil }
        let (number, unit) = Self.halves(last)
        if !number.isEmpty, Self.units.contains(unit.lowercased()) {
            fields.quantity = number + (unit.lowercased() == "x" ? "" : unit)
            return 1
        }
        if last.lowercased().hasPrefix("x"), let count = Int(last.dropFirst()), count > 0 {
            fields.quantity = "\(count)"
            return 1
        }
        guard words.count > 2, Self.units.contains(last.lowercased()), last.lowercased() != "x" else { return nil }
        let before = words[words.endIndex - 2]
        guard Self.halves(before) == (before, "") else { return nil }
        fields.quantity = "\(before) \(last)"
        return 2
    }

    /// Splits a word into a number and what follows it; the number is empty if it is none.
    private static func halves(_ word: String) -> (number: String, unit: String) {
        let number = word.prefix { $0.isASCII && $0.isNumber || $0 == "." || $0 == "," }
        guard number.first?.isNumber == true, number.last?.isNumber == true else { return ("", word) }
        return (String(number), String(word.dropFirst(number.count)))
    }

    // MARK: Words

    /// The most words of a date: `on fri 25 dec 2026 at 18:00`.
    private static let dateWordsMax = 7

    /// Whether a date could as well be a part of a title: a number, and short names that are words.
    private static func isAmbiguous(_ text: String) -> Bool {
        guard text.allSatisfy({ $0.isNumber || ".,/-".contains($0) }) else {
            return DateGrammar.words(text).first.map(shortWords.contains) ?? true
        }
        return text.count { !$0.isNumber } < 2
    }

    private static let shortWords = ["sun", "mar", "may"]

    private static let units: Set<String> = [
        "l", "ml", "cl", "dl", "g", "kg", "mg", "lb", "lbs", "oz", "x", "pcs", "pack", "packs", "packet", "packets",
        "bottle", "bottles", "can", "cans", "tin", "tins", "jar", "jars", "bag", "bags", "box", "boxes", "carton",
        "cartons", "bunch", "bunches", "loaf", "loaves", "slices", "crate", "crates", "dozen",
    ]
}
