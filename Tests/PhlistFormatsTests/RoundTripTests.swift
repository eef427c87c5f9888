import PhlistControl
import PhlistTestKit
import PhlistVocabulary
import Testing

@testable import PhlistFormats

/// What was printed is read again, and what is cut off never breaks the reader.
struct RoundTripTests {
    static func local(_ milliseconds: Int64) -> CivilDate {
        let minutes = Int(milliseconds / 60_000)
        return CivilDate(dayNumber: minutes / 1440, minute: minutes % 1440) ?? .first
    }

    static func read(_ text: String, _ format: FileFormat) throws(FormatError) -> PortableFile {
        let file = try PortableFile(try SourceText(Array(text.utf8)), as: format, local: local)
        if let fault = file.faults.first { throw fault }
        return file
    }

    private static func print(_ lists: [PortableList], _ format: FileFormat) -> String {
        PortableFile.printed(lists, as: format, local: local)
    }

    @Test(arguments: 0..<400) func `JSON keeps everything`(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        var lists = random.lists(hasIDs: true, emptySections: true)
        for index in lists.indices where random.happens(percent: 50) {
            lists[index].id = random.id(letters: 32)
            lists[index].description = random.phrase() + "\nmore"
            lists[index].state = .done
            lists[index].due = CivilDate(year: 2026, month: 12, day: 24)
            lists[index].deletion = .cancelOnly
            lists[index].view = ListView.View(sort: .name, isReversed: true)
            lists[index].isPrivate = true
            lists[index].items?[0].createdAt = 1_795_280_592_000
        }
        #expect(try Self.read(Self.print(lists, .json), .json).lists == lists)
    }

    @Test(arguments: 0..<400) func `CSV keeps lists, sections, items and ids`(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let lists = random.lists(hasIDs: random.happens(percent: 50), emptySections: false)
        let text = Self.print(lists, .csv)
        #expect(try Self.read(text, .csv).lists == lists)
        // No cell begins as a formula does.
        let table = try CSVTable(SourceText(Array(text.utf8)))
        for cell in table.rows.joined() {
            let first = cell.text.unicodeScalars.first
            #expect(first.map { !"=+-@\t\r\n＝＋－＠".unicodeScalars.contains($0) } ?? true, "\(cell.text)")
        }
    }

    @Test(arguments: 0..<400) func `iCalendar keeps lists, sections and items in short lines`(
        seed: UInt64
    ) throws {
        var random = SeededRandom(seed: seed)
        var lists = random.lists(hasIDs: true, emptySections: false)
        if random.happens(percent: 50) { lists[0].description = random.phrase() + "\nmore; and, more \\n" }
        let text = Self.print(lists, .ics)
        let file = try Self.read(text, .ics)
        #expect(file.lists == lists, "\(text)")
        #expect(file.leftOut.isEmpty && file.keptInNotes.isEmpty)
        #expect(text.hasSuffix("\r\n") && text.utf8.split(separator: 0x0A).allSatisfy { $0.count <= 76 })
        #expect(Self.print(file.lists, .ics) == text)
    }

    @Test func `a completed item is not half done in iCalendar, and its 100 percent are no own progress`() throws {
        var item = PortableItem(title: "stove")
        (item.state, item.percent) = (.done, 40)
        let text = Self.print([PortableList(title: "Camping", items: [item])], .ics)
        #expect(!text.contains("PERCENT-COMPLETE"))
        let file = try Self.read(text, .ics)
        #expect(file.lists[0].items?.map(\.percent) == [40] && file.leftOut.isEmpty)
        for end in ["STATUS:COMPLETED\r\nPERCENT-COMPLETE:100", "PERCENT-COMPLETE:100\r\nSTATUS:COMPLETED"] {
            let task = text.split(separator: "\r\n").filter { !$0.hasPrefix("X-PHLIST") && !$0.hasPrefix("STATUS") }
            let foreign = task.joined(separator: "\r\n").replacing("END:VTODO", with: "\(end)\r\nEND:VTODO")
            let read = try Self.read(foreign + "\r\n", .ics).lists[0].items ?? []
            #expect(read.map(\.percent) == [0] && read.map(\.state) == [.done])
        }
    }

