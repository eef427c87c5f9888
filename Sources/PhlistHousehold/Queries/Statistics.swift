package import PhlistModel
package import PhlistVocabulary

/// The work that was done in some lists: how much, when, and by whom.
///
/// Each completion counts on its day and for its member, unless it was taken back. Items in the trash count as well,
/// because clearing a list does not undo the work, and so does what was done before an item was added again. An item
/// that came into its list as done, in an import, a copy or a move, was not done there.
package struct Statistics: Hashable, Sendable {
    /// The numbers of items outside the trash, by state.
    package var openCount = 0
    package var doneCount = 0
    package var cancelledCount = 0
    /// In the order of the request.
    package var periods: [Period]
    /// The oldest first, up to the week of today.
    package var weeks: [Week]

    /// The days from one to today.
    package struct Period: Hashable, Sendable {
        package var since: CivilDate
        package var doneCount = 0
        /// The number of items that each member did, the most first, then by id; of nobody who did none.
        package var members: [Share] = []
        /// The median time from adding an item to completing it; nil if none was done.
        package var medianMilliseconds: Int64?
    }

    /// The share of a member.
    package struct Share: Hashable, Sendable {
        package var member: MemberID
        package var doneCount: Int
    }

    /// A week from its Monday.
    package struct Week: Hashable, Sendable {
        package var monday: CivilDate
        package var doneCount = 0
    }
}

/// The days that statistics are about.
package struct StatisticsRequest: Hashable, Sendable {
    package var today: CivilDate
    /// The first days of the periods, none after today.
    package var since: [CivilDate]
    /// The number of weeks, including the one of today.
    package var weekCount: Int

    package init(today: CivilDate, since: [CivilDate], weekCount: Int) {
        (self.today, self.since, self.weekCount) = (today, since, weekCount)
    }
}

extension Statistics {
    /// Counts what was done in some lists.
    ///
    /// - Parameters:
    ///   - lists: The lists.
    ///   - request: The days.
    ///   - day: Returns the local day of a time, in milliseconds since 1970.
    package init(of lists: [ListState], _ request: StatisticsRequest, day: (Int64) -> CivilDate?) {
        let completions = lists.flatMap(\.completions).compactMap { Done($0, today: request.today, day) }
        periods = request.since.map { since in Period(since: since, completions.filter { $0.day >= since }) }
        weeks = Self.weeks(completions, request)
        for counts in lists.map(\.counts) {
            openCount += counts.open
            doneCount += counts.done
            cancelledCount += counts.cancelled
        }
    }

    private static func weeks(_ completions: [Done], _ request: StatisticsRequest) -> [Week] {
        let counts = Dictionary(grouping: completions) { $0.day.monday }.mapValues(\.count)
        return (0..<request.weekCount).reversed().compactMap { age in
            request.today.monday.adding(days: -7 * age).map { Week(monday: $0, doneCount: counts[$0] ?? 0) }
        }
    }
}

extension Statistics.Period {
    fileprivate init(since: CivilDate, _ completions: [Done]) {
        self.since = since
        doneCount = completions.count
        let counts = Dictionary(grouping: completions, by: \.member).mapValues(\.count)
        members = counts.map { Statistics.Share(member: $0.key, doneCount: $0.value) }
            .sorted { (-$0.doneCount, $0.member) < (-$1.doneCount, $1.member) }
        medianMilliseconds = completions.map(\.milliseconds).median
    }
}

/// A completion on its day.
private struct Done {
    var day: CivilDate
    var member: MemberID
    /// Since the item was added.
    var milliseconds: Int64

    init?(_ completion: Completion, today: CivilDate, _ day: (Int64) -> CivilDate?) {
        let time = completion.act.stamp.milliseconds
        guard let done = day(time) else { return nil }
        // The clock of the device may have been ahead.
        self.day = min(done.withoutTime, today)
        member = completion.act.by
        milliseconds = max(0, time - completion.openSince)
    }
}

extension [Int64] {
    /// The middle one, or the mean of the two in the middle; nil if there is none.
    fileprivate var median: Int64? {
        guard !isEmpty else { return nil }
        let sorted = sorted()
        let (lower, upper) = (sorted[(count - 1) / 2], sorted[count / 2])
        return lower + (upper - lower) / 2
    }
}

extension CivilDate {
    /// The first day of its week.
    package var monday: CivilDate {
        withoutTime.adding(days: 1 - weekday.rawValue) ?? withoutTime
    }
}
