import PhlistControl
import PhlistVocabulary
import Testing

@testable import PhlistFormats

/// Files with more than one fault.
struct FaultTests {
    @Test(
        arguments: [
            (
                .ics,
                "BEGIN:VCALENDAR\nBEGIN:VTODO\nUID:1\nSUMMARY:whole\nEND:VTODO\nBEGIN:VTODO\nUID:2\nSUMMARY:cut\n",
                ["line 8, character 1: the file ends before END:VTODO: it is cut off"], ["whole"]
            ),
            (
                .csv, "title,depth,due,percent\nmilk,0,soon,101\ncream,1,,\n,,,\nbread,0,,\n,1,2026-01-01,\n",
                [
                    "line 2, character 8: \"soon\" is not a clear date; write it as 2026-12-25",
                    "line 2, character 13: 101 percent is not between 0 and 100",
                    "line 6, character 1: the title is empty",
                ], ["cream", "bread"]
            ),
            (
                .csv, "title,due\nmilk,31.11.2026\ncream,2026-02-29\nbread,Dec 32 2026\ntea,32/13/2026\n",
                [
                    "line 2, character 6: \"31.11.2026\" is not a valid date: no calendar has that day",
                    "line 3, character 7: \"2026-02-29\" is not a valid date: no calendar has that day",
                    "line 4, character 7: \"Dec 32 2026\" is not a valid date: no calendar has that day",
                    "line 5, character 5: \"32/13/2026\" is not a valid date: no calendar has that day",
                ], []
            ),
            (
                .csv,
                "TYPE,CONTENT,PRIORITY,INDENT,DATE\ntask,milk,4,1,32 Dec\ntask,tea,4,1,Feb 30 2026\n"
                    + "task,bread,4,1,2026-11-31\n",
                [
                    "line 2, character 15: \"32 Dec\" is not a valid date: no calendar has that day",
                    "line 3, character 14: \"Feb 30 2026\" is not a valid date: no calendar has that day",
                    "line 4, character 16: \"2026-11-31\" is not a valid date: no calendar has that day",
                ], []
            ),
            (
                .md,
                "# Shopping\n- [ ] milk [due:: soon]\n  the note of milk\n  - [ ] cream\n- [ ] a\u{7}\n- [ ] bread\n",
                [
                    "line 2, character 3: \"soon\" is not a date like 2026-12-25 or 2026-12-25T18:00",
                    "line 5, character 3: a title has the control character U+0007",
                ], ["cream", "bread"]
            ),
            (
                .todotxt, "a\u{7}\nmilk\ncream percent:101\n",
                [
                    "line 1, character 1: a title has the control character U+0007",
                    "line 3, character 1: 101 percent is not between 0 and 100",
                ], ["milk"]
            ),
            (
                .json,
                """
                {"lists":[{"title":"Shopping","items":[{"title":""},
                {"title":"cream","depth":1},{"title":"bread","state":"eaten"}]},
                {"items":[]}]}
                """,
                [
                    "line 1, character 40: the title is empty",
                    "line 2, character 54: \"state\" is one of open, done, cancelled, not \"eaten\"",
                    "line 3, character 1: the list has no \"title\"",
                ], ["cream"]
            ),
            (
                .json, "[{\"description\":\"milk\"},\n{\"description\":\"bread\",\"due\":\"soon\"},\n7]",
                [
                    "line 2, character 1: \"due\" is not a time like 20261124T230000Z: \"soon\"",
                    "line 3, character 1: the file has no \"lists\", and a task of Taskwarrior must be an object",
                ], ["milk"]
            ),
        ] as [(FileFormat, String, [String], [String])]
    )
    func `all faults are named in the order of the file, and the rest is read`(
        format: FileFormat,
        text: String,
        faults: [String],
        titles: [String]
    ) throws {
        let file = try PortableFile(try SourceText(Array(text.utf8)), as: format, local: RoundTripTests.local)
        #expect(file.faults.map { "\($0.position): \($0.message)" } == faults)
        let items = file.lists.flatMap { $0.items ?? [] }
        #expect(items.map(\.title) == titles)
        // What stood below an item that is missing moves up.
        #expect(items.allSatisfy { $0.depth == 0 && $0.note.isEmpty })
        #expect(file.lists.allSatisfy { $0.description == nil })
    }

