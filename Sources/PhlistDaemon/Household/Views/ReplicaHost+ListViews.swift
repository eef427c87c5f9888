import PhlistControl
import PhlistModel
import PhlistSync

/// Views of lists and sections, for clients.
extension ReplicaHost {
    /// Returns the view of a list.
    ///
    /// - Parameters:
    ///   - list: The list.
    ///   - caller: The caller whose choices apply; nil when it is shown to several.
    /// - Returns: The view.
    func view(_ list: ListState, for caller: Principal? = nil) -> ListView {
        let overview = list.overview
        return ListView(
            id: list.scope.description,
            title: list.title,
            description: list.description,
            kind: ListView.Kind(list.kind),
            state: PhlistControl.ItemState(list.workState),
            closedAt: overview.closed?.stamp.milliseconds,
            closedBy: overview.closed.flatMap { replica.library.memberName($0.by) },
            due: list.due.flatMap { CivilDate($0) },
            nearestDue: overview.nearestDue.flatMap { CivilDate($0) },
            percent: overview.percent,
            openCount: overview.counts.open,
            doneCount: overview.counts.done,
            cancelledCount: overview.counts.cancelled,
            recordCount: overview.recordCount,
            conflictCount: overview.conflictCount,
            visibility: replica.library.isEverybodys(list) ? .household : .participants,
            participants: participantNames(of: list),
            isEnded: replica.library.isSaidToHaveEnded(list.scope) ? true : nil,
            isLeft: caller.map { replica.library.hasLeft(list, caller: $0) } ?? false ? true : nil,
            owner: list.owner.flatMap { replica.library.memberName($0) },
            deletion: ListView.Deletion(list.deletionPolicy),
            view: ListView.View(list.defaultView),
            ownView: caller.flatMap { replica.library.ownView(of: list.scope, for: $0) }.map { ListView.View($0) },
            isTrashed: list.isTrashed,
            isDefault: caller.map { replica.library.chosenList(of: $0) == list.scope } ?? false,
            createdAt: list.root?.created.stamp.milliseconds ?? 0,
            updatedAt: list.root?.updated.stamp.milliseconds ?? 0
        )
    }
}

extension ListView.Kind {
    init(_ kind: ListKind) {
        switch kind {
        case .checklist: self = .checklist
        case .form: self = .form
        }
    }
}

extension ListView.Deletion {
    init(_ policy: DeletionPolicy) {
        switch policy {
        case .allowed: self = .allowed
        case .cancelOnly: self = .cancelOnly
        }
    }
}

extension DeletionPolicy {
    init(_ deletion: ListView.Deletion) {
        switch deletion {
        case .allowed: self = .allowed
        case .cancelOnly: self = .cancelOnly
        }
    }
}

extension ListView.View {
    init(_ view: DefaultView) {
        self.init(sort: ListView.Sort(view.sort), isReversed: view.isReversed, showsDone: view.showsDone)
    }
}

extension ListQuery {
    init(_ query: ListsQuery) {
        self.init(
            includesTrash: query.all ?? false,
            state: query.state.map { WorkState($0) },
            sort: query.sort.map { Sort($0) },
            isReversed: query.reverse ?? false
        )
    }
}

extension ListQuery.Sort {
    init(_ sort: ListsQuery.Sort) {
        switch sort {
        case .due: self = .due
        case .name: self = .name
        case .created: self = .created
        case .updated: self = .updated
        case .percent: self = .percent
        case .done: self = .done
        }
    }
}

extension ListChange {
    init(_ request: ChangeListsRequest) throws(ControlError) {
        self.init()
        title = request.title
        description = request.description
        switch request.due {
        case .on(let date)?: due = .on(try DueDate(checking: date))
        case ChangeListsRequest.Due.none?: due = .never
        case nil: due = nil
        }
        state = request.state.map { WorkState($0) }
        isTrashed = request.isTrashed
        deletion = request.deletion.map { DeletionPolicy($0) }
        view = View(request.sort, isReversed: request.isReversed, showsDone: request.showsDone)
    }
}

extension ListChange.View {
    init(_ sort: ListView.Sort?, isReversed: Bool?, showsDone: Bool?) {
        self.init(sort: sort.map { DefaultView.Sort($0) }, isReversed: isReversed, showsDone: showsDone)
    }
}

extension DueDate {
    /// Creates the corresponding date of the model; throws for a date that no calendar has.
    init(checking date: CivilDate) throws(ControlError) {
        guard let due = DueDate(date) else { throw ControlError(.invalid, "no calendar has the date \(date)") }
        self = due
    }
}
