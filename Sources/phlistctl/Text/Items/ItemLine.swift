import PhlistControl
import PhlistVocabulary

/// An item as one line, with its note below.
struct ItemLine {
    var item: ItemView
    var look: ItemLook

    /// Returns the lines; `idWidth` is the width of the longest short id shown.
    func lines(indent: Int, idWidth: Int) -> [TerminalText] {
        ["\(space(indent))\(sign(idWidth))  \(words)"] + note(indent: indent, idWidth: idWidth)
    }

    /// Returns the item as a row of a table with a column for the list.
    func cells(idWidth: Int) -> [TerminalText] {
        let others = [quantity] + (look.isLong ? details : []) + last
        let rest = TerminalText.joined(others.compactMap(\.self), separator: "  ")
        return [
            sign(idWidth), ItemText.title(item, look.style), date ?? "", look.style.faint(ItemText.place(item)), rest,
        ]
    }

    /// Returns the lines of the note, aligned with the title, which follows the mark and the id.
    func note(indent: Int, idWidth: Int) -> [TerminalText] {
        guard look.showsNotes, item.hasNote else { return [] }
        let margin: TerminalText = "\(space(indent))    \(TerminalText(data: "").padded(to: idWidth))  "
        let note = TextWrap.lines(item.note, columns: max(20, look.columns - margin.width))
        return note.map { $0.width == 0 ? "" : "\(margin)\(look.style.faint($0))" }
    }

    private func space(_ indent: Int) -> TerminalText {
        TerminalText(data: String(repeating: " ", count: indent + 2 * item.depth))
    }

    /// Returns the mark of the state and the short id.
    private func sign(_ idWidth: Int) -> TerminalText {
        "\(ItemText.mark(item.state)) \(look.style.faint(TerminalText(data: item.shortID).padded(to: idWidth)))"
    }

    /// The title, the date and the quantity, followed by the other fields.
    private var words: TerminalText {
        let first = [ItemText.title(item, look.style), date, quantity]
        let place = look.showsPlace ? look.style.faint("in \(ItemText.place(item))") : nil
        let parts = first + (look.isLong ? details : []) + last + [place]
        return TerminalText.joined(parts.compactMap(\.self), separator: "  ")
    }

    private var quantity: TerminalText? {
        item.quantity.isEmpty ? nil : "\(item.quantity)"
    }

    /// The signs and words after the fields, in every layout.
    private var last: [TerminalText?] {
        [photo, removed, item.conflicts.isEmpty ? nil : look.style.warning("(conflict)"), acts]
    }

    private var details: [TerminalText?] {
        let text = FieldText(item: item, look: look)
        return ItemField.allCases.map(text.brief)
    }

    /// The sign for a photo, which `photo show` shows; an empty frame while its bytes are on other devices.
    private var photo: TerminalText? {
        guard item.hasPhoto else { return nil }
        return item.photo.map { $0.place == .here } ?? true ? "▣" : "▢"
    }

    /// The due date, or the day on which the item was closed.
    var date: TerminalText? {
        guard item.state == .open else {
            return item.stateAt.map { look.style.faint("\(item.state.name) \(day($0))") }
        }
        let recurrence = item.record.recurrence.isEmpty ? nil : FieldText.recurrenceGlyph
        let words = [due, recurrence].compactMap(\.self)
        return words.isEmpty ? nil : "\(TerminalText.joined(words, separator: " "))\(turn)"
    }

    private var due: TerminalText? {
        guard let due = item.due else { return nil }
        let text: TerminalText = "\(DateText(today: look.clock.today).short(due))"
        let isOverdue = DateText.isOverdue(due, now: look.clock.localNow) && !item.isTrashed
        return isOverdue ? look.style.warning("! \(text)") : text
    }

    /// The member whose turn it is; a long row has every assignee.
    private var turn: TerminalText {
        guard !look.isLong, !item.record.rotation.isEmpty else { return "" }
        return item.assignee.map { " @\($0)" } ?? ""
    }

    private var removed: TerminalText? {
        guard item.isTrashed else { return nil }
        guard let time = item.trashedAt else { return "(removed)" }
        let member: TerminalText = item.trashedBy.map { " by \($0)" } ?? ""
        return "(removed \(day(time))\(member))"
    }

    /// The day by which the item is sorted; with `isLong`, who added and changed it, and when.
    private var acts: TerminalText? {
        guard look.isLong else { return sortDay.map { look.style.faint($0) } }
        let added: TerminalText = "added \(ItemText.act(item.createdAt, item.createdBy, look.clock))"
        guard item.updatedAt != item.createdAt else { return look.style.faint(added) }
        return look.style.faint("\(added), changed \(ItemText.act(item.updatedAt, item.updatedBy, look.clock))")
    }

    /// The day on which the item was added or changed, if its list is sorted by it.
    private var sortDay: TerminalText? {
        switch look.sorts[item.listID] {
        case .created: "added \(day(item.createdAt))"
        case .updated: "changed \(day(item.updatedAt))"
        case .manual, .name, .due, .percent, .done, nil: nil
        }
    }

    /// Returns the day of an instant, relative to today.
    private func day(_ time: Int64) -> String {
        DateText(today: look.clock.today).short(look.clock.day(time))
    }
}
