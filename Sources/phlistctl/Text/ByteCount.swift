/// Numbers of bytes for people.
enum ByteCount {
    /// With one digit behind the point from 1 kB on, in steps of a thousand.
    static func text(_ bytes: Int64) -> String {
        let units = ["kB", "MB", "GB", "TB"]
        guard bytes >= 1000 else { return "\(bytes) B" }
        // In tenths, and with integers: rounding up to 1000.0 moves to the next unit.
        var tenths = (bytes + 50) / 100
        var unit = 0
        while tenths >= 10_000, unit < units.count - 1 {
            tenths = (tenths + 500) / 1000
            unit += 1
        }
        return "\(tenths / 10).\(tenths % 10) \(units[unit])"
    }
}
