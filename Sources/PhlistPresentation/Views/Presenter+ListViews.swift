import PhlistControl
import PhlistHousehold
import PhlistModel
import PhlistVocabulary

/// Views of lists and sections, for clients.
extension Presenter {
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
            kind: list.kind,
            state: list.workState,
            closedAt: overview.closed?.stamp.milliseconds,
            closedBy: overview.closed.flatMap { library.memberName($0.by) },
            due: list.due,
            nearestDue: overview.nearestDue,
            percent: overview.percent,
            openCount: overview.counts.open,
            doneCount: overview.counts.done,
            cancelledCount: overview.counts.cancelled,
            recordCount: overview.recordCount,
            // Nobody can resolve one in a list that has ended for them.
            conflictCount: library.hasEnded(list.scope) ? 0 : overview.conflictCount,
            visibility: library.isEverybodys(list) ? .household : .participants,
            participants: participantNames(of: list),
            isEnded: library.isSaidToHaveEnded(list.scope) ? true : nil,
            isLeft: caller.map { library.hasLeft(list, caller: $0) } ?? false ? true : nil,
            owner: list.owner.flatMap { library.memberName($0) },
            deletion: list.deletionPolicy,
            view: ListView.View(list.defaultView),
            ownView: caller.flatMap { library.ownView(of: list.scope, for: $0) }.map { ListView.View($0) },
            isTrashed: list.isTrashed,
            isDefault: caller.map { library.chosenList(of: $0) == list.scope } ?? false && !list.isTrashed
                && !library.hasEnded(list.scope),
            createdAt: list.root?.created.stamp.milliseconds ?? 0,
            updatedAt: list.root?.updated.stamp.milliseconds ?? 0
        )
    }
}

extension ListView.View {
    init(_ view: DefaultView) {
        self.init(sort: view.sort, isReversed: view.isReversed, showsDone: view.showsDone)
    }
}
