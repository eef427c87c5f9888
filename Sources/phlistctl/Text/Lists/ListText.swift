import PhlistControl
import PhlistVocabulary

/// Lists as text and as fields.
struct ListText {
    private let clock: Clock
    private let style: Style

    init(_ context: Context) {
        (clock, style) = (context.clock, context.style)
    }

    // MARK: Many lists

    /// Returns the lists by state, the due items, and the invitations, conflicts and notices.
    func overview(_ reply: OverviewReply) -> Page {
        var words = sections(of: reply.lists)
        if !reply.due.isEmpty {
            words.append(style.heading("Due"))
            words += Table.lines(reply.due.map { row($0) }, indent: "  ")
        }
        if reply.dueCount > reply.due.count {
            words.append("  and \(reply.dueCount - reply.due.count) more: phlistctl due")
        }
        if !reply.invitations.isEmpty {
            words.append(style.heading("Invitations"))
            words += Table.lines(SharingText.cells(reply.invitations, style), indent: "  ")
        }
        if reply.conflictCount > 0 {
            words.append(style.warning("\(TerminalText.count(reply.conflictCount, "conflict")): phlistctl conflicts"))
        }
        words += reply.notices.map { style.warning("\($0)") }
        return Self.page(reply.lists, words)
    }

    /// Returns the lists by state, with their ids, and with items if the reply has any.
    func table(_ reply: ListsReply) -> Page {
        guard let items = reply.items else {
            return Self.page(reply.lists, sections(of: reply.lists, withIDs: true))
        }
        let byList = Dictionary(grouping: items, by: \.listID)
        return Page(
            words: sections(of: reply.lists, withIDs: true) { lines(of: byList[$0.id] ?? []) },
            rows: reply.lists.flatMap { [Self.row($0)] + (byList[$0.id] ?? []).map { Self.row($0) } },
            ids: reply.lists.flatMap { [$0.id] + (byList[$0.id] ?? []).map(\.id) }
        )
    }

    /// Returns a list among its neighbours, with a mark where others are left out; nothing if it is the only one or
    /// missing.
    func place(of list: ListView, in lists: [ListView]) -> [TerminalText] {
        guard lists.count > 1, let index = lists.firstIndex(where: { $0.id == list.id }) else { return [] }
        let neighbours = max(0, index - 2)..<min(lists.count, index + 3)
        let above: [TerminalText] = neighbours.lowerBound > 0 ? ["…"] : []
        let below: [TerminalText] = neighbours.upperBound < lists.count ? ["…"] : []
        return above + sections(of: Array(lists[neighbours])) + below
    }

    /// Returns the sections In Progress, Completed, Cancelled, In the Trash and Left, unless they are empty.
    private func sections(
        of lists: [ListView],
        withIDs: Bool = false,
        below: (ListView) -> [TerminalText] = { _ in [] }
    ) -> [TerminalText] {
        var words: [TerminalText] = []
        let lines = Table.lines(Self.withoutEmptyColumns(lists.map { cells($0, withID: withIDs) }), indent: "  ")
        for (index, list) in lists.enumerated() {
            if index == 0 || Self.section(lists[index - 1]) != Self.section(list) {
                words.append(style.heading(Self.section(list)))
            }
            words.append(lines[index])
            words += below(list)
        }
        return words
    }

    private func lines(of items: [ItemView]) -> [TerminalText] {
        let width = items.map(\.shortID.count).max() ?? 0
        return items.map { item in
            let id = style.faint(TerminalText(data: item.shortID).padded(to: width))
            return "    \(ItemText.mark(item.state)) \(id)  \(ItemText.title(item, style))"
        }
    }

    private static func section(_ list: ListView) -> TerminalText {
        guard list.isLeft != true else { return "Left" }
        guard !list.isTrashed else { return "In the Trash" }
        switch list.state {
        case .open: return "In Progress"
        case .done: return "Completed"
        case .cancelled: return "Cancelled"
        }
    }

