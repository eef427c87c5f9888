import Foundation
import PhlistControl
import PhlistVocabulary
import Testing

@testable import PhlistFormats

/// Files that other programs have made: todo.txt-cli 2.11, Taskwarrior 2.6 by their commands; a Markdown list with the
/// habits of several editors, and a table as LibreOffice writes it for a German with Excel, by hand.
struct ForeignFileTests {
    static func bytes(_ name: String) throws -> [UInt8] {
        let directory = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Files")
        return Array(try Data(contentsOf: directory.appending(path: name)))
    }

    /// An hour ahead of UTC.
    private static func read(_ name: String, _ format: FileFormat) throws -> PortableFile {
        try PortableFile(try SourceText(try bytes(name)), as: format) { RoundTripTests.local($0 + 3_600_000) }
    }

    /// An item in one line: depth, state, title, and what it says besides.
    private static func text(of item: PortableItem) -> String {
        let mark = [WorkState.done: "x ", .cancelled: "~ "][item.state] ?? ""
        let parts = [
            item.due?.description, item.priority == .none ? nil : item.priority.name,
            item.quantity.isEmpty ? nil : item.quantity, item.url.isEmpty ? nil : item.url,
            item.location.isEmpty ? nil : "at \(item.location)",
            item.record.recurrence.isEmpty ? nil : item.record.recurrence,
            item.record.reminder.isEmpty ? nil : item.record.reminder,
            item.assignee.map { "by \($0)" },
            item.tags.isEmpty ? nil : item.tags.joined(separator: " "),
            item.note.isEmpty ? nil : "{\(item.note.replacing("\n", with: "|"))}",
        ]
        let title = String(repeating: "- ", count: item.depth) + mark + item.title
        return ([title] + parts.compactMap(\.self)).joined(separator: " / ")
    }

    static func text(of list: PortableList) -> [String] {
        list.groups.flatMap { group in (group.section.map { ["[\($0.name)]"] } ?? []) + group.items.map(text) }
    }

