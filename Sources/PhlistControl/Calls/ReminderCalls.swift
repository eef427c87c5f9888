package import PhlistVocabulary

/// `GET /v1/reminders`: the items of which the caller's member is reminded.
package struct RemindersQuery: ControlCall {
    package static let route = ControlRoute.reminders
    package typealias Reply = RemindersReply

    /// The first moment to return; nil for all.
    package var since: CivilDate?

    package init(since: CivilDate? = nil) {
        self.since = since
    }
}

/// The reply to `GET /v1/reminders`.
package struct RemindersReply: Codable, Sendable, Equatable {
    package var schemaVersion = PhlistControl.schemaVersion
    /// The member who is reminded; nil if nobody has said who this login is: then there are no reminders.
    package var memberID: String?
    /// The name of that member; nil as `memberID` is, and for the house.
    package var member: String?
    /// The earliest first.
    package var reminders: [ReminderView]

    package init(memberID: String?, member: String?, reminders: [ReminderView]) {
        (self.memberID, self.member, self.reminders) = (memberID, member, reminders)
    }
}

/// An open item, and the moments at which a member is reminded of it.
package struct ReminderView: Codable, Sendable, Equatable {
    package var id: String
    package var shortID: String
    package var listID: String
    package var listTitle: String
    package var title: String
    package var due: CivilDate?
    /// A member's name; nil for nobody.
    package var assignee: String?
    /// Days with times by the wall clock, in order; never empty.
    package var moments: [CivilDate]
    /// When the reminder or the due date was set, in milliseconds since 1970; a moment before it was past already.
    package var setAt: Int64

    package init(
        id: String,
        shortID: String,
        listID: String,
        listTitle: String,
        title: String,
        due: CivilDate? = nil,
        assignee: String? = nil,
        moments: [CivilDate],
        setAt: Int64
    ) {
        (self.id, self.shortID, self.listID, self.listTitle) = (id, shortID, listID, listTitle)
        (self.title, self.due, self.assignee) = (title, due, assignee)
        (self.moments, self.setAt) = (moments, setAt)
    }
}
