import PhlistControl
import PhlistVocabulary

/// Reminders, as they are set, shown and listed.
extension Script {
    static let reminders = [Script(name: "reminders", scenes: setting + listing + mistakes)]

    private static func date(_ text: String) -> CivilDate { CivilDate(text) ?? .first }

    private static var cake: ReminderView {
        ReminderView(
            id: ItemView.cake.id,
            shortID: ItemView.cake.shortID,
            listID: ItemView.cake.listID,
            listTitle: "Shopping",
            title: "birthday \u{1B}[2Jcake",
            due: date("2026-11-22T18:00"),
            assignee: "Ann",
            moments: [date("2026-11-21T18:30"), date("2026-11-22T18:00")],
            setAt: .now
        )
    }

    /// One whose reminder is past already.
    private static var late: ItemView {
        var item = ItemView.cake
        (item.record.due, item.record.reminder) = (date("2026-11-22"), "-P1D")
        return item
    }

    private static let none = RemindersReply(memberID: "kkkk", member: "anna", reminders: [])

    private static var setting: [Scene] {
        let changed: [ControlRoute: [ScriptedDaemon.Answer]] = [
            .changeItems: [.reply(ChangeItemsReply(changed: [.cake], unchanged: []))]
        ]
        return [
            Scene(
                arguments: ["edit", "kq", "--remind", "1 day before, when due", "--remind", "sun 9:00"],
                answers: changed
            ),
            Scene(arguments: ["edit", "kq", "--remind", "none"], answers: changed),
            Scene(
                arguments: ["edit", "kq", "--remind", "1 day before"],
                answers: [.changeItems: [.reply(ChangeItemsReply(changed: [late], unchanged: []))]]
            ),
        ]
    }

    private static var listing: [Scene] {
        var far = cake
        (far.id, far.shortID, far.title, far.due, far.assignee) = ("lzzmtlnxkqzmtlnx", "lzz", "passport", nil, nil)
        far.moments = [date("2030-01-01T09:00")]
        let reply = RemindersReply(memberID: "kkkk", member: "anna", reminders: [cake, far])
        return Scene.everyForm(["notify", "-n"], .reminders, reply)
            + [Scene(arguments: ["notify", "--dry-run"], answers: [.reminders: [.reply(none)]])]
    }

    private static var mistakes: [Scene] {
        [
            Scene(arguments: ["edit", "kq", "--remind", "sometimes"]),
            Scene(arguments: ["edit", "kq", "--remind", "fri 9:00,none"]),
            Scene(arguments: ["edit", "kq", "--remind", "2026-11-20 8:00"]),
            Scene(arguments: ["edit", "kq", "--remind", "1000 days before"]),
            Scene(arguments: ["notify", "--json"]),
        ]
    }
}
