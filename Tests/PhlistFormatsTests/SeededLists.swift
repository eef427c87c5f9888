import PhlistControl
import PhlistTestKit
import PhlistVocabulary

/// Lists of every kind, from seeds.
extension SeededRandom {
    /// Words that mean something to one of the formats, and such that mean nothing.
    private static let words = [
        "milk", "=1+1", "'quoted'", "\"", "a,b", ";", "#tag", "#5", "[x]", "- [ ]", "**bold**", "due:2026-01-01", "x",
        "(A)", "2026-01-02", "+Project", "@context", "key:value", "http://a.example/b:c", "~~struck~~", "\\", "\\#",
        "&amp;", "&#x41;", "⏫", "📅", "[due:: 2026-01-01]", "(a:: b)", "1.", "2)", "éà", "🍏", "<b>", "%20", "100%",
        "*", "+", "-5", "@", "|", ">", "_x_", "---", "===", "'", "''=", "＝1", "```", "~~~", "C#", "#", "]", ")",
    ]

    mutating func phrase(upTo count: Int = 4) -> String {
        let words = (0...Int.random(in: 0..<count, using: &self)).map { _ in
            Self.words.randomElement(using: &self) ?? "milk"
        }
        return words.joined(separator: happens(percent: 10) ? "  " : " ")
    }

    private mutating func note() -> String {
        let lines = (0...Int.random(in: 0..<4, using: &self)).map { _ -> String in
            let blanks = ["", "", "", "  ", "\t", "    "].randomElement(using: &self) ?? ""
            return happens(percent: 20) ? blanks : blanks + phrase()
        }
        let text = lines.joined(separator: "\n")
        guard let end = text.lastIndex(where: { !$0.isWhitespace }) else { return "note" }
        return String(text[...end])
    }

    private mutating func item(depthMax: Int) -> PortableItem {
        var item = PortableItem(title: phrase())
        item.depth = Int.random(in: 0...depthMax, using: &self)
        item.state = [.open, .open, .done, .cancelled].randomElement(using: &self) ?? .open
        if happens(percent: 30) { item.note = note() }
        if happens(percent: 30) {
            item.due = CivilDate(year: 2026, month: 2, day: 3, minute: happens(percent: 50) ? 61 : nil)
        }
        if happens(percent: 20) { item.assignee = ["Ann Lee", "b]en", "Zoé"].randomElement(using: &self) }
        if happens(percent: 20) { item.quantity = ["2 l", "-1", "[3]", "½ \\ &"].randomElement(using: &self) ?? "" }
        item.priority = [.none, .none, .low, .medium, .high].randomElement(using: &self) ?? .none
        if happens(percent: 20) { item.percent = Int.random(in: 1...100, using: &self) }
        let pages = ["https://example.org/tent", "http://a.example/?q=b,c;d&e=%20[1]#(f)", "HTTPS://é.example/\\\\x"]
        if happens(percent: 20) { item.url = pages.randomElement(using: &self) ?? "" }
        let locations = ["post office", "Gartenweg 1, 10000 Dorf; left", "a:b \\,\\n (c)", "where:x [y]"]
        if happens(percent: 20) { item.location = locations.randomElement(using: &self) ?? "" }
        let rules = [
            "DTSTART=20261201T180000;FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH;UNTIL=20271231", "FREQ=MONTHLY;BYDAY=-1FR",
            "DTSTART=20260131;FREQ=MONTHLY;BYMONTHDAY=28,29,30,31;BYSETPOS=-1", "FREQ=DAILY;COUNT=3;FROM=COMPLETION",
        ]
        if happens(percent: 20) { item.record.recurrence = rules.randomElement(using: &self) ?? "" }
        if happens(percent: 20) {
            item.record.rotation = ["Ann Lee, b]en", "Zoé,x:y"].randomElement(using: &self) ?? ""
        }
        let reminders = ["-P1D", "-P7D,PT0S,20261128T090000", "20270228T183000", "-PT1H30M,-PT5M", "20260203T100000"]
        if happens(percent: 20) { item.record.reminder = reminders.randomElement(using: &self) ?? "" }
        let tags = ["red", "5", "a]b", "+Project", "@home", "é", "x:y", "a;b", "\"c;d\"", "\"e\""]
        if happens(percent: 30) {
            item.tags = Set([tags, tags].map { $0.randomElement(using: &self) ?? "red" }).sorted()
        }
        return item
    }

    mutating func items(hasIDs: Bool) -> [PortableItem]? {
        var items: [PortableItem] = []
        for _ in 0..<Int.random(in: 0...5, using: &self) {
            var item = item(depthMax: items.last.map { $0.depth + 1 } ?? 0)
            if hasIDs { item.id = id(letters: 16) }
            items.append(item)
        }
        return items.isEmpty ? nil : items
    }

    mutating func id(letters count: Int) -> String {
        String((0..<count).map { _ in "klmnopqrstuvwxyz".randomElement(using: &self) ?? "k" })
    }

    /// A few lists with different titles.
    mutating func lists(hasIDs: Bool, emptySections: Bool) -> [PortableList] {
        (1...Int.random(in: 1...3, using: &self)).map { number in
            var list = PortableList(title: "\(phrase()) \(number)", items: items(hasIDs: hasIDs))
            for section in 0..<Int.random(in: 0...2, using: &self) {
                let items = items(hasIDs: hasIDs)
                guard items != nil || emptySections else { continue }
                list.sections = (list.sections ?? []) + [PortableSection(name: "\(phrase()) s\(section)", items: items)]
            }
            if list.items == nil, list.sections == nil { list.items = [PortableItem(title: "only")] }
            return list
        }
    }
}
