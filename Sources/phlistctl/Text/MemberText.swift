import PhlistControl

/// Members as text and as fields.
enum MemberText {
    static func table(_ members: [MemberView], _ style: Style) -> Page {
        let cells = members.map { member -> [TerminalText] in
            [
                style.heading("\(member.name)"), "\(member.email ?? "-")", style.faint(id(member)),
                remarks(member, style),
            ]
        }
        return Page(words: Table.lines(cells), rows: members.map(row), ids: members.map(\.id))
    }

    /// Returns advice about members of one name, who come of adding somebody on two devices apart.
    static func namesakes(_ members: [MemberView]) -> [TerminalText] {
        let present = members.filter { !$0.isRemoved }
        let names = Dictionary(grouping: present) { $0.name.lowercased() }.filter { $0.value.count > 1 }
        return names.values.compactMap { $0.last { !$0.isMe } }.sorted { ($0.name, $0.id) < ($1.name, $1.id) }
            .map { "two members are called \($0.name); to keep one of them: phlistctl member rm \(id($0))" }
    }

    /// Returns a page about one member with a line of text.
    static func page(_ member: MemberView, _ words: TerminalText) -> Page {
        Page(words: [words], rows: [row(member)], ids: [member.id])
    }

    /// Returns the name, with the e-mail address if there is one.
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

    /// Returns eight of the 32 letters, enough to distinguish the members of a household.
    private static func id(_ member: MemberView) -> TerminalText {
        "\(member.id.shortened)"
    }

    private static func row(_ member: MemberView) -> [String] {
        [member.id, member.name, member.email ?? "", member.isMe ? "me" : "", member.isRemoved ? "removed" : ""]
    }
}
