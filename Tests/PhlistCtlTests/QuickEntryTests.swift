import PhlistControl
import PhlistTestKit
import PhlistVocabulary
import Testing

@testable import phlistctl

/// Words at the end of what is typed for an item.
struct QuickEntryTests {
    /// Friday, 27 November 2026, noon.
    private static let quick = QuickEntry(
        dates: DateGrammar(today: CivilDate("2026-11-27") ?? .first, minuteOfDay: 720),
        members: ["Ann", "ben"]
    )

    /// Writes the fields that were understood, in a fixed order.
    private static func words(_ entry: QuickEntry.Entry) -> String {
        let fields = entry.fields
        let words: [String?] = [
            fields.quantity.map { "qty=\($0)" }, fields.due?.date.map { "due=\($0)" },
            fields.recurrence.map { "every=\($0)" }, fields.assignee.map { "for=\($0)" },
            fields.addTags.map { "tags=\($0.joined(separator: ","))" }, fields.priority.map { "prio=\($0.name)" },
        ]
        return ([entry.title] + words.compactMap(\.self)).joined(separator: " | ")
    }

    @Test(
        arguments: [
            ("milk 2 l #dairy @ben fri !", "milk | qty=2 l | due=2026-12-04 | for=ben | tags=dairy | prio=high"),
            (
                "milk ! fri @BEN #dairy #cold 500ml",
                "milk | qty=500ml | due=2026-12-04 | for=ben | tags=dairy,cold | prio=high"
            ),
            ("bread tomorrow", "bread | due=2026-11-28"), ("bread  x3", "bread | qty=3"),
            ("3 rolls 2x", "3 rolls | qty=2"),
            ("call mum tomorrow 18:00", "call mum | due=2026-11-28T18:00"),
            ("dentist 5pm", "dentist | due=2026-11-27T17:00"),
            ("gift on 24 dec 2026", "gift | due=2026-12-24"), ("tax 2026-12-31", "tax | due=2026-12-31"),
            ("tax 31.12.2026", "tax | due=2026-12-31"), ("trip next week", "trip | due=2026-11-30"),
            ("take out the bins every tue", "take out the bins | every=FREQ=WEEKLY;BYDAY=TU"),
            ("water plants every 2 weeks !low", "water plants | every=FREQ=WEEKLY;INTERVAL=2 | prio=low"),
            ("flour 1,5 kg", "flour | qty=1,5 kg"), ("wine 6 Bottles", "wine | qty=6 Bottles"),
        ]
    )
    func `words at the end are understood`(_ text: String, _ expected: String) {
        #expect(Self.words(Self.quick.entry(text)) == expected)
    }

    @Test(
        arguments: [
            "milk", "fri", "2 l", "#dairy", "!", "every tue", "Ocean's 11", "Windows 11", "screws 5/6", "battery 1.5",
            "gate #5", "mail @bob", "fri night film", "milk #dairy please", "cream for the sun",
            "the merry month of may", "room 2 b", "wow!", "a !!", "a !urgent", "run 5 km", "every child", "kill -9",
            "a # b #", "x y", "size x",
            "one x0", "  spaced   out ", "apples 3", "bus 42", "John's 2. wife",
        ]
    )
    func `what may be a part of the title stays in it`(_ text: String) {
        #expect(Self.quick.entry(text) == QuickEntry.Entry(title: text))
    }

    @Test func `text in quotation marks is taken as it is`() {
        #expect(Self.quick.entry(#""milk 2 l""#) == QuickEntry.Entry(title: "milk 2 l"))
        #expect(Self.quick.entry(#" "fri" "#) == QuickEntry.Entry(title: "fri"))
        #expect(Self.quick.entry(#"12" pizza 2x"#).title == #"12" pizza"#)
    }

    @Test func `what an option gives is not looked for`() {
        var quick = Self.quick
        quick.given.due = .never
        quick.given.quantity = "3"
        quick.given.assignee = "Ann"
        quick.given.priority = .low
        quick.given.recurrence = "FREQ=DAILY"
        for text in ["milk 2 l", "milk fri", "milk @ben", "milk !", "milk every tue"] {
            #expect(quick.entry(text).title == text)
        }
        quick.given.addTags = ["cold"]
        #expect(quick.entry("milk #dairy").fields.addTags == ["dairy"])
    }

    @Test func `whatever is typed, nothing of it is lost`() {
        let words = ["milk", "2", "l", "#dairy", "@ben", "fri", "!", "every", "tue", "x3", "500g", "tomorrow", "18:00"]
        var random = SeededRandom(seed: 24)
        for _ in 0..<2000 {
            let count = Int.random(in: 1...6, using: &random)
            let typed = (0..<count).compactMap { _ in words.randomElement(using: &random) }
            let entry = Self.quick.entry(typed.joined(separator: " "))
            #expect(!entry.title.isEmpty)
            // The title is the beginning of what was typed: everything behind it was understood.
            let title = entry.title.split(separator: " ").map(String.init)
            #expect(Array(typed.prefix(title.count)) == title, "\(typed)")
            if entry.fields == ItemPatch() { #expect(title == typed) }
        }
    }
}
