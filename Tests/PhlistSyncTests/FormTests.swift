import PhlistTestKit
import PhlistVocabulary
import Testing

@testable import PhlistHousehold
@testable import PhlistModel
@testable import PhlistSync

/// Forms: what they may be, and how they change.
struct FormTests {
    private static func device() throws -> Device {
        let device = try Device("anna")
        try device.makeForm("pets", .pets)
        return device
    }

    private static func names(_ device: Device) -> [String] {
        device.list()?.form?.fields.map(\.name) ?? []
    }

    @Test func `a form has its fields in their order, and is its owner's alone unless the household shall see it`()
        throws
    {
        let device = try Self.device()
        #expect(Self.names(device) == ["Name", "Born", "Kind", "Chipped", "Chip"])
        #expect(device.list()?.visibility == .household)
        try device.makeForm("mine", .pets, isForHousehold: false)
        #expect(device.list("mine")?.visibility == .participants)
        #expect(device.list()?.counts == device.list("mine")?.counts)
    }

    @Test func `the student template is a form as anybody may make it`() throws {
        let device = try Device("anna")
        for template in FormTemplate.allCases {
            try device.makeForm(template.rawValue, template.fields, isForHousehold: false)
        }
        let fields = try #require(device.list("student")?.form?.fields)
        #expect(fields.filter(\.isRequired).count == 7)
        #expect(fields.first?.type == .alphanumeric)
    }

    @Test func `a form that cannot be is refused with the reason, and nothing is made`() throws {
        let device = try Self.device()
        let key = NewFormField("N", .text)
        let refusals: [([NewFormField], FormRefusal)] = [
            ([], .noFields),
            ([NewFormField("N", .date)], .keyFieldMustBeText("N")),
            ([NewFormField("N", .text, gate: "S"), NewFormField("S", .toggle)], .keyFieldHasGate("N")),
            ([key, NewFormField(" \t", .text)], .badName("")),
            ([key, NewFormField("a\nb", .text)], .badName("a\nb")),
            ([key, NewFormField("a\u{2028}b", .text)], .badName("a\u{2028}b")),
            ([key, NewFormField("A b", .text), NewFormField("á-B", .text)], .sameName("A b", as: "á-B")),
            ([key, NewFormField("T", .text, choices: ["a"])], .choicesOfNoChoice("T")),
            ([key, NewFormField("C", .choice, choices: ["a", "Á"])], .sameChoice("Á", in: "C")),
            ([key, NewFormField("C", .choice, choices: [""])], .badChoice("", in: "C")),
            ([key, NewFormField("P", .text, gate: "S")], .gateNotFound("S", of: "P")),
            ([key, NewFormField("P", .text, gate: "N")], .gateNotAToggle("N", of: "P")),
            (
                [key, NewFormField("A", .toggle), NewFormField("B", .toggle, gate: "A")],
                .toggleHasGate("B")
            ),
            ((0..<65).map { NewFormField("field \($0)", .text) }, .tooManyFields(65)),
            ([key, NewFormField("C", .choice, choices: (0...256).map { "c\($0)" })], .tooManyChoices("C", 257)),
        ]
        let logged = device.log.count
        for (fields, refusal) in refusals {
            #expect(throws: CommandError.form(.formRefused(refusal))) { try device.makeForm("x", fields) }
        }
        #expect(device.log.count == logged)
    }

    @Test func `the largest form there may be goes to the disk and comes back`() throws {
        let device = try Device("anna")
        let choices = (0..<256).map { "\($0) " + String(repeating: "c", count: 120) }
        let fields = [NewFormField("key", .text)] + (1..<64).map { NewFormField("f\($0)", .choice, choices: choices) }
        try device.makeForm("large", fields)
        let value = Dictionary(uniqueKeysWithValues: fields.map { ($0.name, $0.type == .text ? "k" : choices[7]) })
        try device.save(value, in: "large")
        let again = try Device("anna", log: device.log)
        #expect(again.list("large")?.form?.fields == device.list("large")?.form?.fields)
        #expect(again.values("k", in: "large") == value)
    }

    @Test func `fields are added, renamed, required and removed in one action`() throws {
        let device = try Self.device()
        let outcome = try device.edit(
            "PETS",
            FormChange(
                title: "animals",
                removed: ["born"],
                added: [NewFormField("Born", .text), NewFormField("Colour", .choice)],
                fields: [
                    FormFieldChange(field: "Colour", isRequired: true, addChoices: ["red"]),
                    FormFieldChange(field: "kind", name: "Species", isRequired: false),
                    FormFieldChange(field: "Born", gate: "chipped"),
                    FormFieldChange(field: "chip", gate: ""),
                ]
            )
        )
        #expect(outcome.changed.count == 1)
        let form = try #require(device.list("animals")?.form)
        #expect(form.fields.map(\.name) == ["Name", "Species", "Chipped", "Chip", "Born", "Colour"])
        #expect(form.fields.map(\.isRequired) == [false, false, false, true, false, true])
        #expect(form.fields.map { form.gate(of: $0)?.name } == [nil, nil, nil, nil, "Chipped", nil])
        #expect(form.fields.last?.choices == ["red"])
    }

