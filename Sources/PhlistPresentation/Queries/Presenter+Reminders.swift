package import PhlistControl
package import PhlistHousehold
import PhlistModel
import PhlistVocabulary

/// Replies about reminders.
extension Presenter {
    package func reminders(_ query: RemindersQuery, for caller: Principal) throws(ControlError) -> RemindersReply {
        let acting = try explaining { () throws(CommandError) in try library.actingMember(of: caller) }
        guard let member = acting else { return RemindersReply(memberID: nil, member: nil, reminders: []) }
        let found = library.remindedItems(of: member, for: caller).compactMap { list, item in
            moments(of: item, since: query.since).map { (list: list, item: item, moments: $0) }
        }
        let short = library.shortIDs(of: found.map(\.item.entity))
        let views = found.map { list, item, moments in
            ReminderView(
                id: item.entity.description,
                shortID: short[item.entity] ?? "",
                listID: list.scope.description,
                listTitle: list.title,
                title: item.title,
                due: item.due,
                assignee: item.assignee.flatMap { library.assigneeName($0) },
                moments: moments,
                setAt: item.reminderSetAt
            )
        }
        return RemindersReply(
            memberID: member.description,
            member: library.memberName(member),
            reminders: views.sorted { ($0.moments[0], $0.id) < ($1.moments[0], $1.id) }
        )
    }

    /// Returns the moments of an item from one on; nil if there are none.
    private func moments(of item: ItemState, since first: CivilDate?) -> [CivilDate]? {
        let all = item.reminder?.moments(due: item.due) ?? []
        let moments = first.map { first in all.filter { $0 >= first } } ?? all
        return moments.isEmpty ? nil : moments
    }
}
