extension TerminalText {
    /// Returns a number of things, as in `1 item` and `2 items`.
    static func count(_ number: Int, _ thing: TerminalText) -> TerminalText {
        "\(number) \(thing)\(number == 1 ? "" : "s")"
    }
}
