/// `GET /v1/members`: who belongs to the household, and who the caller is.
package struct MembersQuery: ControlCall {
    package static let route = ControlRoute.members
    package typealias Reply = MembersReply

    /// Whether to show members who were removed as well.
    package var all: Bool?

    /// Creates the query.
    package init(all: Bool? = nil) {
        self.all = all
    }
}

/// The reply of `GET /v1/members`.
package struct MembersReply: Codable, Sendable, Equatable {
    package var schemaVersion = PhlistControl.schemaVersion
    package var members: [MemberView]
    package var caller: CallerView

    /// Creates the reply.
    package init(members: [MemberView], caller: CallerView) {
        self.members = members
        self.caller = caller
    }
}

/// Who makes a request.
package struct CallerView: Codable, Sendable, Equatable {
    /// The login name on this machine.
    package var login: String
    /// The name of the member that the caller acts as; nil before his first change, and when he is logged out.
    package var member: String?
    /// Whether he has said that he is nobody: then he changes nothing.
    package var isLoggedOut: Bool

    /// Creates a caller.
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

    /// Creates the request.
    package init(name: String, email: String? = nil) {
        self.name = name
        self.email = email
    }
}

/// `PATCH /v1/members`: changes a member; what is nil stays as it is.
package struct ChangeMemberRequest: ControlCall {
    package static let route = ControlRoute.changeMember
    package typealias Reply = MemberReply

    /// A name, or the beginning of an id.
    package var member: String
    package var name: String?
    /// Empty for none.
    package var email: String?
    /// True removes him; his name stays with what he did.
    package var isRemoved: Bool?

    /// Creates the request.
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

/// The reply of `POST` and `PATCH /v1/members`.
package struct MemberReply: Codable, Sendable, Equatable {
    package var schemaVersion = PhlistControl.schemaVersion
    package var member: MemberView
    /// False when he already was as asked.
    package var isChanged: Bool

    /// Creates the reply.
    package init(member: MemberView, isChanged: Bool) {
        self.member = member
        self.isChanged = isChanged
    }
}

/// `POST /v1/members/me`: from here on the caller's login on this machine acts as a member, or as nobody.
package struct ActAsMemberRequest: ControlCall {
    package static let route = ControlRoute.actAsMember
    package typealias Reply = ActAsMemberReply

    /// A name, or the beginning of an id; nil for nobody.
    package var member: String?

    /// Creates the request.
    package init(member: String?) {
        self.member = member
    }
}

/// The reply of `POST /v1/members/me`.
package struct ActAsMemberReply: Codable, Sendable, Equatable {
    package var schemaVersion = PhlistControl.schemaVersion
    package var login: String
    /// Nil for nobody.
    package var member: MemberView?
    /// False when it already was as asked.
    package var isChanged: Bool

    /// Creates the reply.
    package init(login: String, member: MemberView?, isChanged: Bool) {
        self.login = login
        self.member = member
        self.isChanged = isChanged
    }
}
