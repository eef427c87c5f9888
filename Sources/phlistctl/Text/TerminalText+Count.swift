extension TerminalText {
    /// So many of a thing: `1 item`, `2 items`.
    static func count(_ number: Int, _ thing: TerminalText) -> TerminalText {
        "\(number) \(thing)\(number == 1 ? "" : "s")"
    }
}
