/// One line of the table: a measurement, its floor, and their ratio.
struct Row: CustomStringConvertible {
    var name: String
    var unit: String
    var measured: Double
    var floorName: String
    var floor: Double

    static let header = Row.line("what", "measured", "floor", "ratio", "the floor is")

    var description: String {
        Row.line(
            name,
            "\(Row.text(measured)) \(unit)",
            "\(Row.text(floor)) \(unit)",
            "\(Row.text(measured / floor)) x",
            floorName
        )
    }

    private static func line(_ columns: String...) -> String {
        let widths = [44, 16, 16, 10, 0]
        return zip(columns, widths).map { column, width in
            column + String(repeating: " ", count: max(0, width - column.count))
        }.joined(separator: " ")
    }

    /// Formats a value: without decimals from 100 on, with one from 10 on, otherwise with two.
    private static func text(_ value: Double) -> String {
        switch value {
        case _ where !value.isFinite: "–"
        case 100...: "\(Int(value.rounded()))"
        case 10..<100: "\((value * 10).rounded() / 10)"
        default: "\((value * 100).rounded() / 100)"
        }
    }
}

extension [Duration] {
    /// The median in microseconds.
    var medianMicroseconds: Double {
        microseconds(atShare: 0.5)
    }

    /// Returns the microseconds that a share of them, from 0 to 1, does not exceed; NaN when there are none.
    func microseconds(atShare share: Double) -> Double {
        isEmpty ? .nan : sorted()[Swift.min(count - 1, Int(share * Double(count)))] / .microseconds(1)
    }

    /// The mean in microseconds.
    var meanMicroseconds: Double {
        reduce(.zero, +) / .microseconds(1) / Double(count)
    }
}
