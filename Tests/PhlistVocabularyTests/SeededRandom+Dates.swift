import PhlistTestKit
import PhlistVocabulary

extension SeededRandom {
    /// A date of these years, half of them with a time.
    mutating func civilDate(years: ClosedRange<Int> = 1...9999) -> CivilDate {
        let month = Int.random(in: 1...12, using: &self)
        let year = Int.random(in: years, using: &self)
        let day = Int.random(in: 1...CivilDate.days(inMonth: month, ofYear: year), using: &self)
        let minute = happens(percent: 50) ? Int.random(in: 0..<1440, using: &self) : nil
        return CivilDate(year: year, month: month, day: day, minute: minute) ?? .first
    }
}
