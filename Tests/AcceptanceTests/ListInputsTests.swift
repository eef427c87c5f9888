import Testing

/// Wrong inputs of the commands for lists and sections: a status, one clear line, and nothing changed.
struct ListInputsTests {
    private static let rows: [(status: Int32, says: String, command: String)] = [
        (66, "no list \"Nowhere\"", "list show Nowhere"), (66, "no list \"Nowhere\"", "list done Garden Nowhere"),
        (66, "no list \"Nowhere\"", "list rm Nowhere"), (66, "no list \"Nowhere\"", "list restore Nowhere"),
        (66, "no list \"Nowhere\"", "list merge Nowhere Garden"), (66, "no list \"Nowhere\"", "list copy Nowhere"),
        (66, "no list \"Nowhere\"", "list merge Garden Nowhere"), (66, "no list \"Nowhere\"", "list default Nowhere"),
        (66, "no list \"Nowhere\"", "list new x --template Nowhere"),
        (66, "no list \"Nowhere\"", "list clear-done Nowhere"),
        (66, "no list \"Nowhere\"", "section ls Nowhere"), (66, "no list \"Nowhere\"", "section add Nowhere x"),
        (66, "no section \"Meat\" in Garden", "section rm Garden/Beds Garden/Meat"),
        (66, "no section \"Meat\" in Garden", "section mv Garden/Beds --after Meat"),
        (66, "no list \"\"", "list rm ''"),
        (64, "an argument is empty where a name is expected", "list show ''"),
        (64, "matches 2 lists", "list show TWIN"),
        (64, "matches 2 lists", "section add TWIN x"), (64, "one of --top, --bottom", "section mv Garden/Beds"),
        (64, "an editor needs a terminal", "list edit Garden"),
        (64, "'sideways' is invalid", "list view Garden --sort sideways"),
        (64, "'never' is invalid", "list deletion Garden never"), (64, "'-1' is invalid", "list ls --state=-1"),
        (65, "is empty", "list new ''"), (65, "is empty", "list new '  '"), (65, "is empty", "list rename Garden ''"),
        (65, "is empty", "section add Garden ''"), (65, "is empty", "section rename Garden/Beds ' '"),
        (65, "the control character U+001B", "list new \"$(printf 'a\\033[2Jb')\""),
        (65, "more than one line", "list rename Garden \"$(printf 'a\\nb')\""),
        (65, "a title has a tab", "section add Garden \"$(printf 'a\\tb')\""),
        (65, "at most 1024", "list new \"$(head -c 1025 /dev/zero | tr '\\0' x)\""),
        (65, "at most 1024", "section add Garden \"$(head -c 1025 /dev/zero | tr '\\0' x)\""),
        (65, "a description has 1000000 bytes; at most 16384", "list edit Garden --desc - <million"),
        (65, "more than", "list edit Garden --desc - <millions"), (65, "not UTF-8", "list new x --desc - <bytes"),
        (65, "no calendar has that day", "list new x --due 30.2."),
        (65, "is not a valid date", "list edit Garden --due soon"),
        (65, "itself", "list merge Garden garden"), (65, "names a list, not a section", "section rm Garden"),
        (65, "names a list, not a section", "section rename Garden x"),
        (65, "already has the section \"Beds\"", "section add Garden BEDS"),
        (65, "already has the section \"Beds\"", "section rename Garden/Paths beds"),
    ]

    @Test func `a wrong input is refused in one clear line and changes nothing`() throws {
        let home = try Home()
        for list in ["Garden", "twin", "Twin"] { try home("list", "new", list) }
        try home("section", "add", "Garden", "Beds", "Paths")
        let files = """
            head -c 1000000 /dev/zero | tr '\\0' x >million
            head -c 2000000 /dev/zero | tr '\\0' x >millions
            printf '\\377\\376' >bytes
            """
        #expect(try home.shell(files).status == 0)
        let before = try home.shell("phlistctl --json list ls --all; phlistctl --json section ls Garden").output
        for row in Self.rows {
            let outcome = try home.shell("phlistctl \(row.command)")
            #expect(outcome.status == row.status, "\(row.command)")
            let line = outcome.messages.split(separator: "\n").first ?? ""
            #expect(line.hasPrefix("phlistctl: ") && line.contains(row.says), "\(row.command): \(line)")
            #expect(outcome.output.isEmpty, "\(row.command)")
        }
        #expect(try home.shell("phlistctl --json list ls --all; phlistctl --json section ls Garden").output == before)
    }
}
