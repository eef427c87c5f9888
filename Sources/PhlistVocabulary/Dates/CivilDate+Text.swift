/// The text form: `2026-12-25`, with a time `2026-12-25T18:00`.
extension CivilDate: LosslessStringConvertible {
    /// Parses exactly the text form; nil for everything else.
    package init?(_ text: String) {
        let isTimed = text.hasShape("0000-00-00T00:00")
        guard isTimed || text.hasShape("0000-00-00") else { return nil }
        let numbers = text.split { !("0"..."9").contains($0) }.compactMap { Int($0) }
        guard !isTimed || numbers[4] < 60 else { return nil }
        let minute = isTimed ? numbers[3] * 60 + numbers[4] : nil
        self.init(year: numbers[0], month: numbers[1], day: numbers[2], minute: minute)
    }

    package var description: String {
        let date = "\(yearText)-\(Self.padded(month, to: 2))-\(Self.padded(day, to: 2))"
        guard let time = timeText else { return date }
        return "\(date)T\(time)"
    }

    /// The year, in four digits.
    package var yearText: String {
        Self.padded(year, to: 4)
    }

    /// The time of day as `18:00`; nil for a whole day.
    package var timeText: String? {
        minute.map { "\(Self.padded($0 / 60, to: 2)):\(Self.padded($0 % 60, to: 2))" }
    }

    private static func padded(_ number: Int, to width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}

extension String {
    /// Whether the text has the form of an example, in which each `0` stands for an ASCII digit.
    package func hasShape(_ example: String) -> Bool {
        let zero = UInt8(ascii: "0")
        return utf8.map { (zero...UInt8(ascii: "9")).contains($0) ? zero : $0 }.elementsEqual(example.utf8)
    }
}

extension CivilDate: Codable {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let date = CivilDate(text) else {
            let reason = "a date is written 2026-12-25 or 2026-12-25T18:00"
            throw DecodingError.dataCorruptedError(in: container, debugDescription: reason)
        }
        self = date
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
