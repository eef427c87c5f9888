import PhlistControl

/// One line of the table: a measurement, its floor, and their ratio.
struct Row: CustomStringConvertible {
    var name: String
    var unit: String
    var measured: Double
    var floorName: String
    var floor: Double
    /// The place of the measurement in a picture; nil for one that is in none.
    var point: Point?

    /// A place on a line of a picture.
    struct Point {
        var picture: String
        var line: String
        var x: Int
    }

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

    /// The row as one line of JSON, without the numbers that are not finite.
    var json: String {
        get throws { try JSONText.encode(Document(self)) }
    }

    private struct Document: Encodable {
        var name, unit: String
        var measured: Double?
        var floorName: String
        var floor, ratio: Double?
        var picture, line: String?
        var x: Int?

        init(_ row: Row) {
            let finite = { (value: Double) in value.isFinite ? value : nil }
            (name, unit, floorName) = (row.name, row.unit, row.floorName)
            (measured, floor, ratio) = (finite(row.measured), finite(row.floor), finite(row.measured / row.floor))
            (picture, line, x) = (row.point?.picture, row.point?.line, row.point?.x)
        }
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
