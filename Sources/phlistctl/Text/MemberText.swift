import PhlistControl

/// Members in words and in fields.
enum MemberText {
    /// The members, one line each.
    static func table(_ members: [MemberView], _ style: Style) -> Page {
        let cells = members.map { member -> [TerminalText] in
            [
                style.heading("\(member.name)"), "\(member.email ?? "-")", style.faint(id(member)),
                remarks(member, style),
            ]
        }
        return Page(words: Table.lines(cells), rows: members.map(row), ids: members.map(\.id))
    }

    /// One member, named by a line of words.
    static func page(_ member: MemberView, _ words: TerminalText) -> Page {
        Page(words: [words], rows: [row(member)], ids: [member.id])
    }

    /// The name, with the address if there is one.
    static func details(_ member: MemberView) -> TerminalText {
        member.email.map { "\(member.name) <\($0)>" } ?? "\(member.name)"
    }

    private static func remarks(_ member: MemberView, _ style: Style) -> TerminalText {
        var remarks: [TerminalText] = []
        if member.isMe { remarks.append("you") }
        if member.isRemoved { remarks.append("removed") }
        if !member.conflicts.isEmpty { remarks.append(style.warning("(conflict)")) }
        return .joined(remarks, separator: ", ")
    }

    /// Eight of the 32 letters: enough to tell the members of a household apart.
    private static func id(_ member: MemberView) -> TerminalText {
        "\(member.id.shortened)"
    }

    private static func row(_ member: MemberView) -> [String] {
        [member.id, member.name, member.email ?? "", member.isMe ? "me" : "", member.isRemoved ? "removed" : ""]
    }
}