    @Test func `an edit that cannot be is refused whole`() throws {
        let device = try Self.device()
        let scope = try #require(device.list()?.scope)
        let refusals: [(FormChange, CommandError)] = [
            (FormChange(removed: ["name"]), .form(.formRefused(.keyFieldStays("Name")))),
            (FormChange(removed: ["Chipped"]), .form(.formRefused(.toggleInUse("Chipped", by: "Chip")))),
            (FormChange(removed: ["Kins"]), .form(.formFieldNotFound("Kins", in: scope))),
            (FormChange(added: [NewFormField("kind", .text)]), .form(.formRefused(.sameName("kind", as: "Kind")))),
            (
                FormChange(fields: [FormFieldChange(field: "Name", isRequired: false)]),
                .form(.formRefused(.keyFieldStays("Name")))
            ),
            (
                FormChange(fields: [FormFieldChange(field: "Born", addChoices: ["x"])]),
                .form(.formRefused(.choicesOfNoChoice("Born")))
            ),
            (
                FormChange(fields: [FormFieldChange(field: "Kind", removeChoices: ["cow"])]),
                .form(.formRefused(.choiceNotFound("cow", in: "Kind")))
            ),
            (FormChange(title: " "), .text(.emptyTitle)),
        ]
        let logged = device.log.count
        for (change, error) in refusals {
            var change = change
            change.added.insert(NewFormField("Colour", .text), at: 0)
            #expect(throws: error) { try device.edit("pets", change) }
        }
        #expect(device.log.count == logged)
        let unchanged = try device.edit(
            "pets",
            FormChange(fields: [FormFieldChange(field: "Kind", addChoices: ["cat"])])
        )
        #expect(unchanged.changed.isEmpty && unchanged.unchanged.count == 1)
        #expect(device.log.count == logged)
    }

    @Test func `fields that two devices add apart are all there, in one order on both`() throws {
        let home = Home(try Device("anna"), try Device("ben"))
        try home.devices[0].makeForm("pets", .pets)
        try home.join(1, to: 0, shareLists: true)
        home.connect(0, 1)
        home.devices[0].turn([])
        home.connections.forEach { home.devices[0].turn([.disconnected($0)]) }
        try home.devices[0].edit("pets", FormChange(added: [NewFormField("A1", .text), NewFormField("A2", .text)]))
        try home.devices[1].edit("pets", FormChange(added: [NewFormField("B1", .text), NewFormField("B2", .text)]))
        home.connect(0, 1)
        #expect(Self.names(home.devices[0]) == Self.names(home.devices[1]))
        #expect(Set(Self.names(home.devices[0]).dropFirst(5)) == ["A1", "A2", "B1", "B2"])
        #expect(Self.names(home.devices[0]).first == "Name")
    }

    @Test(arguments: [FormChange(added: [NewFormField("Tag", .text)]), Self.anew])
    func `a field that two devices add apart is one, also in place of one that they remove`(change: FormChange) throws {
        let home = Home(try Device("anna"), try Device("ben"))
        try home.devices[0].makeForm("pets", .pets)
        try home.join(1, to: 0, shareLists: true)
        home.connect(0, 1)
        home.disconnect()
        for (number, device) in home.devices.enumerated() {
            try device.edit("pets", change)
            try device.save(["Name": "Mia\(number)", "Kind": "cat", change.added[0].name: "x\(number)"])
        }
        home.connect(0, 1)
        for device in home.devices {
            #expect(Self.names(device).count { $0 == change.added[0].name } == 1)
            for number in 0..<2 {
                #expect(device.values("Mia\(number)")?[change.added[0].name] == "x\(number)")
            }
        }
        #expect(home.devices[0].agrees(with: home.devices[1]))
    }

