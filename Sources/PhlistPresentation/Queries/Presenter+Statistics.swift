package import PhlistControl
package import PhlistHousehold
import PhlistModel
import PhlistVocabulary

/// Replies about what was done.
extension Presenter {
    package func statistics(_ query: StatisticsQuery, for caller: Principal) throws(ControlError) -> StatisticsReply {
        let only = try query.list.map { name throws(ControlError) in
            try explaining(for: caller) { () throws(CommandError) in
                try library.exportedList(named: name, for: caller)
            }
        }
        let seen = library.lists(ListQuery(includesTrash: query.all ?? false), for: caller)
        let lists = only.map { [$0] } ?? seen.filter { $0.kind == .checklist }
        let request = StatisticsRequest(query)
        let found = Statistics(of: lists, request, day: localDay)
        var reply = StatisticsReply(
            listCount: lists.count,
            openCount: found.openCount,
            doneCount: found.doneCount,
            cancelledCount: found.cancelledCount,
            periods: found.periods.map { view($0, today: request.today) },
            weeks: found.weeks.map { StatisticsReply.Week(monday: $0.monday, doneCount: $0.doneCount) }
        )
        (reply.listID, reply.listTitle) = (only?.scope.description, only?.title)
        return reply
    }

    private func view(_ period: Statistics.Period, today: CivilDate) -> StatisticsReply.Period {
        StatisticsReply.Period(
            since: period.since,
            days: today.days(since: period.since) + 1,
            doneCount: period.doneCount,
            members: period.members.map { share in
                StatisticsReply.Member(
                    id: share.member.description,
                    name: library.memberName(share.member),
                    doneCount: share.doneCount
                )
            },
            medianSeconds: period.medianMilliseconds.map { $0 / 1000 }
        )
    }
}

extension StatisticsRequest {
    /// The usual periods: a week, a month and a year.
    private static let daysUsual = [7, 30, 365]
    /// About a quarter of a year, which fits a screen.
    private static let weeksUsual = 12

    fileprivate init(_ query: StatisticsQuery) {
        let today = query.today.withoutTime
        guard let since = query.since?.withoutTime else {
            let days = Self.daysUsual.compactMap { today.adding(days: 1 - $0) }
            self.init(today: today, since: days, weekCount: Self.weeksUsual)
            return
        }
        let weekCount = today.monday.days(since: since.monday) / 7 + 1
        self.init(today: today, since: [since], weekCount: min(weekCount, PhlistControl.Limits.statisticsWeeksMax))
    }
}
