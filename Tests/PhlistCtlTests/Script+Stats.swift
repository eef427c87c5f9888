import PhlistControl
import PhlistVocabulary

/// What was done, in a list and in all.
extension Script {
    static let stats = [Script(name: "stats", scenes: scenes)]

    private static func period(
        _ since: String,
        _ days: Int,
        _ counts: [(String?, Int)],
        _ seconds: Int64?
    ) -> StatisticsReply.Period {
        let members = counts.map { name, count in
            StatisticsReply.Member(id: "id of \(name ?? "house")", name: name, doneCount: count)
        }
        return StatisticsReply.Period(
            since: CivilDate(since) ?? .first,
            days: days,
            doneCount: counts.map(\.1).reduce(0, +),
            members: members,
            medianSeconds: seconds
        )
    }

    private static func weeks(_ counts: [Int]) -> [StatisticsReply.Week] {
        counts.enumerated().compactMap { index, count in
            CivilDate("2026-11-16")?.adding(days: 7 * (index + 1 - counts.count)).map {
                StatisticsReply.Week(monday: $0, doneCount: count)
            }
        }
    }

    private static var everything: StatisticsReply {
        StatisticsReply(
            listCount: 3,
            openCount: 5,
            doneCount: 12,
            cancelledCount: 1,
            periods: [
                period("2026-11-15", 7, [("ben", 3)], 5400),
                period("2026-10-23", 30, [("anna", 9), ("ben", 7), (nil, 1)], 90_000),
                period("2025-11-22", 365, [("anna", 120), ("ben", 80), ("e\u{1B}[2Jve", 2), (nil, 1)], 864_000),
            ],
            weeks: weeks([0, 1, 160, 3])
        )
    }

    private static var shopping: StatisticsReply {
        var reply = everything
        (reply.listID, reply.listTitle, reply.listCount) = ("kqzmtlnxkqzmtlnxkqzmtlnxkqzmtlnx", "Shopping", 1)
        reply.periods = [period("2026-11-21", 1, [("ben", 1)], 30)]
        reply.weeks = weeks([1])
        return reply
    }

    private static var empty: StatisticsReply {
        let periods = [period("2026-11-15", 7, [], nil), period("2025-11-22", 365, [], nil)]
        return StatisticsReply(
            listCount: 1,
            openCount: 0,
            doneCount: 0,
            cancelledCount: 0,
            periods: periods,
            weeks: weeks([0, 0])
        )
    }

    private static var scenes: [Scene] {
        Scene.everyForm(["stats"], .statistics, everything)
            + [
                Scene(
                    arguments: ["stats", "Shopping", "--since", "today"],
                    answers: [.statistics: [.reply(shopping)]]
                ),
                Scene(arguments: ["stats", "--all", "--color=never"], answers: [.statistics: [.reply(empty)]]),
                Scene(arguments: ["stats", "--since", "tomorrow"]),
                Scene(arguments: ["stats", "--since", "someday"]),
                Scene(arguments: ["stats", "Shopping", "--all"]),
            ] + Scene.refused(["stats", "Shoping"], .statistics, ControlError(.notFound, "no list \"Shoping\""))
    }
}