    private func cells(_ list: ListView, withID: Bool) -> [TerminalText] {
        [
            withID ? style.faint(Self.id(list)) : "", title(list), Self.percent(list), date(list), Self.openCount(list),
            list.conflictCount == 0 ? "" : style.warning("(\(TerminalText.count(list.conflictCount, "conflict")))"),
        ]
    }

    /// Removes the columns that are empty in every row.
    private static func withoutEmptyColumns(_ rows: [[TerminalText]]) -> [[TerminalText]] {
        let used = (rows.first ?? []).indices.filter { column in rows.contains { $0[column].width > 0 } }
        return rows.map { row in used.map { row[$0] } }
    }

    // MARK: One list

    /// Returns the title with the marks of the list.
    private func title(_ list: ListView) -> TerminalText {
        let isOver = list.state != .open || list.isTrashed
        let title = isOver ? style.struck("\(list.title)") : "\(list.title)"
        let words = [AudienceText.mark(list), list.isDefault ? "default" : nil].compactMap(\.self)
        return words.isEmpty ? title : "\(title) (\(TerminalText.joined(words, separator: ", ")))"
    }

    /// Returns the progress: `80 %`, `–` for nothing to do, empty if the list is closed or not a checklist.
    static func percent(_ list: ListView) -> TerminalText {
        guard list.state == .open, list.kind == .checklist else { return "" }
        return list.percent.map { "\($0) %" } ?? "–"
    }

    static func openCount(_ list: ListView) -> TerminalText {
        switch list.kind {
        case .form: TerminalText.count(list.recordCount, "record")
        case .checklist where list.openCount > 0: "\(list.openCount) open"
        case .checklist: list.state == .open ? "nothing open" : ""
        }
    }

    /// Returns the due dates, or the day on which the list was closed.
    private func date(_ list: ListView) -> TerminalText {
        guard let closedAt = list.closedAt, list.state != .open else { return dues(list) }
        let day = DateText(today: clock.today).short(clock.day(closedAt))
        return list.state == .done ? style.good("completed \(day)") : style.urgent("cancelled \(day)")
    }

    /// Returns the due date of the list and the nearest one of its items.
    private func dues(_ list: ListView) -> TerminalText {
        let own = list.due.map { due($0) }
        let item = list.nearestDue.flatMap { $0 == list.due ? nil : due($0, of: "item ") }
        return TerminalText.joined([own, item].compactMap(\.self), separator: ", ")
    }

    /// Returns a due date as in `due tomorrow`; red and in other words if overdue.
    func due(_ date: CivilDate, of thing: TerminalText = "") -> TerminalText {
        let day = DateText(today: clock.today).short(date)
        let isOverdue = DateText.isOverdue(date, now: clock.localNow)
        return isOverdue ? style.urgent("\(thing)overdue since \(day)") : "\(thing)due \(day)"
    }

    private func row(_ due: OverviewReply.DueItem) -> [TerminalText] {
        let id = style.faint("\(due.item.shortID)")
        return [
            "\(ItemText.mark(due.item.state)) \(id)", "\(due.item.title)", "\(due.item.listTitle)", self.due(due.due),
        ]
    }

    /// Returns the line for a new list, with its fields as understood, and the invited members.
    func made(_ list: ListView, inviting guests: [String] = []) -> TerminalText {
        guard !guests.isEmpty else { return "made the list \(summary(list))" }
        let names = TerminalText.joined(guests.map { "\($0)" }, separator: ", ")
        return "made the list \(summary(list)); invited: \(names)"
    }

    /// Returns the title and the fields of a list.
    func summary(_ list: ListView) -> TerminalText {
        let date = list.due.map { date -> TerminalText in "due \(DateText(today: clock.today).long(date))" }
        let items = list.openCount + list.doneCount + list.cancelledCount
        let words: [TerminalText?] = [
            "\(list.title)", date, list.visibility == .household ? nil : AudienceText.words(list),
            items == 0 ? nil : TerminalText.count(items, "item"),
        ]
        return TerminalText.joined(words.compactMap(\.self), separator: ", ")
    }

