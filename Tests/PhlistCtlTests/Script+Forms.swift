import PhlistControl

extension Script {
    static let forms = [
        Script(name: "form", scenes: formScenes),
        Script(name: "form-new", scenes: formNew),
        Script(name: "form-edit", scenes: formEdit),
        Script(name: "record-save", scenes: recordSave),
        Script(name: "record", scenes: recordScenes),
    ]

    private static let noForm = ControlError(
        .notFound,
        "no form \"student\"",
        hint: "see phlistctl form ls, or make one: phlistctl form template student"
    )

    private static var formScenes: [Scene] {
        let all = FormsReply(forms: [.student, .evil])
        var disability = FormView.student
        disability.fields = [FormView.student.fields[2]]
        let one = ControlRoute.forms
        return Scene.everyForm(["form", "ls"], .forms, all)
            + [Scene(arguments: ["form", "ls"], answers: [one: [.reply(FormsReply(forms: []))]])]
            + Scene.everyForm(["form", "show", "student"], .forms, FormsReply(forms: [.student]))
            + [
                Scene(arguments: ["form", "show", "x"], answers: [one: [.reply(FormsReply(forms: [.evil]))]]),
                Scene(arguments: ["form"]),
                Scene(arguments: ["form", "show"]),
            ] + Scene.refused(["form", "show", "student"], .forms, noForm)
            + Scene.everyForm(["form", "choices", "student", "disability"], .forms, FormsReply(forms: [disability]))
            + [changedChoices(disability)]
            + Scene.everyForm(
                ["form", "rm", "student"],
                .changeForms,
                ChangeFormsReply(changed: [.student], unchanged: [])
            )
    }

    private static func changedChoices(_ disability: FormView) -> Scene {
        var changed = FormView.student
        changed.fields[2].choices = ["None", "Autism"]
        let answers: [ControlRoute: [ScriptedDaemon.Answer]] = [
            .forms: [.reply(FormsReply(forms: [disability]))],
            .changeForms: [.reply(ChangeFormsReply(changed: [changed], unchanged: []))],
        ]
        let words = ["form", "choices", "student", "disability", "--add", "Autism", "--remove", "Other"]
        return Scene(arguments: words, answers: answers)
    }

    private static var formNew: [Scene] {
        let answers = [ControlRoute.newForm: [ScriptedDaemon.Answer.reply(FormReply(form: .student))]]
        let new = ["form", "new", "student", "--from", "-"]
        let file = """
            {"fields": [
              {"name": "Student ID", "type": "alphanumeric"},
              {"name": "Disability", "type": "choice", "isRequired": true, "choices": ["None", "Other"]},
              {"name": "Has IEP", "type": "toggle"},
              {"name": "IEP Number", "gate": "Has IEP"}
            ]}
            """
        let slips = [
            "", "{", "[]", "{}", #"{"fields":7}"#, #"{"fields":[{"type":"text"}]}"#, #"{"fields":[{"name":7}]}"#,
            #"{"fields":[{"name":"a","required":true}]}"#, #"{"fields":[{"name":"a"},{"name":"b","type":"dat"}]}"#,
            #"{"fields":[],"title":"x"}"#, #"{"fields":[{"name":"a","choices":"b"}]}"#,
        ]
        return Scene.everyForm(["form", "template", "student"], .newForm, FormReply(form: .student))
            + [
                Scene(arguments: ["form", "template", "student", "--name", "7b", "--household"], answers: answers),
                Scene(arguments: ["form", "template", "pupil"]),
                Scene(arguments: ["form", "template"]),
                Scene(arguments: new, answers: answers, input: file),
                Scene(arguments: new + ["--household"], answers: answers, input: file),
                Scene(arguments: ["form", "new", "student"]),
                Scene(arguments: ["form", "new", "student", "--from", "/nowhere/at/all"]),
            ] + slips.map { Scene(arguments: new, input: $0) }
    }

    private static var formEdit: [Scene] {
        let reply = ChangeFormsReply(changed: [.student], unchanged: [])
        let same = ChangeFormsReply(changed: [], unchanged: [.student])
        let edit = ["form", "edit", "student"]
        let all = [
            "--title", "7b", "--remove-field", "Disability", "--add-field", "Class:choice", "--add-field", "Room",
            "--require", "Class", "--optional", "Room", "--gate", "Room=Has IEP", "--rename-field", "Room=Seat",
        ]
        return Scene.everyForm(edit + ["--add-field", "Class:choice"], .changeForms, reply)
            + [
                Scene(arguments: edit + all, answers: [.changeForms: [.reply(reply)]]),
                Scene(arguments: edit + ["--optional", "Class"], answers: [.changeForms: [.reply(same)]]),
                Scene(arguments: edit),
                Scene(arguments: edit + ["--add-field", "Class:dat"]),
                Scene(arguments: edit + ["--rename-field", "Class"]),
                Scene(arguments: edit + ["--rename-field", "=Class"]),
            ]
            + Scene.refused(
                edit + ["--remove-field", "Student ID"],
                .changeForms,
                ControlError(.invalid, "the form was left as it is: \"Student ID\" is the key of the form")
            )
    }

