import PhlistControl
import PhlistVocabulary
import Testing

@testable import PhlistFormats

/// Files in the shape of programs that people come from.
struct RealFileTests {
    private static func read(_ name: String, _ format: FileFormat) throws -> PortableFile {
        let source = try SourceText(try ForeignFileTests.bytes(name))
        #expect(FileFormat(recognising: source, named: "") == format)
        return try PortableFile(source, as: format) { RoundTripTests.local($0 + 3_600_000) }
    }

    /// The columns of "Export as a CSV" in Todoist since 2024, by hand.
    @Test func `a project of Todoist keeps sections, levels, notes, labels, and dates that are rules`() throws {
        let file = try Self.read("todoist.csv", .csv)
        #expect(file.faults.isEmpty)
        #expect(file.lists[0].description == "For all of us")
        #expect(
            ForeignFileTests.text(of: file.lists[0]) == [
                "Pay rent / high / {date: every month}", "Buy milk / 2026-11-28 / Dairy shop",
                "- Ask for 2 l / by Ben / {2 %, not 3|on the phone|date: tomorrow 18:00|duration: 30 minute}",
                "[Garden]", "Prune the roses / 2026-12-01 / medium / {deadline: 2026-12-05}", "- sharpen the shears",
                "- - buy oil", "Not to be ticked", "[Empty]",
            ]
        )
        #expect(file.keptInNotes == ["date": 2, "deadline": 1, "duration": 1])
        #expect(file.leftOut == ["author": 7])
    }

    /// Tasks/Tasks.json out of Google Takeout, 2025, by hand.
    @Test func `Takeout of Google Tasks keeps lists, what stands below what, states, notes and times`() throws {
        let file = try Self.read("google-tasks.json", .json)
        #expect(file.faults.isEmpty)
        #expect(file.lists.map(\.title) == ["My Tasks", "Garden"])
        #expect(
            ForeignFileTests.text(of: file.lists[0]) == [
                "Buy milk / 2026-11-28 / {2 l|fresh}", "- in bottles", "x Pay rent",
                "Dentist / 2026-11-30T09:30",
            ]
        )
        #expect(ForeignFileTests.text(of: file.lists[1]) == ["Roses"])
        #expect(file.leftOut == ["task without a title": 1, "deleted task": 1, "completed": 1, "links": 1])
    }

    @Test func `a table with the words and times of Google Tasks is read`() throws {
        let text = """
            title,status,due
            milk,needsAction,2026-11-28T00:00:00.000Z
            rent,completed,2026-11-28T17:30:00Z
            tea,needsAction,2026-11-28T17:30:00.5+02:00

            """
        let file = try RoundTripTests.read(text, .csv)
        #expect(
            ForeignFileTests.text(of: file.lists[0]) == [
                "milk / 2026-11-28", "x rent / 2026-11-28T17:30", "tea / 2026-11-28T15:30",
            ]
        )
    }

    /// A task list of GitHub with what its editor leaves behind.
    @Test func `Markdown of GitHub keeps boxes of all kinds, and leaves out those without text`() throws {
        let text = """
            ## Release
            - [ ]
            * [x] tag
            1. [ ] build
               - [ ] test
            2. [X] sign
            - [ ]
                - [ ] below a box without text
            -

            """
        let file = try RoundTripTests.read(text, .md)
        #expect(
            ForeignFileTests.text(of: file.lists[0]) == [
                "[Release]", "x tag", "build", "- test", "x sign", "below a box without text",
            ]
        )
        #expect(file.leftOut == ["item without text": 3])
    }

    /// Lines that todo.txt-cli 2.12 writes and takes, although its rules do not speak of them.
    @Test func `odd lines of a todo.txt are read as far as they go`() throws {
        let text = "(A) \nmilk due:notadate\nx \ntea\t@shop due:2026-11-28\n(A)\nbread due:soon +shop due:2026-11-29\n"
        let file = try RoundTripTests.read(text, .todotxt)
        #expect(
            ForeignFileTests.text(of: file.lists[0]) == [
                "milk due:notadate", "tea / 2026-11-28 / @shop", "(A)", "bread due:soon / 2026-11-29 / +shop",
            ]
        )
        #expect(file.leftOut == ["line without text": 2])
    }

    /// VTODOs with the properties that Nextcloud Tasks, Apple's Reminders and Thunderbird write, by hand.
    @Test func `the tasks of a calendar keep what stands below what, states, dates and what has no place`() throws {
        let file = try Self.read("calendar.ics", .ics)
        #expect(file.faults.isEmpty)
        #expect(file.lists.map(\.title) == ["Home"])
        #expect(file.lists[0].description == "What is to be done, by all of us")
        let note = "White, two coats.|The ladder is at Ben's, who needs it back on Sunday."
        #expect(
            ForeignFileTests.text(of: file.lists[0]) == [
                "Paint the fence; both sides / 2026-11-28T18:00 / high / at Behind the house / -PT1H / "
                    + "Garden Hard-work / {\(note)}",
                "- x Buy paint / 2026-11-26",
                "Pay the rent / 2026-12-01T09:30 / medium / FREQ=MONTHLY;BYMONTHDAY=1", "~ Old idea / low",
            ]
        )
        #expect(file.keptInNotes == [:])
        #expect(file.leftOut == ["event": 1, "completion date": 1, "X-APPLE-SORT-ORDER": 1])
    }

    /// What Microsoft Graph answers for lists and tasks, in one file with the lists, by hand.
    @Test func `lists of Microsoft To Do keep steps, notes, categories and days`() throws {
        let file = try Self.read("microsoft-to-do.json", .json)
        #expect(file.faults.isEmpty)
        #expect(file.lists.map(\.title) == ["Groceries", "Empty", "Chores"])
        #expect(
            ForeignFileTests.text(of: file.lists[0]) == [
                "Milk / 2026-11-28 / high / Dairy Red-category / {2 l|fresh|reminder: 2026-11-28T08:00:00}",
                "- in bottles", "- x cream", "x Bread",
            ]
        )
        #expect(ForeignFileTests.text(of: file.lists[2]) == ["Windows / low"])
        #expect(file.leftOut == ["recurrence": 1])
    }

    @Test(arguments: [
        (#""type":"daily","interval":3"#, #""type":"noEnd""#, "FREQ=DAILY;INTERVAL=3"),
        (
            #""type":"weekly","interval":2,"daysOfWeek":["monday","thursday"]"#,
            #""type":"endDate","endDate":"2030-06-30""#, "FREQ=WEEKLY;INTERVAL=2;UNTIL=20300630;BYDAY=MO,TH"
        ),
        (
            #""type":"absoluteMonthly","interval":1,"dayOfMonth":15"#, #""type":"numbered","numberOfOccurrences":4"#,
            "FREQ=MONTHLY;COUNT=4;BYMONTHDAY=15"
        ),
        (
            #""type":"relativeMonthly","interval":1,"index":"last","daysOfWeek":["friday"]"#, #""type":"noEnd""#,
            "FREQ=MONTHLY;BYDAY=-1FR"
        ),
        (#""type":"weekly","interval":1,"daysOfWeek":[]"#, #""type":"noEnd""#, nil),
        (#""type":"daily","interval":1"#, #""type":"endDate""#, nil),
        (#""type":7"#, #""type":"noEnd""#, nil),
    ])
    func `rules of Microsoft To Do come in, and what is no rule is counted`(
        pattern: String,
        range: String,
        rule: String?
    ) throws {
        let recurrence = "{\"pattern\":{\(pattern)},\"range\":{\(range)}}"
        let text = "[{\"title\":\"bins\",\"importance\":\"low\",\"recurrence\":\(recurrence)}]"
        let file = try PortableFile(try SourceText(Array(text.utf8)), as: .json, local: RoundTripTests.local)
        let item = try #require(file.lists.first?.items?.first)
        #expect(Recurrence(item.record.recurrence) == rule.flatMap { Recurrence($0) }, "\(item.record.recurrence)")
        #expect(file.leftOut == (rule == nil ? ["recurrence": 1] : [:]))
        #expect(file.faults.isEmpty && file.keptInNotes.isEmpty && item.record.note.isEmpty)
    }

    @Test(arguments: [
        ("2026-05-31T22:00:00.0000000", "UTC"), ("2026-06-01T00:00:00.0000000", "UTC"), ("2026-06-01T07:00:00Z", "UTC"),
        ("2026-06-01T00:00:00", "Europe/Berlin"), ("2026-05-31T15:00:00.0000000", "UTC"),
    ])
    func `the day of Microsoft To Do is that of the midnight where the task was made`(text: String, zone: String) throws
    {
        let due = "{\"dateTime\":\"\(text)\",\"timeZone\":\"\(zone)\"}"
        let task = "{\"title\":\"bins\",\"importance\":\"low\",\"hasAttachments\":\"no\",\"dueDateTime\":\(due)}"
        let file = try RoundTripTests.read("[\(task)]", .json)
        let item = try #require(file.lists.first?.items?.first)
        #expect(item.due?.description == "2026-06-01" && item.priority == .low)
        #expect(file.faults.isEmpty && file.keptInNotes.isEmpty)
    }

    @Test func `dates of Todoist that recur become rules where they are understood`() throws {
        var file = try Self.read("todoist.csv", .csv)
        let kept = file.keptInNotes["date", default: 0]
        file.takeRules { $0 == "every month" ? "FREQ=MONTHLY" : nil }
        let rent = try #require(file.lists.flatMap { $0.items ?? [] }.first { $0.record.title == "Pay rent" })
        #expect(rent.record.recurrence == "FREQ=MONTHLY" && rent.record.note.isEmpty)
        #expect(kept == 2 && file.keptInNotes["date"] == 1)
    }

    @Test func `a table of Outlook's tasks is read`() throws {
        let text = """
            "Subject","Due Date","Notes","Priority","Status","% Complete"
            "Milk","11/28/2026","2 l","High","Not Started","0"
            "Bread","11/29/2026","","Normal","Completed","100"
            "Tea","","","Low","Waiting on someone else",""

            """
        let file = try RoundTripTests.read(text, .csv)
        #expect(
            ForeignFileTests.text(of: file.lists[0]) == [
                "Milk / 2026-11-28 / high / {2 l}", "x Bread / 2026-11-29",
                "Tea / low / {Status: Waiting on someone else}",
            ]
        )
    }
}