    @Test func `an address in a calendar is not escaped, and a rule has a start`() throws {
        var item = PortableItem(title: "bins")
        (item.record.url, item.record.recurrence) = ("https://example.org/a,b;c", "FREQ=WEEKLY")
        item.due = CivilDate("2026-12-01")
        let text = Self.print([PortableList(title: "Home", items: [item])], .ics)
        #expect(text.contains("\r\nURL:https://example.org/a,b;c\r\n"))
        #expect(text.contains("\r\nDTSTART;VALUE=DATE:20261201\r\nRRULE:FREQ=WEEKLY\r\n"))
        item.due = CivilDate("2026-12-01T18:00")
        item.record.recurrence = "FREQ=WEEKLY;UNTIL=20271231"
        let timed = Self.print([PortableList(title: "Home", items: [item])], .ics)
        #expect(timed.contains("DTSTART:20261201T180000\r\nRRULE:FREQ=WEEKLY;UNTIL=20271231T235959\r\n"))
        #expect(try Self.read(timed, .ics).lists[0].items?.first?.recurrence == "FREQ=WEEKLY;UNTIL=20271231")
        let escaped = text.replacing("a,b;c", with: "a\\,b\\;c").replacing("CALNAME:Home", with: "CALNAME: ")
        let read = try Self.read(escaped, .ics)
        #expect(read.lists.map(\.title) == [""] && read.faults.isEmpty && read.keptInNotes.isEmpty)
        #expect(read.lists[0].items?.map(\.record.url) == ["https://example.org/a,b;c"])
    }

    /// The import gives an item without a due date the first date of its rule after that day.
    @Test func `a series of a calendar without a due date begins at its start, if it has one`() throws {
        func item(_ lines: String...) throws -> PortableItem {
            let task = ["BEGIN:VCALENDAR", "BEGIN:VTODO", "SUMMARY:bins"] + lines + ["END:VTODO", "END:VCALENDAR", ""]
            let file = try Self.read(task.joined(separator: "\r\n"), .ics)
            return try #require(file.lists.first?.items?.first)
        }
        let (rule, start) = ("RRULE:FREQ=WEEKLY", "DTSTART;VALUE=DATE:20261201")
        let began = try item(rule, start)
        #expect(began.due == CivilDate("2026-12-01") && began.record.recurrence == "FREQ=WEEKLY" && began.note.isEmpty)
        #expect(try item(start, rule, "DUE:20261203T180000").due == CivilDate("2026-12-03T18:00"))
        #expect(try item(rule).due == nil)
        let once = try item(start)
        #expect(once.due == nil && once.note.contains("20261201"))
    }

    @Test(arguments: 0..<400) func `Markdown keeps lists, sections and items`(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        var lists = random.lists(hasIDs: false, emptySections: false)
        if random.happens(percent: 50) { lists[0].description = random.phrase() + "\n\n" + random.phrase() }
        let text = Self.print(lists, .md)
        let file = try Self.read(text, .md)
        #expect(file.lists == lists, "\(text)")
        #expect(file.leftOut.isEmpty && file.keptInNotes.isEmpty)
    }

    /// A todo.txt has nothing by which a word could be said to be only a word: what was read once stays.
    @Test func `a description with ends of lines of another system makes no other list in Markdown`() throws {
        var list = PortableList(title: "Camping", items: [PortableItem(title: "stove")])
        list.description = "tent\r\n# Other\r\n- [ ] x"
        let file = try Self.read(Self.print([list], .md), .md)
        #expect(file.lists.map(\.title) == ["Camping"])
        #expect(file.lists[0].description == "tent\n# Other\n- [ ] x")
    }

    @Test(arguments: 0..<400) func `a todo.txt that was read is printed and read again as it was`(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let words = (0..<8).map { _ in random.phrase(upTo: 8) }
        let heads = ["", "x ", "x 2026-01-02 ", "x 2026-01-02 2026-01-01 ", "(A) ", "(E) 2026-01-01 ", "2026-01-01 "]
        let lines = words.map { (heads.randomElement(using: &random) ?? "") + $0 + " rec:1m p:1 id:1" }
        guard let first = try? Self.read(lines.joined(separator: "\n"), .todotxt) else { return }
        let text = Self.print(first.lists, .todotxt)
        #expect(try Self.read(text, .todotxt).lists == first.lists, "\(lines)\n\(text)")
    }

    @Test(arguments: 0..<400) func `a todo.txt keeps lists, sections and items, whatever their titles look like`(
        seed: UInt64
    ) throws {
        var random = SeededRandom(seed: seed)
        var lists = random.lists(hasIDs: false, emptySections: false)
        lists[0].items?[0].createdAt = 1_795_262_400_000
        let text = Self.print(lists, .todotxt)
        let found = try Self.read(text, .todotxt).lists
        #expect(found == lists, "\(text)")
        #expect(Self.print(found, .todotxt) == text)
    }

