package import PhlistVocabulary

/// `GET /v1/statistics`: what was done in a list, or in all lists that the caller sees.
package struct StatisticsQuery: ControlCall {
    package static let route = ControlRoute.statistics
    package typealias Reply = StatisticsReply

    /// The caller's day.
    package var today: CivilDate
    /// A list's title or id prefix; nil for all lists.
    package var list: String?
    /// Whether to include lists in the trash, and those that the caller has left; for all lists only.
    package var all: Bool?
    /// The first day to count; nil for the last 7, 30 and 365 days.
    package var since: CivilDate?

    package init(today: CivilDate, list: String? = nil, all: Bool? = nil, since: CivilDate? = nil) {
        (self.today, self.list, self.all, self.since) = (today, list, all, since)
    }

    package func check() throws(ControlError) {
        guard list == nil || all != true else {
            throw ControlError(.invalid, "either \"list\" or \"all\" can be given")
        }
        guard let since, since.withoutTime > today.withoutTime else { return }
        throw ControlError(.invalid, "parameter \"since\" is after \"today\"")
    }
}

/// The reply to `GET /v1/statistics`.
package struct StatisticsReply: Codable, Sendable, Equatable {
    package var schemaVersion = PhlistControl.schemaVersion
    /// The only list; nil for all lists.
    package var listID: String?
    package var listTitle: String?
    package var listCount: Int
    /// The numbers of items outside the trash, by state.
    package var openCount: Int
    package var doneCount: Int
    package var cancelledCount: Int
    /// The shortest first.
    package var periods: [Period]
    /// The oldest first, up to this week.
    package var weeks: [Week]

    /// The days from one to today.
    package struct Period: Codable, Sendable, Equatable {
        package var since: CivilDate
        /// The number of days, with the first and today.
        package var days: Int
        package var doneCount: Int
        /// Those who did something, the most first.
        package var members: [Member]
        /// The median time from adding an item to completing it; nil if none was done.
        package var medianSeconds: Int64?

        package init(since: CivilDate, days: Int, doneCount: Int, members: [Member], medianSeconds: Int64? = nil) {
            (self.since, self.days, self.doneCount) = (since, days, doneCount)
            (self.members, self.medianSeconds) = (members, medianSeconds)
        }
    }

    /// The share of a member.
    package struct Member: Codable, Sendable, Equatable {
        package var id: String
        /// Nil for the house.
        package var name: String?
        package var doneCount: Int

        package init(id: String, name: String?, doneCount: Int) {
            (self.id, self.name, self.doneCount) = (id, name, doneCount)
        }
    }

    /// A week from its Monday.
    package struct Week: Codable, Sendable, Equatable {
        package var monday: CivilDate
        package var doneCount: Int

        package init(monday: CivilDate, doneCount: Int) {
            (self.monday, self.doneCount) = (monday, doneCount)
        }
    }

    package init(listCount: Int, openCount: Int, doneCount: Int, cancelledCount: Int, periods: [Period], weeks: [Week])
    {
        (self.listCount, self.openCount) = (listCount, openCount)
        (self.doneCount, self.cancelledCount) = (doneCount, cancelledCount)
        (self.periods, self.weeks) = (periods, weeks)
    }
}
