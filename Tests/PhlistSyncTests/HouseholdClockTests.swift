import PhlistTestKit
import Testing

@testable import PhlistHousehold
@testable import PhlistModel
@testable import PhlistSync

/// Clocks that are wrong by more than any time zone.
struct HouseholdClockTests {
    private static let year: Int64 = 365 * 24 * 3_600_000
    private static let hour: Int64 = 3_600_000
    private static let start: Int64 = 1_800_000_000_000

    /// What a device with a clock goes by, after it has heard the clocks of others.
    private static func time(_ own: Int64, hearing others: Int64...) -> Int64 {
        var clock = HouseholdClock()
        let now = Now(monotonic: 7, wall: start + own)
        for (number, other) in others.enumerated() {
            let device = DeviceID(publicKey: [UInt8(number)])
            _ = clock.heard(start + other, of: device, among: { _ in true }, now: now)
        }
        return clock.time(at: Now(monotonic: 1_007, wall: start + own + 1_000)) - start - 1_000
    }

    @Test func `a clock that is far ahead of the others is not followed, any other is`() {
        #expect(Self.time(Self.year) == Self.year)
        #expect(Self.time(Self.year, hearing: 0) == 0)
        #expect(Self.time(Self.year, hearing: 0, Self.year) == Self.year)
        #expect(Self.time(Self.year, hearing: 0, 5, Self.year) == 5)
        #expect(Self.time(5, hearing: -30 * Self.year) == 5)
        #expect(Self.time(5, hearing: -Self.year, Self.hour) == 5)
        #expect(Self.time(-Self.year, hearing: 0, 5) == -Self.year)
        #expect(Self.time(12 * Self.hour, hearing: 0, 0) == 12 * Self.hour)
    }

    @Test func `whatever the clocks of others show, nobody gets ahead of his own`() {
        var random = SeededRandom(seed: 1)
        for _ in 0..<2_000 {
            let own = Int64(random.number(below: 60)) - 30
            let others = (0..<random.number(below: 6)).map { _ in Int64(random.number(below: 60)) - 30 }
            var clock = HouseholdClock()
            let now = Now(monotonic: 0, wall: Self.start + own * Self.year)
            for (number, other) in others.enumerated() {
                let wall = Self.start + other * Self.year
                _ = clock.heard(wall, of: DeviceID(publicKey: [UInt8(number)]), among: { _ in true }, now: now)
            }
            let time = clock.time(at: now)
            #expect(time <= now.wall)
            #expect(time == now.wall || others.contains { Self.start + $0 * Self.year == time })
        }
    }

    /// Two devices that have synchronised a list with milk; the clock of the first is a year ahead.
    private static func home() throws -> Home {
        let home = Home(try Device("anna"), try Device("ben"))
        home.devices[0].wall += year
        try home.join(1, to: 0)
        home.connect(0, 1)
        home.devices[0].give(home.devices[0].add("milk", "bread"))
        home.settle()
        return home
    }

    /// Lets the two name milk while they are apart, the second one later.
    private static func renameApart(_ home: Home, restart: Bool = false) throws {
        home.disconnect()
        for (device, title) in zip(home.devices, ["oat milk", "soy milk"]) {
            if restart { try device.restart() }
            for other in home.devices {
                other.wall += hour
                other.monotonic += hour
            }
            device.give(device.change("milk", ItemChange(title: title)))
        }
        home.connect(0, 1)
    }

    @Test(arguments: [false, true])
    func `a clock that is a year ahead does not win, and what it wrote competes`(restart: Bool) throws {
        let home = try Self.home()
        try Self.renameApart(home, restart: restart)
        for device in home.devices {
            #expect(device.titles(in: "Shopping").contains("soy milk"))
            let values = try device.conflicts().flatMap(\.siblings).map { String(decoding: $0.value, as: UTF8.self) }
            #expect(Set(values) == ["oat milk", "soy milk"])
        }
    }

    @Test func `a clock that is put right while nobody is there is believed at once`() throws {
        let home = try Self.home()
        home.disconnect()
        let anna = home.devices[0]
        anna.wall += Self.hour - Self.year
        try anna.restart()
        anna.give(anna.change("milk", ItemChange(title: "oat milk")))
        #expect(anna.replica.journal.minter.lastStamp.milliseconds == anna.wall)
    }

    @Test func `the time that is gone by stands in the snapshot`() throws {
        let home = try Self.home()
        home.disconnect()
        let anna = home.devices[0]
        let bytes = anna.replica.snapshot?.encoded
        let snapshot = try #require(bytes)
        try anna.restart(from: (snapshot, anna.log.count))
        let now = Now(monotonic: anna.monotonic, wall: anna.wall)
        #expect(anna.replica.time(at: now) == anna.wall - Self.year)
    }

    @Test func `the clock of a device that is not in the household is no measure`() throws {
        let home = Home(try Device("anna"), try Device("ben"))
        let anna = home.devices[0]
        anna.wall += Self.year
        home.connect(0, 1)
        #expect(anna.replica.time(at: Now(monotonic: anna.monotonic, wall: anna.wall)) == anna.wall)
    }
}
