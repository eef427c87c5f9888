import PhlistControl
import PhlistVocabulary

extension Script {
    static let sharing = [
        Script(name: "share", scenes: share),
        Script(name: "invite", scenes: invite),
    ]

    private static let gift = ListView.garden.with {
        ($0.title, $0.visibility, $0.owner) = ("Gift", .participants, "Ann")
    }
    private static let everyState = SharingReply(
        list: gift,
        participants: ParticipantView.State.allCases.filter { $0 != .household }.map { state in
            let devices = state == .owner || state == .accepted ? ["laptop", "nas \u{1B}[31m"] : []
            return ParticipantView(name: "member \(state.rawValue)", state: state, devices: devices)
        }
    )
    private static let invitations = [
        InvitationView(
            list: "kkllmmnnooppqqrrkkllmmnnooppqqrr",
            title: "Gift \u{1B}[31m",
            inviter: "Ann",
            device: "laptop"
        ),
        InvitationView(
            list: "kklmmmnnooppqqrrkkllmmnnooppqqrr",
            title: "Trip",
            inviter: nil,
            device: "laptop",
            isAccepted: true
        ),
    ]
    private static let notMine = ControlError(.notPermitted, "Gift is Ann's", hint: "leave it with: …")

    private static var share: [Scene] {
        var changed = everyState
        changed.isChanged = true
        var same = SharingReply(
            list: .shopping,
            participants: [ParticipantView(name: "Ben", state: .household, devices: ["tablet"])]
        )
        same.isChanged = false
        var ended = changed
        ended.formerDevices = ["nas", "tab \u{1B}[31m"]
        let answers = [ControlRoute.changeSharing: [ScriptedDaemon.Answer.reply(changed)]]
        return Scene.everyForm(["members", "Gift"], .sharing, everyState)
            + Scene.everyForm(["share", "Gift", "Ben", "carl@example.org"], .changeSharing, changed)
            + Scene.everyForm(["unshare", "Gift", "Ben"], .changeSharing, ended)
            + Scene.everyForm(["leave", "Gift"], .leaveList, ListReply(list: gift))
            + [
                Scene(arguments: ["share", "--everyone", "Gift"], answers: [.changeSharing: [.reply(same)]]),
                Scene(arguments: ["unshare", "Gift", "--everyone"], answers: answers),
                Scene(arguments: ["share", "Gift"], answers: [.sharing: [.reply(everyState)]]),
                Scene(arguments: ["share", "Shopping"], answers: [.sharing: [.reply(same)]]),
                Scene(arguments: ["share", "Gift", "Ben", "--everyone"]),
                Scene(arguments: ["unshare", "Gift", "Ben", "--everyone"]),
            ] + Scene.refused(["share", "Gift", "Ben"], .changeSharing, notMine)
    }

    private static var invite: [Scene] {
        let accepted = InvitationReply(invitation: invitations[1], isChanged: true)
        var here = accepted
        here.invitation.device = nil
        let declined = InvitationReply(invitation: invitations[0], isChanged: true)
        let none = InvitationsReply(invitations: [])
        let overview = OverviewReply(lists: [.shopping], invitations: invitations)
        return Scene.everyForm(["invite", "ls"], .invitations, InvitationsReply(invitations: invitations))
            + Scene.everyForm(["invite", "accept", "Trip"], .answerInvitation, accepted)
            + Scene.everyForm(["invite", "decline", "Gift"], .answerInvitation, declined)
            + [
                Scene(arguments: ["invite", "ls"], answers: [.invitations: [.reply(none)]]),
                Scene(arguments: ["invite", "accept", "Trip"], answers: [.answerInvitation: [.reply(here)]]),
                Scene(arguments: [], answers: [.overview: [.reply(overview)]]),
            ]
    }
}
