import PhlistSimulator
import PhlistTestKit

@testable import PhlistHousehold
@testable import PhlistModel

/// Devices to which everything happens that makes feeds branch: Anna, a copy of her that runs beside, Ben, Carl, and a
/// copy of him.
struct HardLife {
    let home: Home
    private(set) var faults = ["anna": 1, "carl": 1]
    /// What nobody may lose.
    private(set) var written: Set<String> = []
    private var copies: [Int: [Record]] = [:]
    /// The devices whose logs have holes.
    private(set) var damaged: Set<Int> = []
    /// How long the logs were when all were in the household.
    private let lengths: [Int]

    init(seed: UInt64) throws {
        let first = try Home.household(of: "anna", "ben", "carl")
        let carl = first.devices[2]
        carl.give(carl.add("soap", to: "Shopping"))
        first.connect(0, 2)
        first.disconnect()
        home = Home([first.devices[0], try first.devices[0].copied(), first.devices[1], carl, try carl.copied()])
        home.random = SeededRandom(seed: seed)
        lengths = home.devices.map(\.log.count)
    }

    /// Lets something happen to somebody.
    mutating func step(_ round: Int, _ random: inout SeededRandom) throws {
        let number = random.number(below: home.devices.count)
        let device = home.devices[number]
        for device in home.devices { device.monotonic += 10_000 }
        switch random.number(below: 11) {
        case 0..<5:
            let result = device.give(device.add("item \(round)", to: "Shopping"))[0]
            if case .success? = result { written.insert("item \(round)") }
        case 5: device.give(device.change("eggs", ItemChange(title: "eggs", note: "\(round)")))
        case 6: home.connect(number, (number + 1 + random.number(below: 4)) % 5)
        case 7: home.disconnect()
        case 8:
            home.disconnect()
            try device.restart(holes: damaged.contains(number) ? 1 : nil)
        case 9:
            // The disk has lied about its last records.
            home.disconnect()
            let log = device.log(without: random.number(below: 4))
            if log.count >= lengths[number] { try lose(number, keeping: log, &random) }
        default:
            home.disconnect()
            guard let copy = copies.removeValue(forKey: number) else {
                copies[number] = damaged.contains(number) ? nil : device.log
                return
            }
            damaged.remove(number)
            try lose(number, keeping: copy, &random)
        }
    }

    /// Lets a hole swallow some appends of a device, of what came after the beginning.
    mutating func damage(_ number: Int, _ random: inout SeededRandom) throws {
        let device = home.devices[number]
        let ends = [lengths[number]] + device.commits.filter { $0 > lengths[number] }
        guard ends.count > 1 else { return }
        home.disconnect()
        let first = random.number(below: ends.count - 1)
        let (start, end) = (ends[first], ends[min(ends.count - 1, first + 1 + random.number(below: 3))])
        damaged.insert(number)
        try lose(number, keeping: DamagedLog(device.log, without: [start..<end]).records, &random)
    }

    private mutating func lose(_ number: Int, keeping log: [Record], _ random: inout SeededRandom) throws {
        let device = home.devices[number]
        if random.happens(percent: 50) { home.connect(number, (number + 1) % 5) }
        home.disconnect()
        device.replaceLog(log)
        try device.restart(holes: damaged.contains(number) ? 1 : nil)
        faults[device.name, default: 0] += 1
        // What was written since and met nobody is gone with the disk.
        written.formIntersection(home.devices.flatMap { $0.titles(in: "Shopping") })
    }

    /// Why not all is the same when everybody has met everybody; nil when it is.
    func difference() throws -> String? {
        for _ in 0..<2 {
            for device in home.devices { device.monotonic += 60_000 }
            home.meet()
        }
        return try home.difference(faults: faults, damaged: damaged)
    }
}
