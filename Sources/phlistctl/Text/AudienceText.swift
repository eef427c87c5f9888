import PhlistControl

/// Who sees a list, in the same words wherever it is told.
enum AudienceText {
    /// `private`, `with ben and the house` or `everybody`.
    static func words(_ list: ListView) -> TerminalText {
        words(list.visibility, list.participants ?? [])
    }

    static func words(_ form: FormView) -> TerminalText {
        words(form.visibility, form.participants ?? [])
    }

    private static func words(_ visibility: ListView.Visibility, _ participants: [String]) -> TerminalText {
        switch visibility {
        case .household: return "everybody"
        case .participants where participants.isEmpty: return "private"
        case .participants:
            let names = participants.map { $0 == house ? "the house" : "\($0)" as TerminalText }
            let others = names.dropLast()
            guard !others.isEmpty else { return "with \(names[0])" }
            return "with \(TerminalText.joined(Array(others), separator: ", ")) and \(names[names.count - 1])"
        }
    }

    /// No member can be called so.
    private static let house = "house"
}
