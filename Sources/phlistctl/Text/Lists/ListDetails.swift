import PhlistControl
import PhlistVocabulary

/// Everything about one list.
struct ListDetails {
    private let list: ListView
    private let text: ListText
    private let clock: Clock
    private let style: Style

    init(_ list: ListView, _ context: Context) {
        (self.list, text) = (list, ListText(context))
        (clock, style) = (context.clock, context.style)
    }

    var page: Page {
        let description =
            list.description.isEmpty
            ? [] : list.description.lines.map { line -> TerminalText in "  \(String(line))" }
        let words = [style.heading("\(list.title)")] + description + Table.lines(fields, indent: "  ")
        return ListText.page([list], words)
    }

    private var fields: [[TerminalText]] {
        let optional: [[TerminalText]?] = [
            ["id", "\(list.id)"], ["state", state],
            list.due.map { ["due", due($0)] },
            list.nearestDue.flatMap { $0 == list.due ? nil : ["next", text.due($0, of: "item ")] },
            ["items", items],
            ["sharing", AudienceText.words(list)],
            list.owner.map { ["owner", "\($0)"] },
            ["shown", ListText.arrangement(list.view)],
            list.ownView.map { ["to you", ListText.arrangement($0)] },
            ["removing", "items \(ListText.deletion(list.deletion))"],
            list.isDefault ? ["default", "items go here when no list is named"] : nil,
            list.conflictCount == 0 ? nil : ["conflicts", style.warning("\(list.conflictCount): phlistctl conflicts")],
            ["made", "\(clock.dateTime(list.createdAt))"], ["changed", "\(clock.dateTime(list.updatedAt))"],
        ]
        return optional.compactMap(\.self)
    }

    private var state: TerminalText {
        let trash: TerminalText = list.isTrashed ? ", in the trash" : ""
        switch list.state {
        case .open: return "in progress\(list.percent.map { ", \($0) %" } ?? "")\(trash)"
        case .done: return "completed\(closed)\(trash)"
        case .cancelled: return "cancelled\(closed)\(trash)"
        }
    }

    private var closed: TerminalText {
        list.closedAt.map { " \(clock.dateTime($0)) by \(list.closedBy ?? "the house")" } ?? ""
    }

    private func due(_ date: CivilDate) -> TerminalText {
        let isOverdue = DateText.isOverdue(date, now: clock.localNow) && list.state == .open
        let day: TerminalText = "\(DateText(today: clock.today).long(date))"
        return isOverdue ? style.urgent("\(day), overdue") : day
    }

    private var items: TerminalText {
        guard list.kind == .checklist else { return TerminalText.count(list.recordCount, "record") }
        let counts = [(list.openCount, "open"), (list.doneCount, "done"), (list.cancelledCount, "cancelled")]
        let words = counts.filter { $0.0 > 0 }.map { count, state -> TerminalText in "\(count) \(state)" }
        return words.isEmpty ? "none" : TerminalText.joined(words, separator: ", ")
    }
}
