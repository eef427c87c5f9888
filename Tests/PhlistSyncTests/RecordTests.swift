import PhlistTestKit
import PhlistVocabulary
import Testing

@testable import PhlistHousehold
@testable import PhlistModel
@testable import PhlistSync

/// Records: saving, finding, removing, and what becomes of them when several devices save them apart.
struct RecordTests {
    private static func device() throws -> Device {
        let device = try Device("anna")
        try device.makeForm("pets", .pets)
        return device
    }

    private static func home() throws -> Home {
        let home = Home(try device(), try Device("ben"))
        try home.join(1, to: 0, shareLists: true)
        home.connect(0, 1)
        return home
    }

    /// Lets two devices act without hearing of each other, and then hear.
    private static func apart(_ home: Home, _ acts: (Device, Device) throws -> Void) throws {
        for connection in home.connections {
            home.devices.forEach { $0.turn([.disconnected(connection)]) }
        }
        home.isLost = { _ in true }
        try acts(home.devices[0], home.devices[1])
        home.settle()
        home.isLost = { _ in false }
        home.connect(0, 1)
        #expect(home.devices[0].agrees(with: home.devices[1]))
    }

    // MARK: Saving

    @Test func `saving adds a record, updates the one of that key, and keeps what is not named`() throws {
        let device = try Self.device()
        #expect(try device.save(["Name": "Mia", "Kind": "CAT", "Born": "2020/01/02"]).isNewRecord)
        let update = try device.save(["name": "mia", "chipped": "yes", "chip": "77"])
        #expect(!update.isNewRecord && update.changed.count == 1)
        let expected = ["Name": "Mia", "Kind": "cat", "Born": "2020/01/02", "Chipped": "on", "Chip": "77"]
        #expect(device.values("MIA") == expected)
        let logged = device.log.count
        let same = try device.save(["Name": "Mia", "Kind": "cat", "Chipped": "on"])
        #expect(same.changed.isEmpty && same.unchanged.count == 1)
        #expect(device.log.count == logged)
        #expect(device.list()?.overview.recordCount == 1)
        #expect(device.list()?.items.isEmpty == true)
    }

    @Test func `records that are saved together are one action, or none`() throws {
        let device = try Self.device()
        try device.save(["Name": "Mia", "Kind": "cat"])
        let scope = try #require(device.list()?.scope)
        let records = [
            ["Name": "Mia", "Kind": "dog"], ["Name": "Rex", "Kind": "dog"], ["Name": "Tom", "Kind": "cat"],
        ]
        func save(_ records: [[String: String]]) -> Result<Outcome, CommandError> {
            device.give([.records(.saveAll(form: "pets", records))])
        }
        let logged = device.log.count
        #expect(save(records + [["Name": "rex", "Kind": "cat"]]) == .failure(.form(.recordTwice("rex", in: scope))))
        guard case .failure(.form(.recordRefused)) = save(records + [["Name": "Bo", "Kind": "fox"]]) else {
            Issue.record("a record that is wrong was saved")
            return
        }
        #expect(device.log.count == logged)
        #expect(try save(records).get().changed.count == 3)
        let again = try save(records).get()
        #expect(again.changed.isEmpty && again.unchanged.count == 3)
        device.give(.user(.undo(list: nil), device.principal))
        #expect(device.values("Rex") == nil && device.values("Mia")?["Kind"] == "cat")
    }

    @Test func `nobody is born in the future, and consents before the date of birth`() throws {
        let device = try Self.device()
        try device.makeForm("students", FormTemplate.student.fields)
        func faults(_ birth: String, _ consent: String) -> [String] {
            var values = ["Student ID": "S17", "Date of Birth": birth, "Consent Date": consent]
            values["Ethnicity"] = "Asian"
            (values["Primary Language"], values["Disability"]) = ("English", "None")
            let command = RecordCommand.save(RecordToSave(form: "students", values: values))
            let result = device.give([.records(command)])
            return if case .failure(.form(.recordRefused(let faults, _))) = result { faults.map(\.field) } else { [] }
        }
        // By the clock of the device it is 15 January 2027 everywhere.
        #expect(faults("2090/05/17", "2091/01/01") == ["Date of Birth"])
        #expect(faults("2027/01/16", "2027/01/16") == ["Date of Birth"])
        #expect(faults("2010/05/17", "2010/05/16") == ["Consent Date"])
        #expect(faults("2090/05/17", "2080/01/01") == ["Date of Birth", "Consent Date"])
        #expect(device.values("S17", in: "students") == nil)
        // Three hours later the next day has begun on some island.
        device.wall += 3 * 3_600_000
        #expect(faults("2027/01/16", "2027/01/16") == [])
        #expect(device.values("S17", in: "students")?["Date of Birth"] == "2027/01/16")
        // Dates of other names may be any.
        try device.save(["Name": "Mia", "Kind": "cat", "Born": "2090/05/17"])
    }