    @Test func `a task of Todoist without a title is left out with its notes, and what stands below it moves up`()
        throws
    {
        let text = """
            TYPE,CONTENT,PRIORITY,INDENT,DATE
            task,milk,4,1,
            task,,4,2,every sat
            note,of nothing,,,
            task,cream,4,3,
            """
        let file = try PortableFile(try SourceText(Array(text.utf8)), as: .csv, local: RoundTripTests.local)
        #expect(file.faults.map { "\($0.position): \($0.message)" } == ["line 3, character 6: the title is empty"])
        #expect(ForeignFileTests.text(of: file.lists[0]) == ["milk", "- cream"])
        #expect(file.leftOut == ["note": 1] && file.keptInNotes.isEmpty)
    }

    @Test func `a row of Todoist with a wrong priority or level, or too many cells, is named and left out`() throws {
        let text = """
            TYPE,CONTENT,PRIORITY,INDENT
            task,milk,high,1
            task,bread,9,x
            note,of bread,,
            task,cream,4,2
            task,tea,4,7
            task,sugar,,
            task,salt, white,4,1
            note,fine, not coarse,,,x
            task,pepper,4,3,
            """
        let file = try PortableFile(try SourceText(Array(text.utf8)), as: .csv, local: RoundTripTests.local)
        #expect(
            file.faults.map { "\($0.position): \($0.message)" } == [
                "line 3, character 12: \"9\" is not a priority",
                "line 3, character 14: \"x\" is not a level from 1 to 5",
                "line 6, character 12: \"7\" is not a level from 1 to 5",
                "line 8, character 20: this row has 5 cells, the headings are 4",
                "line 9, character 25: this row has 6 cells, the headings are 4",
            ]
        )
        #expect(ForeignFileTests.text(of: file.lists[0]) == ["milk / high", "- cream", "sugar", "- pepper"])
        #expect(file.leftOut == ["note": 1])
    }

    @Test(
        arguments: [
            (.csv, "title,depth,due\nA,0,\nB,0,soon\nC,1,\nD,2,\nE,1,\nF,0,\nG,1,soon\nH,2,\n"),
            (.csv, "title,depth\nA,0\nB,0,surplus\nC,1\nD,2\nE,1\nF,0\n\u{7},1\nH,2\n"),
            (
                .csv,
                "TYPE,CONTENT,PRIORITY,INDENT\ntask,A,4,1\ntask,B,9,1\ntask,C,4,2\ntask,D,4,3\ntask,E,4,2\n"
                    + "task,F,4,1\ntask,G\u{7},4,2\ntask,H,4,3\n"
            ),
            (
                .json,
                """
                {"lists":[{"title":"L","items":[{"title":"A"},{"title":""},{"title":"C","depth":1},
                {"title":"D","depth":2},{"title":"E","depth":1},{"title":"F"},{"title":"G","due":"soon","depth":1},
                {"title":"H","depth":2}]}]}
                """
            ),
            (
                .md,
                "- A\n- B [due:: soon]\n  - C\n    - D\n  - E\n- F\n  - \u{7}\n    - H\n"
            ),
        ] as [(FileFormat, String)]
    )
    func `what stands below an item that is left out moves up, and not below another one`(
        format: FileFormat,
        text: String
    ) throws {
        let file = try PortableFile(try SourceText(Array(text.utf8)), as: format, local: RoundTripTests.local)
        #expect(file.faults.count == 2)
        #expect(ForeignFileTests.text(of: file.lists[0]) == ["A", "C", "- D", "E", "F", "- H"])
    }

    @Test func `the greatest and the least depth are faults like others`() throws {
        let rows = [Int.max, Int.max, Int.min, -5, -1, 0]
        for text in [
            "title,depth\n" + rows.map { "a,\($0)\n" }.joined(),
            "TYPE,CONTENT,PRIORITY,INDENT\n" + rows.map { "task,a,4,\($0)\n" }.joined() + "task,a,4,1\n",
            "{\"lists\":[{\"title\":\"L\",\"items\":["
                + rows.map { "{\"title\":\"a\",\"depth\":\($0)}" }.joined(separator: ",") + "]}]}",
        ] {
            let format: FileFormat = text.hasPrefix("{") ? .json : .csv
            let file = try PortableFile(try SourceText(Array(text.utf8)), as: format, local: RoundTripTests.local)
            #expect(file.faults.count >= 2 && file.lists[0].items?.last?.depth == 0, "\(text)")
        }
    }

    @Test func `tasks of Todoist whose parent is not in the file stay side by side`() throws {
        let text = "TYPE,CONTENT,PRIORITY,INDENT\ntask,A,4,1\ntask,B,4,3\ntask,C,4,3\ntask,D,4,2\n"
        #expect(ForeignFileTests.text(of: try RoundTripTests.read(text, .csv).lists[0]) == ["A", "- B", "- C", "- D"])
    }

    @Test func `steps of a task that is left out do not come below another one`() throws {
        let text = "type,title,due\nlist,L,\ntask,A,\nstep,B,\ntask,C,soon\nstep,D,\ntask,E,\n"
        let file = try PortableFile(try SourceText(Array(text.utf8)), as: .csv, local: RoundTripTests.local)
        #expect(ForeignFileTests.text(of: file.lists[0]) == ["A", "- B", "D", "E"])
    }

    @Test(arguments: [FileFormat.csv, .todotxt, .ics, .json])
    func `a task that is its own parent, and a loop of parents, begin at their first task at the top`(
        format: FileFormat
    ) throws {
        // Each with its title, its number and the number of its parent.
        let tasks = [("d", 4, 3), ("a", 1, 1), ("b", 2, 3), ("c", 3, 2), ("e", 5, 1)]
        let text =
            switch format {
            case .csv: "title,id,parent\n" + tasks.map { "\($0),\($1),\($2)\n" }.joined()
            case .todotxt: tasks.map { "\($0) id:\($1) p:\($2)\n" }.joined()
            case .ics: Self.calendar(tasks.map { "SUMMARY:\($0)\nUID:\($1)\nRELATED-TO:\($2)" })
            case .json, .md:
                "{\"kind\":\"tasks#tasks\",\"items\":["
                    + tasks.map { "{\"title\":\"\($0)\",\"id\":\"\($1)\",\"parent\":\"\($2)\"}" }
                    .joined(separator: ",") + "]}"
            }
        let list = try #require(try RoundTripTests.read(text, format).lists.first)
        #expect(ForeignFileTests.text(of: list) == ["a", "- e", "b", "- c", "- - d"])
    }

    @Test func `a task inside another one is refused, and neither is lost unsaid`() throws {
        let text = Self.calendar(["SUMMARY:a\nBEGIN:VTODO\nSUMMARY:b\nEND:VTODO"])
        let file = try PortableFile(try SourceText(Array(text.utf8)), as: .ics, local: RoundTripTests.local)
        #expect(file.faults.map(\.message) == ["a VTODO begins inside another one"])
        #expect(file.lists.flatMap { $0.items ?? [] }.count == 1)
    }

    private static func calendar(_ tasks: [String]) -> String {
        let tasks = tasks.map { "BEGIN:VTODO\n\($0)\nEND:VTODO\n" }.joined()
        return "BEGIN:VCALENDAR\n\(tasks)END:VCALENDAR\n"
    }

    /// Has no time limit, for the clock runs while other tests compute; in quadratic time it would take minutes.
    @Test func `a file with very many names is read like one with few`() throws {
        let text = (0..<100_000).map { "milk \($0) key\($0):v\n" }.joined()
        #expect(try RoundTripTests.read(text, .todotxt).keptInNotes.count == 100_000)
    }

    @Test func `what is left out for a fault does not count as kept or left out besides`() throws {
        let text = "title,place,due\nmilk,Lyon,soon\nbread,Lyon,\n"
        let file = try PortableFile(try SourceText(Array(text.utf8)), as: .csv, local: RoundTripTests.local)
        #expect(file.keptInNotes == ["place": 1] && file.faults.count == 1)
    }
}
