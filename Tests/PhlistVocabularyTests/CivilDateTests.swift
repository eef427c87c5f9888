import FoundationEssentials
import PhlistTestKit
import PhlistVocabulary
import Testing

/// Dates as they are made, written and ordered.
struct CivilDateTests {
    @Test(arguments: [
        (2026, 2, 29, nil), (2100, 2, 29, nil), (2026, 4, 31, nil), (2026, 13, 1, nil), (2026, 0, 1, nil),
        (2026, 1, 0, nil), (2026, 1, 32, nil), (0, 1, 1, nil), (10_000, 1, 1, nil), (-1, 1, 1, nil),
        (2026, 1, 1, 1440), (2026, 1, 1, -1), (.max, .max, .max, .max), (.min, .min, .min, .min),
    ])
    func `a day or a time that no calendar has is none`(year: Int, month: Int, day: Int, minute: Int?) {
        #expect(CivilDate(year: year, month: month, day: day, minute: minute) == nil)
    }

    @Test func `every month has the days that it has`() {
        let days = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        for (year, leapDay) in [(2023, 0), (2024, 1), (1900, 0), (2000, 1), (2100, 0), (4, 1), (9996, 1)] {
            for month in 1...12 {
                let last = days[month - 1] + (month == 2 ? leapDay : 0)
                #expect(CivilDate(year: year, month: month, day: last) != nil)
                #expect(CivilDate(year: year, month: month, day: last + 1) == nil)
                #expect(
                    CivilDate(year: year, month: month, day: 1, minute: 5)?.endOfMonth.description.suffix(2)
                        == "\(last)"
                )
            }
        }
    }

    @Test(arguments: ["2026-12-25", "2026-12-25T18:00", "0001-01-01", "9999-12-31T23:59", "2024-02-29T00:00"])
    func `a date is written as it is read`(text: String) throws {
        #expect(try #require(CivilDate(text)).description == text)
    }

    @Test(arguments: [
        "", "2026", "2026-12", "2026-12-2", "2026-1-25", "26-12-25", "2026-12-25T", "2026-12-25T9:30",
        "2026-12-25T24:00", "2026-12-25T18:60", "2026-12-25T18:00:00", "2026-12-25 18:00", "2026-12-25t18:00",
        "2026-12-25T18:00Z", " 2026-12-25", "2026-12-25\n", "2026/12/25", "2026-02-30", "0000-01-01", "+026-12-25",
        "10000-01-01", "２０２６-12-25", "2026-12-2５", "2026-12-25\u{301}", "-001-01-01", "2026–12–25",
        "dddd-dd-dd", "dd26-12-25", "2026-12-25Tdd:00",
    ])
    func `other texts are no dates`(text: String) {
        #expect(CivilDate(text) == nil)
    }

    @Test func `whatever is read is written again and the rest is refused`() {
        var random = SeededRandom(seed: 41)
        for _ in 0..<5000 {
            let date = random.civilDate()
            #expect(CivilDate(date.description) == date)
            var bytes = Array(date.description.utf8)
            bytes[random.number(below: bytes.count)] = Array("0123456789-T: /+d".utf8)[random.number(below: 17)]
            if random.happens(percent: 10) { bytes.removeLast(random.number(below: bytes.count)) }
            let text = String(decoding: bytes, as: UTF8.self)
            #expect((CivilDate(text)?.description ?? text) == text)
        }
    }

    @Test func `dates are in the order of their texts, a day before its hours`() {
        var random = SeededRandom(seed: 42)
        let dates = (0..<2000).map { _ in random.civilDate(years: 2025...2026) }
        let expected = dates.map(\.description).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        #expect(dates.sorted().map(\.description) == expected)
        #expect(expected.contains { $0.count == 10 })
    }

    @Test func `by its deadline a day without a time ends after its hours`() {
        var random = SeededRandom(seed: 43)
        let dates = (0..<2000).map { _ in random.civilDate(years: 2025...2026) }
        for (left, right) in zip(dates, dates.dropFirst()) {
            let ends = [left, right].map { date in
                date.minute == nil ? "\(date.description)T24:00" : date.description
            }
            #expect((left.deadline < right.deadline) == (ends[0] < ends[1]))
        }
    }

    @Test func `a time is put on and taken off`() throws {
        let day = try #require(CivilDate("2026-12-25"))
        let date = try #require(day.at(minute: 1080))
        #expect(date.description == "2026-12-25T18:00")
        #expect(date.withoutTime == day)
        #expect(day.at(minute: 1440) == nil)
        #expect(day.timeText == nil)
        #expect(date.timeText == "18:00")
    }

    @Test func `in JSON a date is one string`() throws {
        let dates = ["2026-12-25", "2026-12-25T18:00"].compactMap { CivilDate($0) }
        let json = try JSONEncoder().encode(dates)
        #expect(String(decoding: json, as: UTF8.self) == #"["2026-12-25","2026-12-25T18:00"]"#)
        #expect(try JSONDecoder().decode([CivilDate].self, from: json) == dates)
    }

    @Test(arguments: [#""2026-02-30""#, #""""#, #""tomorrow""#])
    func `a string in JSON that is not a valid date is corrupted data`(json: String) {
        let error = #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(CivilDate.self, from: Data(json.utf8))
        }
        guard case .dataCorrupted(let context) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(context.debugDescription == "a date is written 2026-12-25 or 2026-12-25T18:00")
    }
}