    private static var recordSave: [Scene] {
        let save = ["record", "save", "student", "student-id=S17", "Date of Birth=2010/05/17"]
        let invalid = ControlError(
            .invalid,
            "nothing was saved: 2 fields of student to correct",
            details: ["Date of Birth: no calendar has the day 2010/02/30", "Disability: is required"]
        )
        let results: [SaveRecordReply.Result] = [.updated, .unchanged]
        return Scene.everyForm(save, .saveRecord, SaveRecordReply(form: .student, record: .mia, result: .added))
            + results.map { result in
                let reply = SaveRecordReply(form: .student, record: .mia, result: result)
                return Scene(arguments: save + ["--key", "S1"], answers: [.saveRecord: [.reply(reply)]])
            }
            + [
                Scene(arguments: ["record", "save", "student"]),
                Scene(arguments: ["record", "save", "student", "S17"]),
                Scene(arguments: ["record", "save", "student", "=S17"]),
                Scene(arguments: ["record", "save", "student", "a=1", "a=2"]),
                Scene(
                    arguments: save + ["--dry-run"],
                    answers: [
                        .saveRecord: [.reply(SaveRecordReply(form: .student, record: .mia, result: .added))]
                    ]
                ),
            ] + Scene.refused(save, .saveRecord, invalid)
    }

    private static var recordScenes: [Scene] {
        let all = RecordsReply(form: .student, records: [.ben, .mia, .mia.trashed])
        let one = RecordsReply(form: .student, records: [.mia.observed])
        let changed = ChangeRecordsReply(form: .student, changed: [.mia], unchanged: [.ben])
        let observed = RecordReply(form: .student, record: .mia.observed)
        let key = ["student", "S17"]
        let noRecord = ControlError(.notFound, "no record \"S17\" in student")
        return Scene.everyForm(["record", "ls", "student", "--all"], .records, all)
            + [
                Scene(
                    arguments: ["record", "ls", "student"],
                    answers: [.records: [.reply(RecordsReply(form: .student, records: []))]]
                )
            ]
            + Scene.everyForm(["record", "find"] + key, .records, RecordsReply(form: .student, records: [.ben]))
            + [Scene(arguments: ["record", "find"] + key, answers: [.records: [.reply(one)]])]
            + Scene.everyForm(["record", "show"] + key, .records, one)
            + Scene.refused(["record", "find"] + key, .records, noRecord)
            + Scene.everyForm(["record", "rm", "student", "S17", "S9"], .changeRecords, changed)
            + [
                Scene(arguments: ["record", "restore"] + key + ["S9"], answers: [.changeRecords: [.reply(changed)]]),
                Scene(
                    arguments: ["record", "observe"] + key + ["--automatic"],
                    answers: [.observe: [.reply(observed)]]
                ),
                Scene(arguments: ["record", "observe"] + key),
                Scene(arguments: ["record", "observe"] + key + ["--automatic", "--manual"]),
                Scene(arguments: ["record", "fill", "student"]),
                Scene(arguments: ["record"]),
            ]
            + Scene.everyForm(["record", "observe"] + key + ["--manual", "tired"], .observe, observed)
            + recordTables
    }

    private static var recordTables: [Scene] {
        let added = SaveRecordReply(form: .student, record: .mia, result: .added)
        let updated = SaveRecordReply(form: .student, record: .mia, result: .updated)
        let kept = SaveRecordReply(form: .student, record: .ben, result: .unchanged)
        let imported = ChangeRecordsReply(form: .student, changed: [.mia], unchanged: [.ben])
        let table = "Student ID,Disability\r\nS17,None\r\nS9,Autism\r\n"
        let wrong = ControlError(.invalid, "1 field is wrong", details: ["Disability: \"x\" is no choice"])
        func importing(_ text: String, _ options: [String], _ answers: [ScriptedDaemon.Answer]) -> Scene {
            Scene(
                arguments: ["record", "import", "student", "-"] + options,
                answers: [
                    .saveRecord: answers, .forms: [.reply(FormsReply(forms: [.student]))],
                    .importRecords: [.reply(imported)],
                ],
                input: text
            )
        }
        return [[], ["--plain"], ["-q"]].map { importing(table, $0, [.reply(added), .reply(kept)]) }
            + [[], ["--skip-invalid"]].map { importing(table, $0, [.error(.refused(wrong)), .reply(added)]) }
            + [
                importing(table, [], [.reply(updated), .reply(kept)]), importing(table, [], [.error(.refused(wrong))]),
                importing(table, ["--skip-invalid"], [.error(.refused(wrong))]),
                importing("Student ID,Student ID\r\nS17,S18\r\n", [], []), importing("Student ID\r\n", [], []),
                Scene(
                    arguments: ["record", "export", "student"],
                    answers: [.records: [.reply(RecordsReply(form: .student, records: [.ben, .mia]))]]
                ),
            ]
    }
}
