import PhlistControl
import PhlistVocabulary

extension ItemView {
    /// An item that has everything.
    static var cake: ItemView {
        var item = ItemView.milk.with(title: "birthday cake")
        item.note =
            "Three layers.\n\n  - 500 g flour\n\t- sugar\n"
            + "Ask Ben, who has baked the one of last year, how long it has to stay in the oven."
        item.due = CivilDate(year: 2026, month: 11, day: 22, minute: 18 * 60)
        item.assignee = "Ann"
        item.quantity = "2 tins"
        item.url = "https://example.org/tins"
        item.location = "corner shop"
        item.record.recurrence = "DTSTART=20261122T180000;FREQ=YEARLY;BYMONTH=11;BYMONTHDAY=22"
        item.record.rotation = "Ann, Ben"
        item.record.reminder = "-P1D,PT0S,20261122T090000"
        item.priority = .high
        item.percent = 40
        item.tags = ["birthday", "sweet"]
        item.section = "Kitchen"
        item.position = 1
        return item
    }

    /// One that stands below it, and is done.
    static var candles: ItemView {
        var item = ItemView.bread.with(state: .done, title: "candles")
        item.parentID = cake.id
        item.section = "Kitchen"
        item.depth = 1
        item.percent = 100
        item.stateAt = .now - 86_400_000
        item.stateBy = "Ben"
        return item
    }

    /// One that recurs, due in November 2026.
    static func bins(due day: Int, count: Int? = nil) -> ItemView {
        var item = ItemView.milk.with(title: "bins")
        let date = CivilDate(year: 2026, month: 11, day: day)
        var rule = Recurrence(every: .day)
        (rule.interval, rule.end) = (4, count.map { .after(count: $0) })
        item.due = date
        item.record.recurrence = date.map { rule.anchored(at: $0).description } ?? ""
        return item
    }

    /// One whose day is over.
    static var tax: ItemView {
        var item = ItemView.weed.with(title: "tax return")
        item.due = CivilDate(year: 2026, month: 11, day: 20)
        item.priority = .low
        return item
    }

    static var closed: [ItemView] {
        var done = ItemView.bread.with(state: .done)
        done.stateAt = .now - 3 * 86_400_000
        done.stateBy = "anna"
        var cancelled = ItemView.milk.with(state: .cancelled)
        cancelled.stateAt = .now
        return [done, cancelled, .gone]
    }

    /// One in the trash.
    static var gone: ItemView {
        var item = ItemView.weed.with(title: "old hose", isTrashed: true)
        item.trashedAt = .now - 86_400_000
        item.trashedBy = "Ben"
        return item
    }

    /// One that is for Ben, who does not see its list.
    static var hidden: ItemView {
        var item = ItemView.milk
        (item.assignee, item.isHiddenFromAssignee) = ("ben", true)
        return item
    }

    /// One with which Ben takes turns, who does not see its list.
    static var unshared: ItemView {
        var item = ItemView.milk
        (item.record.recurrence, item.record.rotation) = ("DTSTART=20261201;FREQ=WEEKLY;BYDAY=TU", "anna, ben")
        item.membersWithoutTurn = ["ben"]
        return item
    }

    /// One that Ann edited while Ben deleted it, with two opinions of its day.
    static var kept: ItemView {
        var item = ItemView.milk
        item.rescue = RescueView(editedBy: "Ann", editedAt: .now, deletedBy: "Ben", deletedAt: .now - 3_600_000)
        let values = [
            ConflictView.Value(value: "2026-11-22", by: "Ann", at: .now),
            ConflictView.Value(value: "", by: "Ben", at: .now - 60_000),
        ]
        item.conflicts = [ConflictView(field: "due", values: values)]
        return item
    }
}