    @Test(
        arguments: [
            ("+plus at start", "\"+plus at start\" phlist-title:+plus%20at%20start list:L\n"),
            ("@ben do", "\"@ben do\" phlist-title:@ben%20do list:L\n"),
            ("x marks the spot", "\"x marks the spot\" phlist-title:x%20marks%20the%20spot list:L\n"),
            ("call due:2026-12-24", "\"call due:2026-12-24\" phlist-title:call%20due:2026-12-24 list:L\n"),
            ("a phlist-title:b", "\"a phlist-titleb\" phlist-title:a%20phlist-title:b list:L\n"),
            ("2 + 2 @ home", "2 + 2 @ home list:L\n"),
            ("+to do:", "\"+to do:\" phlist-title:+to%20do: list:L\n"),
            ("// due:2026-12-24", "\"// due:2026-12-24\" phlist-title:%2F/%20due:2026-12-24 list:L\n"),
        ]
    )
    func `a title that looks like something else is written so that it comes back`(title: String, text: String) throws {
        let lists = [PortableList(title: "L", items: [PortableItem(title: title)])]
        #expect(Self.print(lists, .todotxt) == text)
        #expect(try Self.read(text, .todotxt).lists == lists)
    }

    @Test func `a note that begins like the rest of an address is no word of a todo.txt`() throws {
        var item = PortableItem(title: "tent")
        (item.note, item.quantity) = ("//example.org has it", "//")
        let lists = [PortableList(title: "L", items: [item])]
        #expect(try Self.read(Self.print(lists, .todotxt), .todotxt).lists == lists)
    }

    @Test(arguments: FileFormat.allCases)
    func `what a format does not keep of a list is named`(format: FileFormat) throws {
        var list = PortableList(title: "Camping", items: [PortableItem(title: "tent")])
        list.sections = [PortableSection(name: "Food"), PortableSection(name: "Games", items: list.items)]
        (list.description, list.due) = ("for the summer", CivilDate(year: 2027, month: 7, day: 1))
        let lists = [list, PortableList(title: "Attic")]
        let found = try Self.read(Self.print(lists, format), format).lists
        let named = Dictionary(uniqueKeysWithValues: format.leftOut(of: lists).map { ($0.kind, $0.names) })
        #expect(named["empty lists"] == (found.count == 2 ? nil : ["Attic"]))
        #expect(named["empty sections"] == (found[0].sections?.count == 2 ? nil : ["Camping/Food"]))
        #expect(named["descriptions of lists"] == (found[0].description == nil ? ["Camping"] : nil))
        #expect(named["due dates of lists"] == (found[0].due == nil ? ["Camping"] : nil))
    }

    // MARK: Cuts

    @Test(arguments: FileFormat.allCases) func `every cut of a file is refused with its place, or read`(
        format: FileFormat
    ) throws {
        for seed in 0..<4 {
            var random = SeededRandom(seed: UInt64(seed))
            let bytes = Array(Self.print(random.lists(hasIDs: true, emptySections: true), format).utf8)
            for count in 0..<bytes.count {
                do {
                    let file = try PortableFile(try SourceText(Array(bytes[..<count])), as: format, local: Self.local)
                    if format == .json { #expect(count == bytes.count - 1 && !file.lists.isEmpty) }
                    for fault in file.faults { Self.check(fault, in: bytes[..<count]) }
                } catch {
                    Self.check(error, in: bytes[..<count])
                }
            }
        }
    }

    private static func check(_ fault: FormatError, in bytes: ArraySlice<UInt8>) {
        let lineCount = bytes.count { $0 == UInt8(ascii: "\n") } + 1
        #expect((1...lineCount).contains(fault.position.line) && fault.position.column >= 1)
        #expect(!fault.message.isEmpty)
    }

    @Test(arguments: FileFormat.allCases)
    func `bytes that were changed at random are refused, or read`(
        format: FileFormat
    ) throws {
        for seed in 0..<300 {
            var random = SeededRandom(seed: UInt64(seed))
            var bytes = Array(Self.print(random.lists(hasIDs: true, emptySections: false), format).utf8)
            for _ in 0...3 {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            _ = try? PortableFile(try SourceText(bytes), as: format, local: Self.local)
        }
    }
}
