import PhlistTestKit
import PhlistVocabulary
import Testing

/// The dates of recurring items.
struct RecurrenceTests {
    /// A rule with its start, the day of completion, and the start of the next occurrence.
    @Test(arguments: [
        // In time, late, on the day of a later occurrence, and early.
        ("DTSTART=20261201;FREQ=WEEKLY;BYDAY=TU", "2026-12-01", "2026-12-08"),
        ("DTSTART=20261201;FREQ=WEEKLY;BYDAY=TU", "2027-12-01", "2027-12-07"),
        ("DTSTART=20261201;FREQ=WEEKLY;BYDAY=TU", "2026-12-15", "2026-12-22"),
        ("DTSTART=20261201;FREQ=WEEKLY;BYDAY=TU", "2026-11-27", "2026-12-08"),
        // A clock that is a year behind changes nothing.
        ("DTSTART=20261201;FREQ=WEEKLY;BYDAY=TU", "2025-11-27", "2026-12-08"),
        ("DTSTART=20261201T180000;FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,TH", "2026-12-01", "2026-12-03T18:00"),
        ("DTSTART=20261203T180000;FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,TH", "2026-12-10", "2026-12-15T18:00"),
        ("DTSTART=20261206;FREQ=WEEKLY;INTERVAL=2;BYDAY=SU", "2026-12-07", "2026-12-20"),
        ("DTSTART=20261201;FREQ=DAILY;INTERVAL=2", "2026-12-04", "2026-12-05"),
        ("DTSTART=20261201;FREQ=DAILY;INTERVAL=2", "2026-12-05", "2026-12-07"),
        // The ends of months, and leap days.
        ("DTSTART=20260131;FREQ=MONTHLY;BYMONTHDAY=28,29,30,31;BYSETPOS=-1", "2026-01-31", "2026-02-28"),
        ("DTSTART=20260228;FREQ=MONTHLY;BYMONTHDAY=28,29,30,31;BYSETPOS=-1", "2026-02-28", "2026-03-31"),
        ("DTSTART=20280131;FREQ=MONTHLY;BYMONTHDAY=28,29,30;BYSETPOS=-1", "2028-01-31", "2028-02-29"),
        ("DTSTART=20260131;FREQ=MONTHLY;BYMONTHDAY=-1", "2026-02-10", "2026-02-28"),
        ("DTSTART=20260115;FREQ=MONTHLY;INTERVAL=3;BYMONTHDAY=15", "2026-05-01", "2026-07-15"),
        ("DTSTART=20261208;FREQ=MONTHLY;BYDAY=2TU", "2026-12-08", "2027-01-12"),
        ("DTSTART=20261225;FREQ=MONTHLY;BYDAY=-1FR", "2026-12-25", "2027-01-29"),
        ("DTSTART=20240229;FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=28,29;BYSETPOS=-1", "2024-02-29", "2025-02-28"),
        ("DTSTART=20270228;FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=28,29;BYSETPOS=-1", "2027-02-28", "2028-02-29"),
        ("DTSTART=20261225;FREQ=YEARLY;INTERVAL=2;BYMONTH=12;BYMONTHDAY=25", "2027-12-26", "2028-12-25"),
        // The days on which clocks are set are days like others: 25 and 26 October, 28 and 29 March.
        ("DTSTART=20261024T023000;FREQ=DAILY", "2026-10-24", "2026-10-25T02:30"),
        ("DTSTART=20270327T023000;FREQ=DAILY", "2027-03-27", "2027-03-28T02:30"),
        // From completion.
        ("DTSTART=20261208;FREQ=DAILY;INTERVAL=3;FROM=COMPLETION", "2026-12-11", "2026-12-14"),
        ("DTSTART=20261208;FREQ=DAILY;INTERVAL=3;FROM=COMPLETION", "2026-12-01", "2026-12-04"),
        ("DTSTART=20261231T080000;FREQ=MONTHLY;FROM=COMPLETION", "2027-01-31", "2027-02-28T08:00"),
    ])
    func `the next date is the first one after the last and after today`(
        text: String,
        today: String,
        next: String
    ) throws {
        let rule = try #require(Recurrence(text))
        #expect(rule.description == text)
        #expect(rule.next(completedOn: try #require(CivilDate(today)))?.start == CivilDate(next))
    }

