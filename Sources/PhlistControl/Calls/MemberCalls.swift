/// `GET /v1/members`: the members of the household, and the one the caller acts as.
package struct MembersQuery: ControlCall {
    package static let route = ControlRoute.members
    package typealias Reply = MembersReply

    /// Whether to include removed members.
    package var all: Bool?

    package init(all: Bool? = nil) {
        self.all = all
    }
}

/// The reply to `GET /v1/members`.
package struct MembersReply: Codable, Sendable, Equatable {
    package var schemaVersion = PhlistControl.schemaVersion
    package var members: [MemberView]
    package var caller: CallerView

    package init(members: [MemberView], caller: CallerView) {
        self.members = members
        self.caller = caller
    }
}

/// The user who makes the request.
package struct CallerView: Codable, Sendable, Equatable {
    /// The login name on this machine.
    package var login: String
    /// The member that the caller acts as; nil before the first change, and when logged out.
    package var member: String?
    /// Whether the caller chose to act as nobody, and so cannot change anything.
    package var isLoggedOut: Bool

    package init(login: String, member: String?, isLoggedOut: Bool = false) {
        self.login = login
        self.member = member
        self.isLoggedOut = isLoggedOut
    }
}

/// `POST /v1/members`: makes a member.
package struct AddMemberRequest: ControlCall {
    package static let route = ControlRoute.addMember
    package typealias Reply = MemberReply

    package var name: String
    package var email: String?

    package init(name: String, email: String? = nil) {
        self.name = name
        self.email = email
    }
}

/// `PATCH /v1/members`: changes a member; nil leaves a field unchanged.
package struct ChangeMemberRequest: ControlCall {
    package static let route = ControlRoute.changeMember
    package typealias Reply = MemberReply

    /// A name or an id prefix.
    package var member: String
    package var name: String?
    /// Empty for none.
    package var email: String?
    /// True removes the member, whose name stays in the history.
    package var isRemoved: Bool?

    package init(
        member: String,
        name: String? = nil,
        email: String? = nil,
        isRemoved: Bool? = nil
    ) {
        self.member = member
        self.name = name
        self.email = email
        self.isRemoved = isRemoved
    }

    package func check() throws(ControlError) {
        guard name != nil || email != nil || isRemoved != nil else {
            throw ControlError(.invalid, "nothing to change: one of \"name\", \"email\", \"isRemoved\" is needed")
        }
        guard isRemoved != false else {
            throw ControlError(.invalid, "a member who was removed comes back with POST /v1/history/undo")
        }
    }
}

/// The reply to `POST` and `PATCH /v1/members`.
package struct MemberReply: Codable, Sendable, Equatable {
    package var schemaVersion = PhlistControl.schemaVersion
    package var member: MemberView
    /// False when nothing had to be changed.
    package var isChanged: Bool

    package init(member: MemberView, isChanged: Bool) {
        self.member = member
        self.isChanged = isChanged
    }
}

/// `POST /v1/members/me`: sets the member that the caller's login on this machine acts as, or nobody.
package struct ActAsMemberRequest: ControlCall {
    package static let route = ControlRoute.actAsMember
    package typealias Reply = ActAsMemberReply

    /// A name or an id prefix; nil for nobody.
    package var member: String?

    package init(member: String?) {
        self.member = member
    }
}

/// The reply to `POST /v1/members/me`.
package struct ActAsMemberReply: Codable, Sendable, Equatable {
    package var schemaVersion = PhlistControl.schemaVersion
    package var login: String
    /// Nil for nobody.
    package var member: MemberView?
    /// False when nothing had to be changed.
    package var isChanged: Bool
    /// The member named after the login, if lists belong to them and nobody acts as them now.
    package var formerMember: FormerMemberView?

    package init(login: String, member: MemberView?, isChanged: Bool, formerMember: FormerMemberView? = nil) {
        self.login = login
        self.member = member
        self.isChanged = isChanged
        self.formerMember = formerMember
    }
}

/// A member whom no login acts as now.
package struct FormerMemberView: Codable, Sendable, Equatable {
    package var name: String
    /// The number of lists that belong to the member.
    package var listCount: Int

    package init(name: String, listCount: Int) {
        self.name = name
        self.listCount = listCount
    }
}
