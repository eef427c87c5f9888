import PhlistVocabulary

/// `GET /v1/sharing`: the members who see a list or are invited to it.
package struct SharingQuery: ControlCall {
    package static let route = ControlRoute.sharing
    package typealias Reply = SharingReply

    /// A title or an id prefix.
    package var list: String

    package init(list: String) {
        self.list = list
    }
}

/// `PATCH /v1/sharing`: changes who sees a list, for its owner.
package struct ChangeSharingRequest: ControlCall {
    package static let route = ControlRoute.changeSharing
    package typealias Reply = SharingReply

    package var list: String
    /// Members by name, e-mail address or id prefix; `house` for the devices that nobody is listed on.
    package var invite: [String]?
    /// The same; takes their invitations back, accepted or not.
    package var remove: [String]?
    /// True for the whole household, false for the owner and invited members only.
    package var isForEverybody: Bool?

    package init(
        list: String,
        invite: [String]? = nil,
        remove: [String]? = nil,
        isForEverybody: Bool? = nil
    ) {
        self.list = list
        self.invite = invite
        self.remove = remove
        self.isForEverybody = isForEverybody
    }

    package func check() throws(ControlError) {
        let given = [invite != nil, remove != nil, isForEverybody != nil].count { $0 }
        guard given == 1 else {
            throw ControlError(.invalid, "exactly one of \"invite\", \"remove\", \"isForEverybody\" is needed")
        }
        try invite.map { names throws(ControlError) in try checkReferences(names, in: "invite") }
        try remove.map { names throws(ControlError) in try checkReferences(names, in: "remove") }
    }
}

/// The reply to `GET` and `PATCH /v1/sharing`.
package struct SharingReply: Codable, Sendable, Equatable {
    package var schemaVersion = PhlistControl.schemaVersion
    package var list: ListView
    /// All who see the list or were ever invited to it, the owner first.
    package var participants: [ParticipantView]
    /// False when nothing had to be changed; nil for a query.
    package var isChanged: Bool?
    /// The names of the devices that received the list before the change and do not now; nil for none.
    package var formerDevices: [String]?

    package init(list: ListView, participants: [ParticipantView], isChanged: Bool? = nil) {
        self.list = list
        self.participants = participants
        self.isChanged = isChanged
    }
}

/// A member's part in one list.
package struct ParticipantView: Codable, Sendable, Equatable {
    /// The member's name; `house` for the devices that nobody is listed on.
    package var name: String
    package var state: State
    /// The devices that receive the list for this member.
    package var devices: [String]

    package enum State: String, NamedValue {
        case owner
        /// Sees the list because the whole household does.
        case household
        case accepted
        /// Has not answered yet.
        case invited
        case declined
        case left
        /// The owner took the invitation back.
        case removed
    }

    package init(name: String, state: State, devices: [String]) {
        self.name = name
        self.state = state
        self.devices = devices
    }
}

/// `POST /v1/lists/leave`: the caller leaves a list.
package struct LeaveListRequest: ControlCall {
    package static let route = ControlRoute.leaveList
    package typealias Reply = ListReply

    package var list: String

    package init(list: String) {
        self.list = list
    }
}

/// `GET /v1/invitations`: the caller's invitations.
package struct InvitationsQuery: ControlCall {
    package static let route = ControlRoute.invitations
    package typealias Reply = InvitationsReply

    package init() {}
}

/// The reply to `GET /v1/invitations`.
package struct InvitationsReply: Codable, Sendable, Equatable {
    package var schemaVersion = PhlistControl.schemaVersion
    /// Sorted by title.
    package var invitations: [InvitationView]

    package init(invitations: [InvitationView]) {
        self.invitations = invitations
    }
}

/// `POST /v1/invitations`: answers an invitation.
package struct AnswerInvitationRequest: ControlCall {
    package static let route = ControlRoute.answerInvitation
    package typealias Reply = InvitationReply

    /// The list's title or id prefix.
    package var list: String
    package var isAccepted: Bool

    package init(list: String, isAccepted: Bool) {
        self.list = list
        self.isAccepted = isAccepted
    }
}

/// The reply to `POST /v1/invitations`.
package struct InvitationReply: Codable, Sendable, Equatable {
    package var schemaVersion = PhlistControl.schemaVersion
    package var invitation: InvitationView
    /// False when that was the answer already.
    package var isChanged: Bool

    package init(invitation: InvitationView, isChanged: Bool) {
        self.invitation = invitation
        self.isChanged = isChanged
    }
}

/// An invitation to a list.
package struct InvitationView: Codable, Sendable, Equatable {
    /// The list's id.
    package var list: String
    package var title: String
    /// The member who invites; nil while the name is not known here.
    package var inviter: String?
    /// The device that passed the invitation on and has the list; nil when the list is here for another member.
    package var device: String?
    /// Whether it is accepted; the list arrives when a device that has it connects.
    package var isAccepted: Bool

    package init(
        list: String,
        title: String,
        inviter: String?,
        device: String? = nil,
        isAccepted: Bool = false
    ) {
        self.list = list
        self.title = title
        self.inviter = inviter
        self.device = device
        self.isAccepted = isAccepted
    }
}
