/// The bytes and the round trips of a catch-up, by the number of devices that wrote what is missing.
///
/// The same number of ticks is spread over all devices but one, which is away. The first device has all of them when
/// the other one comes back to it.
struct DeviceCurves {
    /// The last one is the largest household.
    private static let deviceCounts = [2, 8, 32, 64]
    private static let tickCount = 96
    private static let itemCount = 20

    /// A directory for the devices.
    let scratch: String

    func rows() throws -> [Row] {
        try Self.deviceCounts.flatMap { count in
            var crowd = try Crowd(of: count, in: "\(scratch)/\(count)", items: Self.itemCount)
            let missed = try crowd.catchUp(on: Self.tickCount)
            let nothing = try crowd.catchUp(on: 0)
            let ticks = "\(Self.tickCount) ticks"
            return [
                row("\(ticks) by \(count - 1) of \(count) devices", missed, ticks, count),
                row("nothing new, \(count) devices", nothing, "nothing new", count),
                roundRow(missed, count),
            ]
        }.withFirstPointAsFloor
    }

    private func row(_ name: String, _ cost: Crowd.Cost, _ line: String, _ count: Int) -> Row {
        Row(
            name: "catch-up: \(name)",
            unit: "B",
            measured: Double(cost.byteCount),
            floorName: "",
            floor: .nan,
            point: Row.Point(picture: "devices", line: line, x: count)
        )
    }

    private func roundRow(_ cost: Crowd.Cost, _ count: Int) -> Row {
        Row(
            name: "catch-up: round trips, \(count) devices",
            unit: "",
            measured: Double(cost.roundCount),
            floorName: "",
            floor: .nan,
            point: Row.Point(picture: "devices-rounds", line: "round trips", x: count)
        )
    }
}
