import PhlistHousehold
import PhlistModel
import PhlistSync

/// The bytes and the round trips of a catch-up, by the number of devices that wrote what is missing.
///
/// The same number of ticks is spread over all devices but one, which is away. The first device has all of them when
/// the other one comes back to it.
struct DeviceCurves {
    private static let deviceCounts = [2, 8, 32]
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

/// Devices of one household in this process, with one list.
private struct Crowd {
    private var devices: [DeviceRun]
    private var time: Int64 = 0
    private var linkCount: UInt64 = 0
    private let list: ScopeID

    /// The cost of a connection until both devices are quiet.
    struct Cost {
        /// Frames of both devices, without TLS.
        var byteCount: Int
        var roundCount: Int
    }

    init(of count: Int, in directory: String, items: Int) throws {
        let devices = try (0..<count).map { try DeviceRun($0, in: "\(directory)/\($0)", at: 0) }
        self.devices = devices
        for number in 1..<count {
            let request = try devices[number].replica.newDevice()
            guard case .admitted(let welcome) = try devices[0].give(.admitDevice(request), at: 0) else {
                throw TimedProcess.Failure(description: "device \(number) was not admitted")
            }
            try devices[number].give(.joinHousehold(welcome, with: request, shareLists: false), at: 0)
        }
        guard case .acted(let outcome, _) = try devices[0].give(.lists(.create(NewList(title: "Shopping"))), at: 0),
            let list = outcome.list
        else { throw TimedProcess.Failure(description: "the list was not created") }
        self.list = list
        let titles = (0..<items).map { "item number \($0)" }
        try devices[0].give(.items(.add(NewItems(list: "Shopping", titles: titles))), at: 0)
        try meet()
    }

    /// All devices connect to the first one, twice: what the last ones bring reaches the first ones, too.
    private mutating func meet() throws {
        for _ in 0..<2 {
            for number in devices.indices.dropFirst() { _ = try exchange(number) }
        }
    }

    /// Ticks items on all devices but the last one, and measures how that one catches up from the first.
    mutating func catchUp(on ticks: Int) throws -> Cost {
        let authors = devices.count - 1
        for tick in 0..<ticks {
            time += 1_000
            let items = devices[tick % authors].replica.library.list(list)?.items ?? []
            try devices[tick % authors].toggle(items[tick % items.count], at: time)
        }
        for number in devices.indices.dropFirst().dropLast() { _ = try exchange(number) }
        let cost = try exchange(devices.count - 1)
        try meet()
        return cost
    }

    private mutating func exchange(_ number: Int) throws -> Cost {
        time += 60_000
        linkCount += 1
        let link = try DeviceLink(linkCount, from: devices[number], to: devices[0], at: time)
        try link.close()
        return Cost(byteCount: link.sentBytes.reduce(0, +), roundCount: link.roundCount)
    }
}
