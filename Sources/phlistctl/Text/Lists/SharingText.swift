import ArgumentParser
import PhlistControl
import PhlistVocabulary

/// The audiences of lists, and invitations, as text and as fields.
enum SharingText {
    /// Refuses words that people may use for everybody, and that no member is called.
    static func checkNames(_ members: [String]) throws {
        let words = members.filter { ["everybody", "everyone"].contains($0.lowercased()) }
        guard let word = words.first else { return }
        throw ValidationError("\"\(word)\" is no member; everybody is meant by --everyone")
    }

    /// Requires either members or everyone.
    static func check(_ members: [String], _ everyone: Bool) throws {
        try checkNames(members)
        guard members.isEmpty == everyone else {
            throw ValidationError(everyone ? "--everyone goes without members" : "name a member, or give --everyone")
        }
    }

    // MARK: Audience of a list

    /// Returns notes on the members who see items that they did not see before, and on those who no longer do.
    static func viewers(new: [String]?, former: [String]?) -> [TerminalText] {
        [new.map { "now also seen by \(names($0))" }, former.map { "no longer seen by \(names($0))" }].compactMap(
            \.self
        )
    }

    static func names(_ members: [String]) -> TerminalText {
        .joined(members.map { "\($0)" }, separator: ", ")
    }

    static func show(_ reply: SharingReply, _ context: Context) throws {
        try context.show(reply, page(reply, context.style))
        if reply.isChanged == false { try context.note("no change") }
    }

    private static func page(_ reply: SharingReply, _ style: Style) -> Page {
        let cells = reply.participants.map { participant -> [TerminalText] in
            let devices: TerminalText = .joined(participant.devices.map { "\($0)" }, separator: ", ")
            return [style.heading("\(participant.name)"), word(participant.state), devices.width == 0 ? "-" : devices]
        }
        return Page(
            words: ["\(style.heading("\(reply.list.title)")): \(AudienceText.words(reply.list))"]
                + Table.lines(cells, indent: "  "),
            rows: reply.participants.map { [$0.name, $0.state.rawValue, $0.devices.joined(separator: ", ")] },
            ids: [reply.list.id]
        )
    }

    private static func word(_ state: ParticipantView.State) -> TerminalText {
        switch state {
        case .owner: "owner"
        case .household: "sees it, as everybody does"
        case .accepted: "takes part"
        case .invited: "invited, no answer yet"
        case .declined: "has declined"
        case .left: "has left"
        case .removed: "not any more"
        }
    }

    /// Returns a line for each list and each person to whom one of its items was given, or who would take turns with
    /// one, and does not see it.
    static func hiddenFromAssignees(_ items: [ItemView]) -> [TerminalText] {
        var lines: [TerminalText] = []
        for item in items where item.isHiddenFromAssignee == true {
            let (list, assignee) = (item.listTitle, item.assignee ?? "")
            let share = "phlistctl share \([list, assignee].asArguments)"
            let line: TerminalText =
                item.isAssigneeInvited == true
                ? "\(assignee) does not see \(list) yet, because they have not accepted the invitation to it"
                : "\(assignee) does not see \(list); its owner can share it: \(share)"
            if !lines.contains(line) { lines.append(line) }
        }
        return lines + withoutTurn(items)
    }

    /// Returns a line for each list and each member who would take turns there, but does not see it.
    private static func withoutTurn(_ items: [ItemView]) -> [TerminalText] {
        var lines: [TerminalText] = []
        for item in items {
            for member in item.membersWithoutTurn ?? [] where member != item.assignee {
                let list = item.listTitle
                let members: TerminalText = "phlistctl members \(list.asArgument)"
                let line: TerminalText =
                    "\(member) does not see \(list), and has no turn until then; who sees it: \(members)"
                if !lines.contains(line) { lines.append(line) }
            }
        }
        return lines
    }

    // MARK: Invitations

    static func page(_ invitations: [InvitationView], _ style: Style) -> Page {
        Page(
            words: Table.lines(cells(invitations, style)),
            rows: invitations.map(row),
            ids: invitations.map(\.list)
        )
    }

    /// Returns a row for each invitation: the list's id, its title, the inviting member, and the command.
    static func cells(_ invitations: [InvitationView], _ style: Style) -> [[TerminalText]] {
        invitations.map { invitation in
            [
                style.faint(id(invitation)), style.heading("\(invitation.title)"),
                "from \(invitation.inviter ?? "the house")", state(invitation),
            ]
        }
    }

    static func page(_ reply: InvitationReply) -> Page {
        let invitation = reply.invitation
        let words: TerminalText =
            switch (invitation.isAccepted, invitation.device) {
            case (false, _): "you have declined \(invitation.title)"
            case (true, let device?): "you take part in \(invitation.title); it comes from \(device)"
            case (true, nil): "you take part in \(invitation.title)"
            }
        return Page(words: [words], rows: [row(invitation)], ids: [invitation.list])
    }

    private static func state(_ invitation: InvitationView) -> TerminalText {
        guard invitation.isAccepted else { return "phlistctl invite accept \(id(invitation)), or decline" }
        return "accepted; it comes from \(invitation.device ?? "a device that has it")"
    }

    /// Returns eight of the 32 letters, enough to distinguish the lists of a household.
    private static func id(_ invitation: InvitationView) -> TerminalText {
        "\(invitation.list.shortened)"
    }

    private static func row(_ invitation: InvitationView) -> [String] {
        [
            invitation.list, invitation.isAccepted ? "accepted" : "invited", invitation.inviter ?? "",
            invitation.title,
        ]
    }
}
