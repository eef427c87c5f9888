import PhlistControl
import PhlistVocabulary

/// Items as text and as fields.
enum ItemText {
    /// Returns items below the headings of their lists and sections, with the audience of a list not seen by everybody.
    static func page(_ reply: ItemsReply, _ look: ItemLook) -> Page {
        let words = blocks(reply, look).flatMap(\.words)
        return Page(words: words, rows: reply.items.map(row), ids: reply.items.map(\.id))
    }

    /// The headings above an item, and its lines.
    struct Block {
        var words: [TerminalText] = []
        let item: ItemView
    }

    /// Returns the blocks of the items, in their order.
    ///
    /// Done, cancelled and removed top-level items come below headings of their own; then open items get one, too.
    static func blocks(_ reply: ItemsReply, _ look: ItemLook) -> [Block] {
        guard !look.isTable else { return table(reply.items, look) }
        var marks: [String: TerminalText] = [:]
        for order in reply.orders ?? [] { marks[order.listID] = AudienceText.mark(order) }
        let idWidth = reply.items.map(\.shortID.count).max() ?? 0
        let divided = Set(reply.items.filter { $0.depth == 0 && isClosed($0) }.map(\.listID))
        var (list, part): (String?, String?) = (nil, nil)
        return reply.items.map { item in
            var block = Block(item: item)
            if item.listID != list {
                block.words.append(heading(of: item, marks[item.listID], look.style))
                (list, part) = (item.listID, nil)
            }
            let next = Self.part(of: item) ?? (divided.contains(item.listID) ? "In Progress" : nil)
            if item.depth == 0, next != part {
                part = next
                block.words += part.map { ["  \(look.style.heading("\($0)"))"] } ?? []
            }
            block.words += ItemLine(item: item, look: look).lines(indent: part == nil ? 2 : 4, idWidth: idWidth)
            return block
        }
    }

    /// Returns the items as rows of one table.
    private static func table(_ items: [ItemView], _ look: ItemLook) -> [Block] {
        let idWidth = items.map(\.shortID.count).max() ?? 0
        let lines = items.map { ItemLine(item: $0, look: look) }
        let rows = Table.lines(lines.map { $0.cells(idWidth: idWidth) })
        return zip(lines, rows).map { line, row in
            Block(words: [row] + line.note(indent: 0, idWidth: idWidth), item: line.item)
        }
    }

    private static func heading(of item: ItemView, _ mark: TerminalText?, _ style: Style) -> TerminalText {
        let title = style.heading("\(item.listTitle)")
        return mark.map { "\(title) (\($0))" } ?? title
    }

    private static func isClosed(_ item: ItemView) -> Bool {
        item.isTrashed || item.state != .open
    }

    /// Returns the heading for a top-level item; nil if it is open and in no section.
    private static func part(of item: ItemView) -> String? {
        guard !item.isTrashed else { return "Removed" }
        switch item.state {
        case .open: return item.section
        case .done: return "Completed"
        case .cancelled: return "Cancelled"
        }
    }

    /// Returns items below the days on which they are due, in their order.
    static func days(_ items: [ItemView], _ look: ItemLook) -> Page {
        var look = look
        look.showsPlace = true
        let idWidth = items.map(\.shortID.count).max() ?? 0
        var words: [TerminalText] = []
        var heading: TerminalText?
        for item in items {
            let next = day(of: item, look)
            if next != heading {
                words.append(next)
                heading = next
            }
            words += ItemLine(item: item, look: look).lines(indent: 2, idWidth: idWidth)
        }
        return Page(words: words, rows: items.map(row), ids: items.map(\.id))
    }

    private static func day(of item: ItemView, _ look: ItemLook) -> TerminalText {
        guard let due = item.due else { return look.style.heading("no date") }
        guard !DateText.isOverdue(due, now: look.clock.localNow) || item.state != .open else {
            return look.style.warning("Overdue")
        }
        return look.style.heading("\(DateText(today: look.clock.today).long(due.withoutTime))")
    }

    /// Returns lines that offer to make one item of those that have one title.
    static func namesakes(_ reply: ItemsReply) -> [TerminalText] {
        let titles = Dictionary(reply.items.map { ($0.shortID, $0.title) }) { first, _ in first }
        let shown = (reply.twins ?? []).prefix(namesakesShownMax)
        return shown.map { ids in
            let ids = ids.prefix(namesakesShownMax)
            return "\"\(titles[ids[0]] ?? "")\" is there more than once: phlistctl merge \(ids.joined(separator: " "))"
        }
    }

    /// The most groups, and items of a group, that are pointed out.
    private static let namesakesShownMax = 5

    /// Returns the words behind a closed item below which others are open.
    static func openBelow(_ item: ItemView, _ reply: ChangeItemsReply) -> TerminalText {
        guard let count = reply.openBelow?[item.id] else { return "" }
        return "; \(TerminalText.count(count, "item")) below it \(count == 1 ? "is" : "are") still open"
    }

    /// Returns a page about changed items.
    static func page(_ items: [ItemView], _ words: [TerminalText]) -> Page {
        Page(words: words, rows: items.map(row), ids: items.map(\.id))
    }

    /// Returns the mark of a state, which says the same as its colour.
    static func mark(_ state: WorkState) -> TerminalText {
        switch state {
        case .open: "[ ]"
        case .done: "[x]"
        case .cancelled: "[~]"
        }
    }

    /// Returns the title, struck through if nothing is left to do.
    static func title(_ item: ItemView, _ style: Style) -> TerminalText {
        item.state == .open && !item.isTrashed ? "\(item.title)" : style.struck("\(item.title)")
    }

    /// Returns the list and the section, as `LIST/SECTION`.
    static func place(_ item: ItemView) -> TerminalText {
        item.section.map { "\(item.listTitle)/\($0)" } ?? "\(item.listTitle)"
    }

    /// Returns the time of an action and the member who did it.
    static func act(_ time: Int64, _ member: String?, _ clock: Clock) -> TerminalText {
        "\(clock.dateTime(time)) by \(member ?? "the house")"
    }

    private static func row(_ item: ItemView) -> [String] {
        [
            item.id, item.isTrashed ? "trashed" : item.state.name, item.listTitle, item.title,
            item.due?.description ?? "", item.assignee ?? "", item.quantity,
            item.priority == .none ? "" : item.priority.name, item.tags.joined(separator: ","),
            item.section ?? "",
        ]
    }
}
