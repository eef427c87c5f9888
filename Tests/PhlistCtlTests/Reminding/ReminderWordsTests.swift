import PhlistControl
import PhlistVocabulary
import Testing

@testable import phlistctl

/// Reminders as people read them.
struct ReminderWordsTests {
    private static func alert(_ title: String, due: String?, moment: String) throws -> ReminderAgenda.Alert {
        let date = try #require(CivilDate(moment))
        let view = ReminderView(
            id: title,
            shortID: "kq",
            listID: "garden",
            listTitle: "Garden",
            title: title,
            due: due.flatMap { CivilDate($0) },
            moments: [date],
            setAt: 0
        )
        return ReminderAgenda.Alert(key: ReminderKey(item: title, moment: date), view: view)
    }

    private static func words(_ day: String) throws -> ReminderWords {
        ReminderWords(today: try #require(CivilDate(day)), member: "ben")
    }

    @Test func `the desktop shows what the guide shows`() throws {
        let hedge = try Self.alert("cut the hedge", due: "2030-04-20", moment: "2030-04-19T09:00")
        let shown = try Self.words("2030-04-19").alert(hedge)
        #expect(shown.title == "cut the hedge" && shown.body == "Garden, due Sat 20 Apr (tomorrow)")
        #expect(shown.member == "ben" && shown.keys == [hedge.key])
    }

    @Test func `one that comes late says when it should have come, and one without a date only where it is`() throws {
        let hedge = try Self.alert("cut the hedge", due: "2030-04-20", moment: "2030-04-19T09:00")
        let late = try Self.words("2030-04-20").alert(hedge)
        #expect(late.body == "Garden, due today\nto be reminded of yesterday 09:00")
        let call = try Self.alert("call\u{1B}[2J\nEve", due: nil, moment: "2030-04-19T09:00")
        let shown = try Self.words("2030-04-19").alert(call)
        #expect(shown.body == "Garden" && !shown.title.contains { $0.isNewline || $0 == "\u{1B}" })
    }

    @Test func `many are summed up with the first titles`() throws {
        let alerts = try (1...30).map { try Self.alert("item \($0)", due: nil, moment: "2030-04-19T09:00") }
        let sum = try Self.words("2030-04-19").summary(of: alerts)
        let lines = sum.body.split(separator: "\n")
        #expect(sum.title == "30 more reminders" && sum.keys.count == 30 && sum.view == nil)
        #expect(lines.count == Limits.titlesInSummaryMax + 1 && lines.first == "item 1")
        #expect(lines.last == "… and \(30 - Limits.titlesInSummaryMax) more")
    }
}