    @Test func `an undo of a field that somebody else added as well leaves it, with what is in it`() throws {
        let home = Home(try Device("anna"), try Device("ben"))
        try home.devices[0].makeForm("pets", .pets)
        try home.join(1, to: 0, shareLists: true)
        home.connect(0, 1)
        home.disconnect()
        for device in home.devices { try device.edit("pets", FormChange(added: [NewFormField("Tag", .text)])) }
        try home.devices[1].save(["Name": "Mia", "Kind": "cat", "Tag": "red"])
        home.connect(0, 1)
        home.devices[0].give([.undo(list: nil)])
        home.settle()
        for device in home.devices {
            #expect(Self.names(device).last == "Tag" && device.values("Mia")?["Tag"] == "red")
        }
        #expect(home.devices[0].agrees(with: home.devices[1]))
    }

    @Test func `a field that two devices add with two types is two, and each keeps its values`() throws {
        let home = Home(try Device("anna"), try Device("ben"))
        try home.devices[0].makeForm("pets", .pets)
        try home.join(1, to: 0, shareLists: true)
        home.connect(0, 1)
        home.disconnect()
        let fields = [NewFormField("Size", .choice, choices: ["small", "big"]), NewFormField("Size", .text)]
        for (device, field) in zip(home.devices, fields) {
            try device.edit("pets", FormChange(added: [field]))
            try device.save(["Name": device.name, "Kind": "cat", "Size": "small"])
        }
        home.connect(0, 1)
        for device in home.devices {
            let form = try #require(device.list()?.form)
            #expect(Set(form.fields(named: "Size").map(\.type)) == [.choice, .text])
            for name in ["anna", "ben"] { #expect(device.faults(name).isEmpty) }
        }
        let letters = home.devices[0].list()?.form.map { form in form.letters(of: form.fields(named: "Size")[0]) }
        try home.devices[0].edit("pets", FormChange(fields: [FormFieldChange(field: letters ?? "", name: "Weight")]))
        #expect(Self.names(home.devices[0]).count { $0 == "Size" } == 1)
    }

    @Test func `two fields of one name are refused in one command, also as a gate and as the key`() throws {
        let device = try Device("anna")
        let gated = NewFormField("Dose", .text, gate: "Chip")
        for fields in [
            [NewFormField("Name", .text), NewFormField("name", .date)],
            [NewFormField("Name", .text), NewFormField("Chip", .toggle), NewFormField("chip", .toggle), gated],
        ] {
            let (name, other) = (fields[fields.count == 2 ? 0 : 1].name, fields[fields.count == 2 ? 1 : 2].name)
            #expect(throws: CommandError.form(.formRefused(.sameName(name, as: other)))) {
                try device.makeForm("pets", fields)
            }
        }
    }

    private static var anew: FormChange { FormChange(removed: ["Born"], added: [NewFormField("Born", .text)]) }

    @Test func `fields that two devices give one name are told apart by their ids`() throws {
        let home = Home(try Device("anna"), try Device("ben"))
        try home.devices[0].makeForm("pets", .pets)
        try home.join(1, to: 0, shareLists: true)
        home.connect(0, 1)
        home.disconnect()
        for (device, name) in zip(home.devices, ["Born", "Kind"]) {
            try device.edit("pets", FormChange(fields: [FormFieldChange(field: name, name: "Since")]))
        }
        home.connect(0, 1)
        let anna = home.devices[0]
        let form = try #require(anna.list()?.form)
        #expect(throws: CommandError.form(.ambiguousFormField("since", in: form.scope))) {
            try anna.edit("pets", FormChange(removed: ["since"]))
        }
        let letters = form.fields(named: "Since").map { form.letters(of: $0) }
        #expect(letters.count == 2 && letters.allSatisfy { $0.count == 4 })
        let kind = try #require(form.fields.first { $0.type == .choice && $0.name == "Since" })
        try anna.save(["Name": "Mia", form.letters(of: kind): "cat"])
        let record = try #require(anna.list()?.record(withKey: "Mia"))
        #expect(record.values(in: form)[kind.entity] == "cat")
        try anna.edit("pets", FormChange(fields: [FormFieldChange(field: letters[0], name: "Once")]))
        try anna.edit("pets", FormChange(removed: ["Since"]))
        #expect(Self.names(anna).contains("Once") && !Self.names(anna).contains("Since"))
    }

    @Test func `a checklist is no form, a form in the trash is none, and a bare add goes into no form`() throws {
        let device = try Self.device()
        device.give(device.add("milk"))
        #expect(device.titles(in: "Shopping") == ["milk"])
        #expect(throws: CommandError.form(.notAForm("shopping"))) { try device.save(["Name": "x"], in: "shopping") }
        #expect(throws: CommandError.form(.formNotFound("nowhere"))) { try device.save(["Name": "x"], in: "nowhere") }
        _ = try device.perform(.forms(.trash(["pets"])))
        #expect(throws: CommandError.form(.formNotFound("pets"))) { try device.save(["Name": "x"]) }
    }
}