    @Test func `a series ends after its last day, its last time, or the last year`() throws {
        let today = try #require(CivilDate("2026-12-04"))
        let until = try #require(Recurrence("DTSTART=20261203;FREQ=DAILY;UNTIL=20261205"))
        let last = try #require(until.next(completedOn: today))
        #expect(last.start == CivilDate("2026-12-05") && last.next(completedOn: today) == nil)
        let counted = try #require(Recurrence("DTSTART=20261203;FREQ=DAILY;COUNT=2"))
        #expect(counted.next(completedOn: today)?.end == .after(count: 1))
        #expect(counted.next(completedOn: today)?.next(completedOn: today) == nil)
        #expect(Recurrence("DTSTART=99991231;FREQ=DAILY")?.next(completedOn: .last) == nil)
        #expect(Recurrence("DTSTART=99991231;FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=31")?.next(completedOn: today) == nil)
        #expect(Recurrence("FREQ=DAILY")?.next(completedOn: today) == nil)
    }

    @Test(arguments: [
        ("FREQ=WEEKLY", "2026-12-01"), ("FREQ=WEEKLY;BYDAY=MO,TH", "2026-12-03"),
        ("FREQ=WEEKLY;BYDAY=TU", "2026-12-01"),
        ("FREQ=MONTHLY;BYMONTHDAY=1", "2026-12-01"), ("FREQ=MONTHLY;INTERVAL=6;BYMONTHDAY=-1", "2026-12-31"),
        ("FREQ=YEARLY;BYMONTH=11;BYMONTHDAY=30", "2027-11-30"), ("FREQ=DAILY;FROM=COMPLETION", "2026-12-01"),
    ])
    func `without a due date a series begins on its first day from today on`(text: String, first: String) throws {
        let day = try #require(CivilDate("2026-12-01"))
        #expect(Recurrence(text)?.first(onOrAfter: day) == CivilDate(first))
    }

    @Test(arguments: [
        "", "weekly", "FREQ=HOURLY", "FREQ=DAILY;FREQ=DAILY", "FREQ=DAILY;INTERVAL=0", "FREQ=DAILY;INTERVAL=1000",
        "FREQ=DAILY;BYDAY=MO", "FREQ=WEEKLY;BYDAY=1MO", "FREQ=WEEKLY;BYDAY=", "FREQ=MONTHLY;BYDAY=5MO",
        "FREQ=MONTHLY;BYDAY=MO", "FREQ=MONTHLY;BYMONTHDAY=1,15", "FREQ=MONTHLY;BYMONTHDAY=32", "FREQ=YEARLY;BYMONTH=2",
        "FREQ=MONTHLY;BYMONTHDAY=-2", "FREQ=MONTHLY;BYSETPOS=-1", "FREQ=DAILY;COUNT=1;UNTIL=20261201",
        "FREQ=DAILY;COUNT=0", "FREQ=DAILY;UNTIL=20261301", "FREQ=DAILY;DTSTART=2026", "FREQ=DAILY;X=1",
        "FREQ=WEEKLY;BYDAY=MO;FROM=COMPLETION", "FREQ=DAILY;FROM=START", "FREQ=DAILY;;=", "FREQ=DAILY;WKST=1",
        "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH;WKST=SU",
    ])
    func `what is no rule, or none that phlist knows, is nil`(text: String) {
        #expect(Recurrence(text) == nil)
    }

