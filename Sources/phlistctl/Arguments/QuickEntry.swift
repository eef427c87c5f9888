import PhlistControl
import PhlistVocabulary

/// Understands words at the end of what is typed for an item: `milk 2 l #dairy @ben fri !`.
///
/// Words are taken from the end for as long as each can mean but one thing; the first other word ends that, so that
/// numbers, signs and days within a title stay what they are. In front, only an amount is taken: `3x`, `2 kg`. A text
/// with `every` in it has a rule, or no date at all. Something is always left for the title. What is given by an option
/// is not looked for.
struct QuickEntry {
    /// The variable that switches it off.
    static let variable = "PHLIST_QUICK_ENTRY"

    /// Whether the environment leaves it switched on.
    static func isOn(_ environment: [String: String]) -> Bool {
        !["off", "no", "false", "0"].contains(environment[variable, default: "on"].lowercased())
    }

    var dates: DateGrammar
    /// The names of the members of the household.
    var members: [String]
    /// The name of the member who types, for `@me`; nil if nobody is known.
    var me: String?
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
        var quick = QuickEntry(dates: DateGrammar(context.clock), members: [], given: given)
        if mayNameMembers {
            let reply = try context.ask(MembersQuery())
            quick.members = reply.members.filter { !$0.isRemoved }.map(\.name)
            quick.me = context.actsAs ?? reply.caller.member
        }
        return quick
    }

    /// Returns a patch with each field that any of some patches has.
    static func fields(ofAny patches: [ItemPatch]) -> ItemPatch {
        patches.reduce(into: ItemPatch()) { all, fields in
            all.quantity = all.quantity ?? fields.quantity
            all.due = all.due ?? fields.due
            all.recurrence = all.recurrence ?? fields.recurrence
            all.assignee = all.assignee ?? fields.assignee
            all.addTags = all.addTags ?? fields.addTags
            all.priority = all.priority ?? fields.priority
        }
    }

    func entry(_ text: String) -> Entry {
        if let literal = Self.unquoted(text) { return Entry(title: literal) }
        var words = Self.words(text)[...]
        var fields = ItemPatch()
        while words.count > 1, let count = take(words, &fields) { words.removeLast(count) }
        if let count = quantityInFront(words, &fields) {
            words.removeFirst(count)
            while words.count > 1, Self.dashes.contains(words.first ?? "") { words.removeFirst() }
        }
        guard fields != ItemPatch() else { return Entry(title: text) }
        fields.addTags = fields.addTags.map { $0.reversed() }
        while words.count > 1, Self.dashes.contains(words.last ?? "") { words.removeLast() }
        var title = words.joined(separator: " ")
        while title.count > 1, let last = title.last, ",;:".contains(last) { title.removeLast() }
        return Entry(title: title, fields: fields)
    }

    static func words(_ text: String) -> [String] {
        text.split(whereSeparator: \.isWhitespace).map(String.init)
    }

    /// Returns the text between quotation marks; nil if it has none around it, or has others within.
    static func unquoted(_ text: String) -> String? {
        let text = text.trimmed
        let marks: [(Character, Character)] = [("\"", "\""), ("“", "”"), ("„", "“")]
        for (opening, closing) in marks where text.count > 2 && text.first == opening {
            let inner = text.dropFirst().dropLast()
            guard text.last == closing, !inner.contains(where: { $0 == opening || $0 == closing }) else { continue }
            return String(inner)
        }
        return nil
    }

    // MARK: Words at the end

    /// Understands words at the end; returns their number, or nil if they may belong to the title.
    private func take(_ words: ArraySlice<String>, _ fields: inout ItemPatch) -> Int? {
        if let count = member(words, &fields) { return count }
        if let last = words.last, takeSign(last, &fields) { return 1 }
        let isRule = words.contains { $0.lowercased() == "every" } && fields.recurrence == nil
        if isRule { return given.recurrence == nil ? recurrence(words, &fields) : nil }
        return date(words, &fields) ?? quantity(words, &fields)
    }

    /// Whether a field was given neither by an option nor by a word further behind.
    private func isFree<Value>(_ field: KeyPath<ItemPatch, Value?>, _ fields: ItemPatch) -> Bool {
        given[keyPath: field] == nil && fields[keyPath: field] == nil
    }

    /// Takes a tag or a priority.
    private func takeSign(_ word: String, _ fields: inout ItemPatch) -> Bool {
        let rest = String(word.dropFirst())
        switch word.first {
        case "#":
            // `#5` is a number.
            let isWord = rest.allSatisfy { $0.isLetter || $0.isNumber || "-_".contains($0) }
            guard isWord, rest.first?.isLetter ?? false, rest.utf8.count <= TextKind.tag.bytesMax else { return false }
            fields.addTags = (fields.addTags ?? []) + [rest]
        case "!":
            guard isFree(\.priority, fields) else { return false }
            guard let priority = rest.isEmpty ? .high : Priority(name: rest.lowercased()) else { return false }
            fields.priority = priority
        default: return false
        }
        return true
    }

    /// Takes a member, whose name may have several words, unless the title speaks of them: `present for @ben`.
    private func member(_ words: ArraySlice<String>, _ fields: inout ItemPatch) -> Int? {
        guard isFree(\.assignee, fields) else { return nil }
        for count in 1...Self.nameWordsMax where count < words.count {
            let text = words.suffix(count).joined(separator: " ").lowercased()
            guard text.first == "@", !Self.governs(words.dropLast(count).last),
                let name = members.first(where: { $0.lowercased() == text.dropFirst() }) ?? (text == "@me" ? me : nil)
            else { continue }
            fields.assignee = name
            return count
        }
        return nil
    }

    // MARK: Dates

    /// Takes a rule from the word `every` on, with a time of its first date.
    private func recurrence(_ words: ArraySlice<String>, _ fields: inout ItemPatch) -> Int? {
        guard let index = words.lastIndex(where: { $0.lowercased() == "every" }), index > words.startIndex else {
            return nil
        }
        let rest = words[(index + 1)...]
        let grammar = RecurrenceGrammar(dates: dates)
        guard let rule = try? grammar.resolve(rest.joined(separator: " ")), !rule.isEmpty else { return nil }
        // `every 2nd tuesday` is each month or every two weeks.
        guard !rule.contains("MONTHLY") || rest.contains(where: { $0.lowercased().hasPrefix("month") }) else {
            return nil
        }
        fields.recurrence = rule
        return words.endIndex - index
    }

    /// Returns a rule with the time that stands before it; nil without a rule, or for other words.
    private static func rule(_ rule: String?, at text: String) -> String? {
        let words = DateGrammar.words(text)
        guard words.count == 1, let minute = try? DateGrammar.minute(words[0]),
            var rule = rule.flatMap({ Recurrence($0) }), rule.minute == nil
        else { return nil }
        rule.minute = minute
        return rule.description
    }

    /// Takes the longest date that can be nothing else and is not past.
    private func date(_ words: ArraySlice<String>, _ fields: inout ItemPatch) -> Int? {
        guard isFree(\.due, fields) else { return nil }
        for count in stride(from: min(Self.dateWordsMax, words.count - 1), to: 0, by: -1) {
            let typed = words.suffix(count)
            let (text, before) = (typed.joined(separator: " ").lowercased(), words.dropLast(count))
            guard PlainDate.isPlain(text), let date = (try? dates.resolve(text))?.date,
                date.withoutTime >= dates.today.withoutTime
            else { continue }
            let isAfterDate = before.last.map { PlainDate.isPlain($0.lowercased()) } ?? false
            guard !isAfterDate, !Self.governs(before.last), !Self.isName(typed, after: before.last) else { return nil }
            if let rule = Self.rule(fields.recurrence, at: text) {
                fields.recurrence = rule
            } else {
                fields.due = .on(date)
            }
            let isFilled = before.count > 1 && Self.fillers.contains(before.last?.lowercased() ?? "")
            return isFilled ? count + 1 : count
        }
        return nil
    }

    /// Whether a day is a part of a name: `Black Friday`.
    static func isName(_ date: ArraySlice<String>, after word: String?) -> Bool {
        guard let first = date.first?.first, let before = word?.first else { return false }
        return first.isUppercase && before.isUppercase
    }

    // MARK: Amounts

    /// Takes an amount such as `2 l`, `500g`, `x3` or `x 3`.
    private func quantity(_ words: ArraySlice<String>, _ fields: inout ItemPatch) -> Int? {
        guard isFree(\.quantity, fields), let amount = QuickAmount(atEndOf: words) else { return nil }
        let before = words.dropLast(amount.wordCount).last ?? ""
        guard !Self.governs(before), before != "x", !QuickAmount.isNumber(before) else { return nil }
        fields.quantity = amount.text
        return amount.wordCount
    }

    /// Takes an amount in front of the title, such as `3x`, `2 kg` or `2 bottles of`.
    private func quantityInFront(_ words: ArraySlice<String>, _ fields: inout ItemPatch) -> Int? {
        guard isFree(\.quantity, fields), let amount = QuickAmount(inFrontOf: words) else { return nil }
        guard words.count > amount.wordCount, !Self.governs(words.dropFirst(amount.wordCount).first) else { return nil }
        fields.quantity = amount.text
        return amount.wordCount
    }

    // MARK: Words

    private static let dashes: Set<String> = ["-", "–"]
    /// The most words of a date: `on fri 25 dec 2026 at 18:00`.
    private static let dateWordsMax = 7
    /// The most words of a member's name that are looked for.
    private static let nameWordsMax = 4
    /// Words before a date that are left out.
    private static let fillers: Set<String> = ["on", "by", "due"]

    /// Whether a word makes what follows it a part of the title: `tickets for friday`, `open 9am to 5pm`.
    static func governs(_ word: String?) -> Bool {
        word.map { governing.contains($0.lowercased()) } ?? false
    }

    private static let governing: Set<String> = [
        "for", "until", "till", "before", "after", "from", "since", "between", "during", "of", "to", "with", "without",
        "and", "or", "not", "the", "a", "in", "about", "size", "no", "next", "last", "other", "&", "+", "@", "at", "vs",
    ]
}
