import Testing

/// Forms of any kind, and what is refused, with the programs as they are installed.
struct FormTests {
    private static let file = """
        {"fields": [
          {"name": "Name", "type": "alphanumeric"},
          {"name": "Born", "type": "date"},
          {"name": "Kind", "type": "choice", "isRequired": true, "choices": ["cat", "dog"]}
        ]}
        """

    private static func home() throws -> Home {
        let home = try Home()
        try home("form", "new", "pets", "--from", "-", "--household", input: file).expect(
            0,
            "made the form pets with 3 fields, for everybody"
        )
        return home
    }

    @Test func `S2.3 S2.8 a form is made of a file, changed, and removed with a way back`() throws {
        let home = try Self.home()
        try home.session(
            """
            $ phlistctl record save pets name=Mia kind=CAT born=2020/01/02
            added Mia to pets
            $ phlistctl form edit pets --remove-field Born --add-field Born:text --add-field Chip:alphanumeric \
            --require chip --rename-field kind=Species
            changed: pets
            pets  1 record, everybody
              Name     letters and digits  the key
              Species  choice              required  cat, dog
              Born     text
              Chip     letters and digits  required
            $ phlistctl record ls pets
               Name  Species  Born  Chip
            !  Mia   cat                  Chip: is required
            $ phlistctl record save pets name=Mia chip=77
            updated Mia in pets
            $ phlistctl form rm pets
            removed the form pets (back with: phlistctl list restore <1>)
            $ phlistctl form ls
            ! no forms yet; make one with: phlistctl form template student
            """
        )
    }

    @Test func `a form is no checklist: its records are no items, and a bare add does not go there`() throws {
        let home = try Self.home()
        try home("record", "save", "pets", "name=Mia", "kind=cat")
        try home("ls").expect(0, "! nothing open")
        try home("add", "milk").expect(0, "made the list Shopping", #"added "milk" to Shopping (<1>)"#)
        #expect(try home("list", "ls").status == 0)
        #expect(try home("--json", "ls", "--all").output.contains("Mia") == false)
    }

    @Test func `nothing is changed by --dry-run`() throws {
        let home = try Self.home()
        try home.session(
            """
            $ phlistctl -n record save pets name=Mia kind=cat
            added Mia to pets
            ! nothing was changed; without --dry-run it would be:
            $ phlistctl -n form edit pets --title animals
            changed: animals
            animals  0 records, everybody
              Name  letters and digits  the key
              Born  date, YYYY/MM/DD
              Kind  choice              required  cat, dog
            ! nothing was changed; without --dry-run it would be:
            $ phlistctl record ls pets
            ! no records in pets
            """
        )
    }

    @Test func `S2.3 S2.4 what makes no sense is refused in one line, and nothing is changed`() throws {
        let home = try Self.home()
        try home("list", "new", "Garden")
        try home("form", "new", "petshop", "--from", "-", input: Self.file)
        try home("form", "new", "PETSHOP", "--from", "-", input: Self.file)
        try home("record", "save", "pets", "name=Mia", "kind=cat")
        let before = try Self.everything(home)
        let long = String(repeating: "x", count: 1100)
        let refusals: [([String], Int32, String)] = [
            (["record", "ls", "nowhere"], 66, #"no form "nowhere""#),
            (["record", "ls", ""], 64, "an argument is empty where a name is expected"),
            (["record", "ls", "Garden"], 65, #""Garden" is a checklist, not a form"#),
            (["record", "ls", "petSHOP"], 64, #""petSHOP" matches 2 forms"#),
            (["record", "find", "pets", ""], 64, "an argument is empty where a name is expected"),
            (["record", "find", "pets", "Max"], 66, #"no record "Max" in pets"#),
            (["record", "save", "pets", "name="], 65, "nothing was saved: 2 fields of pets to correct"),
            (
                ["record", "save", "pets", "name=Mi\u{1B}a", "kind=cat"], 65,
                "nothing was saved: 1 field of pets to correct"
            ),
            (
                ["record", "save", "pets", "name=\(long)", "kind=cat"], 65,
                "nothing was saved: 1 field of pets to correct"
            ),
            (["record", "save", "pets", "name=Rex", "kind=cow"], 65, "nothing was saved: 1 field of pets to correct"),
            (["record", "save", "pets", "kind=cat"], 65, "nothing was saved: 1 field of pets to correct"),
            (["record", "save", "pets", "name=Rex", "--key", "Max"], 66, #"no record "Max" in pets"#),
            (["record", "save", "pets", "Rex"], 64, #""Rex" is not FIELD=VALUE"#),
            (["record", "rm", "pets", "Mia", "Max"], 66, #"no record "Max" in pets"#),
            (["record", "restore", "pets", "Max"], 66, #"no record "Max" in pets"#),
            (
                ["record", "observe", "pets", "Mia", "--manual", long], 65,
                "a note of 1100 bytes is too long; at most 1024"
            ),
            (["form", "show", "nowhere"], 66, #"no form "nowhere""#),
            (["form", "rm", "pets", "nowhere"], 66, #"no form "nowhere""#),
            (["form", "choices", "pets", "kid"], 66, #"no field "kid" in pets; did you mean "Kind"?"#),
            (
                ["form", "choices", "pets", "born", "--add", "x"], 65,
                Self.left + #""Born" is not of the type choice, and has no choices"#
            ),
            (
                ["form", "choices", "pets", "kind", "--add", ""], 65,
                Self.left + #"a choice of "Kind" is empty or has control characters"#
            ),
            (["form", "choices", "pets", "kind", "--remove", "cow"], 65, Self.left + #""Kind" has no choice "cow""#),
            (
                ["form", "edit", "pets", "--remove-field", "Name"], 65,
                Self.left + #""Name" is the key of the form; it stays, and is always required"#
            ),
            (["form", "edit", "pets", "--add-field", "KIND"], 65, Self.left + #""KIND" and "Kind" are the same name"#),
            (
                ["form", "edit", "pets", "--add-field", long], 65,
                Self.left + "a field's name of 1100 bytes is too long; at most 128"
            ),
            (["form", "edit", "pets", "--title", " "], 65, "the title is empty"),
            (["form", "template", "student", "--name", long], 65, "a title has 1100 bytes; at most 1024"),
        ]
        for (arguments, status, line) in refusals {
            let outcome = try home.run(arguments)
            #expect(outcome.status == status, "\(arguments)")
            #expect(outcome.transcript.first == "! phlistctl: \(line)", "\(arguments)")
            #expect(outcome.output.isEmpty)
        }
        #expect(try Self.everything(home) == before)
    }

    private static let left = "the form was left as it is: "

    private static func everything(_ home: Home) throws -> [String] {
        try [
            ["form", "ls", "--json"], ["record", "ls", "pets", "--json", "--all"], ["record", "show", "pets", "Mia"],
        ]
        .flatMap { try home.run($0).transcript }
    }
}

extension Home {
    /// Runs phlistctl with arguments that come as a list.
    fileprivate func run(_ arguments: [String]) throws -> Outcome {
        let words = arguments.map { "'\($0)'" }.joined(separator: " ")
        return try shell("phlistctl \(words)")
    }
}
