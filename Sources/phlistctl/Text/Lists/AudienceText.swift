import PhlistControl
import PhlistVocabulary

/// The audience of a list, in the same words everywhere.
enum AudienceText {
    /// Returns `private`, `everybody`, the participants as in `with ben and the house`, or how the caller lost it.
    static func words(_ list: ListView) -> TerminalText {
        mark(list) ?? "everybody"
    }

    static func words(_ form: FormView) -> TerminalText {
        mark(form.visibility, form.participants, isEnded: form.isEnded, isLeft: nil) ?? "everybody"
    }

    /// Returns the mark after the title of a list; nil if everybody sees it, as is usual.
    static func mark(_ list: ListView) -> TerminalText? {
        mark(list.visibility, list.participants, isEnded: list.isEnded, isLeft: list.isLeft)
    }

    static func mark(_ list: ItemsReply.Order) -> TerminalText? {
        guard list.isTrashed != true else { return "in the trash" }
        return mark(list.visibility, list.participants, isEnded: list.isEnded, isLeft: list.isLeft)
    }

    private static func mark(
        _ visibility: Visibility,
        _ participants: [String]?,
        isEnded: Bool?,
        isLeft: Bool?
    ) -> TerminalText? {
        guard isLeft != true else { return "left" }
        guard isEnded != true else { return "no longer shared with you" }
        return visibility == .household ? nil : words(participants ?? [])
    }

    private static func words(_ participants: [String]) -> TerminalText {
        let names = participants.map { $0 == house ? "the house" : "\($0)" as TerminalText }
        guard let last = names.last else { return "private" }
        guard names.count > 1 else { return "with \(last)" }
        return "with \(TerminalText.joined(names.dropLast(), separator: ", ")) and \(last)"
    }

    /// The participant that stands for the house; no member can have this name.
    private static let house = "house"
}
