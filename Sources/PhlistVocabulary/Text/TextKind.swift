/// A kind of text that people write, with the same limits for those who type it and those who import it.
package enum TextKind: String, Sendable {
    /// The title of a list, an item or a section.
    case title
    /// The description of a list.
    case description
    case note
    case quantity
    case tag
    case url = "URL"
    /// The text of a `Recurrence`.
    case recurrence
    /// Names of members, separated by commas.
    case rotation
    /// The text of a `Reminder`.
    case reminder

    /// The most bytes in UTF-8.
    package var bytesMax: Int {
        switch self {
        case .title: TextLimits.titleBytesMax
        case .description: TextLimits.descriptionBytesMax
        case .note: TextLimits.noteBytesMax
        case .quantity: TextLimits.quantityBytesMax
        case .tag: TextLimits.tagBytesMax
        case .url: TextLimits.urlBytesMax
        case .recurrence: TextLimits.recurrenceBytesMax
        case .rotation: TextLimits.rotationBytesMax
        case .reminder: TextLimits.reminderBytesMax
        }
    }

    /// Returns the text as it is stored: without white space at its ends, its lines ended by LF, a tag without its `#`,
    /// a rule and a reminder in the usual order.
    ///
    /// An empty text is allowed except as a title or a tag; it clears the field.
    ///
    /// - Throws: A fault if it is too long, has control characters, or is not valid for its kind.
    package func checked(_ text: String) throws(TextFault) -> String {
        let stored = stored(text)
        if self == .title, stored.isBlank { throw .emptyTitle }
        guard stored.utf8.count <= bytesMax else { throw .tooLong(self, bytes: stored.utf8.count) }
        let control = stored.unicodeScalars.first { $0.isControl && !(hasLines && Self.lineScalars.contains($0)) }
        if let control { throw .controlCharacter(self, control.value) }
        switch self {
        case .title, .description, .note, .quantity, .rotation: break
        case .tag: guard Self.isTag(stored) else { throw .notATag(text) }
        case .url: guard stored.isEmpty || Self.isWebAddress(stored) else { throw .notAnAddress(stored) }
        case .recurrence: return try Self.rule(stored)
        case .reminder: return try Self.reminder(stored)
        }
        return stored
    }

    private func stored(_ text: String) -> String {
        switch self {
        case .description: return text.replacing("\r\n", with: "\n").trimmed
        case .note:
            // The blanks at its beginning may be an indentation.
            let lines = text.replacing("\r\n", with: "\n")
            return lines.lastIndex { !$0.isWhitespace }.map { String(lines[...$0]) } ?? ""
        case .tag:
            let word = text.trimmed
            return word.hasPrefix("#") ? String(word.dropFirst()) : word
        case .title, .quantity, .url, .recurrence, .rotation, .reminder: return text.trimmed
        }
    }

    private static func rule(_ text: String) throws(TextFault) -> String {
        guard !text.isEmpty else { return text }
        guard let rule = Recurrence(text) else { throw .notARule(text) }
        return rule.description
    }

    private static func reminder(_ text: String) throws(TextFault) -> String {
        guard !text.isEmpty else { return text }
        guard let reminder = Reminder(text) else { throw .notAReminder(text) }
        return reminder.description
    }

    private var hasLines: Bool { self == .note || self == .description }

    /// The control characters that texts of several lines may have.
    private static let lineScalars: Set<Unicode.Scalar> = ["\t", "\n", "\u{2028}", "\u{2029}"]

    /// Whether a text is one word; a comma separates tags on the command line.
    private static func isTag(_ text: String) -> Bool {
        !text.isEmpty && !text.contains { $0.isWhitespace || $0 == "," }
    }

    /// Whether a text is the address of a web page: other schemes could make a browser or a desktop run something.
    private static func isWebAddress(_ text: String) -> Bool {
        let scheme = ["https://", "http://"].first { text.lowercased().hasPrefix($0) }
        guard let scheme, !text.contains(where: \.isWhitespace) else { return false }
        return text.dropFirst(scheme.count).first.map { !"/?#".contains($0) } ?? false
    }
}
