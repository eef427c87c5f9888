import PhlistControl

/// Commands about conflicts.
extension Script {
    private static var conflict: PlacedConflictView {
        let values = [
            ConflictView.Value(value: "oat milk", by: "Ann", at: .now, device: "laptop"),
            ConflictView.Value(value: "soy \u{1B}milk", by: nil, at: .now - 3_600_000),
        ]
        return PlacedConflictView(
            kind: .item,
            id: ItemView.milk.id,
            shortID: "kq",
            title: "oat milk",
            listID: ListView.shopping.id,
            listTitle: "Shopping",
            field: "title",
            values: values
        )
    }

    static var conflicts: [Scene] {
        let item = conflict
        var member = item
        (member.kind, member.title, member.field) = (.member, "Ann", "name")
        (member.listID, member.listTitle) = (nil, nil)
        var (section, due) = (item, item)
        (section.kind, section.title, section.field) = (.section, "Dairy", "name")
        due.field = "due"
        due.values = ["2026-11-27", "2027-05-01T18:00", "none"].map {
            ConflictView.Value(value: $0, by: "Ann", at: .now)
        }
        return Scene.everyForm(["conflicts"], .conflicts, ConflictsReply(conflicts: [item, member]))
            + [
                Scene(
                    arguments: ["conflicts"],
                    answers: [.conflicts: [.reply(ConflictsReply(conflicts: [section, due]))]]
                ),
                Scene(
                    arguments: ["conflicts", "Shopping"],
                    answers: [.conflicts: [.reply(ConflictsReply(conflicts: []))]]
                ),
            ]
            + Scene.refused(
                ["conflicts", "tea"],
                .conflicts,
                ControlError(.notFound, "no conflict in \"tea\"", hint: "see all with: phlistctl conflicts")
            )
    }

    static var resolve: [Scene] {
        let title = ResolveReply(change: change("title", "soy milk", "oat milk"))
        let due = ResolveReply(change: change("due", "2026-11-22"))
        let none = ResolveReply(change: change("due", nil, "2026-11-22"))
        let rule = ResolveReply(change: change("recurrence", "DTSTART=20261201;FREQ=WEEKLY;BYDAY=MO,TH"))
        let reminder = ResolveReply(change: change("reminder", "-P1D"))
        return Scene.everyForm(["resolve", "kq", "title", "soy milk"], .resolve, title)
            + [
                Scene(arguments: ["resolve", "kq", "title", "--take", "2"], answers: [.resolve: [.reply(title)]]),
                Scene(arguments: ["resolve", "kq", "due", "tomorrow"], answers: [.resolve: [.reply(due)]]),
                Scene(arguments: ["resolve", "kq", "due", "none"], answers: [.resolve: [.reply(none)]]),
                Scene(arguments: ["resolve", "kq", "due", "someday"]),
                Scene(arguments: ["resolve", "kq", "every", "mon,thu"], answers: [.resolve: [.reply(rule)]]),
                Scene(arguments: ["resolve", "kq", "recurrence", "blue"]),
                Scene(arguments: ["resolve", "kq", "remind", "1 day before"], answers: [.resolve: [.reply(reminder)]]),
                Scene(arguments: ["resolve", "kq", "reminder", "none"], answers: [.resolve: [.reply(reminder)]]),
                Scene(arguments: ["resolve", "kq", "title"]),
                Scene(arguments: ["resolve", "kq", "title", "x", "--take", "1"]),
                Scene(arguments: ["resolve", "kq"]),
                only([conflict]), only([conflict, conflict]), only([]),
            ]
            + Scene.refused(
                ["resolve", "kq", "note", "x"],
                .resolve,
                ControlError(.notFound, "no conflict about \"note\" there", hint: "about: title")
            )
    }

    /// A choice without the name of a field.
    private static func only(_ conflicts: [PlacedConflictView]) -> Scene {
        let reply = ResolveReply(change: change("title", "soy milk", "oat milk"))
        let answers: [ControlRoute: [ScriptedDaemon.Answer]] = [
            .conflicts: [.reply(ConflictsReply(conflicts: conflicts))], .resolve: [.reply(reply)],
        ]
        return Scene(arguments: ["resolve", "milk", "--take", "2"], answers: answers)
    }
}