    @Test func `by a clock that was never set nobody is born in the future`() throws {
        let device = try Device("anna", wall: 86_400_000)
        try device.makeForm("people", [NewFormField("Name", .text), NewFormField("Date of Birth", .date)])
        try device.save(["Name": "Mia", "Date of Birth": "2010/05/17"], in: "people")
    }

    @Test func `everything that is wrong is told at once, and nothing is saved`() throws {
        let device = try Self.device()
        let scope = try #require(device.list()?.scope)
        let logged = device.log.count
        // Names are taken in their order: NAME counts, and Name repeats it.
        let values = ["NAME": "M-1", "Name": "x", "Born": "2020/13/01", "born": "", "Chip": "7", "kinds": "cat"]
        #expect(
            throws: CommandError.form(
                .recordRefused(
                    [
                        RecordFault(field: "Name", value: "M-1", .value(.notAlphanumeric)),
                        RecordFault(field: "Born", value: "2020/13/01", .value(.noSuchDay)),
                        RecordFault(field: "Kind", value: "", .value(.missing)),
                        RecordFault(field: "Chip", value: "7", .value(.switchedOff(by: "Chipped"))),
                        RecordFault(field: "Name", value: "x", .repeatedField),
                        RecordFault(field: "born", value: "", .repeatedField),
                        RecordFault(field: "kinds", value: "cat", .unknownField),
                    ],
                    in: scope
                )
            )
        ) {
            try device.save(values)
        }
        #expect(device.log.count == logged)
        #expect(device.values("M-1") == nil)
    }

    @Test func `what is behind a switch goes with it`() throws {
        let device = try Self.device()
        try device.save(["Name": "Mia", "Kind": "cat", "Chipped": "on", "Chip": "77"])
        #expect(throws: CommandError.self) { try device.save(["Name": "Mia", "Chipped": "off", "Chip": "78"]) }
        try device.save(["Name": "Mia", "Chipped": "off"])
        #expect(device.values("Mia") == ["Name": "Mia", "Kind": "cat", "Chipped": "off"])
    }

    @Test func `a dry run saves nothing and tells the same`() throws {
        let device = try Self.device()
        let logged = device.log.count
        let command = UserCommand.records(.save(RecordToSave(form: "pets", values: ["Name": "Mia", "Kind": "dog"])))
        #expect(try device.perform(command, CommandOptions(isDryRun: true)).isNewRecord)
        #expect(device.log.count == logged && device.values("Mia") == nil)
    }

    // MARK: Keys

    @Test func `a new key makes a new record of the old one, with its observations, in one action`() throws {
        let device = try Self.device()
        try device.save(["Name": "Mia", "Kind": "cat", "Born": "2020/01/02"])
        try device.observe("Mia", "sleeps")
        let outcome = try device.save(["Name": "Mimi", "Born": ""], key: "mia")
        #expect(!outcome.isNewRecord)
        #expect(device.values("Mia") == nil)
        #expect(device.values("Mimi") == ["Name": "Mimi", "Kind": "cat"])
        #expect(device.notes("Mimi") == ["sleeps"])
        _ = try device.perform(.undo(list: "pets"))
        #expect(device.values("Mia") == ["Name": "Mia", "Kind": "cat", "Born": "2020/01/02"])
        #expect(device.values("Mimi") == nil)
        #expect(device.notes("Mia") == ["sleeps"])
    }

    @Test func `an observation that is taken back keeps no record that another person removed meanwhile`() throws {
        let home = try Self.home()
        try home.devices[0].save(["Name": "Mia", "Kind": "cat"])
        home.settle()
        try Self.apart(home) { anna, ben in
            try anna.setTrashed(true, "Mia")
            try ben.observe("Mia", "bites")
        }
        home.devices[1].give([.undo(list: nil)])
        home.settle()
        for device in home.devices {
            #expect(device.values("Mia") == nil && device.list()?.rescuedRecords.isEmpty == true)
        }
        home.devices[1].give([.redo(list: nil)])
        home.settle()
        for device in home.devices { #expect(device.notes("Mia") == ["bites"]) }
    }

    @Test(arguments: [true, false])
    func `an observation keeps a record that another person removes or gives a new key meanwhile`(
        isRemoved: Bool
    ) throws {
        let home = try Self.home()
        try home.devices[0].save(["Name": "Mia", "Kind": "cat"])
        home.settle()
        try Self.apart(home) { anna, ben in
            if isRemoved { try anna.setTrashed(true, "Mia") } else { try anna.save(["Name": "Mimi"], key: "Mia") }
            try ben.observe("Mia", "bites")
        }
        for device in home.devices {
            #expect(device.values("Mia") == ["Name": "Mia", "Kind": "cat"] && device.notes("Mia") == ["bites"])
            #expect(device.list()?.rescuedRecords.map(\.key) == ["Mia"])
        }
        try home.devices[1].setTrashed(true, "Mia")
        home.settle()
        for device in home.devices { #expect(device.list()?.rescuedRecords.isEmpty == true) }
    }

    @Test func `a key that another record has is refused, and so is a key that none has`() throws {
        let device = try Self.device()
        let scope = try #require(device.list()?.scope)
        try device.save(["Name": "Mia", "Kind": "cat"])
        try device.save(["Name": "Rex", "Kind": "dog"])
        #expect(throws: CommandError.form(.recordExists("rex", in: scope))) {
            try device.save(["Name": "rex"], key: "Mia")
        }
        #expect(throws: CommandError.form(.recordNotFound("Max", in: scope))) {
            try device.save(["Kind": "cat"], key: "Max")
        }
        try device.save(["Kind": "dog"], key: "Mia")
        #expect(device.values("mia") == ["Name": "Mia", "Kind": "dog"])
        try device.save(["Name": "MIA"], key: "Mia")
        #expect(device.values("mia") == ["Name": "MIA", "Kind": "dog"])
    }

    // MARK: Life

    @Test func `what was removed comes back whole by restore, and as given by save`() throws {
        let device = try Self.device()
        try device.save(["Name": "Mia", "Kind": "cat", "Born": "2020/01/02"])
        try device.observe("Mia", "sleeps")
        try device.setTrashed(true, "mia")
        #expect(try device.setTrashed(true, "Mia").unchanged.count == 1)
        #expect(device.list()?.recordsByKey(includesTrash: false).isEmpty == true)
        #expect(device.list()?.recordsByKey(includesTrash: true).map(\.key) == ["Mia"])
        try device.setTrashed(false, "Mia")
        #expect(device.values("Mia") == ["Name": "Mia", "Kind": "cat", "Born": "2020/01/02"])
        #expect(device.notes("Mia") == ["sleeps"])
        try device.setTrashed(true, "Mia")
        #expect(try device.save(["Name": "Mia", "Kind": "dog"]).isNewRecord)
        #expect(device.values("Mia") == ["Name": "Mia", "Kind": "dog"])
        #expect(device.notes("Mia") == [])
    }

    @Test func `keys that no record ever had are refused, and nothing of the rest is removed`() throws {
        let device = try Self.device()
        let scope = try #require(device.list()?.scope)
        try device.save(["Name": "Mia", "Kind": "cat"])
        #expect(throws: CommandError.form(.recordNotFound("Max", in: scope))) {
            try device.setTrashed(true, "Mia", "Max")
        }
        #expect(throws: CommandError.form(.recordNotFound("Max", in: scope))) { try device.observe("Max", "") }
        #expect(throws: CommandError.form(.noteTooLong(bytes: 1025))) {
            try device.observe("Mia", String(repeating: "x", count: 1025))
        }
        #expect(device.values("Mia") != nil)
    }

    @Test func `an edit wins over a removal that did not know of it`() throws {
        let home = try Self.home()
        try home.devices[0].save(["Name": "Mia", "Kind": "cat"])
        home.settle()
        try Self.apart(home) { anna, ben in
            try anna.setTrashed(true, "Mia")
            try ben.save(["Name": "Mia", "Born": "2020/01/02"])
        }
        for device in home.devices {
            #expect(device.values("Mia") == ["Name": "Mia", "Kind": "cat", "Born": "2020/01/02"])
        }
    }

    // MARK: Apart

    @Test func `the same key saved on two devices apart is one record, merged field by field`() throws {
        let home = try Self.home()
        try Self.apart(home) { anna, ben in
            try anna.save(["Name": "Mia", "Kind": "cat", "Born": "2020/01/02"])
            try ben.save(["Name": "MIA", "Kind": "cat", "Chipped": "on", "Chip": "77"])
        }
        for device in home.devices {
            let values = try #require(device.values("mia"))
            #expect(["Mia", "MIA"].contains(values["Name"]))
            #expect(
                values.filter { $0.key != "Name" } == [
                    "Kind": "cat", "Born": "2020/01/02", "Chipped": "on", "Chip": "77",
                ]
            )
            #expect(device.list()?.records.count == 1)
            #expect(device.list()?.records.first?.conflicts.isEmpty == true)
        }
    }

    @Test func `different values of one field compete until somebody saves one`() throws {
        let home = try Self.home()
        try home.devices[0].save(["Name": "Mia", "Kind": "cat"])
        home.settle()
        try Self.apart(home) { anna, ben in
            try anna.save(["Name": "Mia", "Born": "2020/01/02"])
            try ben.save(["Name": "Mia", "Born": "2020/01/03"])
        }
        let shown = try #require(home.devices[0].values("Mia")?["Born"])
        #expect(home.devices[0].list()?.records.first?.conflicts.count == 1)
        try home.devices[0].save(["Name": "Mia", "Born": shown])
        home.settle()
        for device in home.devices {
            #expect(device.list()?.records.first?.conflicts.isEmpty == true)
            #expect(device.values("Mia")?["Born"] == shown)
        }
    }

    @Test func `a value that the form no longer has is kept and marked`() throws {
        let home = try Self.home()
        try Self.apart(home) { anna, ben in
            try anna.edit(
                "pets",
                FormChange(fields: [
                    FormFieldChange(field: "Kind", removeChoices: ["cat"]),
                    FormFieldChange(field: "Born", isRequired: true),
                ])
            )
            try ben.save(["Name": "Mia", "Kind": "cat"])
        }
        for device in home.devices {
            #expect(device.values("Mia") == ["Name": "Mia", "Kind": "cat"])
            #expect(device.faults("Mia") == ["Kind": .notAChoice(["dog"]), "Born": .missing])
        }
        try home.devices[0].save(["Name": "Mia", "Kind": "dog", "Born": "2020/01/02"])
        #expect(home.devices[0].faults("Mia") == [:])
    }

    @Test(arguments: 0..<UInt64(40))
    func `records saved on two devices in any order agree, and a restart shows the same`(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let home = try Self.home()
        for _ in 0..<3 {
            try Self.apart(home) { anna, ben in
                for _ in 0..<6 {
                    Self.act(random.happens(percent: 50) ? anna : ben, &random)
                }
            }
        }
        for key in ["a", "b", "c"] {
            #expect(home.devices[0].values(key) == home.devices[1].values(key))
            #expect(home.devices[0].notes(key) == home.devices[1].notes(key))
            let again = try Device("anna", log: home.devices[0].log)
            #expect(again.values(key) == home.devices[0].values(key))
        }
    }

    /// Does something that may be refused.
    private static func act(_ device: Device, _ random: inout SeededRandom) {
        let key = ["a", "b", "c", "B"][random.number(below: 4)]
        let values = [
            ["Name": key, "Kind": "cat"],
            ["Name": key, "Kind": "dog", "Born": "2020/01/0\(1 + random.number(below: 9))"],
            ["Name": key, "Kind": "dog", "Chipped": "on", "Chip": "7"], ["Name": key, "Chipped": "off"],
        ]
        switch random.number(below: 6) {
        case 0: _ = try? device.setTrashed(true, key)
        case 1: _ = try? device.observe(key, "seen \(random.number(below: 100))")
        case 2: _ = try? device.save(["Name": key], key: ["a", "b", "c"][random.number(below: 3)])
        default: _ = try? device.save(values[random.number(below: values.count)])
        }
    }
}
