import PhlistControl
import PhlistVocabulary

/// Occurrences of recurring items in words.
enum OccurrenceText {
    /// Returns the line for an occurrence that was made.
    static func next(_ item: ItemView, _ context: Context) -> TerminalText {
        let date = item.due.map { ", due \(DateText(today: context.clock.today).long($0))" } ?? ""
        let turn = item.record.rotation.isEmpty ? nil : item.assignee
        return "next: \(item.title) (\(item.shortID))\(date)\(turn.map { ", @\($0)" } ?? "")"
    }

    /// Returns the words behind the title of an occurrence that is done, if none comes after it.
    static func last(_ item: ItemView, _ context: Context) -> TerminalText {
        guard let rule = Recurrence(item.record.recurrence), rule.start != nil else { return "" }
        return rule.next(completedOn: context.clock.today) == nil ? ", for the last time" : ""
    }

    /// Returns the words behind the title of an occurrence that is cancelled, with its series unless the next one is
    /// there already.
    static func end(_ item: ItemView, _ reply: ChangeItemsReply) -> TerminalText {
        item.record.recurrence.isEmpty || reply.next?[item.id] != nil ? "" : ", and does not come back"
    }

    /// Returns the line for an item that was closed before, with the command that completes the next occurrence.
    static func closedBefore(_ item: ItemView, next: ItemView?, _ context: Context) -> TerminalText {
        let word: TerminalText = item.state == .done ? "already done" : "already skipped"
        guard let next else { return "\(word): \(item.title)" }
        let member: TerminalText = item.stateBy.map { ", by \($0)" } ?? ""
        let date = next.due.map { " is due \(DateText(today: context.clock.today).long($0))" } ?? ""
        return "\(word): \(item.title)\(member); the next one\(date): phlistctl done \(next.shortID)"
    }

    /// Returns how an occurrence was closed, when, and by whom.
    static func closing(of item: ItemView, _ clock: Clock) -> TerminalText {
        let word: TerminalText = item.state == .done ? "done" : "skipped"
        return item.stateAt.map { "\(word) \(ItemText.act($0, item.stateBy, clock))" } ?? word
    }

    /// Returns the words behind a changed occurrence that was completed before, so that later ones do not change.
    static func alone(_ item: ItemView, _ context: Context) -> TerminalText {
        guard item.state == .done, let rule = Recurrence(item.record.recurrence), rule.start != nil,
            rule.next(completedOn: context.clock.today) != nil
        else { return "" }
        return "; later ones stay as they are"
    }

    /// Returns the line for an occurrence that was put into the trash, as the one before it is open again.
    static func removed(_ item: ItemView) -> TerminalText {
        "removed the next one: \(item.title) (\(item.shortID))"
    }

    /// Returns the words behind an occurrence that is open again, if the next one is open as well.
    static func staying(_ next: ItemView?, _ context: Context) -> TerminalText {
        guard let next else { return "" }
        let date = next.due.map { ", due \(DateText(today: context.clock.today).long($0))" } ?? ""
        return "; the next one (\(next.shortID)) stays\(date)"
    }

    /// Whether an item is the occurrence that a change of the one before it alone has made.
    static func isNext(_ item: ItemView, after request: ChangeItemsRequest) -> Bool {
        request.occurrence == .once && !item.record.recurrence.isEmpty
    }
}
