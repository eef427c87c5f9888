import Glibc
import PhlistTestKit
import PhlistVocabulary
import Testing

/// Days and months against calendars that are counted in another way.
struct CivilDateArithmeticTests {
    @Test func `four hundred years are counted one day at a time`() throws {
        var (year, month, day) = (1899, 12, 31)
        var weekday = Weekday.sunday.rawValue
        let start = try #require(CivilDate(year: year, month: month, day: day))
        for count in 0...146_200 {
            let date = try #require(start.adding(days: count))
            #expect((date.year, date.month, date.day, date.weekday.rawValue) == (year, month, day, weekday))
            #expect(date.days(since: start) == count)
            weekday = weekday % 7 + 1
            day += 1
            if day > Self.days(month, year) { (month, day) = (month + 1, 1) }
            if month > 12 { (year, month) = (year + 1, 1) }
        }
    }

    @Test func `the first and the last day of every month are as many days apart as it has`() throws {
        var count = CivilDate.first.dayNumber
        for year in 1...9999 {
            for month in 1...12 {
                let days = Self.days(month, year)
                let first = try #require(CivilDate(dayNumber: count))
                let last = try #require(CivilDate(dayNumber: count + days - 1))
                #expect((first.year, first.month, first.day) == (year, month, 1))
                #expect((last.year, last.month, last.day) == (year, month, days))
                #expect((first.dayNumber, last.dayNumber) == (count, count + days - 1))
                count += days
            }
        }
        #expect(count == CivilDate.last.dayNumber + 1)
    }

    @Test func `the system agrees on days and days of the week`() throws {
        var random = SeededRandom(seed: 43)
        for _ in 0..<5000 {
            let date = random.civilDate()
            var parts = tm()
            (parts.tm_year, parts.tm_mon, parts.tm_mday) = (
                Int32(date.year - 1900), Int32(date.month - 1), Int32(date.day)
            )
            let seconds = timegm(&parts)
            #expect(date.dayNumber == seconds / 86_400)
            #expect(date.weekday.rawValue % 7 == Int(parts.tm_wday))
            #expect(CivilDate(dayNumber: seconds / 86_400) == date.withoutTime)
        }
    }

    @Test func `days that are added are days between, and the time stays`() throws {
        var random = SeededRandom(seed: 44)
        for _ in 0..<5000 {
            let (date, other) = (random.civilDate(), random.civilDate())
            let sum = try #require(date.adding(days: other.days(since: date)))
            #expect(sum.withoutTime == other.withoutTime)
            #expect(sum.minute == date.minute)
        }
    }

    @Test func `months that are added keep the day or end with the month`() throws {
        var random = SeededRandom(seed: 45)
        for _ in 0..<5000 {
            let date = random.civilDate()
            let months = Int.random(in: -2400...2400, using: &random)
            let monthCount = date.year * 12 + date.month - 1 + months
            guard let sum = date.adding(months: months) else {
                #expect(!(12..<120_000).contains(monthCount))
                continue
            }
            #expect(sum.year * 12 + sum.month - 1 == monthCount)
            #expect(sum.day == min(date.day, Self.days(sum.month, sum.year)))
            #expect(sum.minute == date.minute)
        }
    }

    @Test(arguments: [
        ("2026-01-31", 1, "2026-02-28"), ("2024-01-31", 1, "2024-02-29"), ("2024-02-29", 12, "2025-02-28"),
        ("2024-02-29", 48, "2028-02-29"), ("2026-12-25T18:00", 1, "2027-01-25T18:00"), ("2026-01-15", -1, "2025-12-15"),
        ("2026-03-31", -1, "2026-02-28"), ("2026-05-31", 0, "2026-05-31"), ("0001-01-31", 0, "0001-01-31"),
    ])
    func `a month is a month on the calendar`(text: String, months: Int, expected: String) throws {
        #expect(try #require(CivilDate(text)).adding(months: months)?.description == expected)
    }

    @Test(arguments: [1, 12, .max, .max - 24_000])
    func `nothing comes before the first day or after the last`(count: Int) {
        #expect(CivilDate.last.adding(days: count) == nil)
        #expect(CivilDate.first.adding(days: -count) == nil)
        #expect(CivilDate.last.adding(months: count) == nil)
        #expect(CivilDate.first.adding(months: -count) == nil)
        #expect(CivilDate(dayNumber: CivilDate.last.dayNumber + min(count, 9)) == nil)
        #expect(CivilDate(dayNumber: CivilDate.first.dayNumber - min(count, 9)) == nil)
        #expect(CivilDate(dayNumber: .max) == nil)
        #expect(CivilDate(dayNumber: .min) == nil)
    }

    /// The rule as it is taught at school.
    private static func days(_ month: Int, _ year: Int) -> Int {
        if month == 2 { return year % 400 == 0 || year % 4 == 0 && year % 100 != 0 ? 29 : 28 }
        return [4, 6, 9, 11].contains(month) ? 30 : 31
    }
}