    @Test(arguments: [
        ("FREQ=WEEKLY;WKST=SU;BYDAY=TU,SU", "FREQ=WEEKLY;BYDAY=TU,SU"), ("FREQ=DAILY;WKST=SU", "FREQ=DAILY"),
        ("FREQ=WEEKLY;INTERVAL=2;WKST=SU", "FREQ=WEEKLY;INTERVAL=2"),
        ("FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH;WKST=MO", "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH"),
        ("FREQ=MONTHLY;WKST=SU;BYDAY=-1FR", "FREQ=MONTHLY;BYDAY=-1FR"),
    ])
    func `a week may start on any day where the dates are the same`(text: String, rule: String) {
        #expect(Recurrence(text)?.description == rule)
    }

    /// Walks day by day, and asks of each only what the words of a rule say.
    private static func walked(from start: CivilDate, after last: CivilDate, _ rule: Recurrence) -> CivilDate? {
        var day = last
        for _ in 0..<40_000 {
            guard let next = day.adding(days: 1) else { return nil }
            day = next
            if isDay(day, of: rule, from: start) { return day }
        }
        return nil
    }

    private static func isDay(_ day: CivilDate, of rule: Recurrence, from start: CivilDate) -> Bool {
        let months = (day.year - start.year) * 12 + day.month - start.month
        switch rule.unit {
        case .day: return day.days(since: start) % rule.interval == 0
        case .week:
            let mondays = [start, day].map { $0.adding(days: 1 - $0.weekday.rawValue) ?? .first }
            return rule.weekdays.contains(day.weekday) && mondays[1].days(since: mondays[0]) / 7 % rule.interval == 0
        case .month: return months % rule.interval == 0 && isMonthDay(day, rule.monthDay)
        case .year:
            return day.month == rule.month && (day.year - start.year) % rule.interval == 0
                && isMonthDay(day, rule.monthDay)
        }
    }

    private static func isMonthDay(_ day: CivilDate, _ monthDay: Recurrence.MonthDay?) -> Bool {
        let tomorrow = day.adding(days: 1) ?? .last
        let isLast = tomorrow.month != day.month
        switch monthDay {
        case .day(let number): return day.day == number || isLast && day.day < number
        case .last, nil: return isLast
        case .weekday(let weekday, -1): return day.weekday == weekday && (day.adding(days: 7)?.month ?? 0) != day.month
        case .weekday(let weekday, let ordinal): return day.weekday == weekday && (day.day + 6) / 7 == ordinal
        }
    }

    @Test(arguments: ["FREQ=WEEKLY", "FREQ=WEEKLY;BYDAY=FR", "FREQ=DAILY", "FREQ=DAILY;FROM=COMPLETION"])
    func `the first date of a rule without a time has none, whatever time it is`(text: String) throws {
        let rule = try #require(Recurrence(text))
        #expect(rule.first(after: try #require(CivilDate("2026-11-27T17:20"))) == CivilDate("2026-11-27"))
    }

    @Test func `five thousand rules have the dates that a walk through the calendar finds, also as text`() throws {
        var random = SeededRandom(seed: 24)
        for _ in 0..<5000 {
            let start = random.civilDate(years: 1950...2100)
            var rule = Recurrence(every: Recurrence.Unit.allCases.randomElement(using: &random) ?? .day)
            rule.interval = Int.random(in: 1...5, using: &random)
            if rule.unit == .week, random.happens(percent: 70) {
                rule.weekdays = Weekday.allCases.filter { _ in random.happens(percent: 40) }
            }
            if rule.unit == .month {
                rule.monthDay =
                    [
                        nil, .last, .day(Int.random(in: 1...31, using: &random)),
                        .weekday(.friday, ordinal: [-1, 1, 2, 3, 4].randomElement(using: &random) ?? 1),
                    ].randomElement(using: &random) ?? nil
            }
            let anchored = rule.anchored(at: start)
            let today = try #require(start.adding(days: Int.random(in: -40...800, using: &random)))
            let next = anchored.next(completedOn: today)
            let expected = Self.walked(from: start, after: max(start.withoutTime, today.withoutTime), anchored)
            #expect(next?.start?.withoutTime == expected?.withoutTime, "\(anchored) on \(today)")
            #expect(next?.start?.minute == start.minute)
            #expect(Recurrence(anchored.description) == anchored)
        }
    }
}
