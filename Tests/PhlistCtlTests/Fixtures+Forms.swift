import PhlistControl
import PhlistVocabulary

extension FormView {
    static let student = FormView(
        id: "pqzmtlnxkqzmtlnxkqzmtlnxkqzmtlnx",
        title: "student",
        visibility: .participants,
        owner: "anna",
        recordCount: 2,
        fields: [
            FormFieldView(id: "kkkkkkkkkkkkkkkk", name: "Student ID", type: .alphanumeric, isRequired: true),
            FormFieldView(id: "llllllllllllllll", name: "Date of Birth", type: .date, isRequired: true),
            FormFieldView(
                id: "mmmmmmmmmmmmmmmm",
                name: "Disability",
                type: .choice,
                isRequired: true,
                choices: ["None", "Hearing", "Vision", "Speech", "Other"]
            ),
            FormFieldView(id: "nnnnnnnnnnnnnnnn", name: "Has IEP", type: .toggle, isRequired: false),
            FormFieldView(
                id: "oooooooooooooooo",
                name: "IEP Number",
                type: .alphanumeric,
                isRequired: true,
                gate: "Has IEP"
            ),
        ],
        createdAt: .now - 90_000_000,
        updatedAt: .now - 60_000
    )

    /// Names that would clear the screen and turn the direction of text around.
    static let evil = FormView(
        id: "qqzmtlnxkqzmtlnxkqzmtlnxkqzmtlnx",
        title: "\u{1B}[2Jform",
        visibility: .household,
        owner: nil,
        recordCount: 1,
        fields: [
            FormFieldView(id: "kkkkkkkkkkkkkkkk", name: "\u{202E}N\n", type: .text, isRequired: true),
            FormFieldView(id: "llllllllllllllll", name: "P", type: .choice, isRequired: false, gate: "\u{7}S"),
        ],
        createdAt: .now,
        updatedAt: .now
    )
}

extension RecordView {
    static let mia = RecordView.fixture("S17", ["S17", "2010/05/17", "None", "on", "4711"])
    static let ben = RecordView.fixture(
        "S9",
        ["S9", "2011/12/31", "Deaf", "", ""],
        faults: [
            2: "\"Deaf\" is none of its choices", 4: "\u{1B}is required",
        ]
    )

    private static func fixture(_ key: String, _ values: [String], faults: [Int: String] = [:]) -> RecordView {
        RecordView(
            id: "ppppppppppppppp\(key == "S17" ? "k" : "l")",
            key: key,
            fields: FormView.student.fields.enumerated().map { index, field in
                Field(name: field.name, value: values[index], fault: faults[index])
            },
            isTrashed: false,
            createdAt: .now - 90_000_000,
            updatedAt: .now - 60_000,
            createdBy: "anna",
            updatedBy: nil,
            conflicts: [],
            observations: []
        )
    }

    /// The same record in the trash.
    var trashed: RecordView {
        var record = self
        record.isTrashed = true
        return record
    }

    /// The same record, looked at twice, and with two dates of birth.
    var observed: RecordView {
        var record = self
        record.observations = [
            ObservationView(id: "k", mode: .automatic, note: "", by: nil, at: .now - 3_600_000),
            ObservationView(id: "l", mode: .manual, note: "looked \u{1B}tired", by: "anna", at: .now),
        ]
        let values = [
            ConflictView.Value(value: "2010/05/17", by: "anna", at: .now),
            ConflictView.Value(value: "2010/05/18", by: nil, at: .now - 3_600_000),
        ]
        record.conflicts = [ConflictView(field: "Date of Birth", values: values)]
        return record
    }
}
