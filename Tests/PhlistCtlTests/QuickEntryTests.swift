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
        members: ["Ann", "ben", "Mary Jane"],
        me: "Ann"
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
            ("3 rolls 2x", "3 rolls | qty=2"), ("3x apples", "apples | qty=3"),
            ("3 x red apples", "red apples | qty=3"),
            ("12X eggs fri", "eggs | qty=12 | due=2026-12-04"), ("2x batteries 4 pcs", "2x batteries | qty=4 pcs"),
            ("call mum tomorrow 18:00", "call mum | due=2026-11-28T18:00"),
            ("dentist 5pm", "dentist | due=2026-11-27T17:00"),
            ("gift on 24 dec 2026", "gift | due=2026-12-24"), ("tax 2026-12-31", "tax | due=2026-12-31"),
            ("tax 31.12.2026", "tax | due=2026-12-31"), ("trip next week", "trip | due=2026-11-30"),
            ("take out the bins every tue", "take out the bins | every=FREQ=WEEKLY;BYDAY=TU"),
            ("water plants every 2 weeks !low", "water plants | every=FREQ=WEEKLY;INTERVAL=2 | prio=low"),
            ("flour 1,5 kg", "flour | qty=1,5 kg"), ("wine 6 Bottles", "wine | qty=6 Bottles"),
            ("choir every mon, thu 18:00", "choir | every=FREQ=WEEKLY;BYDAY=MO,TH;BYHOUR=18;BYMINUTE=0"),
            ("choir every month last fri 7pm", "choir | every=FREQ=MONTHLY;BYDAY=-1FR;BYHOUR=19;BYMINUTE=0"),
            ("jazz every sun at 10:00", "jazz | every=FREQ=WEEKLY;BYDAY=SU;BYHOUR=10;BYMINUTE=0"),
            ("pill every day 8am", "pill | every=FREQ=DAILY;BYHOUR=8;BYMINUTE=0"),
            ("gym at 7am every mon", "gym | every=FREQ=WEEKLY;BYDAY=MO;BYHOUR=7;BYMINUTE=0"),
            ("birthday ann 5 may every year", "birthday ann | due=2027-05-05 | every=FREQ=YEARLY"),
            ("swim sat every week", "swim | due=2026-11-28 | every=FREQ=WEEKLY"),
            ("homework due friday", "homework | due=2026-12-04"), ("tea at 9pm", "tea | due=2026-11-27T21:00"),
            ("pasta, 500 g", "pasta | qty=500 g"), ("pasta - 500g", "pasta | qty=500g"), ("eggs x 2", "eggs | qty=2"),
            ("call the bank @me", "call the bank | for=Ann"),
            ("lamp @Mary Jane !low", "lamp | for=Mary Jane | prio=low"),
            ("call mum in 3 days", "call mum | due=2026-11-30"),
            ("2 kg potatoes", "potatoes | qty=2 kg"), ("500g flour fri", "flour | qty=500g | due=2026-12-04"),
            ("1,5 L milk @ben", "milk | qty=1,5 L | for=ben"), ("2 bottles of red wine", "red wine | qty=2 bottles"),
            ("1 can of beans", "beans | qty=1 can"), ("250 g of butter", "butter | qty=250 g"),
            ("½ l cream", "cream | qty=½ l"), ("cream 1½ l", "cream | qty=1½ l"),
            ("2 dozen eggs", "eggs | qty=2 dozen"),
            ("a dozen eggs", "eggs | qty=1 dozen"), ("A bottle of wine", "wine | qty=1 bottle"),
            ("2 kg - potatoes", "potatoes | qty=2 kg"), ("10 l water", "water | qty=10 l"),
            ("50g yeast", "yeast | qty=50g"), ("2 kg potatoes x3", "2 kg potatoes | qty=3"),
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
            "one x0", "  spaced   out ", "apples 3", "bus 42",
            "light bulb 60W", "LED strip 5m", "watch Avatar 3D", "lego 8 years", "baby food 6 months", "hotel 2 weeks",
            "tickets for friday", "pay rent until friday", "antibiotics for 7 days", "present for @ben",
            "open 9am to 5pm",
            "bus at 7:15 and 8:15", "wash car next weekend", "appointment fri 5 dec 2026 and sat", "Black Friday",
            "USA Today", "listen to yesterday", "plan next month", "John 3:16", "mix 1:10", "BMW X5", "beer 24 x 0.33l",
            "shirt size 42 l", "bins every other tuesday", "choir every 2nd tuesday 19:00", "plants tomorrow & sunday",
            "dinner with @ben", "list #dairy!", "not before fri", "screws 10 x 5 g", "John's 2. wife",
            "2 boxes attic", "a can opener", "a x b", "a g string", "A L shaped bracket",
            "5g router", "4g sim card", "0 g sugar cola", "10 l bin bags", "20 l backpack", "0.0 kg x",
            "a kind of magic", "a dozen", "½ day off",
            "1 can opener", "5G router", "2 kg", "500g", "2 kg of", "2 l for soup", "6 eggs",
            "7 up", "2 km run", "1 pint glass", "2 bottles", "0x milk", "2 of us",
        ]
    )
    func `what may be a part of the title stays in it`(_ text: String) {
        #expect(Self.quick.entry(text) == QuickEntry.Entry(title: text))
    }

    @Test(
        arguments: [
            ("ham @bob", "no member \"bob\": @bob is kept as text"),
            ("ham @bob fri", "no member \"bob\": @bob is kept as text"),
            ("call granny sun", "\"sun\" is kept as text; the day is written \"sunday\""),
            ("call granny Sun !", "\"Sun\" is kept as text; the day is written \"sunday\""),
            ("ham @ben", nil), ("dinner with @bob", nil), ("ham @", nil), ("@bob", nil), ("sun", nil),
            ("cream for the sun", nil), ("Evening Sun", nil), ("sun hat", nil), ("call granny sunday", nil),
            ("\"ham @bob\"", nil), ("ham @ben @ann", "an item is for one member: @ben is kept as text"),
            ("ham @bob @ann", "an item is for one member: @bob is kept as text"),
            ("cake fri @ben !!", "\"!!\" is kept as text, and what stands before it, too"),
            ("butter 250g #dairy,fridge", "\"#dairy,fridge\" is kept as text, and what stands before it, too"),
            ("call @ann mon 25:00", "\"25:00\" is kept as text, and what stands before it, too"),
            ("nine fri sat", "\"sat\" is kept as text, and what stands before it, too"),
            ("milk, eggs, bread", "this is one item; to add 3: phlistctl add LIST milk eggs bread"),
            (
                "rye bread, 2 eggs, tea fri",
                "this is one item; to add 3: phlistctl add LIST \"rye bread\" \"2 eggs\" tea"
            ),
            ("tomatoes, tinned", nil), ("red, white, blue flag for the old house", nil), ("\"a, b, c\"", nil),
            ("a, , c", nil),
            ("chips +1", "\"+1\" is kept as text; to add to the amount: phlistctl edit chips --qty +1"),
            ("ham +0.5 !", "\"+0.5\" is kept as text; to add to the amount: phlistctl edit ham --qty +0.5"),
            ("dinner for +1", nil), ("+1", nil), ("sudoku +", nil),
            ("buy 2 kg flour", nil), ("call mum tomorrow about cake", nil), ("route 66", nil), ("milk 2 l fri !", nil),
        ] as [(String, String?)]
    )
    func `a word that looks like a field and is kept is told`(_ text: String, _ hint: String?) {
        #expect(Self.quick.hint(about: text)?.string == hint)
    }

    @Test func `no word is told in place of which an option stands`() {
        var quick = Self.quick
        quick.given.assignee = "Ann"
        quick.given.due = .never
        quick.given.quantity = "2"
        #expect(quick.hint(about: "chips +1") == nil)
        #expect(quick.hint(about: "ham @bob") == nil && quick.hint(about: "call granny sun") == nil)
    }

    @Test(arguments: [("off", false), ("OFF", false), ("0", false), ("no", false), ("on", true), ("", true)])
    func `the environment switches it off`(value: String, isOn: Bool) {
        #expect(QuickEntry.isOn([QuickEntry.variable: value]) == isOn)
        #expect(QuickEntry.isOn([:]))
    }

    @Test func `text in quotation marks is taken as it is`() {
        #expect(Self.quick.entry(#""milk 2 l""#) == QuickEntry.Entry(title: "milk 2 l"))
        #expect(Self.quick.entry(#" "fri" "#) == QuickEntry.Entry(title: "fri"))
        #expect(Self.quick.entry("„Route 66 x2“") == QuickEntry.Entry(title: "Route 66 x2"))
        #expect(Self.quick.entry(#"12" pizza 2x"#).title == #"12" pizza"#)
        #expect(Self.quick.entry(#""a" and "b""#) == QuickEntry.Entry(title: #""a" and "b""#))
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
            // The title is a part of what was typed: everything behind it was understood, and an amount before it.
            let title = entry.title.split(separator: " ").map(String.init)
            let amount = entry.fields.quantity.map { $0.split(separator: " ").map(String.init) } ?? []
            let isWhole = Array(typed.prefix(title.count)) == title
            #expect(isWhole || Array(typed.prefix(amount.count + title.count)) == amount + title, "\(typed)")
            if entry.fields == ItemPatch() { #expect(title == typed) }
        }
    }
}
