import PhlistControl
import PhlistTestKit
import PhlistVocabulary
import Testing

@testable import phlistctl

/// What holds for dates of any day.
struct DatePropertyTests {
    @Test func `a day of the week is within seven days and the next one in the next week`() throws {
        var random = SeededRandom(seed: 51)
        for _ in 0..<500 {
            let grammar = random.grammar()
            let monday = try #require(grammar.today.adding(days: 1 - grammar.today.weekday.rawValue))
            for (weekday, name) in zip(Weekday.allCases, DateWord.weekdays) {
                let date = try #require(grammar.resolve(String(name.prefix(3))).date)
                let next = try #require(grammar.resolve("next \(name)").date)
                #expect(date.weekday == weekday && next.weekday == weekday)
                #expect((1...7).contains(date.days(since: grammar.today)))
                #expect((7...13).contains(next.days(since: monday)))
            }
        }
    }

    @Test func `a day without a year is the first that is not past`() throws {
        var random = SeededRandom(seed: 52)
        for _ in 0..<1000 {
            let grammar = random.grammar()
            // The first of the coming 3000 days that has the number and the month, counted one by one.
            let number = random.number(below: 31) + 1
            let month = random.number(below: 12) + 1
            let days = (0..<3000).lazy.compactMap { grammar.today.adding(days: $0) }
            let expected = days.first { $0.day == number && $0.month == month }
            let forms = ["\(number).\(month).", "\(number) \(DateWord.months[month - 1])"]
            for form in forms {
                #expect((try? grammar.resolve(form))?.date == expected)
            }
        }
    }

    @Test func `every date is read in every form that has a year`() throws {
        var random = SeededRandom(seed: 53)
        for _ in 0..<1000 {
            let grammar = random.grammar()
            let date = random.date()
            let (year, name) = (date.yearText, DateWord.months[date.month - 1])
            let day = [
                "\(date.withoutTime)", "\(year)/\(date.month)/\(date.day)", "\(date.day).\(date.month).\(year)",
                "\(date.day) \(name) \(year)", "\(name.prefix(3).uppercased()) \(date.day)  \(year)",
            ]
            let forms = day.map { form in date.timeText.map { "\(form) \($0)" } ?? form } + [date.description]
            for form in forms {
                #expect(try grammar.resolve(form) == .date(date))
            }
        }
    }

    @Test func `what is shown can be typed`() throws {
        var random = SeededRandom(seed: 54)
        for _ in 0..<2000 {
            let grammar = random.grammar()
            let days = Int.random(in: -2...900, using: &random)
            let day = try #require(grammar.today.adding(days: days))
            let date = random.happens(percent: 50) ? day : try #require(day.at(minute: random.number(below: 1440)))
            let shown = DateText(today: grammar.today).short(date)
            let details = DateText(today: grammar.today).long(date)
            #expect(try grammar.resolve(shown) == .date(date))
            #expect(try grammar.resolve(String(details.prefix { $0 != "(" })) == .date(date))
        }
    }

    @Test func `any words end in a real date or in one line`() {
        var random = SeededRandom(seed: 55)
        var (dates, errors) = (0, 0)
        for _ in 0..<20_000 {
            let grammar = random.grammar(years: 1...9999)
            let text = random.words()
            do throws(ControlError) {
                guard let date = try grammar.resolve(text).date else { continue }
                #expect(CivilDate(date.description) == date)
                dates += 1
            } catch {
                expectOneLine(error)
                errors += 1
            }
        }
        #expect(dates > 1000 && errors > 1000)
    }

    @Test func `any bytes end in a real date or in one line`() {
        var random = SeededRandom(seed: 56)
        for _ in 0..<5000 {
            let text = String(decoding: random.bytes(upTo: 80), as: UTF8.self)
            do throws(ControlError) {
                _ = try DateGrammar(.fixed).resolve(text)
            } catch {
                expectOneLine(error)
            }
        }
    }

    private func expectOneLine(_ error: ControlError) {
        let unsafe = (error.message + (error.hint ?? "")).unicodeScalars.filter(\.isUnsafeOnTerminals)
        #expect(error.code == .invalid && unsafe.isEmpty && error.message.utf8.first == UInt8(ascii: "\""))
        #expect(error.message.utf8.count < 400)
        #expect(ErrorText.text(error).split(separator: "\n", omittingEmptySubsequences: false).count == 3)
    }
}

extension SeededRandom {
    fileprivate mutating func date(years: ClosedRange<Int> = 1...9999) -> CivilDate {
        let month = Int.random(in: 1...12, using: &self)
        let year = Int.random(in: years, using: &self)
        let day = Int.random(in: 1...CivilDate.days(inMonth: month, ofYear: year), using: &self)
        let minute = happens(percent: 50) ? number(below: 1440) : nil
        return CivilDate(year: year, month: month, day: day, minute: minute) ?? .first
    }

    fileprivate mutating func grammar(years: ClosedRange<Int> = 1890...2110) -> DateGrammar {
        DateGrammar(today: date(years: years).withoutTime, minuteOfDay: number(below: 1440))
    }

    /// One to four words that dates are made of, some with a slip of the pen.
    fileprivate mutating func words() -> String {
        let particles = ["in", "a", "this", "the", "end", "of", "18:00", "25:00", "+", ".", "-", "/", ":", "t", "牛"]
        let fixed = DateWord.beginnings + DateWord.units + particles
        let words = (0...number(below: 4)).map { _ -> String in
            let (first, second) = (number(below: 40), number(below: 15))
            return switch number(below: 7) {
            case 0: "\(first)"
            case 1: "\(first).\(second)."
            case 2: "+\(first)\(["d", "w", "m", "y", "x"][number(below: 5)])"
            case 3: "\(number(below: 12_000))-\(second)-\(first)"
            case 4: "\(first):\(number(below: 80))"
            default: fixed[number(below: fixed.count)]
            }
        }
        var text = words.joined(separator: happens(percent: 80) ? " " : "")
        if happens(percent: 20), let index = text.indices.randomElement(using: &self) { text.remove(at: index) }
        return text
    }
}
