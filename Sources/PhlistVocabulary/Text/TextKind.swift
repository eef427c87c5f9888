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
    case location
    /// The text of a `Recurrence`.
    case recurrence
    /// Names of members, separated by commas.
    case rotation
    /// The text of a `Reminder`.
    case reminder

    /// A title is read at a glance; longer text belongs in a note.
    private static let titleBytesMax = 1024
    /// The description of a list: some pages, and with all other fields of the list far below the size of an op.
    private static let descriptionBytesMax = 16 * 1024
    /// About ten printed pages; fits one op with all other fields of an item.
    private static let noteBytesMax = 32 * 1024
    /// "3 bottles of 0,5 l": a quantity is a few words next to a title.
    private static let quantityBytesMax = 64
    /// A tag is one word.
    private static let tagBytesMax = 64
    /// The longest rule has about 150 bytes; other programs write parts that go without saying.
    private static let recurrenceBytesMax = 512
    /// The longest names of as many members as can take turns.
    private static let rotationBytesMax = 4096
    /// The longest reminder has about 80 bytes; other programs write durations with zeros.
    private static let reminderBytesMax = 256
    /// The longest address that all browsers and servers take.
    private static let urlBytesMax = 2048
    /// An address of many lines, with the way to it.
    private static let locationBytesMax = 2048

    /// The most bytes in UTF-8.
    package var bytesMax: Int {
        switch self {
        case .title: Self.titleBytesMax
        case .description: Self.descriptionBytesMax
        case .note: Self.noteBytesMax
        case .quantity: Self.quantityBytesMax
        case .tag: Self.tagBytesMax
        case .url: Self.urlBytesMax
        case .location: Self.locationBytesMax
        case .recurrence: Self.recurrenceBytesMax
        case .rotation: Self.rotationBytesMax
        case .reminder: Self.reminderBytesMax
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
        case .title, .description, .note, .quantity, .location, .rotation: break
        case .tag: guard Self.isTag(stored) else { throw .notValid(self, text) }
        case .url: guard stored.isEmpty || Self.isWebAddress(stored) else { throw .notValid(self, stored) }
        case .recurrence: return try inUsualOrder(stored) { Recurrence($0)?.description }
        case .reminder: return try inUsualOrder(stored) { Reminder($0)?.description }
        }
        return stored
    }

    /// The form that a text of the kind has, for people who wrote another one.
    package var form: String {
        switch self {
        case .tag: "a valid tag: a tag is one word without spaces or commas"
        case .url: "the address of a web page like https://example.org/tent"
        case .recurrence: "a rule that phlist knows, like FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH (RFC 5545)"
        case .reminder:
            "a reminder that phlist knows: up to \(Reminder.triggersMax) of the form -P1D, PT0S or 20261128T090000 "
                + "(RFC 5545)"
        case .title, .description, .note, .quantity, .location, .rotation: "a valid \(rawValue)"
        }
    }

    private func stored(_ text: String) -> String {
        switch self {
        case .description: return text.replacing("\r\n", with: "\n").trimmed
        case .note:
            // The blanks at its beginning may be an indentation.
            let lines = text.replacing("\r\n", with: "\n").unicodeScalars
            return lines.lastIndex { !$0.properties.isWhitespace }.map { String(lines[...$0]) } ?? ""
        case .tag:
            return String(text.trimmed.drop { $0 == "#" })
        case .location:
            // Addresses are copied, and stand in calendars, in several lines.
            return text.replacing("\t", with: " ").split(whereSeparator: \.isNewline).map(\.trimmed)
                .filter { !$0.isEmpty }.joined(separator: ", ").replacing(",, ", with: ", ")
        case .title, .quantity, .url, .recurrence, .rotation, .reminder: return text.trimmed
        }
    }

    private func inUsualOrder(_ text: String, parse: (String) -> String?) throws(TextFault) -> String {
        guard !text.isEmpty else { return text }
        guard let usual = parse(text) else { throw .notValid(self, text) }
        return usual
    }

    private var hasLines: Bool { self == .note || self == .description }

    /// The control characters that texts of several lines may have.
    private static let lineScalars: Set<Unicode.Scalar> = ["\t", "\n", "\u{2028}", "\u{2029}"]

    /// Whether a text is one word; a comma separates tags on the command line.
    private static func isTag(_ text: String) -> Bool {
        !text.isEmpty && !text.unicodeScalars.contains { $0.properties.isWhitespace || $0 == "," }
    }

    /// Whether a text is the address of a web page: other schemes could make a browser or a desktop run something.
    private static func isWebAddress(_ text: String) -> Bool {
        let scheme = ["https://", "http://"].first { text.lowercased().hasPrefix($0) }
        guard let scheme, !text.contains(where: \.isWhitespace) else { return false }
        return text.dropFirst(scheme.count).first.map { !"/?#".contains($0) } ?? false
    }
}
