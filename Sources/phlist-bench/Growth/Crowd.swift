import PhlistHousehold
import PhlistModel
import PhlistSync

/// Devices of one household in this process, with one list.
struct Crowd {
    private(set) var devices: [DeviceRun]
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

    /// Changes all items of the list on some devices, each without knowing of the others; then all meet.
    mutating func changeAll(_ changes: [Int: ItemChange]) throws {
        for (number, change) in changes.sorted(by: { $0.key < $1.key }) {
            time += 1_000
            let ids = devices[number].replica.library.list(list)?.items.map(\.entity.description) ?? []
            for start in stride(from: 0, to: ids.count, by: Self.itemsPerChange) {
                let some = Array(ids[start..<min(start + Self.itemsPerChange, ids.count)])
                try devices[number].give(.items(.change(some, change)), at: time)
            }
        }
        try meet()
    }

    private static let itemsPerChange = 500

    private mutating func exchange(_ number: Int) throws -> Cost {
        time += 60_000
        linkCount += 1
        let link = try DeviceLink(linkCount, from: devices[number], to: devices[0], at: time)
        try link.close()
        return Cost(byteCount: link.sentBytes.reduce(0, +), roundCount: link.roundCount)
    }
}
