/// Formats sizes in bytes for people.
enum ByteCount {
    /// Formats a size with decimal units, with one decimal place from 1 kB on.
    static func text(_ bytes: Int64) -> String {
        let units = ["kB", "MB", "GB", "TB"]
        guard bytes >= 1000 else { return "\(bytes) B" }
        // Counts in integer tenths, so that rounding up to 1000.0 moves to the next unit.
        var tenths = (bytes + 50) / 100
        var unit = 0
        while tenths >= 10_000, unit < units.count - 1 {
            tenths = (tenths + 500) / 1000
            unit += 1
        }
        return "\(tenths / 10).\(tenths % 10) \(units[unit])"
    }
}
