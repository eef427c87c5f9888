package import PhlistVocabulary

/// A list as a client sees it.
package struct ListView: Codable, Sendable, Equatable {
    /// The list's id: 32 letters from k to z.
    package var id: String
    package var title: String
    /// Text of several lines; empty for none.
    package var description: String
    package var kind: ListKind
    /// In progress (open), completed (done) or cancelled.
    package var state: WorkState
    /// When and by whom it was completed or cancelled, in milliseconds since 1970; nil while it is in progress.
    package var closedAt: Int64?
    package var closedBy: String?
    package var due: CivilDate?
    /// The nearest date on which the list or one of its open items is due.
    package var nearestDue: CivilDate?
    /// Progress in percent; nil when there is nothing to do.
    package var percent: Int?
    /// The numbers of open, done and cancelled items outside the trash.
    package var openCount: Int
    package var doneCount: Int
    package var cancelledCount: Int
    /// The number of records of a form.
    package var recordCount: Int
    /// The number of fields that two devices changed concurrently.
    package var conflictCount: Int
    package var visibility: Visibility
    /// The participants of a list that is not shared with the household, except its owner: member names, then `house`.
    package var participants: [String]?
    /// True when another device says that nobody here takes part in the list any longer; else nil.
    package var isEnded: Bool?
    /// True when the caller has left the list; else nil.
    package var isLeft: Bool?
    /// The name of the member who owns the list, if known.
    package var owner: String?
    package var deletion: DeletionPolicy
    /// The default view of the list.
    package var view: View
    /// The caller's own view of the list; nil without one.
    package var ownView: View?
    package var isTrashed: Bool
    /// Whether the caller chose it as the list that a bare `add` adds to.
    package var isDefault: Bool
    /// Milliseconds since 1970, by the clock of the device that made the change.
    package var createdAt: Int64
    package var updatedAt: Int64

    /// The view of a list: its order and the items shown.
    package struct View: Codable, Hashable, Sendable {
        package var sort: ItemSort
        package var isReversed: Bool
        package var showsDone: Bool

        /// Creates a view; without arguments the usual one.
        package init(sort: ItemSort = .manual, isReversed: Bool = false, showsDone: Bool = false) {
            self.sort = sort
            self.isReversed = isReversed
            self.showsDone = showsDone
        }
    }

    package init(
        id: String,
        title: String,
        description: String = "",
        kind: ListKind = .checklist,
        state: WorkState = .open,
        closedAt: Int64? = nil,
        closedBy: String? = nil,
        due: CivilDate? = nil,
        nearestDue: CivilDate? = nil,
        percent: Int? = nil,
        openCount: Int,
        doneCount: Int,
        cancelledCount: Int = 0,
        recordCount: Int = 0,
        conflictCount: Int = 0,
        visibility: Visibility,
        participants: [String]? = nil,
        isEnded: Bool? = nil,
        isLeft: Bool? = nil,
        owner: String?,
        deletion: DeletionPolicy = .allowed,
        view: View = View(),
        ownView: View? = nil,
        isTrashed: Bool = false,
        isDefault: Bool = false,
        createdAt: Int64,
        updatedAt: Int64
    ) {
        self.id = id
        self.title = title
        self.description = description
        self.kind = kind
        self.state = state
        self.closedAt = closedAt
        self.closedBy = closedBy
        self.due = due
        self.nearestDue = nearestDue
        self.percent = percent
        self.openCount = openCount
        self.doneCount = doneCount
        self.cancelledCount = cancelledCount
        self.recordCount = recordCount
        self.conflictCount = conflictCount
        self.visibility = visibility
        self.participants = participants
        self.isEnded = isEnded
        self.isLeft = isLeft
        self.owner = owner
        self.deletion = deletion
        self.view = view
        self.ownView = ownView
        self.isTrashed = isTrashed
        self.isDefault = isDefault
        self.createdAt = createdAt
        self.updatedAt = updatedAt
    }
}
