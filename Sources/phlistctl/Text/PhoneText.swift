import PhlistControl

/// Phones, and the page for them, in words and as rows for `--plain`.
enum PhoneText {
    static func table(_ phones: [PhoneView], _ clock: Clock, _ style: Style) -> Page {
        let cells: [[TerminalText]] = phones.map { phone in
            [
                style.heading("\(phone.name)"), phone.member.map { "\($0)" } ?? "nobody in the household",
                style.faint("\(phone.id)"), phone.isConnected ? "open now" : "last used \(clock.age(phone.seenAt))",
            ]
        }
        return Page(words: Table.lines(cells), rows: phones.map(row), ids: phones.map(\.id))
    }

    /// Returns a page about one phone with a line of text.
    static func page(_ phone: PhoneView, _ words: TerminalText) -> Page {
        Page(words: [words], rows: [row(phone)], ids: [phone.id])
    }

    /// Returns ` of NAME`; nothing if its member is no longer in the household.
    static func owner(of phone: PhoneView) -> TerminalText {
        phone.member.map { ", a phone of \($0)" } ?? ""
    }

    /// Tells of phones whose members are not in the household, after this device has moved to another one.
    static func leftBehind(_ context: Context) -> [TerminalText] {
        guard context.format == nil, let phones = try? context.ask(PhonesQuery()).phones else { return [] }
        let count = phones.count { $0.member == nil }
        guard count > 0 else { return [] }
        let subject: TerminalText = count == 1 ? "1 phone has" : "\(count) phones have"
        return ["\(subject) to get in again: phlistctl phone add NAME"]
    }

    /// Returns where the page is, or why it is not.
    static func about(_ page: PageView) -> [TerminalText] {
        switch page.state {
        case .off: ["the page for phones is off; switch it on with: phlistctl phone on"]
        case .failed: ["the page for phones is not served: \(page.problem ?? "")"]
        case .on:
            ["the page for phones:"] + page.addresses.prefix(Limits.addressesShownMax).map { "  \($0)" }
        }
    }

    private static func row(_ phone: PhoneView) -> [String] {
        [phone.id, phone.name, phone.member ?? "", "\(phone.seenAt)", phone.isConnected ? "connected" : ""]
    }
}