    @Test func `a todo.txt of todo.txt-cli keeps priorities, dates, projects, contexts and pairs`() throws {
        let file = try Self.read("todo-txt-cli.txt", .todotxt)
        #expect(file.lists.map(\.title) == [""])
        #expect(
            Self.text(of: file.lists[0]) == [
                "Call Mum / high / +Family @phone",
                "thank @mom for the meatballs / 2026-11-25 / +Family @mom",
                "Post signs around the neighbourhood / medium / FREQ=MONTHLY;FROM=COMPLETION / +GarageSale",
                "x Eskimo pies / @GroceryStore",
                "Buy oat milk 2 l / low / +Shopping / {pri: E|t: 2026-11-23}",
                "learn how to add 2+2, mail ann@example.org",
                "x see http://example.org/a:b for 10:30",
            ]
        )
        #expect(file.keptInNotes == ["pri": 1, "t": 1])
        #expect(file.leftOut == ["creation date": 7, "completion date": 2])
        // Printed again it is the same, but for the places of the labels, and the rule.
        let text = PortableFile.printed(file.lists, as: .todotxt, local: RoundTripTests.local)
        func words(_ text: String) -> [[Substring]] {
            text.split(separator: "\n").map { $0.split(separator: " ").sorted() }
        }
        let original = String(decoding: try Self.bytes("todo-txt-cli.txt"), as: UTF8.self)
        #expect(words(text) == words(original.replacing("rec:1m", with: "recurrence:FREQ=MONTHLY;FROM=COMPLETION")))
    }

    @Test func `an export of Taskwarrior keeps states, dates, projects, annotations and its own fields`() throws {
        let file = try Self.read("taskwarrior.json", .json)
        let lines = Self.text(of: file.lists[0])
        func without(_ line: String) -> String { String(line.prefix { $0 != "{" }) }
        #expect(
            lines.map(without) == [
                "Call the plumber — ask about \"valve\" / ", "Order parts / ", "done éàü / ", "rent / 2026-12-01 / ",
                "x old thing / ", "~ gone thing / ", "[Home]", "Buy oat milk / 2026-11-25 / high / dairy / ",
                "[Home.Garden]", "Paint the fence / 2026-11-25T18:00 / ",
            ]
        )
        #expect(lines[0].contains("{number on the fridge|") && lines[1].contains("depends: 6874221d-06f9-42d5-bb68"))
        #expect(lines[7].contains("place: Lyon"))
        #expect(lines[1].contains("wait: 2026-12-24"))
        #expect(file.leftOut == ["recurring template": 1])
        // Its own ids make ours, so a task stays one when it is called otherwise.
        #expect(file.lists[0].items?.first?.id == "qsrommlxkqztomxp")
    }

    @Test func `a list in Markdown keeps boxes, levels, sections, marks and what stands below an item`() throws {
        let file = try Self.read("list.md", .md)
        #expect(file.lists.map(\.title) == ["Groceries"])
        #expect(file.lists[0].description == "Rue Monge, every Saturday")
        #expect(
            Self.text(of: file.lists[0]) == [
                "bread", "x milk / {completed: 2026-11-20}", "apples / 2026-11-25 / high / fruit", "- red ones",
                "- green ones", "eggs", "~ cigarettes", "~ wine", "[Market stall]",
                "cheese / 2026-11-28 / {the old one,||not the young one|who: Ann}",
                "thank #ben for the fish / ben",
            ]
        )
        #expect(file.leftOut == ["text that is not an item": 5])
    }

    @Test(
        arguments: [
            (
                "House\n=====\nGarden\n---\n\nKitchen\n-------\n\n- oven\n\nBath\n--\n- tub\n\n---\n\n- soap\n",
                ["[Garden]", "[Kitchen]", "oven", "[Bath]", "tub", "soap"]
            ),
            ("---\ntitle: Home\ntags:\n- a\n---\nHouse\n===\n- [ ] oven\n", ["oven"]),
            ("# House\n\nEvery week\n\n---\n- [ ] tub\nwith soap\n---\n- [ ] oven\n", ["tub / {with soap}", "oven"]),
            ("# House\n- [ ] tub\n\n  with soap\n  ---\n\n- [ ] oven\n", ["tub / {|with soap}", "oven"]),
            ("---\n# House\n- [ ] tub\n---\n- [ ] oven\n", ["tub", "oven"]),
            ("---\n- [ ] tub\n---\n- [ ] oven\n", ["tub", "oven"]),
        ]
    )
    func `a line below a heading makes it one, and others separate`(text: String, items: [String]) throws {
        let list = try #require(try RoundTripTests.read(text, .md).lists.first)
        #expect(Self.text(of: list) == items)
        #expect(list.title == (text.contains("House") ? "House" : ""))
        #expect(list.description == (text.contains("week") ? "Every week" : nil))
    }

    @Test func `a table with a mark, semicolons, German headings and quoted ends of lines`() throws {
        let file = try Self.read("semicolons.csv", .csv)
        #expect(
            Self.text(of: file.lists[0]) == [
                "Müll / 2026-12-24 / high / {Zeile 1|Zeile 2|Ort: Hof}", "x Nagel \"5 mm\" kaufen / 2027-04-03",
                "Summe / {=A1+A2}",
            ]
        )
        #expect(file.keptInNotes == ["Ort": 1])
    }

    @Test(
        arguments: [
            ("title\tqty\nmilk\t2\n", ["milk / 2"]),
            ("Content,Description\r\nmilk,fresh", ["milk / {fresh}"]),
            ("Description\nmilk\n", ["milk"]),
            ("id,Title\n17,milk\n", ["milk / {id: 17}"]),
            (
                "title,date\na,12/25/2026\nb,25/12/2026 18:30\nc,2026/12/25\n",
                [
                    "a / 2026-12-25", "b / 2026-12-25T18:30", "c / 2026-12-25",
                ]
            ),
            ("title\n\"first\nsecond\"\n", ["first / {second}"]),
            ("title,note\n,\n milk ,\n", ["milk"]),
        ]
    )
    func `tables of many kinds are read`(text: String, items: [String]) throws {
        #expect(Self.text(of: try RoundTripTests.read(text, .csv).lists[0]) == items)
    }

    @Test(
        arguments: [
            (FileFormat.csv, "", "line 1, character 1: the file is empty"),
            (.csv, "a;b\n", "line 1, character 1: no column is called title, task, item or name; there are: a, b"),
            (
                .csv, "title,due\nmilk,soon\n",
                "line 2, character 6: \"soon\" is not a clear date; write it as 2026-12-25"
            ),
            (
                .csv, "title,due\nmilk,3/4/2026\n",
                "line 2, character 6: \"3/4/2026\" is not a clear date; write it as 2026-12-25"
            ),
            (.csv, "title\n\"milk\n", "line 2, character 1: the quotes that begin here do not end"),
            (
                .csv, "title\n\"milk\"x\n",
                "line 2, character 7: there is text behind the quotes of a cell; quotes in a text are doubled"
            ),
            (.csv, "title,state\nmilk,maybe\n", "line 2, character 6: \"maybe\" is not a state"),
            (.csv, "title,percent\nmilk,101 %\n", "line 2, character 6: 101 percent is not between 0 and 100"),
            (.csv, "title\nmilk,2\n", "line 2, character 6: this row has 2 cells, the headings are 1"),
            (.csv, "note,title\nx,\n", "line 2, character 3: the title is empty"),
            (.csv, "title,depth\na,1\n", "line 2, character 3: the depth is 0 to 0 here, not \"1\""),
            (
                .csv, "title,id\na,kkllmmnnooppqqrr\nb,kkllmmnnooppqqrr\n",
                "line 3, character 3: the id kkllmmnnooppqqrr stands twice in this list"
            ),
            (
                .csv, "title,tags\na,\(String(repeating: "t", count: 65))\n",
                "line 2, character 3: a tag has 65 bytes; at most 64"
            ),
            (.json, "", "line 1, character 1: the file is empty"),
            (.json, "{\"lists\":[\n{\"title\":7}]}", "line 2, character 10: \"title\" must be a text"),
            (
                .json, "{\"lists\":[{\"title\":\"a\",\"id\":\"abc\"}]}",
                "line 1, character 11: \"abc\" is not an id of 32 letters from k to z"
            ),
            (.json, "{\"lists\":[{\"items\":[]}]}", "line 1, character 11: the list has no \"title\""),
            (
                .json, "{\"lists\":[{\"title\":\"a\",\n\"items\":[{\"title\":\"é\",\"due\":\"2026-02-30\"}]}]}",
                "line 2, character 29: \"due\" is not a date like 2026-12-25 or 2026-12-25T18:00: \"2026-02-30\""
            ),
            (
                .json, "{\"lists\":[{\"title\":\"a\",\"items\":[{\"title\":\"b\",\"state\":\"maybe\"}]}]}",
                "line 1, character 54: \"state\" is one of open, done, cancelled, not \"maybe\""
            ),
            (
                .json, "{\"lists\":[{\"title\":\"a\",\"items\":[{\"title\":\"b\",\"depth\":1}]}]}",
                "line 1, character 33: the depth 1 is too much here; at most 0 fits"
            ),
            (
                .json, "{\"schemaVersion\":2,\"lists\":[]}",
                "line 1, character 1: schemaVersion 2 is of another phlist; this one reads 1"
            ),
            (
                .json, "[{\"a\":1}]",
                "line 1, character 2: this has no \"description\", as a task of Taskwarrior has, nor \"lists\""
            ),
            (
                .json, "{\"lists\":[\"\\ud800\"]}",
                "line 1, character 13: one half of a surrogate pair, which is not a character"
            ),
            (.json, "[1,]", "line 1, character 4: this is not JSON: unexpected \"]\""),
            (.json, String(repeating: "[", count: 100), "line 1, character 66: more than 64 levels are nested"),
            (.md, "# \n", "line 1, character 3: the title is empty"),
            (
                .md, "- [ ] milk [due:: soon]\n",
                "line 1, character 3: \"soon\" is not a date like 2026-12-25 or 2026-12-25T18:00"
            ),
            (.todotxt, "x 2026-01-01 a\u{7}b\n", "line 1, character 14: a title has the control character U+0007"),
            (
                .todotxt, String(repeating: "m", count: 1025),
                "line 1, character 1: a title has 1025 bytes; at most 1024"
            ),
        ] as [(FileFormat, String, String)]
    )
    func `what is wrong is named with its line and column`(format: FileFormat, text: String, fault: String) {
        let error = #expect(throws: FormatError.self) { try RoundTripTests.read(text, format) }
        #expect(error.map { "\($0.position): \($0.message)" } == fault)
    }

    @Test func `members that are not known are named, and what is known is taken`() throws {
        let text = """
            {"schemaVersion":1,"by":"x","lists":[{"title":"a","color":"red","items":[{"title":"b","stars":5},
            {"title":"c","stars":1,"createdAt":5}]}]}
            """
        let file = try RoundTripTests.read(text, .json)
        #expect(file.leftOut == ["by": 1, "color": 1, "stars": 2, "createdAt": 1])
        #expect(file.lists[0].items?.map(\.title) == ["b", "c"])
    }

    /// Has no time limit, for the clock runs while other tests compute; in quadratic time it would take minutes.
    @Test func `a table with very many lists and sections is read like one with few`() throws {
        let lists = (0..<100_000).map { "l\($0),,x" }
        #expect(
            try RoundTripTests.read((["list,section,title"] + lists).joined(separator: "\n"), .csv).lists.count
                == 100_000
        )
        let sections = (0..<100_000).map { "l,s\($0),x" }
        let file = try RoundTripTests.read((["list,section,title"] + sections).joined(separator: "\n"), .csv)
        #expect(file.lists.map { $0.sections?.count } == [100_000])
    }

    @Test(
        arguments: [
            (
                .todotxt,
                "tent due:2026-12-01 qty:1 url:http://a.example assignee:Ann rec:1d due:2026-12-02 qty:2 "
                    + "url:http://b.example assignee:Ben rec:+1w rec:+1w",
                "tent / 2026-12-02 / 2 / http://b.example / FREQ=WEEKLY / by Ben / {due: 2026-12-01|quantity: 1|"
                    + "url: http://a.example|assignee: Ann|recurrence: FREQ=DAILY;FROM=COMPLETION}"
            ),
            (
                .md,
                "- tent [due:: 2026-12-01] [due:: 2026-12-02] \u{1F53A} [priority:: low] [percent:: 5] [percent:: 9]",
                "tent / 2026-12-02 / low / {due: 2026-12-01|priority: high|percent: 5}"
            ),
            (
                .ics,
                "BEGIN:VCALENDAR\nBEGIN:VTODO\nSUMMARY:tent\nSUMMARY:stove\nURL:http://a.org\nURL:http://b.org\n"
                    + "LOCATION:attic\nLOCATION:cellar\nDUE;VALUE=DATE:20261201\nDUE;VALUE=DATE:20261202\n"
                    + "RRULE:FREQ=DAILY\nRRULE:FREQ=WEEKLY\nEND:VTODO\nEND:VCALENDAR",
                "tent / 2026-12-02 / http://b.org / at cellar / FREQ=WEEKLY / {summary: stove|url: http://a.org|"
                    + "location: attic|due: 2026-12-01|recurrence: FREQ=DAILY}"
            ),
        ] as [(FileFormat, String, String)]
    )
    func `of two values for a field the last one counts, and the other one is a line of the note`(
        format: FileFormat,
        text: String,
        item: String
    ) throws {
        let file = try RoundTripTests.read(text, format)
        #expect(Self.text(of: file.lists[0]) == [item])
        let kept = item.drop { $0 != "{" }.dropFirst().split(separator: "|").map { String($0.prefix { $0 != ":" }) }
        #expect(file.keptInNotes == Dictionary(uniqueKeysWithValues: kept.map { ($0, 1) }))
    }

    @Test func `a member of JSON that stands twice is counted as left out, and the last one counts`() throws {
        let text =
            "{\"lists\":[{\"title\":\"L\",\"items\":[{\"title\":\"a\",\"qty\":1,\"note\":\"b\",\"note\":\"c\"}]}]}"
        let file = try RoundTripTests.read(text, .json)
        #expect(Self.text(of: file.lists[0]) == ["a / {c}"] && file.leftOut == ["qty": 1, "note": 1])
    }

    @Test func `a rotation that nobody can take part in, or without a rule, becomes a line of the note`() throws {
        let rows = [
            "a,Ann,FREQ=DAILY,\"Ann, Ben\"", "b,,FREQ=DAILY,\"Ann, Zoe\"", "c,,,\"Ann, Ben\"", "d,,FREQ=DAILY,Ann",
            "e,,FREQ=DAILY,\"Ann,ann\"", "f,,FREQ=DAILY,\",\"",
        ]
        var file = try RoundTripTests.read((["title,who,recurrence,rotation"] + rows).joined(separator: "\n"), .csv)
        file.keepMembers { ["Ann": "1", "ann": "1", "Ben": "2"][$0] }
        #expect(file.lists[0].items?.map(\.rotation) == ["Ann, Ben", "", "", "", "", ""])
        let texts = ["Ann, Zoe", "Ann, Ben", "Ann", "Ann,ann", ","]
        #expect(file.lists[0].items?.map(\.note) == [""] + texts.map { "rotation: \($0)" })
        #expect(file.keptInNotes == ["rotation": 5])
    }

    @Test func `assignees whom nobody knows become lines of notes`() throws {
        var file = try RoundTripTests.read("title,who,note\na,Ann,\nb,Zoe,x\n", .csv)
        file.keepMembers { $0 == "Ann" ? "1" : nil }
        #expect(Self.text(of: file.lists[0]) == ["a / by Ann", "b / {x|assignee: Zoe}"])
        #expect(file.keptInNotes == ["assignee": 1])
    }
}