    static func arrangement(_ view: ListView.View) -> TerminalText {
        let order: TerminalText = view.sort == .manual ? "in the order that you give it" : "by \(view.sort.rawValue)"
        let direction: TerminalText = view.isReversed ? ", reversed" : ""
        return "\(order)\(direction), \(view.showsDone ? "with" : "without") what is done"
    }

    /// Returns how all lists together are shown.
    static func arrangement(_ view: ItemDisplay) -> TerminalText {
        guard view != ItemDisplay() else { return "one by one, each as it is chosen for it" }
        let parts: [TerminalText?] = [
            view.isFlat.map { $0 ? "in one table" : "one by one" },
            view.sort.map { $0 == .manual ? "in the order that you give it" : "by \($0.name)" },
            view.isReversed.map { $0 ? "reversed" : "not reversed" },
            view.showsDone.map { $0 ? "with what is done" : "without what is done" },
            view.isLong.map { $0 ? "with all fields" : "without the details" },
        ]
        return TerminalText.joined(parts.compactMap(\.self), separator: ", ")
    }

    static func deletion(_ policy: DeletionPolicy) -> TerminalText {
        switch policy {
        case .allowed: "can be removed"
        case .cancelOnly: "can be cancelled, not removed"
        }
    }

    static func stillOpen(_ list: ListView) -> TerminalText {
        switch list.openCount {
        case 0: ""
        case 1: " (1 item is still open)"
        default: " (\(list.openCount) items are still open)"
        }
    }

    /// Says which lists are closed, so that listings leave out what was added to them.
    static func leftOut(_ lists: [ListView]) -> [TerminalText] {
        lists.filter { $0.state != .open }.map { list in
            let state: TerminalText = list.state == .done ? "completed" : "cancelled"
            let reopen: TerminalText = "phlistctl list reopen \(list.title.asArgument)"
            return "\(list.title) is \(state), so ls and due leave it out: \(reopen)"
        }
    }

    /// Names other lists of the same title, and how to make one of them where that shows nothing to more people.
    static func namesakes(_ lists: [ListView], of changed: [ListView]) -> [TerminalText] {
        lists.map { list in
            let merge = changed.lazy.compactMap { mergeable($0, list) }.first.map { from, into -> TerminalText in
                "; to make one of them: phlistctl list merge \(id(from)) \(id(into))"
            }
            return "there is another list \(list.title) (\(id(list)), \(AudienceText.words(list)))\(merge ?? "")"
        }
    }

    /// Returns two lists in the order in which one can be merged into the other, the newer one first; nil if that is
    /// refused, or would show items to more people.
    private static func mergeable(_ list: ListView, _ other: ListView) -> (from: ListView, into: ListView)? {
        guard list.visibility == .household, other.visibility == .household else { return nil }
        let isOlder = (list.createdAt, list.id) < (other.createdAt, other.id)
        let (old, new) = isOlder ? (list, other) : (other, list)
        if new.deletion == .allowed { return (new, old) }
        return old.deletion == .allowed ? (old, new) : nil
    }

    /// Returns eight of the 32 letters, enough to distinguish the lists of a household.
    static func id(_ list: ListView) -> TerminalText {
        "\(list.id.shortened)"
    }

    // MARK: Fields

    /// Returns a page about changed lists.
    static func page(_ lists: [ListView], _ words: [TerminalText]) -> Page {
        Page(words: words, rows: lists.map { row($0) }, ids: lists.map(\.id))
    }

    private static func row(_ list: ListView) -> [String] {
        [
            list.id, list.isTrashed ? "trashed" : list.state.name, list.percent.map(String.init) ?? "",
            list.due?.description ?? "", String(list.openCount), String(list.doneCount), String(list.cancelledCount),
            list.visibility.name, list.title,
        ]
    }

    private static func row(_ item: ItemView) -> [String] {
        [item.id, item.isTrashed ? "trashed" : item.state.name, item.listTitle, item.title]
    }
}
