/// The text form: triggers of RFC 5545, separated by commas, as in `-P1D,-PT30M,PT0S,20261128T090000`.
extension Reminder: LosslessStringConvertible {
    /// Parses triggers; nil for none, too many, or one that phlist does not know.
    package init?(_ text: String) {
        let parts = text.uppercased().split(separator: ",", omittingEmptySubsequences: false).map(\.trimmed)
        let triggers = parts.compactMap { Trigger($0) }
        guard triggers.count == parts.count else { return nil }
        self.init(triggers)
    }

    package var description: String {
        triggers.map(\.description).joined(separator: ",")
    }
}

extension Reminder.Trigger: LosslessStringConvertible {
    /// Parses one trigger: a duration before the due date, or a day with a time; nil for everything else.
    package init?(_ text: String) {
        if let minutes = Self.minutes(text) {
            guard (-Reminder.minutesMax...0).contains(minutes) else { return nil }
            self = .before(minutes: -minutes)
        } else {
            guard let date = CivilDate(basic: text), date.minute != nil, !text.hasSuffix("Z") else { return nil }
            self = .at(date)
        }
    }

    package var description: String {
        switch self {
        case .at(let date): return date.basicText
        case .before(minutes: 0): return "PT0S"
        case .before(let minutes):
            let (days, hours, rest) = (minutes / 1440, minutes / 60 % 24, minutes % 60)
            let time = (hours > 0 ? "\(hours)H" : "") + (rest > 0 ? "\(rest)M" : "")
            return "-P" + (days > 0 ? "\(days)D" : "") + (time.isEmpty ? "" : "T\(time)")
        }
    }

    /// Parses a duration of RFC 5545, section 3.3.6, as whole minutes; nil if it is none.
    package static func minutes(_ text: String) -> Int? {
        let isNegative = text.hasPrefix("-")
        var rest = isNegative || text.hasPrefix("+") ? text.dropFirst() : text[...]
        guard rest.popFirst() == "P" else { return nil }
        let halves = rest.split(separator: "T", maxSplits: 1, omittingEmptySubsequences: false)
        guard halves.last?.isEmpty == false, let days = seconds(halves[0], days),
            let time = halves.count == 2 ? seconds(halves[1], times) : 0
        else { return nil }
        let minutes = (days + time) / 60
        return isNegative ? -minutes : minutes
    }

    /// Parses numbers, each with a unit, the longest unit first.
    private static func seconds(_ text: Substring, _ units: [Unit]) -> Int? {
        var (rest, units, sum) = (text, units[...], 0)
        while !rest.isEmpty {
            let digits = rest.prefix { ("0"..."9").contains($0) }
            rest = rest.dropFirst(digits.count)
            guard digits.count <= digitsMax, let number = Int(digits), let letter = rest.popFirst(),
                let index = units.firstIndex(where: { $0.letter == letter })
            else { return nil }
            sum += number * units[index].seconds
            units = units[(index + 1)...]
        }
        return sum
    }

    /// So many digits cannot overflow, whatever the unit.
    private static let digitsMax = 9
    private static let days = [Unit(letter: "W", seconds: 604_800), Unit(letter: "D", seconds: 86_400)]
    private static let times = [
        Unit(letter: "H", seconds: 3600), Unit(letter: "M", seconds: 60), Unit(letter: "S", seconds: 1),
    ]

    private struct Unit {
        var letter: Character
        var seconds: Int
    }
}
